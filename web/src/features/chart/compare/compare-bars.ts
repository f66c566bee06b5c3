/**
 * Aligns another contract's closes with this one's bars. Exchanges open at different hours and intervals without a
 * trade have no bar, so each bar here takes the other's newest close before this bar ended.
 */
export interface ClosingBar {
  readonly timeMs: number;
  readonly close: number;
}

/** Undefined before the other contract's first bar. */
export function closesBeside(
  timesMs: readonly number[],
  others: readonly ClosingBar[],
  endMs: number,
): (number | undefined)[] {
  let next = 0;
  let close: number | undefined;
  return timesMs.map((_timeMs, index) => {
    const untilMs = timesMs[index + 1] ?? endMs;
    for (let other = others[next]; other && other.timeMs < untilMs; other = others[next]) {
      close = other.close;
      next += 1;
    }
    return close;
  });
}

/** A spread of two contracts. */
export type SpreadMode = 'difference' | 'ratio';

/**
 * Returns own close less, or divided by, the other's, only of bars that opened at the same time: where either has none
 * there is a gap. There is no ratio to zero.
 */
export function spreads(
  own: readonly { readonly timestamp: number; readonly close: number }[],
  others: readonly ClosingBar[],
  mode: SpreadMode,
): (number | undefined)[] {
  let next = 0;
  return own.map(({ timestamp, close }) => {
    while ((others[next]?.timeMs ?? Number.POSITIVE_INFINITY) < timestamp) next += 1;
    const other = others[next];
    if (other?.timeMs !== timestamp) return undefined;
    if (mode === 'difference') return close - other.close;
    return other.close === 0 ? undefined : close / other.close;
  });
}

/** An axis of its own: the closes in view fill the pane but for its margins. */
export interface OwnAxis {
  readonly low: number;
  readonly high: number;
  yOf(price: number): number;
}

/** Null without a close in view. */
export function ownAxis(closes: readonly number[], { top, bottom }: { top: number; bottom: number }): OwnAxis | null {
  if (closes.length === 0) return null;
  const low = Math.min(...closes);
  const high = Math.max(...closes);
  const range = high - low;
  const middle = (top + bottom) / 2;
  return { low, high, yOf: (price) => (range === 0 ? middle : bottom - ((price - low) / range) * (bottom - top)) };
}

export interface CompareView {
  /** First and last index (exclusive) in view. */
  readonly from: number;
  readonly to: number;
}

/** Returns the percentage change since the first usable close in view, by index within the view. */
export function percentsInView(
  closes: readonly (number | undefined)[],
  { from, to }: CompareView,
): Map<number, number> {
  const percents = new Map<number, number>();
  let base: number | undefined;
  for (let index = Math.max(0, from); index < Math.min(to, closes.length); index += 1) {
    const close = closes[index];
    if (close === undefined) continue;
    base ??= close === 0 ? undefined : close;
    if (base !== undefined) percents.set(index, ((close - base) / Math.abs(base)) * 100);
  }
  return percents;
}
