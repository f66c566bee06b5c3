/**
 * The investor's working orders and position as lines on the chart, with a label beside the axis and the price on it.
 * One overlay draws them all, so that labels of neighbouring prices step aside instead of covering each other.
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
    let rightEdge = bounding.width - FROM_AXIS;
    let lastY = Number.NEGATIVE_INFINITY;
    return placed(view, coordinates).flatMap(({ line, y }) => {
      const width = labelWidth(view, line);
      rightEdge = y - lastY < LABEL_HEIGHT ? rightEdge : bounding.width - FROM_AXIS;
      lastY = y;
      const figures = lineFigures(view, line, { y, right: rightEdge, width, chartWidth: bounding.width });
      rightEdge -= width + 6;
      return figures;
    });
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

/** From the top down. */
function placed(view: OwnLinesView, coordinates: readonly { readonly y: number }[]) {
  return view.lines
    .flatMap((line, index) => {
      const y = coordinates[index]?.y;
      return y === undefined ? [] : { line, y };
    })
    .sort((a, b) => a.y - b.y);
}

/**
 * Where the tags of these heights (from the top down) stand without covering each other. The last price's tag stays
 * where it is: prices above it step up, the others down, so that tags keep the order of their prices.
 */
export function tagTops(ys: readonly number[], lastY: number | undefined): number[] {
  const lastTop = lastY === undefined ? Number.NEGATIVE_INFINITY : lastY - TAG_HEIGHT / 2;
  const tops = ys.map((y) => y - TAG_HEIGHT / 2);
  const above = ys.filter((y) => lastY !== undefined && y < lastY).length;
  let floor = lastTop;
  for (let place = above - 1; place >= 0; place -= 1) {
    floor = Math.min(tops[place] ?? 0, floor - 1 - TAG_HEIGHT);
    tops[place] = floor;
  }
  let ceiling = lastTop + LAST_TAG_HEIGHT + 1;
  for (let place = above; place < tops.length; place += 1) {
    ceiling = Math.max(tops[place] ?? 0, ceiling);
    tops[place] = ceiling;
    ceiling += TAG_HEIGHT + 1;
  }
  return tops;
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

function detailOf({ compact }: OwnLinesView, line: ChartLine): string {
  return compact && line.kind === 'order' ? '' : line.detail;
}

function labelWidth(view: OwnLinesView, line: ChartLine): number {
  const shown = detailOf(view, line);
  const detail = shown === '' ? 0 : view.widthOf(shown) + PADDING * 2;
  return view.widthOf(line.label) + PADDING * 2 + detail;
}

interface LabelPlace {
  readonly y: number;
  readonly right: number;
  readonly width: number;
  readonly chartWidth: number;
}

function lineFigures(view: OwnLinesView, line: ChartLine, place: LabelPlace): OverlayFigure[] {
  const { y, right, width, chartWidth } = place;
  const { theme } = view;
  const colour = colourOf(view, line);
  const detail = detailOf(view, line);
  const left = right - width;
  const split = left + view.widthOf(line.label) + PADDING * 2;
  const detailColour = { up: theme.up, down: theme.down, plain: theme.foreground }[line.detailTone];
  const level = { coordinates: [at(0, y), at(chartWidth, y)] };
  const dashes =
    line.kind === 'order' ? { style: 'dashed', dashedValue: [4, 3] } : { style: 'solid', dashedValue: [0, 0] };
  return [
    figure('line', level, { ...dashes, color: colour, size: 1 }),
    figure('rect', { x: left, y: y - LABEL_HEIGHT / 2, width, height: LABEL_HEIGHT }, boxStyle(theme, colour, 4)),
    text(theme, line.label, { x: left + PADDING, y, color: colour }),
    ...(detail === ''
      ? []
      : [
          figure(
            'line',
            { coordinates: [at(split, y - LABEL_HEIGHT / 2), at(split, y + LABEL_HEIGHT / 2)] },
            { style: 'solid', color: colour, size: 1 },
          ),
          text(theme, detail, { x: split + PADDING, y, color: detailColour }),
        ]),
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
