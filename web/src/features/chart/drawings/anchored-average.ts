/**
 * Calculates the volume-weighted average price since an anchor: of all lots traded from the anchored bar on, each bar's
 * at the middle of its high, low and close, as of the trade date's own average.
 */
import type { KLineData } from 'klinecharts';
import type { Drawing } from '#features/chart/drawings/drawing.ts';
import { indexOfTime } from '#features/chart/surface/bar-places.ts';
import type { Axes, ChartPlane } from '#features/chart/surface/chart-plane.ts';
import type { Pixel, Place } from '#features/chart/surface/plane-points.ts';

export interface AnchoredValue {
  /** Index of its bar. */
  readonly index: number;
  readonly price: number;
}

type Traded = Pick<KLineData, 'high' | 'low' | 'close' | 'volume'>;

/** Bars before the first traded lot have none. */
export function anchoredAverage(bars: readonly Traded[], anchor: number): AnchoredValue[] {
  const values: AnchoredValue[] = [];
  let lots = 0;
  let paid = 0;
  for (let index = Math.max(0, anchor); index < bars.length; index += 1) {
    const bar = bars[index];
    if (!bar) break;
    const { high, low, close, volume = 0 } = bar;
    lots += volume;
    paid += (volume * (high + low + close)) / 3;
    if (lots > 0) values.push({ index, price: paid / lots });
  }
  return values;
}

/** Nothing where the anchored bar is not loaded: an average of a part would be another price. */
export function averageOn(plane: ChartPlane, [anchor]: readonly Place[]): AnchoredValue[] {
  const { timesMs } = plane.bars;
  const first = timesMs[0];
  if (!anchor || first === undefined || anchor.timeMs < first) return [];
  return anchoredAverage(plane.list, indexOfTime(plane.bars, anchor.timeMs));
}

/** The points of a drawing in pixels: of an average the anchor, which is on its curve, and the curve in view. */
export function pixelsOf(
  drawing: Pick<Drawing, 'tool'>,
  places: readonly Place[],
  { plane, axes = plane }: { readonly plane: ChartPlane; readonly axes?: Axes },
): Pixel[] {
  const pixels = plane.pixelsOf(places, axes);
  if (drawing.tool !== 'average') return pixels;
  const values = averageOn(plane, places);
  const [start] = values;
  const [anchor] = pixels;
  if (!start || !anchor) return pixels;
  const { from, to } = plane.inView;
  const seen = values.slice(Math.max(0, from - 1 - start.index), Math.max(0, to + 1 - start.index));
  const at = ({ index, price }: AnchoredValue) => ({ x: axes.xOf(index), y: axes.yAt(price) });
  return [{ x: anchor.x, y: at(start).y }, ...seen.map(at)];
}
