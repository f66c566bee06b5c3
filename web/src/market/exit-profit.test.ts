/**
 * Checks that an exit shows one profit everywhere: lots close first in, first out, and dong are rounded as they are
 * booked.
 */
import { expect, test } from 'vitest';
import { type Exit, exitProfitVnd } from '#market/exit-profit.ts';
import { CORN, CORN_TERMS } from '#mock/sample-records.ts';

const lot = (lots: number, price: string) => ({ lots, price, time: '2026-11-20T02:00:00.000Z' });
const openLots = [lot(2, '442.50'), lot(1, '442.75')];
const LONG = { netLots: 3, openLots };
const SHORT = { netLots: -3, openLots };
/** The price is 446'0; a tick of one lot is 330,250 dong. */
const TICKS = 1784;

test.each<[string, Partial<Exit>, typeof LONG, bigint | null]>([
  ['one of the first two', {}, LONG, 4_623_500n],
  ['both of them', { lots: 2 }, LONG, 9_247_000n],
  ['all', { lots: 3 }, LONG, 13_540_250n],
  ['more than there are', { lots: 9 }, LONG, 13_540_250n],
  ['one of a short position', { side: 'BUY' }, SHORT, -4_623_500n],
  ['none', { lots: 0 }, LONG, null],
  ['what would add to it', { side: 'BUY' }, LONG, null],
])('%s', (_name, part, held, vnd) => {
  const exit: Exit = { side: 'SELL', lots: 1, ticks: TICKS, ...part };
  expect(exitProfitVnd(exit, { contract: CORN, entryTicks: null, held })).toBe(vnd);
});

test('rounds dong to nearest, ties to even, on either side of zero', () => {
  // A tick of one lot is worth half a dong here.
  const contract = { ...CORN, terms: { ...CORN_TERMS, tickValue: '1.00', fxRate: '0.5000' } };
  const profit = (ticks: number, held: typeof LONG) => {
    const side = held.netLots > 0 ? 'SELL' : 'BUY';
    return exitProfitVnd({ side, lots: 1, ticks }, { contract, entryTicks: null, held });
  };
  expect([1771, 1773, 1775].map((ticks) => profit(ticks, LONG))).toEqual([0n, 2n, 2n]);
  expect([1771, 1773, 1775].map((ticks) => profit(ticks, SHORT))).toEqual([0n, -2n, -2n]);
});
