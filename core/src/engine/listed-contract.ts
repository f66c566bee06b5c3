/** A contract that is listed, as the engine keeps it. */
import type { Commodity, Contract } from '#instruments/commodity.ts';
import type { Terms } from '#instruments/terms.ts';
import type { SafePrices } from '#margin/safe-prices.ts';
import type { SessionState } from '#values/trading-words.ts';
import type { Ticks } from '#values/units.ts';

/** A listed contract: one record while it is listed, to which all others refer. */
export interface ListedContract {
  contract: Contract;
  commodity: Commodity;
  settlementTicks: Ticks | null;
  /** When its last settlement price was set; null if none was, or by an engine before 12. */
  settledMs: number | null;
  /** Last trade that the engine knows; the settlement price until there is one. */
  lastTicks: Ticks | null;
  session: SessionState;
  opensAtMs: number | null;
  /** The exchange has stopped trading outside its calendar; `session` is PAUSED meanwhile. */
  isHalted: boolean;
  /** The exchange's own trade date; null where the broker's date applies. */
  tradeDate: string | null;
  /** The close-out of long and short positions; null while it is far off. */
  readonly closeOut: { long: CloseOutWindow | null; short: CloseOutWindow | null };
  /** The terms of its commodity, stored here because every margin sum needs them; null: none in force. */
  terms: Terms | null;
  /** Prices that take no holder below a margin level; null if unknown. */
  safePrices: SafePrices | null;
}

export interface CloseOutWindow {
  /** The close-out day, a trade date. */
  readonly date: string;
  /** 0 on the close-out day. */
  readonly sessionsLeft: number;
  /** Positions still open then are closed by the broker. */
  readonly deadlineMs: number;
}
