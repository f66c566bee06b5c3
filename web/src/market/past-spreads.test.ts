import { expect, test } from 'vitest';
import { pastSpreads } from '#market/past-spreads.ts';

test('spreads of the past are those of days on which both months traded, the last ones first to stay', () => {
  const bar = (timeMs: number, close: number) => ({ timeMs, open: close, high: close, low: close, close, volume: 1 });
  const near = [bar(1, 1_790), bar(2, 1_792), bar(4, 1_800)];
  const far = [bar(1, 1_850), bar(3, 1_851), bar(4, 1_855)];
  const days = [
    { timeMs: 1, ticks: -60 },
    { timeMs: 4, ticks: -55 },
  ];
  expect(pastSpreads(near, far)).toEqual({ days, lowest: -60, highest: -55 });
  expect(pastSpreads(near, far, 1)).toEqual({ days: days.slice(1), lowest: -55, highest: -55 });
  expect(pastSpreads(near, [])).toBeNull();
});
