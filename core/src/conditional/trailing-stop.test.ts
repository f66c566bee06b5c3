import { expect, test } from 'vitest';
import { stopIsReached, tighterStop, trailDistanceTicks, trailingStopTicks } from '#conditional/trailing-stop.ts';

test.each([
  ['SELL', { kind: 'ticks', ticks: 10 }, 1800, 1790],
  ['BUY', { kind: 'ticks', ticks: 10 }, 1800, 1810],
  ['SELL', { kind: 'percent', basisPoints: 150 }, 1831, 1804],
  ['BUY', { kind: 'percent', basisPoints: 1 }, 100, 101],
  // A price below zero has a distance all the same.
  ['SELL', { kind: 'percent', basisPoints: 1_000 }, -50, -55],
] as const)('a %s trails by %o from %i at %i', (side, trail, best, stop) => {
  expect(trailingStopTicks(side, trail, best)).toBe(stop);
});

test('a share is rounded down to whole ticks and is never none', () => {
  expect(trailDistanceTicks({ kind: 'percent', basisPoints: 100 }, 199)).toBe(1);
  expect(trailDistanceTicks({ kind: 'percent', basisPoints: 100 }, 0)).toBe(1);
});

test('reached means at the stop or beyond', () => {
  expect([stopIsReached('SELL', 10, 10), stopIsReached('SELL', 10, 11)]).toEqual([true, false]);
  expect([stopIsReached('BUY', 10, 10), stopIsReached('BUY', 10, 9)]).toEqual([true, false]);
});

test('the tighter stop is the higher one to sell and the lower one to buy', () => {
  expect([tighterStop('SELL', 1, 2), tighterStop('BUY', 1, 2)]).toEqual([2, 1]);
});
