/** Converts drawings to figures of the library, all painted by one overlay. Hit testing is in shapes.ts. */

import type { Ticks } from '@mua/core/values';
import type { OverlayFigure, OverlayTemplate } from 'klinecharts';
import { type AxisTags, lastPriceY } from '#features/chart/axes/price-tags.ts';
import {
  type Drawing,
  extendOf,
  hasLine,
  isPosition,
  type LineStyle,
  type LineWidth,
  POINTS,
} from '#features/chart/drawings/drawing.ts';
import { PLAN_PARTS, type PlanPart, type PositionPlan } from '#features/chart/drawings/position-plan.ts';
import { FIBONACCI, shapeOf } from '#features/chart/drawings/shapes.ts';
import type { Axes } from '#features/chart/surface/chart-plane.ts';
import type { ChartTheme } from '#features/chart/surface/chart-theme.ts';
import { axesOf, PAINTED } from '#features/chart/surface/painted-overlay.ts';
import type { Pixel } from '#features/chart/surface/plane-points.ts';

export interface DrawnDrawing extends Pick<Drawing, 'tool' | 'slot' | 'text' | 'width' | 'style' | 'extend'> {
  readonly pixels: readonly Pixel[];
  readonly isSelected: boolean;
  /** An alert waits on it. */
  readonly hasAlert: boolean;
  /** Prices at its points. */
  readonly ticks: readonly number[];
}

export interface DrawingsView {
  readonly theme: ChartTheme;
  readonly drawn: (axes: Axes) => readonly DrawnDrawing[];
  /** Position of the keyboard's next point. */
  readonly cursor: { readonly index: number; readonly ticks: Ticks } | null;
  readonly priceText: (ticks: Ticks) => string;
  /** Returns what the axis shows at a price. */
  readonly axisText: (price: number) => string;
  readonly tags: AxisTags;
  /** Prices labelled on the axis. */
  readonly levels: () => readonly DrawnLevel[];
  readonly texts: DrawingTexts;
  readonly priceOf: (ticks: Ticks) => number;
  readonly widthOf: (text: string) => number;
}

export interface DrawnLevel {
  readonly price: number;
  /** A hue of the palette, or what the price is for its plan. */
  readonly slot: number | 'up' | 'down';
}

/** The words on drawings. */
export interface DrawingTexts {
  readonly measure: (fromTicks: Ticks, toTicks: Ticks) => readonly string[];
  readonly plan: (part: PlanPart, plan: Omit<PositionPlan, 'side'>) => string;
}

export const DRAWINGS = 'muaDrawings';
const HANDLE_RADIUS = 4;
const LABEL_HEIGHT = 18;
const PADDING = 6;
const FONT_SIZE = 11;

export const drawingsTemplate: OverlayTemplate<() => DrawingsView> = {
  name: DRAWINGS,
  ...PAINTED,
  zLevel: -1,
  createPointFigures: ({ overlay, bounding, xAxis, yAxis }) => {
    const view = overlay.extendData();
    if (!xAxis || !yAxis) return [];
    const axes = axesOf({ xAxis, yAxis }, view.priceOf);
    const drawn = view.drawn(axes).flatMap((drawing) => figuresOf(drawing, view, bounding));
    if (!view.cursor) return drawn;
    return [
      ...drawn,
      handle({ x: axes.xOf(view.cursor.index), y: axes.yOf(view.cursor.ticks) }, view.theme.accent, view),
    ];
  },
  createYAxisFigures: ({ chart, overlay, bounding, yAxis }) => {
    const view = overlay.extendData();
    if (!yAxis) return [];
    const yOf = (price: number) => yAxis.convertToPixel(price);
    const tops = view.tags.tops('drawings', { yOf, lastY: lastPriceY(chart, yAxis), height: bounding.height });
    return view.levels().flatMap(({ price, slot }, place) => {
      const top = tops[place] ?? 0;
      return [
        box({ x: 1, y: top, width: bounding.width - 2, height: LABEL_HEIGHT }, colourOf(view, slot), view),
        words(view.axisText(price), { x: 1 + PADDING, y: top + LABEL_HEIGHT / 2 }, view.theme.foreground, view),
      ];
    });
  },
};

function figuresOf(
  drawing: DrawnDrawing,
  view: DrawingsView,
  bounding: { width: number; height: number },
): OverlayFigure[] {
  const { tool, slot, pixels, isSelected } = drawing;
  const colour = colourOf(view, slot);
  if (isPosition(tool)) return planFigures(drawing, colour, view);
  const { lines, area } = shapeOf(tool, pixels, bounding, extendOf(drawing));
  const held = pixels.slice(0, POINTS[tool]);
  const handles = isSelected ? held.map((pixel) => handle(pixel, colour, view)) : [];
  return [
    ...(area.length > 0 ? [fill(area, colour)] : []),
    ...lines.map(([a, b], place) => {
      const isThin = tool === 'fibonacci' && place % 3 !== 0;
      const { width = isThin ? 'thin' : 'medium', style = isThin ? 'dashed' : 'solid' } = drawing;
      return line(a, b, { colour, width, style });
    }),
    ...labelsOf(drawing, colour, view),
    ...textOf(drawing, { colour, view, bounding }),
    ...(drawing.hasAlert ? bellOf(drawing, { colour, view, bounding }) : []),
    ...handles,
  ];
}

