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
