/**
 * The investor's working orders and position as lines on the chart, with a label beside the axis and the price on it.
 * One overlay draws them all, so that labels of neighbouring prices step aside instead of covering each other: up and
 * down, never over the bars.
 */
import type { Side } from '@mua/core/values';
import type { Chart, OverlayFigure, OverlayTemplate } from 'klinecharts';
import type { ChartTheme } from './chart-theme.ts';

export interface ChartLine {
  readonly id: string;
  readonly kind: 'order' | 'position';
  readonly side: Side;
  /** An average may lie between two ticks. */
  readonly ticks: number;
  /** `Mua GH 1` */
  readonly label: string;
  /** `Chờ khớp`, or the profit. */
  readonly detail: string;
  readonly detailTone: 'up' | 'down' | 'plain';
}

export interface OwnLinesView {
  readonly lines: readonly ChartLine[];
  readonly theme: ChartTheme;
  readonly priceOf: (ticks: number) => number;
  readonly textOf: (ticks: number) => string;
  readonly widthOf: (text: string) => number;
  /** On a phone an order's label is its first half. */
  readonly compact: boolean;
}

/** What a label's width takes of it. */
type LabelView = Pick<OwnLinesView, 'widthOf' | 'compact'>;

export const OWN_LINES = 'muaOwnLines';
const LABEL_HEIGHT = 22;
const TAG_HEIGHT = 18;
/** The last price's tag with its countdown. */
const LAST_TAG_HEIGHT = 31;
const AXIS_TEXT_HALF = 6;
const PADDING = 7;
const FROM_AXIS = 10;

/** The view travels as a function: the library copies plain data, and would copy every label on every change. */
export const ownLinesTemplate: OverlayTemplate<() => OwnLinesView> = {
  name: OWN_LINES,
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ overlay, coordinates, bounding }) => {
    const view = overlay.extendData();
    const rows = placed(view, coordinates);
    const tops = clearTops(
      rows.map(({ y }) => y),
      LABEL_HEIGHT,
    );
    const chartWidth = bounding.width;
    // All lines first, so that none runs through a label.
    return [
      ...rows.map(({ line, y }) => levelFigure(view, line, { y, chartWidth })),
      ...rows.flatMap(({ line }, place) => labelFigures(view, line, { top: tops[place] ?? 0, chartWidth })),
    ];
  },
  createYAxisFigures: ({ chart, overlay, coordinates, bounding, yAxis }) => {
    const view = overlay.extendData();
    const lastClose = chart.getDataList().at(-1)?.close;
    const lastY = lastClose === undefined ? undefined : yAxis?.convertToNicePixel(lastClose);
    const rows = placed(view, coordinates);
    const tops = tagTops(
      rows.map(({ y }) => y),
      lastY,
    );
    return rows.flatMap(({ line }, place) => tagFigures(view, line, { top: tops[place] ?? 0, width: bounding.width }));
  },
};

/** Shows exactly these lines; none takes the overlay away. */
export function showOwnLines(chart: Chart, view: OwnLinesView): void {
  const points = view.lines.map(({ ticks }) => ({ value: view.priceOf(ticks) }));
  const known = chart.getOverlays({ name: OWN_LINES }).length > 0;
  if (points.length === 0) {
    if (known) chart.removeOverlay({ name: OWN_LINES });
    return;
  }
  const extendData = () => view;
  if (known) chart.overrideOverlay({ name: OWN_LINES, points, extendData });
  else chart.createOverlay({ name: OWN_LINES, lock: true, points, extendData });
}

