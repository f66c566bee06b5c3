/** Rolling the trade date: settlement is taken and the next date begins, when the market's clock says so. */
import { tradeDateAt } from '@mua/core/values';
import type { Venue } from '#venue/venue';
import type { Sequencer } from './sequencer.ts';

const LOOK_EVERY_MS = 1_000;

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
  /** Asked for already, though the engine may be a queue behind. */
  let rolledTo = sequencer.state.tradeDate;
  return options.every(LOOK_EVERY_MS, () => {
    const nextDate = tradeDateAt(venue.marketTimeMs());
    if (nextDate <= rolledTo) return;
    rolledTo = nextDate;
    void sequencer.submit({ kind: 'settleContracts', settlements: settlements() });
    void sequencer.submit({ kind: 'endTradeDate', nextTradeDate: nextDate });
  });
}
