import { expect, test } from 'vitest';
import { limitAt, limitTicksOf } from '#market/price-state.ts';
import { CORN } from '#mock/sample-records.ts';

test('reads limits once, in ticks of the contract', () => {
  const limits = limitTicksOf(CORN);
  expect(limits).toEqual({ upper: 1929, lower: 1689 });
  expect(limitTicksOf(CORN)).toBe(limits);
  expect(limitTicksOf({ ...CORN, dailyLimits: null })).toBeNull();
});

test.each([
  [1930, 'ceiling'],
  [1929, 'ceiling'],
  [1928, null],
  [1690, null],
  [1689, 'floor'],
] as const)('%d ticks: %s', (ticks, limit) => expect(limitAt(ticks, limitTicksOf(CORN))).toBe(limit));

test('without limits no price is at one', () => expect(limitAt(1929, null)).toBeNull());
