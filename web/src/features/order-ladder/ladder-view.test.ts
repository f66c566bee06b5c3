import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hasDrifted,
  type LadderMarket,
  ladderRows,
  orderOfClick,
  refitted,
  scrolled,
  topTicks,
} from '#features/order-ladder/ladder-view.ts';

const depth = {
  code: 'ZCEZ26',
  bids: [
    { priceTicks: 99, lots: 5, cumulativeLots: 5 },
    { priceTicks: 97, lots: 20, cumulativeLots: 25 },
  ],
  asks: [{ priceTicks: 100, lots: 10, cumulativeLots: 10 }],
  timeMs: 0,
};

const market: LadderMarket = {
  ...{ depth, lastTicks: 100, lastLots: 3 },
  traded: new Map([
    [100, 40],
    [98, 10],
    [5, 900],
  ]),
  marks: { high: 101, low: 5, settlement: 99, average: 99 },
};

test('every price has its row from the top down, quoted or not', () => {
  const rows = ladderRows({ centreTicks: 99, rows: 5 }, market);
  expect(rows.map(({ priceTicks, bidLots, askLots }) => [priceTicks, bidLots, askLots])).toEqual([
    [101, 0, 0],
    [100, 0, 10],
    [99, 5, 0],
    [98, 0, 0],
    [97, 20, 0],
  ]);
  expect(rows.map(({ share }) => share)).toEqual([0, 0.5, 0.25, 0, 1]);
  expect(rows.filter(({ isLast }) => isLast).map(({ priceTicks, lastLots }) => [priceTicks, lastLots])).toEqual([
    [100, 3],
  ]);
  // Measured against what is shown, not against prices beyond the window.
  expect(rows.map(({ tradedLots, tradedShare }) => [tradedLots, tradedShare])).toEqual([
    [0, 0],
    [40, 1],
    [0, 0],
    [10, 0.25],
    [0, 0],
  ]);
  expect(rows.map(({ marks }) => marks.join(' '))).toEqual(['high', '', 'settlement average', '', '']);
});

test('without a book the prices are listed all the same, below zero too', () => {
  const rows = ladderRows({ centreTicks: 0, rows: 3 }, { ...market, depth: null, lastTicks: null });
  expect(rows.map(({ priceTicks }) => priceTicks)).toEqual([1, 0, -1]);
});

test('the centre is in the window, and without drift it is not near an edge', () => {
  fc.assert(
    fc.property(fc.integer({ min: -500, max: 5000 }), fc.integer({ min: 5, max: 60 }), (centreTicks, rows) => {
      const window = { centreTicks, rows };
      const top = topTicks(window);
      expect(top).toBeGreaterThanOrEqual(centreTicks);
      expect(top - rows + 1).toBeLessThanOrEqual(centreTicks);
      expect(hasDrifted(window, centreTicks)).toBe(false);
      expect(hasDrifted(window, top)).toBe(true);
      expect(hasDrifted(window, top - rows)).toBe(true);
    }),
  );
});

test('a window in use keeps its top when rows come or go; another one its centre', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -500, max: 5000 }),
      fc.integer({ min: 3, max: 60 }),
      fc.integer({ min: 3, max: 60 }),
      (centreTicks, before, rows) => {
        const window = { centreTicks, rows: before };
        expect(topTicks(refitted(window, { rows, isHeld: true }))).toBe(topTicks(window));
        expect(refitted(window, { rows, isHeld: false })).toEqual({ centreTicks, rows });
      },
    ),
  );
});

test('scrolling stops at the day’s limits', () => {
  const window = { centreTicks: 100, rows: 11 };
  expect(scrolled(window, 8, null).centreTicks).toBe(108);
  expect(scrolled(window, 8, { upper: 105, lower: 95 }).centreTicks).toBe(105);
  expect(scrolled(window, -80, { upper: 105, lower: 95 }).centreTicks).toBe(95);
});

describe('a click', () => {
  test.each([
    ['BUY', 98, false, 'LIMIT'],
    ['BUY', 104, false, 'LIMIT'],
    ['SELL', 98, false, 'LIMIT'],
    ['BUY', 104, true, 'STOP'],
    ['SELL', 98, true, 'STOP'],
  ] as const)('%s at %i, stop %s: %s', (side, priceTicks, isStop, orderType) => {
    expect(orderOfClick(side, priceTicks, { isStop, lastTicks: 100 })).toEqual({ orderType, side, priceTicks });
  });

  test.each([
    ['BUY', 100],
    ['BUY', 98],
    ['SELL', 100],
    ['SELL', 104],
  ] as const)('a %s stop at %i would trigger at once and is ignored', (side, priceTicks) => {
    expect(orderOfClick(side, priceTicks, { isStop: true, lastTicks: 100 })).toBeNull();
  });

  test('without a price a stop’s waiting side is unknown', () => {
    expect(orderOfClick('BUY', 100, { isStop: true, lastTicks: null })).toBeNull();
  });
});
