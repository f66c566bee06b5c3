/**
 * Draws the investor's order lines on the chart, with their prices on the axis, all in one overlay. Their labels are
 * page elements over the canvas (line-labels.tsx), so that they can be focused and read: with each paint the overlay
 * reports the positions of the lines, and labels at neighbouring prices move apart, up and down, never over the bars.
 */

import type { Ticks } from '@mua/core/values';
import type { Chart, OverlayFigure, OverlayTemplate } from 'klinecharts';
import { type AxisTags, lastPriceY, TAG_HEIGHT } from '#features/chart/axes/price-tags.ts';
import type { ChartTheme } from '#features/chart/surface/chart-theme.ts';
import { PAINTED, paintOverlay } from '#features/chart/surface/painted-overlay.ts';
import { CANDLE_PANE } from '#features/chart/surface/panes.ts';
import { FROM_AXIS, type LinePlaces, placeLabels } from '#features/chart/trading/line-places.ts';
import { type ExitName, type LabelledLine, toneOf } from '#features/chart/trading/order-line.ts';

export interface OwnLinesView {
  readonly lines: readonly LabelledLine[];
  readonly theme: ChartTheme;
  readonly priceOf: (ticks: Ticks) => number;
  /** What the axis shows there. */
  readonly axisText: (price: number) => string;
  readonly tags: AxisTags;
  readonly widthOf: (text: string) => number;
  /** On a phone an order's label shows only its first half. */
  readonly compact: boolean;
  /** Called with each paint. */
  readonly places: LinePlaces;
}

/** Parts of a label's width. */
type LabelView = Pick<OwnLinesView, 'widthOf' | 'compact'>;
type LabelParts = Pick<LabelledLine, 'label' | 'detail' | 'canEnd' | 'isMainDraft' | 'exits'> & {
  readonly subject: { readonly kind: LabelledLine['subject']['kind'] };
};

export const OWN_LINES = 'muaOwnLines';
const PADDING = 7;
/** The × of a label, and the draft's own buttons. */
const END_PX = 24;
const DRAFT_PX = 24;
const FINGER_PX = 44;
/** The label's own border. */
const EDGES_PX = 2;
/** Texts of the exit buttons, the same in both languages. */
const EXIT_SIGNS: Readonly<Record<ExitName, string>> = { takeProfit: '+TP', stopLoss: '+SL' };
const EXIT_EDGES_PX = 13;

export const ownLinesTemplate: OverlayTemplate<() => OwnLinesView> = {
  name: OWN_LINES,
  ...PAINTED,
  createPointFigures: ({ chart, overlay, coordinates, bounding }) => {
    const view = overlay.extendData();
    const rows = placed(view, coordinates);
    const { width, height } = bounding;
    const axisWidth = chart.getSize(CANDLE_PANE, 'yAxis')?.width ?? 0;
    view.places.notify(
      placeLabels(
        rows.map(({ line, y }) => ({ id: line.id, y })),
        { width, height, axisWidth },
      ),
    );
    return rows.map(({ line, y }) => levelFigure(view, line, { y, chartWidth: width }));
  },
  createYAxisFigures: ({ chart, overlay, bounding, yAxis }) => {
    if (!yAxis) return [];
    const view = overlay.extendData();
    const yOf = (price: number) => yAxis.convertToPixel(price);
    const tops = view.tags.tops('own', { yOf, lastY: lastPriceY(chart, yAxis), height: bounding.height });
    return view.lines.flatMap((line, place) =>
      tagFigures(view, line, { top: tops[place] ?? 0, width: bounding.width }),
    );
  },
};

/** Shows exactly these lines; an empty list removes the overlay. */
export function showOwnLines(chart: Chart, view: OwnLinesView): void {
  const points = view.lines.map(({ ticks }) => ({ value: view.priceOf(ticks) }));
  paintOverlay(chart, OWN_LINES, { view: points.length === 0 ? null : view, points });
}

/** Returns the width that the widest label needs, measured from the axis; bars there would be covered. */
export function labelRoom(view: LabelView & { readonly lines: readonly LabelParts[] }): number {
  const widths = view.lines.map((line) => labelWidth(view, line));
  return widths.length === 0 ? 0 : Math.max(...widths) + FROM_AXIS * 2;
}

/** From the top down. */
function placed(view: OwnLinesView, coordinates: readonly { readonly y: number }[]) {
  return view.lines
    .flatMap((line, index) => {
      const y = coordinates[index]?.y;
      return y === undefined ? [] : { line, y };
    })
    .sort((a, b) => a.y - b.y);
}

function colourOf({ theme }: OwnLinesView, line: LabelledLine): string {
  const colours = {
    alert: theme.text2,
    order: theme.accent,
    profit: theme.up,
    loss: theme.down,
    buy: theme.buyText,
    sell: theme.sellText,
  };
  return colours[toneOf(line)];
}

function labelWidth({ widthOf, compact }: LabelView, line: LabelParts): number {
  const { label, detail, subject, canEnd, isMainDraft, exits } = line;
  const shown = compact && subject.kind !== 'position' ? '' : detail;
  const detailPx = shown === '' ? 0 : widthOf(shown) + PADDING * 2;
  const words = widthOf(label) + PADDING * 2 + detailPx + EDGES_PX;
  // On a phone the buttons appear on tap, except the draft's own.
  if (compact) return words + (isMainDraft ? FINGER_PX : 0);
  const exitsPx = exits.reduce((sum, leg) => sum + widthOf(EXIT_SIGNS[leg]) + EXIT_EDGES_PX, 0);
  return words + exitsPx + (canEnd ? END_PX : 0) + (isMainDraft ? DRAFT_PX : 0);
}

function levelFigure(view: OwnLinesView, line: LabelledLine, place: { y: number; chartWidth: number }): OverlayFigure {
  const { y, chartWidth } = place;
  const dashes =
    line.subject.kind === 'position'
      ? { style: 'solid', dashedValue: [0, 0] }
      : { style: 'dashed', dashedValue: line.subject.kind === 'draft' ? [7, 4] : [4, 3] };
  const level = { coordinates: [at(0, y), at(chartWidth, y)] };
  return figure('line', level, { ...dashes, color: colourOf(view, line), size: 1 });
}

function tagFigures(view: OwnLinesView, line: LabelledLine, place: { top: number; width: number }): OverlayFigure[] {
  const { top, width } = place;
  const colour = colourOf(view, line);
  return [
    figure('rect', { x: 1, y: top, width: width - 2, height: TAG_HEIGHT }, boxStyle(view.theme, colour, 3)),
    text(view.theme, view.axisText(view.priceOf(line.ticks)), {
      x: 1 + PADDING,
      y: top + TAG_HEIGHT / 2,
      color: colour,
    }),
  ];
}

function at(x: number, y: number) {
  return { x, y };
}

function figure(type: string, attrs: object, styles: object): OverlayFigure {
  return { type, attrs, styles, ignoreEvent: true };
}

function boxStyle(theme: ChartTheme, colour: string, borderRadius: number) {
  return { style: 'stroke_fill', color: theme.surface, borderColor: colour, borderSize: 1, borderRadius };
}

function text(theme: ChartTheme, value: string, place: { x: number; y: number; color: string }): OverlayFigure {
  const { x, y, color } = place;
  return figure(
    'text',
    { x, y, text: value, align: 'left', baseline: 'middle' },
    {
      color,
      family: theme.family,
      size: 11,
      weight: 500,
      backgroundColor: 'transparent',
      borderSize: 0,
      paddingLeft: 0,
      paddingRight: 0,
      paddingTop: 0,
      paddingBottom: 0,
    },
  );
}
