/**
 * Keeps an investor's column settings on this device: for the board and every list below the chart, which columns are
 * shown, their order, widths and sort.
 */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { isRecord } from '#session/kept-value.ts';
import { onOtherTab } from '#session/other-tabs.ts';

export const COLUMN_LISTS = [
  'board',
  'orders',
  'positions',
  'settled',
  'conditionals',
  'transactions',
  'preview',
] as const;
export type ColumnList = (typeof COLUMN_LISTS)[number];

export interface ColumnSort {
  readonly id: string;
  readonly direction: 'ascending' | 'descending';
}

/** The ids are those the list had when this was stored; comparing them with today's columns is up to the list. */
export interface KeptColumns {
  /** The chosen order; columns that are not named keep their default place. */
  readonly order: readonly string[];
  /** Columns shown or hidden by hand. */
  readonly shown: Readonly<Record<string, boolean>>;
  /** Widths in pixels, for resized columns only. */
  readonly widths: Readonly<Record<string, number>>;
  readonly sort: ColumnSort | null;
}

export const UNTOUCHED: KeptColumns = { order: [], shown: {}, widths: {}, sort: null };

interface ColumnMemory {
  readonly lists: Readonly<Partial<Record<ColumnList, KeptColumns>>>;
  setShown(list: ColumnList, id: string, isShown: boolean): void;
  setOrder(list: ColumnList, order: readonly string[]): void;
  /** Sets a width; null restores the default. */
  setWidth(list: ColumnList, id: string, width: number | null): void;
  setSort(list: ColumnList, sort: ColumnSort | null): void;
  reset(list: ColumnList): void;
}

export const COLUMN_LEAST_PX = 40;
/** A column this wide still has its edge in view on a small screen. */
export const COLUMN_MOST_PX = 640;
/** Change of width in pixels per key press. */
export const COLUMN_SIZE_STEP = 8;

export const useColumnMemory = create<ColumnMemory>()(
  persist(
    (set) => {
      const change = (list: ColumnList, part: (kept: KeptColumns) => Partial<KeptColumns>) =>
        set(({ lists }) => {
          const kept = lists[list] ?? UNTOUCHED;
          return { lists: { ...lists, [list]: { ...kept, ...part(kept) } } };
        });
      return {
        lists: {},
        setShown: (list, id, isShown) => change(list, ({ shown }) => ({ shown: { ...shown, [id]: isShown } })),
        setOrder: (list, order) => change(list, () => ({ order })),
        setWidth: (list, id, width) =>
          change(list, ({ widths: { [id]: _before, ...others } }) => ({
            widths: width === null ? others : { ...others, [id]: widthWithin(width) },
          })),
        setSort: (list, sort) => change(list, () => ({ sort })),
        reset: (list) => set(({ lists: { [list]: _gone, ...others } }) => ({ lists: others })),
      };
    },
    {
      name: 'list-columns',
      partialize: ({ lists }) => ({ lists }),
      merge: (kept, memory) => ({ ...memory, lists: keptLists(kept) }),
    },
  ),
);

onOtherTab('list-columns', () => void useColumnMemory.persist.rehydrate());

export function widthWithin(width: number): number {
  return Math.round(Math.min(COLUMN_MOST_PX, Math.max(COLUMN_LEAST_PX, width)));
}

/**
 * Returns the columns of `known` in the stored order; a new column stands after its predecessor in the default order.
 */
export function orderedIds<Id extends string>(known: readonly Id[], order: readonly string[]): readonly Id[] {
  const ordered = [...new Set(order)].flatMap((id) => known.find((one) => one === id) ?? []);
  known.forEach((id, place) => {
    if (ordered.includes(id)) return;
    const before = known[place - 1];
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, id);
  });
  return ordered;
}

/** Moves `id` to the place of `target`: before it when coming from behind, after it when coming from before. */
export function movedTo(order: readonly string[], id: string, target: string): readonly string[] {
  const to = order.indexOf(target);
  if (to < 0 || !order.includes(id)) return order;
  const others = order.filter((other) => other !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}

/**
 * Reads the lists out of the storage, whatever it contains, including an older version's format; anything unreadable is
 * dropped.
 */
export function keptLists(kept: unknown): Partial<Record<ColumnList, KeptColumns>> {
  const lists = isRecord(kept) && isRecord(kept.lists) ? kept.lists : {};
  const read: Partial<Record<ColumnList, KeptColumns>> = {};
  for (const list of COLUMN_LISTS) {
    const one = lists[list];
    if (!isRecord(one)) continue;
    const order = Array.isArray(one.order) ? one.order.filter((id) => typeof id === 'string') : [];
    const shown = entriesOf(one.shown).flatMap(([id, is]) => (typeof is === 'boolean' ? [[id, is] as const] : []));
    const widths = entriesOf(one.widths).flatMap(([id, width]) =>
      typeof width === 'number' && Number.isFinite(width) ? [[id, widthWithin(width)] as const] : [],
    );
    read[list] = {
      order,
      shown: Object.fromEntries(shown),
      widths: Object.fromEntries(widths),
      sort: keptSort(one.sort),
    };
  }
  return read;
}

function keptSort(kept: unknown): ColumnSort | null {
  if (!isRecord(kept) || typeof kept.id !== 'string') return null;
  const { id, direction } = kept;
  return direction === 'ascending' || direction === 'descending' ? { id, direction } : null;
}

function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}
