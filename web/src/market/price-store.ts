/**
 * Holds the prices list (docs/rules/entities.md#prices) outside React: whole numbers of ticks, one column for each
 * field, one row for each contract. Text becomes ticks exactly once, in `apply`. Listeners of a field are called once
 * per animation frame.
 *
 * The day's volume, which only trades raise, tells a trade from a re-quote: `trades` counts trades, and
 * `tradeDirection` is the sign of the last price move by one; a trade at the same price keeps it. A snapshot is never a
 * trade.
 */
import type { QuoteChange } from '@mua/contract/entities/prices';
import { type PriceGrid, priceFromText, SESSION_STATES, type SessionState } from '@mua/core/values';
import { type FrameScheduler, oncePerFrame, onNextFrame } from '#clock/frame.ts';

const PRICE_FIELDS = ['last', 'bid', 'ask', 'open', 'high', 'low', 'settlement'] as const;
const COUNT_FIELDS = ['lastLots', 'bidLots', 'askLots', 'volume'] as const;
const OWN_FIELDS = ['timeMs', 'session', 'trades', 'tradeDirection'] as const;

export const QUOTE_FIELDS = [...PRICE_FIELDS, ...COUNT_FIELDS, ...OWN_FIELDS] as const;
export type QuoteField = (typeof QUOTE_FIELDS)[number];

/** Reads one field of one contract; null where there is none. */
export type ReadField = (field: QuoteField) => number | null;

export interface PriceStore {
  /** Registers contracts; a known contract keeps its grid. */
  register(contracts: readonly { readonly code: string; readonly grid: PriceGrid }[]): void;
  /** Applies prices; every one enters here. Unregistered codes are dropped. */
  apply(items: readonly QuoteChange[], kind: 'snapshot' | 'update'): void;
  gridOf(code: string): PriceGrid | undefined;
  read(code: string, field: QuoteField): number | null;
  sessionOf(code: string): SessionState | null;
  /** A row number for bulk reads, stable while the page lives; -1 for an unknown code. */
  rowOf(code: string): number;
  /** A whole column by row number; NaN where there is no value. Valid until the next `register`. */
  column(field: QuoteField): Float64Array;
  subscribe(code: string, fields: readonly QuoteField[], listener: () => void): () => void;
  /** Called once per frame in which anything changed. */
  subscribeFrame(listener: () => void): () => void;
}

export function createPriceStore(schedule: FrameScheduler = onNextFrame): PriceStore {
  const rows = new Map<string, number>();
  const grids: PriceGrid[] = [];
  let columns = emptyColumns(64);
  const listeners = new Map<number, Set<() => void>>();
  const frameListeners = new Set<() => void>();
  const dirty = new Set<number>();
  const askForFrame = oncePerFrame(flush, schedule);

  return { register, apply, gridOf, read, sessionOf, rowOf, column, subscribe, subscribeFrame };

  function register(contracts: readonly { readonly code: string; readonly grid: PriceGrid }[]): void {
    for (const { code, grid } of contracts) {
      if (rows.has(code)) continue;
      rows.set(code, grids.length);
      grids.push(grid);
    }
    if (grids.length > columns.last.length) columns = grown(columns, grids.length * 2);
  }

  function apply(items: readonly QuoteChange[], kind: 'snapshot' | 'update'): void {
    for (const item of items) {
      const row = rows.get(item.code);
      const grid = row === undefined ? undefined : grids[row];
      if (row !== undefined && grid !== undefined) applyQuote(item, { row, grid, kind });
    }
    if (dirty.size > 0) askForFrame();
  }

  function applyQuote(item: QuoteChange, at: { row: number; grid: PriceGrid; kind: 'snapshot' | 'update' }): void {
    const { row, grid, kind } = at;
    const lastBefore = columns.last[row] ?? Number.NaN;
    const volumeBefore = columns.volume[row] ?? Number.NaN;
    for (const field of PRICE_FIELDS) {
      const text = item[field];
      if (text !== undefined) write(row, field, ticksOf(text, grid));
    }
    for (const field of COUNT_FIELDS) {
      const lots = item[field];
      if (lots !== undefined) write(row, field, lots ?? Number.NaN);
    }
    if (item.time !== undefined) write(row, 'timeMs', Date.parse(item.time));
    if (item.session !== undefined) write(row, 'session', SESSION_STATES.indexOf(item.session));
    const volume = columns.volume[row] ?? Number.NaN;
    if (kind === 'update' && volume > volumeBefore) {
      write(row, 'trades', (columns.trades[row] || 0) + 1);
      const move = Math.sign((columns.last[row] ?? Number.NaN) - lastBefore);
      if (move) write(row, 'tradeDirection', move);
    }
  }

  function write(row: number, field: QuoteField, value: number): void {
    const column = columns[field];
    if (Object.is(column[row], value)) return;
    column[row] = value;
    dirty.add(keyOf(row, field));
  }

  function flush(): void {
    const reported = new Set<() => void>();
    for (const key of dirty) for (const listener of listeners.get(key) ?? []) reported.add(listener);
    dirty.clear();
    for (const listener of reported) listener();
    for (const listener of [...frameListeners]) listener();
  }

  function gridOf(code: string): PriceGrid | undefined {
    return grids[rowOf(code)];
  }

  function read(code: string, field: QuoteField): number | null {
    const value = columns[field][rowOf(code)];
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  function sessionOf(code: string): SessionState | null {
    return SESSION_STATES[read(code, 'session') ?? -1] ?? null;
  }

  function rowOf(code: string): number {
    return rows.get(code) ?? -1;
  }

  function column(field: QuoteField): Float64Array {
    return columns[field];
  }

  /** A code may be subscribed to before it is registered: the listener then waits for its first price. */
  function subscribe(code: string, fields: readonly QuoteField[], listener: () => void): () => void {
    const row = rows.get(code);
    if (row === undefined) return subscribeFrame(listener);
    const keys = fields.map((field) => keyOf(row, field));
    for (const key of keys) {
      const known = listeners.get(key);
      if (known) known.add(listener);
      else listeners.set(key, new Set([listener]));
    }
    return () => {
      for (const key of keys) listeners.get(key)?.delete(listener);
    };
  }

  function subscribeFrame(listener: () => void): () => void {
    frameListeners.add(listener);
    return () => frameListeners.delete(listener);
  }
}

/** The prices of this page. */
export const priceStore = createPriceStore();

type Columns = Record<QuoteField, Float64Array>;

function emptyColumns(length: number): Columns {
  const column = () => new Float64Array(length).fill(Number.NaN);
  return Object.fromEntries(QUOTE_FIELDS.map((field) => [field, column()])) as Columns;
}

function grown(columns: Columns, length: number): Columns {
  const larger = emptyColumns(length);
  for (const field of QUOTE_FIELDS) larger[field].set(columns[field]);
  return larger;
}

const FIELD_INDEX: ReadonlyMap<QuoteField, number> = new Map(QUOTE_FIELDS.map((field, index) => [field, index]));

function keyOf(row: number, field: QuoteField): number {
  return row * QUOTE_FIELDS.length + (FIELD_INDEX.get(field) ?? 0);
}

/** A price between two ticks does not belong to this contract: it shows as missing rather than rounded. */
function ticksOf(text: string | null, grid: PriceGrid): number {
  if (text === null) return Number.NaN;
  const reading = priceFromText(text, grid);
  return reading.kind === 'price' ? reading.ticks : Number.NaN;
}
