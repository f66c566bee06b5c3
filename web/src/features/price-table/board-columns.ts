/**
 * The columns of the board: 20 of them, as drawn at 1440 (the session is 8 wider, for its delay). Widths are of that
 * size; from 1700 on all grow by the same factor. Where a screen is narrower, columns are hidden in a fixed order
 * instead of being squeezed.
 */
export const COLUMN_GROUPS = ['bid', 'match', 'ask', 'session'] as const;
export type ColumnGroup = (typeof COLUMN_GROUPS)[number];

export interface BoardColumn {
  readonly id: ColumnId;
  readonly width: number;
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
  'session',
  'trend',
  'firstNotice',
] as const;

export type ColumnId = (typeof COLUMN_IDS)[number];

const WIDTHS: Record<ColumnId, number> = {
  expiry: 62,
  bidVolume: 44,
  bidPrice: 66,
  matchPrice: 86,
  matchVolume: 42,
  change: 62,
  changePercent: 54,
  askPrice: 74,
  askVolume: 44,
  open: 74,
  high: 66,
  low: 66,
  settlement: 66,
  totalVolume: 72,
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
};

const TEXTS: ReadonlySet<ColumnId> = new Set(['expiry', 'session', 'trend']);

/** Star, code and commodity are always there; the commodity takes what is left, and at least this. */
export const STAR_WIDTH = 30;
export const CODE_WIDTH = 84;
export const COMMODITY_MIN_WIDTH = 150;
const WIDE_SCREEN = 1700;
const WIDE_FACTOR = 1.36;

/** Which columns go first where there is no room: what can be read elsewhere in the row, or on the desk. */
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
  'totalVolume',
  'session',
];

export function columnOf(id: ColumnId): BoardColumn {
  return { id, width: WIDTHS[id], numeric: !TEXTS.has(id), group: GROUPS[id] ?? null };
}

export interface ColumnLayout {
  readonly columns: readonly BoardColumn[];
  /** Wanted, but without room. */
  readonly hidden: number;
  /** `grid-template-columns` of every row. */
  readonly template: string;
  readonly width: number;
}

/** The wanted columns that have room in `width`, in their order. */
export function layoutColumns(wanted: readonly ColumnId[], width: number): ColumnLayout {
  const factor = width >= WIDE_SCREEN ? WIDE_FACTOR : 1;
  const fixed = (STAR_WIDTH + CODE_WIDTH) * factor + COMMODITY_MIN_WIDTH;
  const shown = new Set(wanted);
  const needed = () => fixed + [...shown].reduce((sum, id) => sum + WIDTHS[id] * factor, 0);
  for (const id of FIRST_TO_GO) if (needed() > width) shown.delete(id);
  const columns = wanted.filter((id) => shown.has(id)).map(columnOf);
  const px = (value: number) => `${Math.round(value * factor)}px`;
  return {
    columns,
    hidden: wanted.length - columns.length,
    template: [
      px(STAR_WIDTH),
      px(CODE_WIDTH),
      `minmax(${COMMODITY_MIN_WIDTH}px, 1fr)`,
      ...columns.map((column) => px(column.width)),
    ].join(' '),
    width: Math.ceil(needed()),
  };
}

/** Heads over neighbouring columns of one group, and empty ones over the rest. */
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

/** The first column of a group stands a little away from what is before it. */
export function startsGroup(columns: readonly BoardColumn[], index: number): boolean {
  const column = columns[index];
  return index > 0 && column !== undefined && column.group !== columns[index - 1]?.group;
}
