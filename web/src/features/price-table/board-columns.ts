/**
 * Defines the columns of the board: 21 of them, with the widths of the design at 1440 (the session is 8 wider, for its
 * delay); from 1700 on all grow by the same factor. On a narrower screen, columns are hidden in a fixed order instead
 * of being squeezed. Columns sized by hand hide nothing: the table grows beyond its panel and scrolls in it.
 */
import { COLUMN_LEAST_PX, type KeptColumns, orderedIds } from '#session/column-memory.ts';

export const COLUMN_GROUPS = ['bid', 'match', 'ask', 'session'] as const;
export type ColumnGroup = (typeof COLUMN_GROUPS)[number];

export interface BoardColumn {
  readonly id: ColumnId;
  readonly numeric: boolean;
  readonly group: ColumnGroup | null;
}

/** In the order of the mockup: the default. */
export const COLUMN_IDS = [
  'expiry',
  'bidVolume',
  'bidPrice',
  'matchPrice',
  'matchVolume',
  'change',
  'changePercent',
  'askPrice',
  'askVolume',
  'open',
  'high',
  'low',
  'settlement',
  'totalVolume',
  'openInterest',
  'physical',
  'session',
  'trend',
  'firstNotice',
] as const;

export type ColumnId = (typeof COLUMN_IDS)[number];
/** Includes the two fixed columns in front: every column whose header sorts and sizes. */
export type HeadId = ColumnId | 'code' | 'commodity';

const WIDTHS: Record<HeadId, number> = {
  code: 84,
  /** A minimum: it takes the remaining space until it is sized. */
  commodity: 134,
  expiry: 62,
  bidVolume: 44,
  /** Wide enough for its full name without a group, like the settlement. */
  bidPrice: 74,
  matchPrice: 86,
  matchVolume: 42,
  change: 62,
  changePercent: 54,
  askPrice: 74,
  askVolume: 44,
  open: 74,
  high: 66,
  low: 66,
  settlement: 74,
  totalVolume: 72,
  openInterest: 76,
  /** Millions for an ounce, with their unit. */
  physical: 108,
  session: 104,
  trend: 84,
  firstNotice: 50,
};

const GROUPS: Partial<Record<ColumnId, ColumnGroup>> = {
  bidVolume: 'bid',
  bidPrice: 'bid',
  matchPrice: 'match',
  matchVolume: 'match',
  change: 'match',
  changePercent: 'match',
  askPrice: 'ask',
  askVolume: 'ask',
  open: 'session',
  high: 'session',
  low: 'session',
  settlement: 'session',
  totalVolume: 'session',
  openInterest: 'session',
};

const TEXTS: ReadonlySet<ColumnId> = new Set(['expiry', 'session', 'trend']);

const STAR_WIDTH = 30;
const WIDE_SCREEN = 1700;
const WIDE_FACTOR = 1.36;

/** The order in which columns are hidden: first those repeated elsewhere in the row, or on the desk. */
const FIRST_TO_GO: readonly ColumnId[] = [
  'trend',
  'open',
  'bidVolume',
  'askVolume',
  'matchVolume',
  'firstNotice',
  'low',
  'high',
  'settlement',
  'expiry',
  'openInterest',
  'physical',
  'totalVolume',
  'session',
];

/** The minimum width of a column, which still fits a usual number; the line of the trend has a fixed size. */
export function leastWidth(id: HeadId): number {
  return id === 'trend' ? WIDTHS.trend : Math.max(COLUMN_LEAST_PX, Math.round(WIDTHS[id] * 0.85));
}

/** The layout of every row, in CSS, so that a new width changes two properties and renders no row. */
export interface ColumnTracks {
  /** `grid-template-columns` of every row. */
  readonly template: string;
  /** Width of the whole table. */
  readonly width: string;
}

export interface ColumnLayout extends ColumnTracks {
  /** The same array for the same columns, whatever their width: rows depend on it. */
  readonly columns: readonly BoardColumn[];
  /** Number of columns chosen that do not fit. */
  readonly hidden: number;
  widthOf(id: HeadId): number;
  /** The layout if one column had this width, with the same columns shown. */
  tracksWith(id: HeadId, width: number): ColumnTracks;
}

