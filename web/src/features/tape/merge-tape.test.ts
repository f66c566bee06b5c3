import { expect, test } from 'vitest';
import { mergeTape, TAPE_ROWS } from '#features/tape/merge-tape.ts';
import type { TradeTicks } from '#market/trades-store.ts';

const trade = (id: number): TradeTicks => ({
  tradeId: `T${id}`,
  priceTicks: 100 + (id % 3),
  lots: 1,
  side: 'BUY',
  timeMs: id * 1000,
});
const newestFirst = (...ids: readonly number[]) => ids.map(trade);
const ids = (trades: readonly TradeTicks[]) => trades.map(({ tradeId }) => tradeId);

test('history follows the feed’s trades; a trade known to both is listed once', () => {
  expect(ids(mergeTape(newestFirst(5, 4, 3), newestFirst(4, 3, 2, 1)))).toEqual(['T5', 'T4', 'T3', 'T2', 'T1']);
});

test('history that arrives after the feed’s first trades goes behind them', () => {
  expect(ids(mergeTape(newestFirst(3, 2), newestFirst(5, 4, 3)))).toEqual(['T5', 'T4', 'T3', 'T2']);
});

test('trades of one instant keep their order', () => {
  const twins = [
    { ...trade(2), tradeId: 'b' },
    { ...trade(2), tradeId: 'a' },
  ];
  expect(ids(mergeTape(twins, newestFirst(1)))).toEqual(['b', 'a', 'T1']);
});

test('a hundred rows are enough', () => {
  const many = Array.from({ length: 150 }, (_, index) => trade(200 - index));
  expect(mergeTape(many, newestFirst(1))).toHaveLength(TAPE_ROWS);
  expect(mergeTape(newestFirst(300), many)).toHaveLength(TAPE_ROWS);
  expect(mergeTape(newestFirst(300), many)[0]?.tradeId).toBe('T300');
});

test('before the feed has sent anything, history is the tape', () => {
  expect(ids(mergeTape([], newestFirst(2, 1)))).toEqual(['T2', 'T1']);
});
