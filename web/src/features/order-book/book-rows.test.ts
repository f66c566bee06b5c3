import { describe, expect, test } from 'vitest';
import { bookRows, groupPrice, type OwnLots, ownKey } from '#features/order-book/book-rows.ts';
import { levelsIn } from '#features/order-book/use-fitting-levels.ts';
import type { DepthTicks } from '#market/depth-store.ts';

type Level = readonly [ticks: number, lots: number];

function depth(bids: readonly Level[], asks: readonly Level[]): DepthTicks {
  const levels = (side: readonly Level[]) => {
    let cumulativeLots = 0;
    return side.map(([priceTicks, lots]) => {
      cumulativeLots += lots;
      return { priceTicks, lots, cumulativeLots };
    });
  };
  return { code: 'ZCEZ26', bids: levels(bids), asks: levels(asks), timeMs: 0 };
}

const NOTHING: OwnLots = new Map();
const BOOK = depth(
  [
    [101, 10],
    [100, 20],
    [99, 30],
  ],
  [
    [103, 5],
    [104, 15],
    [105, 20],
  ],
);

test('cumulative lots are relative to the deeper side', () => {
  const { bids, asks } = bookRows(BOOK, { groupTicks: 1, own: NOTHING });
  expect(bids.map(({ cumulativeLots }) => cumulativeLots)).toEqual([10, 30, 60]);
  expect(asks.map(({ depth }) => depth)).toEqual([5 / 60, 20 / 60, 40 / 60]);
});

test('the spread is that of the best prices, grouped or not', () => {
  expect(bookRows(BOOK, { groupTicks: 1, own: NOTHING }).spreadTicks).toBe(2);
  expect(bookRows(BOOK, { groupTicks: 5, own: NOTHING }).spreadTicks).toBe(2);
});

test('the share is bids of all lots, whole percents', () => {
  expect(bookRows(BOOK, { groupTicks: 1, own: NOTHING }).bidShare).toBe(60);
});

test('groups join levels away from the middle, and lose no lot', () => {
  const { bids, asks } = bookRows(BOOK, { groupTicks: 2, own: NOTHING });
  expect(bids.map(({ priceTicks, lots }) => [priceTicks, lots])).toEqual([
    [100, 30],
    [98, 30],
  ]);
  expect(asks.map(({ priceTicks, lots }) => [priceTicks, lots])).toEqual([
    [104, 20],
    [106, 20],
  ]);
  expect(asks.at(-1)?.cumulativeLots).toBe(40);
});

test.each([
  ['BUY', -1, 2, -2],
  ['SELL', -1, 2, 0],
  ['BUY', 0, 5, 0],
  ['SELL', 101, 5, 105],
] as const)('%s at %i in groups of %i is placed at %i', (side, ticks, group, expected) => {
  expect(Object.is(groupPrice(side, ticks, group), expected)).toBe(true);
});

describe('own orders', () => {
  const own: OwnLots = new Map([
    [ownKey('BUY', 100), 2],
    [ownKey('BUY', 101), 1],
    [ownKey('SELL', 100), 9],
  ]);

  test('are marked on their own side only', () => {
    const { bids, asks } = bookRows(BOOK, { groupTicks: 1, own });
    expect(bids.map(({ ownLots }) => ownLots)).toEqual([1, 2, 0]);
    expect(asks.map(({ ownLots }) => ownLots)).toEqual([0, 0, 0]);
  });

  test('join with their group', () => {
    expect(bookRows(BOOK, { groupTicks: 2, own }).bids.map(({ ownLots }) => ownLots)).toEqual([3, 0]);
  });
});

test('an empty side has no spread, an empty book no share', () => {
  expect(bookRows(depth([[101, 1]], []), { groupTicks: 1, own: NOTHING })).toMatchObject({
    spreadTicks: null,
    bidShare: 100,
  });
  expect(bookRows(depth([], []), { groupTicks: 1, own: NOTHING }).bidShare).toBeNull();
});

test.each([
  [436, 20, 10],
  [435, 20, 9],
  [2000, 20, 10],
  [10, 20, 1],
])('%i px with rows of %i px fit %i levels a side', (height, row, levels) => {
  expect(levelsIn(height, row)).toBe(levels);
});
