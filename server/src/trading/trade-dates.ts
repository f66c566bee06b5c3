/**
 * When a trade date ends. With MARKET_HOURS=always it rolls at 05:00 in Vietnam without a break: 22:00 UTC, so the
 * trade date is the civil date of a zone two hours east of UTC (conventions, "Time").
 */
import { civilDateAt } from '@mua/core/values';
import type { Venue } from '#venue/venue';
import type { Sequencer } from './sequencer.ts';

const ROLL_OFFSET_MS = 2 * 3_600_000;
const LOOK_EVERY_MS = 1_000;

export function tradeDateAt(timeMs: number): string {
  return civilDateAt(timeMs, ROLL_OFFSET_MS);
}

/** Start of the trade date that an instant belongs to. */
export function tradeDateStartMs(timeMs: number): number {
  const dayMs = 24 * 3_600_000;
  return Math.floor((timeMs + ROLL_OFFSET_MS) / dayMs) * dayMs - ROLL_OFFSET_MS;
}

export interface Settlement {
  readonly contractCode: string;
  readonly settlementTicks: number;
}

/** Watches the market's clock and rolls the trade date; the exchange hears of it in the journal's order, by its link. */
export function rollTradeDates(options: {
  readonly sequencer: Sequencer;
  readonly venue: Venue;
  readonly every: (intervalMs: number, task: () => void) => () => void;
  /** Last prices of the date that ends. */
  readonly settlements: () => readonly Settlement[];
}): () => void {
  const { sequencer, venue, settlements } = options;
  return options.every(LOOK_EVERY_MS, () => {
    const endedDate = sequencer.state.tradeDate;
    const nextDate = tradeDateAt(venue.marketTimeMs());
    if (nextDate <= endedDate) return;
    void sequencer.submit({ kind: 'settleContracts', settlements: settlements() });
    void sequencer.submit({ kind: 'endTradeDate', nextTradeDate: nextDate });
  });
}
