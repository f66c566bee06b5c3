/**
 * How many lots a sum can stand: what an entry loses if its stop is filled at its price, with the fees of both sides.
 * The loss is the engine's own profit of that position, rounded once for all its lots.
 */
import { estimatedProfit, type MoneyTerms } from '#positions/position.ts';
import type { Side } from '#values/trading-words.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';
import { minBigint } from '#values/whole-numbers.ts';

export interface StoppedEntry {
  readonly side: Side;
  readonly entryTicks: Ticks;
  readonly stopTicks: Ticks;
  readonly terms: MoneyTerms;
  /** Of one lot and side. */
  readonly feePerLotVnd: Vnd;
}

/** Lost at the stop by so many lots, opening and closing fees included; below zero where the stop still gains. */
export function lossAtStopVnd(entry: StoppedEntry, lots: Lots): Vnd {
  const { side, entryTicks, stopTicks, terms, feePerLotVnd } = entry;
  const netLots = side === 'BUY' ? lots : -lots;
  const profit = estimatedProfit({ netLots, openNotional: entryTicks * lots }, stopTicks, terms).vnd;
  return 2n * feePerLotVnd * BigInt(lots) - profit;
}

/** The most lots, up to `maxLots`, that lose no more than `riskVnd` at the stop; 0 where not even one does. */
export function lotsFromRisk(entry: StoppedEntry, riskVnd: Vnd, maxLots: Lots): Lots {
  const oneVnd = lossAtStopVnd(entry, 1);
  if (oneVnd <= 0n) return maxLots;
  // A lot's share of the rounding is less than a dong, so the answer is near; the loss itself decides.
  let lots = Number(minBigint(BigInt(maxLots), riskVnd / oneVnd + 1n));
  while (lots < maxLots && lossAtStopVnd(entry, lots + 1) <= riskVnd) lots += 1;
  while (lots > 0 && lossAtStopVnd(entry, lots) > riskVnd) lots -= 1;
  return Math.max(0, lots);
}
