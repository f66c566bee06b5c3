/**
 * The index of a commodity group, by a formula that anybody can check from the board:
 *
 *   index = 1000 x geometric mean over the group's contracts of (last price / settlement price)
 *
 * 1000 is the level of the last settlement. Every contract counts alike and volume plays no part, so a thin contract is
 * never drowned and a price means the same whatever its unit. Contracts without both prices, or with one that is not
 * above zero (no ratio has a meaning there), are left out.
 */
export const INDEX_BASE = 1000;

export interface PricePair {
  readonly last: number | null;
  readonly settlement: number | null;
}

export interface GroupSummary {
  /** Number of contracts in the mean. */
  readonly counted: number;
  /** Null when no contract of the group has both prices. */
  readonly index: number | null;
  readonly rising: number;
  readonly unchanged: number;
  readonly falling: number;
}

export function summarize(pairs: readonly PricePair[]): GroupSummary {
  const known = pairs.flatMap(({ last, settlement }) =>
    last === null || settlement === null ? [] : { last, settlement },
  );
  const logs = known.flatMap(({ last, settlement }) => (last > 0 && settlement > 0 ? Math.log(last / settlement) : []));
  return {
    counted: logs.length,
    index: logs.length === 0 ? null : INDEX_BASE * Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length),
    rising: known.filter(({ last, settlement }) => last > settlement).length,
    unchanged: known.filter(({ last, settlement }) => last === settlement).length,
    falling: known.filter(({ last, settlement }) => last < settlement).length,
  };
}

/** Change against the last settlement in hundredths of a percent, rounded as displayed. */
export function changeBasisPoints(index: number): number {
  return Math.round((index / INDEX_BASE - 1) * 10_000);
}

export interface PriceSeries {
  readonly settlement: number | null;
  /** Closing prices by start of their bar, oldest first. */
  readonly closes: readonly { readonly timeMs: number; readonly close: number }[];
}

/**
 * Returns the index over time, by the same formula at each bar. A contract without a trade in a bar counts with its
 * previous close; it counts from its first bar on.
 */
export function indexSeries(series: readonly PriceSeries[]): readonly number[] {
  const times = [...new Set(series.flatMap(({ closes }) => closes.map(({ timeMs }) => timeMs)))].sort((a, b) => a - b);
  const walkers = series.map(({ settlement, closes }) => ({
    settlement,
    closes,
    next: 0,
    last: null as number | null,
  }));
  return times.flatMap((timeMs) => {
    for (const walker of walkers) {
      for (let bar = walker.closes[walker.next]; bar && bar.timeMs <= timeMs; bar = walker.closes[walker.next]) {
        walker.last = bar.close;
        walker.next += 1;
      }
    }
    return summarize(walkers).index ?? [];
  });
}
