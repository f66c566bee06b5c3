/**
 * Defines what an investor draws on a chart. A drawing belongs to the commodity, not to one contract month, and is
 * anchored in time and price, not in bars: it survives a reload, another interval and the roll to the next contract.
 */
import { type PriceGrid, priceFromText, priceToText } from '@mua/core/values';
import { EXTENDS, type Extend } from '@mua/core/values/moving-level';
import type { Place } from '#features/chart/surface/plane-points.ts';

export const TOOLS = [
  'trend',
  'ray',
  'horizontal',
  'vertical',
  'average',
  'channel',
  'rectangle',
  'fibonacci',
  'measure',
  'long',
  'short',
  'note',
] as const;
export type Tool = (typeof TOOLS)[number];

/** Number of points of each kind of drawing. */
export const POINTS: Readonly<Record<Tool, number>> = {
  trend: 2,
  ray: 2,
  horizontal: 1,
  vertical: 1,
  average: 1,
  channel: 3,
  rectangle: 2,
  fibonacci: 2,
  measure: 2,
  long: 3,
  short: 3,
  note: 1,
};

/** A planned position: its points are entry, target and stop. */
export function isPosition(tool: Tool): boolean {
  return tool === 'long' || tool === 'short';
}

/** Number of points that are placed by hand: a position begins with its entry. */
export function clicksOf(tool: Tool): number {
  return isPosition(tool) ? 1 : POINTS[tool];
}

export const LINE_WIDTHS = ['thin', 'medium', 'bold'] as const;
export const LINE_STYLES = ['solid', 'dashed', 'dotted'] as const;
export type LineWidth = (typeof LINE_WIDTHS)[number];
export type LineStyle = (typeof LINE_STYLES)[number];

/** A note, a measure and a position are boxes, not lines. */
export function hasLine(tool: Tool): boolean {
  return tool !== 'note' && tool !== 'measure' && !isPosition(tool);
}

/** A note is its text; a line may have one. */
export function canWrite(tool: Tool): boolean {
  return tool === 'note' || (hasLine(tool) && tool !== 'average');
}

export function canExtend(tool: Tool): boolean {
  return tool === 'trend' || tool === 'ray' || tool === 'channel';
}

/** The tool's default, until changed. */
export function extendOf({ tool, extend }: Pick<Drawing, 'tool' | 'extend'>): Extend {
  return extend ?? (tool === 'ray' ? 'ray' : 'segment');
}

export const NOTE_MAX = 80;
/** Limit per commodity for what is drawn: more than anybody can read. Two devices may have drawn more between them. */
export const DRAWINGS_MAX = 200;

export interface KeptPoint {
  readonly timeMs: number;
  /** Decimal text of the contract's price unit. */
  readonly price: string;
}

export interface Drawing {
  readonly id: string;
  readonly tool: Tool;
  /** Index in the palette. */
  readonly slot: number;
  /** Text of a note, or beside a line. */
  readonly text: string;
  readonly points: readonly KeptPoint[];
  /** If omitted, the tool's default; older devices stored drawings without this choice. */
  readonly width?: LineWidth;
  readonly style?: LineStyle;
  readonly extend?: Extend;
  /** A locked drawing is moved by neither pointer nor keys. */
  readonly isLocked?: boolean;
}

/** Settings of the drawing tools. */
export interface DrawingFlags {
  readonly isMagnet: boolean;
  readonly isLocked: boolean;
  readonly isHidden: boolean;
  /** Colour of the next drawing. */
  readonly slot: number;
}

interface ReadPlaces {
  readonly grid: PriceGrid;
  readonly places: readonly Place[] | null;
}

/** A drawing is never changed but replaced, and is painted with every frame: its prices are read once. */
const readBefore = new WeakMap<Drawing, ReadPlaces>();

/** Null when a price is off the contract's grid: the drawing is kept, but can not be drawn. */
export function placesOf(drawing: Drawing, grid: PriceGrid): readonly Place[] | null {
  const known = readBefore.get(drawing);
  if (known?.grid === grid) return known.places;
  const places = readPlaces(drawing, grid);
  readBefore.set(drawing, { grid, places });
  return places;
}

function readPlaces({ points }: Drawing, grid: PriceGrid): readonly Place[] | null {
  const places = points.flatMap(({ timeMs, price }) => {
    const reading = priceFromText(price, grid);
    return reading.kind === 'price' ? [{ timeMs, ticks: reading.ticks }] : [];
  });
  return places.length === points.length ? places : null;
}

export function keptPoints(places: readonly Place[], grid: PriceGrid): KeptPoint[] {
  return places.map(({ timeMs, ticks }) => ({ timeMs, price: priceToText(ticks, grid) }));
}

/** Returns what is still valid of the stored value. */
export function drawingsFrom(kept: unknown): Drawing[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((entry: unknown) => drawingFrom(entry) ?? []);
}

function drawingFrom(kept: unknown): Drawing | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { id, tool, slot, text, points, ...look } = kept as Record<string, unknown>;
  const known = TOOLS.find((name) => name === tool);
  if (!known || typeof id !== 'string' || !Array.isArray(points)) return undefined;
  const read = points.flatMap((point: unknown) => pointFrom(point) ?? []);
  if (read.length !== POINTS[known]) return undefined;
  return {
    id,
    tool: known,
    slot: typeof slot === 'number' && Number.isInteger(slot) && slot >= 0 ? slot : 0,
    text: typeof text === 'string' ? text.slice(0, NOTE_MAX) : '',
    points: read,
    ...lookFrom(look),
  };
}

function lookFrom(kept: Record<string, unknown>): Pick<Drawing, 'width' | 'style' | 'extend' | 'isLocked'> {
  const width = LINE_WIDTHS.find((known) => known === kept.width);
  const style = LINE_STYLES.find((known) => known === kept.style);
  const extend = EXTENDS.find((known) => known === kept.extend);
  return {
    ...(width && { width }),
    ...(style && { style }),
    ...(extend && { extend }),
    ...(kept.isLocked === true && { isLocked: true }),
  };
}

function pointFrom(kept: unknown): KeptPoint | undefined {
  const { timeMs, price } = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>;
  if (typeof timeMs !== 'number' || !Number.isFinite(timeMs)) return undefined;
  return typeof price === 'string' && /^-?\d+(\.\d+)?$/.test(price) ? { timeMs, price } : undefined;
}
