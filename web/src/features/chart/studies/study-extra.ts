/** What an own indicator depends on besides the bars and its parameters. */
export interface StudyExtra {
  /** The trade date of an instant; null above intraday intervals. */
  readonly dateOf: ((timeMs: number) => string) | null;
  /** Price of one tick. */
  readonly tick: number;
  /** The days (of days: the months) that the bars up to this instant are in; see pivot-periods.ts. */
  readonly periodsUpTo: (newestMs: number) => PivotGround;
  /** Open interest that is known for bars between two instants, of the month that they are of from `fromMs` on. */
  readonly heldBetween: (
    oldestMs: number,
    newestMs: number,
  ) => { readonly held: readonly HeldLots[]; readonly fromMs: number };
}

/** Open interest at the end of a trade date. */
export interface HeldLots {
  readonly endsMs: number;
  readonly lots: number;
}

/** A day or a month whose bars have one range and one close. */
export interface PivotPeriod {
  /** When its first session opened. */
  readonly timeMs: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface PivotGround {
  /** Oldest first, the running one last. */
  readonly periods: readonly PivotPeriod[];
  /** Instants with the same key are in one period. */
  readonly keyOf: (timeMs: number) => string;
}