/** The gaining part and the losing part, each with its words inside, where they fit. */
function planFigures({ pixels, ticks, isSelected }: DrawnDrawing, colour: string, view: DrawingsView): OverlayFigure[] {
  const [entry, target, stop] = pixels;
  const [entryTicks, targetTicks, stopTicks] = ticks;
  if (!entry || !target || !stop || entryTicks === undefined) return [];
  const plan = { entry: entryTicks, target: targetTicks ?? entryTicks, stop: stopTicks ?? entryTicks };
  const { up, down } = view.theme;
  const part = (to: Pixel, tone: string) => {
    const area = [entry, { x: to.x, y: entry.y }, to, { x: entry.x, y: to.y }];
    const edge = line({ x: entry.x, y: to.y }, to, { colour: tone, width: 'thin', style: 'dashed' });
    return [fill(area, tone), edge];
  };
  const ends = { entry, target, stop };
  const tones = { entry: colour, target: up, stop: down };
  const upwards = Math.sign(entry.y - target.y) || 1;
  const said = PLAN_PARTS.flatMap((name) => {
    const text = view.texts.plan(name, plan);
    const inside = name === 'stop' ? -1 : 1;
    const y = ends[name].y + (upwards * inside * LABEL_HEIGHT) / 2 + (name === 'entry' ? -upwards * LABEL_HEIGHT : 0);
    const hasRoom = name === 'entry' || Math.abs(ends[name].y - entry.y) >= LABEL_HEIGHT * (name === 'target' ? 2 : 1);
    const x = Math.min(entry.x, target.x) + PADDING;
    if (!hasRoom) return [];
    const ground = { x: x - 2, y: y - LABEL_HEIGHT / 2 + 2, width: view.widthOf(text) + 4, height: LABEL_HEIGHT - 4 };
    const shade = figure('rect', ground, { style: 'fill', color: `${view.theme.surface}b3`, borderRadius: 2 });
    return [shade, words(text, { x, y }, name === 'entry' ? view.theme.foreground : tones[name], view)];
  });
  const middle = line(entry, { x: target.x, y: entry.y }, { colour, width: 'medium', style: 'solid' });
  const handles = isSelected ? PLAN_PARTS.map((name) => handle(ends[name], tones[name], view)) : [];
  return [...part(target, up), ...part(stop, down), middle, ...said, ...handles];
}

function labelsOf({ tool, text, pixels, ticks }: DrawnDrawing, colour: string, view: DrawingsView): OverlayFigure[] {
  const [a, b] = pixels;
  const [from, to] = ticks;
  if (!a) return [];
  if (tool === 'note') return label([text === '' ? '…' : text], { x: a.x, y: a.y - LABEL_HEIGHT / 2 }, colour, view);
  if (!b || from === undefined || to === undefined) return [];
  if (tool === 'fibonacci') {
    const left = Math.min(a.x, b.x);
    return FIBONACCI.map((level) => {
      const price = Math.round(to + (from - to) * level);
      const y = b.y + (a.y - b.y) * level - LABEL_HEIGHT / 2 + 2;
      return words(`${level}  ${view.priceText(price)}`, { x: left + 4, y }, view.theme.text2, view);
    });
  }
  if (tool !== 'measure') return [];
  const texts = view.texts.measure(from, to);
  const height = texts.length * LABEL_HEIGHT;
  const width = Math.max(...texts.map(view.widthOf)) + PADDING * 2;
  const isUp = b.y <= a.y;
  const top = isUp ? b.y - height - 4 : b.y + 4;
  return label(texts, { x: (a.x + b.x - width) / 2, y: top }, colour, view);
}

interface TextGround {
  readonly colour: string;
  readonly view: DrawingsView;
  readonly bounding: { readonly width: number; readonly height: number };
}

/** The text beside a line: above its middle; of one across the whole pane, at its end. */
function textOf({ tool, text, pixels }: DrawnDrawing, { colour, view, bounding }: TextGround): OverlayFigure[] {
  const [a, b = a] = pixels;
  if (!hasLine(tool) || text === '' || !a || !b) return [];
  const width = view.widthOf(text);
  const above = LABEL_HEIGHT / 2;
  const places: Partial<Record<Drawing['tool'], Pixel>> = {
    horizontal: { x: bounding.width - width - PADDING, y: a.y - above },
    vertical: { x: a.x + PADDING, y: bounding.height - LABEL_HEIGHT },
    rectangle: { x: Math.min(a.x, b.x) + PADDING, y: Math.min(a.y, b.y) + above },
    fibonacci: { x: Math.max(a.x, b.x) + PADDING, y: a.y },
  };
  const between = { x: (a.x + b.x - width) / 2, y: (a.y + b.y) / 2 - above };
  return [words(text, places[tool] ?? between, colour, view)];
}

