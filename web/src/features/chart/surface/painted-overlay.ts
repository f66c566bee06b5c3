/**
 * Creates overlays that each paint everything of one kind (drawings, own lines, fills, margin levels). Their view is
 * passed as a function: the library copies plain data, and would copy every label on every change.
 */

import type { Ticks } from '@mua/core/values';
import type { Chart, OverlayTemplate, Point, XAxis, YAxis } from 'klinecharts';
import type { Axes } from '#features/chart/surface/chart-plane.ts';

/** No figures of the library's own, and nothing that a pointer could move. */
export const PAINTED = {
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
} satisfies Partial<OverlayTemplate>;

/** The library paints nothing without a point. */
const ANYWHERE: readonly Partial<Point>[] = [{ dataIndex: 0, value: 0 }];

/** Shows exactly this view under this name; null removes the overlay. */
export function paintOverlay<View>(
  chart: Chart,
  name: string,
  { view, points = ANYWHERE }: { readonly view: View | null; readonly points?: readonly Partial<Point>[] },
): void {
  const isThere = chart.getOverlays({ name }).length > 0;
  if (view === null) {
    if (isThere) chart.removeOverlay({ name });
    return;
  }
  const extendData = () => view;
  if (isThere) chart.overrideOverlay({ name, points: [...points], extendData });
  else chart.createOverlay({ name, lock: true, points: [...points], extendData });
}

/** Converts bar positions and ticks to pixels, as the pane is drawn now. */
export function axesOf(
  { xAxis, yAxis }: { readonly xAxis: XAxis; readonly yAxis: YAxis },
  priceOf: (ticks: Ticks) => number,
): Axes {
  return {
    xOf: (index) => xAxis.convertToPixel(index),
    yOf: (ticks) => yAxis.convertToPixel(priceOf(ticks)),
    yAt: (price) => yAxis.convertToPixel(price),
  };
}
