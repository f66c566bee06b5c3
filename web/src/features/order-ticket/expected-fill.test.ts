import { expect, test } from 'vitest';
import { expectedFill } from '#features/order-ticket/expected-fill.ts';

const GRID = { scale: 2, tickUnits: 25, display: 'eighths' } as const;
const level = (priceTicks: number, lots: number) => ({ priceTicks, lots, cumulativeLots: lots });
const BOOK = { bids: [level(1830, 5), level(1828, 5)], asks: [level(1831, 3), level(1832, 3)] };

test.each([
  [
    'at the best price',
    { side: 'BUY', lots: 3 },
    { averagePrice: '457.7500', worstTicks: 1831, slipTicks: 0, lots: 3 },
  ],
  [
    'into the next one',
    { side: 'BUY', lots: 6 },
    { averagePrice: '457.8750', worstTicks: 1832, slipTicks: 1, lots: 6 },
  ],
  [
    'a sell goes down',
    { side: 'SELL', lots: 10 },
    { averagePrice: '457.2500', worstTicks: 1828, slipTicks: 2, lots: 10 },
  ],
  [
    'past what is seen',
    { side: 'BUY', lots: 9 },
    { averagePrice: '457.8750', worstTicks: 1832, slipTicks: 1, lots: 6 },
  ],
] as const)('%s', (_name, order, expected) => {
  expect(expectedFill(order, BOOK, GRID)).toEqual(expected);
});

test('nothing without a book, or without lots', () => {
  expect(expectedFill({ side: 'BUY', lots: 1 }, null, GRID)).toBeNull();
  expect(expectedFill({ side: 'BUY', lots: 1 }, { bids: BOOK.bids, asks: [] }, GRID)).toBeNull();
  expect(expectedFill({ side: 'BUY', lots: 0 }, BOOK, GRID)).toBeNull();
});
