/** Round figures along an axis: 1, 2 or 5 times a power of ten apart, few enough that their labels have room. */

export interface AxisOptions {
  readonly low: number;
  readonly high: number;
  readonly most: number;
  /** Labels that are rounded to this would repeat themselves below it. */
  readonly least: number;
}

/** From the lowest to the highest inside the range; at least one where the range has any width. */
export function axisSteps({ low, high, most, least }: AxisOptions): readonly number[] {
  const rough = Math.max(least, (high - low) / Math.max(1, most));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power;
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}
