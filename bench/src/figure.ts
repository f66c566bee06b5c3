/**
 * One measured number and what it must be. Every file of the bench returns these; the report prints them,
 * and a figure on the wrong side of its target makes the run fail.
 */
export interface Figure {
  /** `<subject>.<what>`, stable over releases. */
  id: string;
  /** Of `value`, `p99` and `target`. */
  unit: string;
  /** The median, where it was measured more than once. */
  value: number;
  p99?: number;
  target: number;
  /** Which way is good: `max` wants at least the target, `min` at most. */
  better: 'min' | 'max';
  /** The same measure of somebody else's work, in the same run and unit. */
  peer?: { name: string; value: number };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** `share` 0.99 is the 99th percentile; NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
