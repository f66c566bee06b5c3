/**
 * Describes one measured number and its target. Every benchmark returns these; the report prints them, and a missed
 * target is marked.
 */
export interface Figure {
  /** Name of the form `<subject>.<what>`, stable over releases. */
  id: string;
  /** Unit of `value`, `p99` and `target`. */
  unit: string;
  /** The median if measured more than once. */
  value: number;
  p99?: number;
  target: number;
  /** With `max`, at least the target is good; with `min`, at most. */
  better: 'min' | 'max';
  /** The same measure of another implementation, in the same run and unit. */
  peer?: { name: string; value: number };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** Returns a percentile: `share` 0.99 is the 99th; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
