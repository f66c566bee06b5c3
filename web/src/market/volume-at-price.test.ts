import { expect, test } from 'vitest';
import type { TradeTicks } from '#market/trades-store.ts';
import { withTape } from '#market/volume-at-price.ts';

const trade = (tradeId: string, priceTicks: number, lots: number): TradeTicks => ({
  ...{ tradeId, priceTicks, lots },
  ...{ side: 'BUY', timeMs: 0 },
});
const counted = { lots: new Map([[10, 5]]), lastTradeId: 'b' };

test('trades after the last counted one come on top, each once', () => {
  const { lots, isBehind } = withTape(counted, [trade('d', 11, 2), trade('c', 10, 1), trade('b', 10, 5)]);
  expect([...lots]).toEqual([
    [10, 6],
    [11, 2],
  ]);
  expect(isBehind).toBe(false);
  expect(withTape(counted, [trade('b', 10, 5), trade('a', 10, 9)])).toEqual({ lots: counted.lots, isBehind: false });
});

test('before the first trade of the day everything on the tape is new', () => {
  expect([...withTape({ lots: new Map(), lastTradeId: null }, [trade('a', 3, 4)]).lots]).toEqual([[3, 4]]);
});

test('a tape that has left the count behind, or is about to, asks for another one', () => {
  expect(withTape(counted, [trade('z', 12, 7)])).toEqual({ lots: counted.lots, isBehind: true });
  expect(withTape(counted, []).isBehind).toBe(false);
  const many = Array.from({ length: 150 }, (_, at) => trade(`n${at}`, 10, 1));
  expect(withTape(counted, [...many, trade('b', 10, 5)])).toEqual({ lots: new Map([[10, 155]]), isBehind: true });
});