/** Hidden by default; all others are shown by default. */
const EXTRA: ReadonlySet<ColumnId> = new Set(['openInterest', 'physical']);

export function isWanted({ shown }: Pick<KeptColumns, 'shown'>, id: ColumnId): boolean {
  return shown[id] ?? !EXTRA.has(id);
}

/** The chosen columns that fit into `room` pixels, in their order. */
export function layoutColumns(kept: KeptColumns, room: number): ColumnLayout {
  const factor = room >= WIDE_SCREEN ? WIDE_FACTOR : 1;
  const drawn = (id: HeadId) => (id === 'commodity' ? WIDTHS.commodity : Math.round(WIDTHS[id] * factor));
  const star = Math.round(STAR_WIDTH * factor);
  const sized = (id: HeadId) => sizedWidth(kept.widths, id);
  const wanted = orderedIds(COLUMN_IDS, kept.order).filter((id) => isWanted(kept, id));
  const shown = new Set<HeadId>(['code', 'commodity', ...wanted]);
  const needed = () => [...shown].reduce((sum, id) => sum + Math.min(drawn(id), sized(id) ?? drawn(id)), star);
  for (const id of FIRST_TO_GO) if (needed() > room) shown.delete(id);
  const ids = wanted.filter((id) => shown.has(id));
  const others = (widthOf: (id: HeadId) => number) =>
    ids.reduce((sum, id) => sum + widthOf(id), star + widthOf('code'));
  // As much as before anything was sized: dragging moves the columns behind it, and none before it.
  const left = others(drawn);
  const tracks = (widths: KeptColumns['widths']): ColumnTracks => {
    const widthOf = (id: HeadId) => sizedWidth(widths, id) ?? drawn(id);
    const own = sizedWidth(widths, 'commodity');
    const commodity = own === null ? `max(${WIDTHS.commodity}px, 100cqw - ${left}px)` : `${own}px`;
    return {
      template: [`${star}px`, `${widthOf('code')}px`, commodity, ...ids.map((id) => `${widthOf(id)}px`)].join(' '),
      width: `calc(${commodity} + ${others(widthOf)}px)`,
    };
  };
  return {
    ...tracks(kept.widths),
    columns: columnsOf(ids),
    hidden: wanted.length - ids.length,
    widthOf: (id) => sized(id) ?? (id === 'commodity' ? Math.max(WIDTHS.commodity, room - left) : drawn(id)),
    tracksWith: (id, width) => tracks({ ...kept.widths, [id]: width }),
  };
}

function sizedWidth(widths: KeptColumns['widths'], id: HeadId): number | null {
  const width = widths[id];
  return width === undefined ? null : Math.max(leastWidth(id), width);
}

const known = new Map<string, readonly BoardColumn[]>();

function columnsOf(ids: readonly ColumnId[]): readonly BoardColumn[] {
  const key = ids.join(' ');
  const columns = known.get(key) ?? ids.map(columnOf);
  known.set(key, columns);
  return columns;
}

function columnOf(id: ColumnId): BoardColumn {
  return { id, numeric: !TEXTS.has(id), group: GROUPS[id] ?? null };
}

/** Headers over neighbouring columns of one group, and empty ones over the rest. */
export interface HeadSpan {
  readonly group: ColumnGroup | null;
  readonly span: number;
  /** Its first column. */
  readonly key: ColumnId;
}

export function headSpans(columns: readonly BoardColumn[]): readonly HeadSpan[] {
  const spans: { group: ColumnGroup | null; span: number; key: ColumnId }[] = [];
  for (const { group, id } of columns) {
    const last = spans.at(-1);
    if (last && last.group === group) last.span += 1;
    else spans.push({ group, span: 1, key: id });
  }
  return spans;
}

/** The first column of a group has a small gap before it. */
export function startsGroup(columns: readonly BoardColumn[], index: number): boolean {
  const column = columns[index];
  return index > 0 && column !== undefined && column.group !== columns[index - 1]?.group;
}