const BELL_PX = 12;
/** In a square of `BELL_PX`. */
const BELL = 'M6 1 C4 1 3 2.6 3 4.5 L3 7 L1.5 9 L10.5 9 L9 7 L9 4.5 C9 2.6 8 1 6 1 Z M4.75 11 L7.25 11';

/** Beside its later point; of a line across the whole pane, at its start, since its text is at the end. */
function bellOf({ tool, pixels }: DrawnDrawing, { colour, view, bounding }: TextGround): OverlayFigure[] {
  const [a, b = a] = pixels;
  if (!a || !b) return [];
  const later = a.x > b.x ? a : b;
  const isAcross = tool === 'horizontal';
  const x = isAcross ? PADDING : Math.min(Math.max(later.x - BELL_PX / 2, PADDING), bounding.width - BELL_PX - PADDING);
  const y = (isAcross ? a.y : later.y) - BELL_PX - PADDING - HANDLE_RADIUS;
  const ground = { x: x - 2, y: y - 2, width: BELL_PX + 4, height: BELL_PX + 4 };
  return [
    figure('rect', ground, { style: 'fill', color: `${view.theme.surface}b3`, borderRadius: 3 }),
    figure(
      'path',
      { x, y, width: BELL_PX, height: BELL_PX, path: BELL },
      { style: 'stroke', color: colour, lineWidth: 1.5 },
    ),
  ];
}

function label(texts: readonly string[], { x, y }: Pixel, colour: string, view: DrawingsView): OverlayFigure[] {
  const width = Math.max(...texts.map(view.widthOf)) + PADDING * 2;
  return [
    box({ x, y, width, height: texts.length * LABEL_HEIGHT }, colour, view),
    ...texts.map((text, place) =>
      words(text, { x: x + PADDING, y: y + (place + 0.5) * LABEL_HEIGHT }, view.theme.foreground, view),
    ),
  ];
}

/** A note is selected by its box. */
export function noteWidth(text: string, widthOf: DrawingsView['widthOf']): number {
  return widthOf(text === '' ? '…' : text) + PADDING * 2;
}
export const NOTE_HEIGHT = LABEL_HEIGHT;

function colourOf({ theme }: DrawingsView, slot: DrawnLevel['slot']): string {
  return typeof slot === 'number' ? (theme.palette[slot] ?? theme.accent) : theme[slot];
}

function figure(type: string, attrs: object, styles: object): OverlayFigure {
  return { type, attrs, styles, ignoreEvent: true };
}

const WIDTHS_PX: Readonly<Record<LineWidth, number>> = { thin: 1, medium: 1.5, bold: 3 };
const DASHES: Readonly<Record<LineStyle, readonly number[]>> = { solid: [0, 0], dashed: [6, 4], dotted: [2, 3] };

interface LineLook {
  readonly colour: string;
  readonly width: LineWidth;
  readonly style: LineStyle;
}

function line(a: Pixel, b: Pixel, { colour, width, style }: LineLook): OverlayFigure {
  const dashes = style === 'solid' ? { style } : { style: 'dashed', dashedValue: [...DASHES[style]] };
  return figure('line', { coordinates: [a, b] }, { ...dashes, color: colour, size: WIDTHS_PX[width] });
}

function fill(area: readonly Pixel[], colour: string): OverlayFigure {
  return figure('polygon', { coordinates: [...area] }, { style: 'fill', color: `${colour}1f` });
}

function handle({ x, y }: Pixel, colour: string, { theme }: DrawingsView): OverlayFigure {
  const styles = { style: 'stroke_fill', color: theme.surface, borderColor: colour, borderSize: 2 };
  return figure('circle', { x, y, r: HANDLE_RADIUS }, styles);
}

function box(attrs: { x: number; y: number; width: number; height: number }, colour: string, view: DrawingsView) {
  const styles = {
    style: 'stroke_fill',
    color: view.theme.surface,
    borderColor: colour,
    borderSize: 1,
    borderRadius: 3,
  };
  return figure('rect', attrs, styles);
}

function words(text: string, { x, y }: Pixel, color: string, { theme }: DrawingsView): OverlayFigure {
  const bare = {
    backgroundColor: 'transparent',
    borderSize: 0,
    paddingLeft: 0,
    paddingRight: 0,
    paddingTop: 0,
    paddingBottom: 0,
  };
  const font = { family: theme.family, size: FONT_SIZE, weight: 500 };
  return figure('text', { x, y, text, align: 'left', baseline: 'middle' }, { ...bare, ...font, color });
}
