/**
 * Computes small charts: values become positions, positions become paths, and labels keep their distance. The geometry
 * is d3's except its linear scale: formats and colours come with that, 9.6 kB for one multiplication.
 */
import { ticks } from 'd3-array';
import { area, curveStepAfter, line } from 'd3-shape';

export type Place = readonly [x: number, y: number];
type Ends = readonly [number, number];

export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

/** Maps values between two ends to positions, to a tenth of a pixel; all to the first one where the ends are equal. */
export function linearScale([low, high]: Ends, [from, to]: Ends): (value: number) => number {
  return (value) => tenth(from + ((value - low) / (high - low || 1)) * (to - from));
}

export function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Centres a line of one pixel on the pixel grid. */
export function crisp(value: number): number {
  return Math.round(value) + 0.5;
}

/** Picks about `count` round figures along an axis, all multiples of `least`: a rounded label never repeats itself. */
export function axisTicks([low, high]: Ends, count: number, least: number): readonly number[] {
  return ticks(low, high, Math.max(1, count)).filter((value) => value % least === 0);
}

export function linePath(places: Iterable<Place>): string {
  return line<Place>().digits(1)(places) ?? '';
}

export function stepPath(places: Iterable<Place>): string {
  return line<Place>().digits(1).curve(curveStepAfter)(places) ?? '';
}

export function areaPath(places: Iterable<Place>, floor: number): string {
  return area<Place>().digits(1).y0(floor)(places) ?? '';
}

/** Keeps the last mark, then each that is far enough from the one behind it: the newest label is never missing. */
export function spacedFromEnd<Mark extends { readonly x: number }>(marks: readonly Mark[], gap: number): Mark[] {
  const kept: Mark[] = [];
  for (const mark of [...marks].reverse()) if ((kept[0]?.x ?? Infinity) - mark.x >= gap) kept.unshift(mark);
  return kept;
}
