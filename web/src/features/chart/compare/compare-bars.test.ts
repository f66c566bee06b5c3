import { expect, test } from 'vitest';
import { closesBeside, ownAxis, spreads } from '#features/chart/compare/compare-bars.ts';

const own = [
  { timestamp: 10, close: 450 },
  { timestamp: 20, close: 452 },
  { timestamp: 30, close: 455 },
  { timestamp: 50, close: 460 },
];
const other = (timeMs: number, close: number) => ({ timeMs, close });

test('a spread is of bars at the same time; a missing bar is a gap, not the last close', () => {
  const others = [other(5, 1), other(10, 445), other(25, 999), other(30, 0), other(40, 440), other(50, 230)];
  expect(spreads(own, others, 'difference')).toEqual([5, undefined, 455, 230]);
  // There is no ratio to zero.
  expect(spreads(own, others, 'ratio')).toEqual([450 / 445, undefined, undefined, 2]);
  expect(spreads(own, [], 'difference')).toEqual([undefined, undefined, undefined, undefined]);
  // Over the price a line goes on with the last close instead.
  const times = own.map(({ timestamp }) => timestamp);
  expect(closesBeside(times, others, 60)).toEqual([445, 999, 440, 230]);
});

test('an axis of its own is filled by its closes, the highest on top', () => {
  const axis = ownAxis([70, 72, 71], { top: 20, bottom: 120 });
  expect([70, 71, 72].map((price) => axis?.yOf(price))).toEqual([120, 70, 20]);
  expect(ownAxis([70, 70], { top: 20, bottom: 120 })?.yOf(70)).toBe(70);
  expect(ownAxis([], { top: 0, bottom: 1 })).toBeNull();
});
