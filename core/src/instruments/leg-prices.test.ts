/** Tables of leg prices: corn near 450 (1800 ticks), a spread at minus 12.5 (-50). */
import { describe, expect, test } from 'vitest';
import { legBounds, legPrices, spreadLimits } from '#instruments/leg-prices.ts';

const bounds = (lowestTicks: number, highestTicks: number) => ({ lowestTicks, highestTicks });
const WIDE = { near: bounds(0, 10_000), far: bounds(0, 10_000) };

describe('the near leg', () => {
  test.each<[string, number | null, number | null, number, number]>([
    ['at the middle', 1798, 1802, 1750, 1800],
    ['a half tick down to a settlement below', 1799, 1802, 1750, 1800],
    ['a half tick up to a settlement above', 1799, 1802, 1850, 1801],
    ['a half tick to a settlement that is the lower tick', 1799, 1802, 1800, 1800],
    ['a half tick to a settlement that is the upper tick', 1799, 1802, 1801, 1801],
    ['without bids at the settlement', null, 1802, 1790, 1790],
    ['without asks at the settlement', 1798, null, 1790, 1790],
    ['without a book at the settlement', null, null, 1790, 1790],
  ])('%s', (_what, bestBidTicks, bestAskTicks, settlementTicks, nearTicks) => {
    const near = { bestBidTicks, bestAskTicks, settlementTicks };
    expect(legPrices(-50, near, WIDE)).toEqual({ nearTicks, farTicks: nearTicks + 50 });
  });

  test.each([
    ['below zero, down to a settlement below', -4, -1, -10, -3],
    ['below zero, up to a settlement above', -4, -1, 0, -2],
  ])('%s', (_what, bestBidTicks, bestAskTicks, settlementTicks, nearTicks) => {
    const near = { bestBidTicks, bestAskTicks, settlementTicks };
    expect(legPrices(7, near, { near: null, far: null })).toEqual({ nearTicks, farTicks: nearTicks - 7 });
  });
});

describe('bounds', () => {
  const near = { bestBidTicks: 1799, bestAskTicks: 1801, settlementTicks: 1800 };
  test.each<[string, ReturnType<typeof bounds>, ReturnType<typeof bounds>, number, number]>([
    ['clamp the near leg down', bounds(1700, 1790), bounds(0, 9000), 1790, 1840],
    ['clamp the near leg up', bounds(1810, 1900), bounds(0, 9000), 1810, 1860],
    ['move both down by what the far leg lacks', bounds(1700, 1900), bounds(1700, 1840), 1790, 1840],
    ['move both up by what the far leg lacks', bounds(1700, 1900), bounds(1855, 1900), 1805, 1855],
    ['meet where only one pair of prices is left', bounds(1700, 1790), bounds(1840, 1900), 1790, 1840],
  ])('%s', (_what, nearBounds, farBounds, nearTicks, farTicks) => {
    expect(legPrices(-50, near, { near: nearBounds, far: farBounds })).toEqual({ nearTicks, farTicks });
  });

  test('of a spread are those for which both legs have prices', () => {
    const [low, high] = [bounds(1700, 1900), bounds(1750, 1950)];
    expect(spreadLimits(low, high)).toEqual(bounds(1700 - 1950, 1900 - 1750));
    for (const spreadTicks of [1700 - 1950, -50, 0, 1900 - 1750]) {
      const { nearTicks, farTicks } = legPrices(spreadTicks, near, { near: low, far: high });
      expect(nearTicks - farTicks).toBe(spreadTicks);
      expect([nearTicks >= 1700 && nearTicks <= 1900, farTicks >= 1750 && farTicks <= 1950]).toEqual([true, true]);
    }
    expect(spreadLimits(low, null)).toBeNull();
  });

  test.each([
    ['both', bounds(10, 30), bounds(20, 40), bounds(20, 30)],
    ['limits alone', bounds(10, 30), null, bounds(10, 30)],
    ['a band alone', null, bounds(20, 40), bounds(20, 40)],
    ['limits where the two exclude each other', bounds(10, 15), bounds(20, 40), bounds(10, 15)],
    ['neither', null, null, null],
  ])('of a leg: %s', (_what, limits, band, both) => {
    expect(legBounds(limits, band)).toEqual(both);
  });
});