/** What the widest label takes of the chart, from the axis on: where bars would be covered by it. */
export function labelRoom(view: LabelView & Pick<OwnLinesView, 'lines'>): number {
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

/** Where boxes around these heights (from the top down) stand without covering each other, in the same order. */
export function clearTops(ys: readonly number[], height: number, from = Number.NEGATIVE_INFINITY): number[] {
  let ceiling = from;
  return ys.map((y) => {
    const top = Math.max(y - height / 2, ceiling);
    ceiling = top + height + 1;
    return top;
  });
}

/**
 * Where the tags of these heights (from the top down) stand without covering each other. The last price's tag stays
 * where it is: prices above it step up, the others down, so that tags keep the order of their prices.
 */
export function tagTops(ys: readonly number[], lastY: number | undefined): number[] {
  if (lastY === undefined) return clearTops(ys, TAG_HEIGHT);
  const lastTop = lastY - TAG_HEIGHT / 2;
  const above = ys.filter((y) => y < lastY);
  // Upside down what steps up steps down.
  const up = clearTops(above.map((y) => -y).reverse(), TAG_HEIGHT, 1 - lastTop).map((top) => -top - TAG_HEIGHT);
  const down = clearTops(ys.slice(above.length), TAG_HEIGHT, lastTop + LAST_TAG_HEIGHT + 1);
  return [...up.reverse(), ...down];
}

/** Whether a label of the axis at this height would peek out from under a tag. */
export function isUnderTag(y: number, tops: readonly number[], lastY: number | undefined): boolean {
  const covers = (top: number, height: number) => y > top - AXIS_TEXT_HALF && y < top + height + AXIS_TEXT_HALF;
  if (lastY !== undefined && covers(lastY - TAG_HEIGHT / 2, LAST_TAG_HEIGHT)) return true;
  return tops.some((top) => covers(top, TAG_HEIGHT));
}

function colourOf({ theme }: OwnLinesView, line: ChartLine): string {
  if (line.kind === 'order') return theme.accent;
  return line.side === 'BUY' ? theme.buyText : theme.sellText;
}

function detailOf({ compact }: LabelView, line: ChartLine): string {
  return compact && line.kind === 'order' ? '' : line.detail;
}

function labelWidth(view: LabelView, line: ChartLine): number {
  const shown = detailOf(view, line);
  const detail = shown === '' ? 0 : view.widthOf(shown) + PADDING * 2;
  return view.widthOf(line.label) + PADDING * 2 + detail;
}

function levelFigure(view: OwnLinesView, line: ChartLine, place: { y: number; chartWidth: number }): OverlayFigure {
  const { y, chartWidth } = place;
  const dashes =
    line.kind === 'order' ? { style: 'dashed', dashedValue: [4, 3] } : { style: 'solid', dashedValue: [0, 0] };
  const level = { coordinates: [at(0, y), at(chartWidth, y)] };
  return figure('line', level, { ...dashes, color: colourOf(view, line), size: 1 });
}

function labelFigures(
  view: OwnLinesView,
  line: ChartLine,
  { top, chartWidth }: { top: number; chartWidth: number },
): OverlayFigure[] {
  const { theme } = view;
  const colour = colourOf(view, line);
  const detail = detailOf(view, line);
  const width = labelWidth(view, line);
  const left = chartWidth - FROM_AXIS - width;
  const middle = top + LABEL_HEIGHT / 2;
  const box = figure('rect', { x: left, y: top, width, height: LABEL_HEIGHT }, boxStyle(theme, colour, 4));
  const label = text(theme, line.label, { x: left + PADDING, y: middle, color: colour });
  if (detail === '') return [box, label];
  const split = left + view.widthOf(line.label) + PADDING * 2;
  const divider = { coordinates: [at(split, top), at(split, top + LABEL_HEIGHT)] };
  const detailColour = { up: theme.up, down: theme.down, plain: theme.foreground }[line.detailTone];
  return [
    box,
    label,
    figure('line', divider, { style: 'solid', color: colour, size: 1 }),
    text(theme, detail, { x: split + PADDING, y: middle, color: detailColour }),
  ];
}

function tagFigures(view: OwnLinesView, line: ChartLine, place: { top: number; width: number }): OverlayFigure[] {
  const { top, width } = place;
  const colour = colourOf(view, line);
  return [
    figure('rect', { x: 1, y: top, width: width - 2, height: TAG_HEIGHT }, boxStyle(view.theme, colour, 3)),
    text(view.theme, view.textOf(line.ticks), { x: 1 + PADDING, y: top + TAG_HEIGHT / 2, color: colour }),
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
