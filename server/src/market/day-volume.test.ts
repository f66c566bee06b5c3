import { expect, test } from 'vitest';
import { DayVolume, joinedVolume } from '#market/day-volume.ts';
import type { ContractUpdate, DayFigures, Trade } from '#venue/port/market-data.ts';

let count = 0;
const trade = (priceTicks: number, lots: number): Trade => ({
  tradeId: `t-${++count}`,
  timeMs: count,
  priceTicks,
  lots,
  aggressor: 'BUY',
});
const day = (volumeLots: number): DayFigures => ({
  openTicks: null,
  highTicks: null,
  lowTicks: null,
  settlementTicks: null,
  volumeLots,
});
const update = (rest: Partial<ContractUpdate>): ContractUpdate => ({ contractCode: 'A', timeMs: 1, ...rest });

/** As the quotes do it. */
function taken(...updates: ContractUpdate[]): (readonly [number, number])[] {
  const volume = new DayVolume();
  const tape: Trade[] = [];
  for (const one of updates) {
    if (one.hasGap) tape.length = 0;
    tape.push(...(one.trades ?? []));
    volume.take(one, tape);
  }
  return volume.rows.map(({ priceTicks, lots }) => [priceTicks, lots]);
}

test('lots of the same price are one row, the highest price first, below zero too', () => {
  const trades = [trade(-1, 2), trade(3, 1), trade(-1, 5)];
  expect(taken(update({ trades, day: day(8) }))).toEqual([
    [3, 1],
    [-1, 7],
  ]);
});

test('a new trade date begins anew, with those of its trades that came in the same update', () => {
  const before = update({ trades: [trade(10, 50), trade(11, 40)], day: day(90) });
  expect(taken(before, update({ day: day(0) }))).toEqual([]);
  expect(taken(before, update({ trades: [trade(11, 9), trade(12, 4), trade(12, 2)], day: day(6) }))).toEqual([[12, 6]]);
});

test('trades before the first known one are missing, and are not made up', () => {
  expect(taken(update({ trades: [trade(5, 2)], day: day(1_000) }), update({ day: day(1_000) }))).toEqual([[5, 2]]);
});

test('after a gap only what is known counts; everything told at once replaces it', () => {
  const before = update({ trades: [trade(1, 1)] });
  expect(taken(before, update({ hasGap: true, trades: [trade(2, 2)] }))).toEqual([[2, 2]]);
  const whole = update({ volumeAtPrice: [{ priceTicks: 1, lots: 9 }], trades: [trade(1, 3)] });
  expect(taken(before, whole, update({ trades: [trade(1, 1)] }))).toEqual([[1, 10]]);
});

test('the number of prices is bounded', () => {
  const trades = Array.from({ length: 2_100 }, (_, ticks) => trade(ticks, 1));
  const rows = taken(update({ trades }), update({ trades: [trade(0, 4), trade(2_099, 4)] }));
  expect(rows).toHaveLength(2_000);
  expect(rows.at(-1)).toEqual([0, 5]);
});

test('joined updates tell what both told', () => {
  const whole = update({ volumeAtPrice: [{ priceTicks: 1, lots: 9 }] });
  const later = update({ trades: [trade(2, 3)] });
  expect(joinedVolume(whole, later)).toEqual([
    { priceTicks: 2, lots: 3 },
    { priceTicks: 1, lots: 9 },
  ]);
  expect(joinedVolume(later, whole)).toEqual(whole.volumeAtPrice);
  expect(joinedVolume(whole, { ...later, hasGap: true })).toBeUndefined();
  expect(joinedVolume(later, later)).toBeUndefined();
});
