import type { PriceGrid } from '@mua/core/values';
import { priceToDisplay, tradeDateAt } from '@mua/core/values';
import { describe, expect, test } from 'vitest';
import { createPriceAxis, rangeWith } from '#features/chart/axes/price-axis.ts';
import { clearTops, isUnderTag, tagTops } from '#features/chart/axes/price-tags.ts';
import { priceTicks } from '#features/chart/axes/price-ticks.ts';
import { timeTicks } from '#features/chart/axes/time-ticks.ts';
import { priceScale } from '#features/chart/surface/price-scale.ts';

const CORN: PriceGrid = { scale: 2, tickUnits: 25, display: 'eighths' };
const COFFEE: PriceGrid = { scale: 2, tickUnits: 5, display: 'decimal' };
const OIL: PriceGrid = { scale: 2, tickUnits: 1, display: 'decimal' };

describe('price labels', () => {
  const labels = (low: number, high: number, count: number, grid: PriceGrid) =>
    priceTicks({ lowTicks: low, highTicks: high, count }, grid).map((ticks) => priceToDisplay(ticks, grid));

  test.each<[string, readonly string[], PriceGrid, number, number, number]>([
    ['eighths in halves', ["450'0", "450'4", "451'0", "451'4", "452'0"], CORN, 1800, 1808, 5],
    ['eighths in cents', ["448'0", "450'0", "452'0", "454'0"], CORN, 1790, 1819, 4],
    ['coffee', ['310.00', '312.50', '315.00'], COFFEE, 6199, 6301, 2.3],
    ['oil', ['70.00', '70.20', '70.40', '70.60', '70.80', '71.00'], OIL, 6995, 7101, 6],
    ['below zero', ['−0.50', '0.00', '0.50'], OIL, -60, 60, 3],
  ])('%s', (_name, expected, grid, low, high, count) => {
    expect(labels(low, high, count, grid)).toEqual(expected);
  });

  test('every label is a whole tick at any zoom', () => {
    expect(labels(1800, 1803, 40, CORN)).toEqual(["450'0", "450'2", "450'4", "450'6"]);
  });

  test('an empty range has no labels', () => {
    expect(labels(10, 10, 5, OIL)).toEqual([]);
  });
});

test('ticks convert to prices and back, averages to the nearest tick', () => {
  const scale = priceScale(CORN);
  expect(scale.priceOf(1831)).toBe(457.75);
  expect(scale.ticksOf(457.75)).toBe(1831);
  expect(scale.ticksOf(457.83)).toBe(1831);
});

describe('time labels', () => {
  const QUARTER_MS = 15 * 60_000;
  // 09:00 to 11:00 in Vietnam, then 21:30 to 23:15, then the next trade date from 05:00.
  const session = (start: string, bars: number) =>
    Array.from({ length: bars }, (_, index) => Date.parse(start) + index * QUARTER_MS);
  const timesMs = [
    ...session('2026-11-19T02:00:00Z', 8),
    ...session('2026-11-19T14:30:00Z', 8),
    ...session('2026-11-19T22:00:00Z', 8),
  ];

  test('a date marks the start of each trade date, with hours where they fit', () => {
    const ticks = timeTicks({ interval: '15m', timesMs, from: 0, to: 24, dateOf: tradeDateAt, gap: 4 });
    expect(ticks.map(({ index, kind }) => `${index} ${kind}`)).toEqual([
      '0 hour',
      '4 hour',
      '10 hour',
      '16 date',
      '20 hour',
    ]);
  });

  test('labels keep their distance', () => {
    const ticks = timeTicks({ interval: '15m', timesMs, from: 0, to: 24, dateOf: tradeDateAt, gap: 10 });
    const distances = ticks.slice(1).map(({ index }, place) => index - (ticks[place]?.index ?? 0));
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(10);
    expect(ticks.some(({ kind }) => kind === 'date')).toBe(true);
  });

  test('daily bars are labelled by month and year', () => {
    const days = ['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-31', '2027-01-04'];
    const open = (date: string) => Date.parse(`${date}T00:00:00Z`) - 2 * 60 * 60_000;
    const ticks = timeTicks({ interval: '1d', timesMs: days.map(open), from: 0, to: 5, dateOf: tradeDateAt, gap: 1 });
    expect(ticks.map(({ index, kind }) => `${index} ${kind}`)).toEqual(['2 month', '4 year']);
  });
});

describe('tags on the price axis', () => {
  test('stay at their price while nothing is near', () => {
    expect(tagTops([50, 200], 120)).toEqual([41, 191]);
  });

  test('move away from the last price and from each other, in price order', () => {
    // The last price's tag covers 91 to 122 (100 - 9, 31 high); each of ours is 18 high.
    expect(tagTops([92, 96, 104, 108], 100)).toEqual([53, 72, 123, 142]);
  });

  test('hide the labels under them', () => {
    expect(isUnderTag(125, [120], undefined)).toBe(true);
    expect(isUnderTag(160, [120], undefined)).toBe(false);
    expect(isUnderTag(118, [], 100)).toBe(true);
  });
});

describe('labels of own lines', () => {
  test('stay on their line, and neighbours are stacked in price order', () => {
    expect(clearTops([50, 200], 22)).toEqual([39, 189]);
    expect(clearTops([100, 104, 110], 22)).toEqual([89, 112, 135]);
  });
});

test('labels are where their prices are, also with the lowest on top', () => {
  const yOf = (isInverted: boolean) => {
    const axis = createPriceAxis({
      ...{ scale: priceScale(OIL), textOf: (ticks) => priceToDisplay(ticks, OIL), physical: null },
      ...{ lastPrice: () => undefined, ownPrices: () => [], otherPrices: () => [], tagTops: () => [] },
      ...{ mode: () => 'price', base: () => undefined, isInverted: () => isInverted },
    });
    const range = { from: 70, to: 72, range: 2, realFrom: 70, realTo: 72, realRange: 2 };
    const bounding = { left: 0, top: 0, right: 0, bottom: 0, width: 60, height: 200 };
    const ticks = axis.createTicks({
      range: { ...range, displayFrom: 70, displayTo: 72, displayRange: 2 },
      ...{ bounding, defaultTicks: [] },
    });
    return Object.fromEntries(ticks.map(({ text, coord }) => [text, coord]));
  };
  expect(yOf(false)).toEqual({ '70.50': 150, '71.00': 100, '71.50': 50 });
  expect(yOf(true)).toEqual({ '70.50': 50, '71.00': 100, '71.50': 150 });
});

describe('the range of the axis', () => {
  test('a handful of bars is no measure of what is near', () => {
    const flat = { from: 450, to: 450.1, range: 0.1, realFrom: 450, realTo: 450.1, realRange: 0.1 };
    const range = { ...flat, displayFrom: 450, displayTo: 450.1, displayRange: 0.1 };
    expect(rangeWith([447, 440], range, 4)).toMatchObject({ realFrom: 447, realTo: 450.1 });
  });

  const bars = { from: 450, to: 460, range: 10, realFrom: 450, realTo: 460, realRange: 10 };
  const range = { ...bars, displayFrom: 450, displayTo: 460, displayRange: 10 };

  test.each<[string, readonly number[], number, number]>([
    ['lines among the bars change nothing', [455], 450, 460],
    ['a line near them is included', [447, 462], 447, 462],
    ['a line far away would flatten them', [430, 500], 450, 460],
  ])('%s', (_name, prices, from, to) => {
    expect(rangeWith(prices, range)).toMatchObject({ from, to, realFrom: from, realTo: to, realRange: to - from });
  });
});
