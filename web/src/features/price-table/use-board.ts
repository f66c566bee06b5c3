/** The board's own state: its filter, its sort order, and the resulting lines. */
import type { Contract } from '@mua/contract/entities/contract';
import type { CommodityGroup } from '@mua/core/values';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { subscribeSecond } from '#clock/market-clock.ts';
import {
  type BoardFilter,
  type BoardLine,
  type BoardSort,
  filterContracts,
  groupedLines,
  nextSort,
  plainLines,
  type SortKey,
  sortContracts,
} from '#features/price-table/board-lines.ts';
import { useFormat } from '#i18n/use-format.ts';
import { priceStore, type ReadField } from '#market/price-store.ts';

/** Minimum interval between re-sorts by a changing figure; rows never move under the pointer. */
const RESORT_SECONDS = 2;

export interface Board {
  readonly filter: BoardFilter;
  setFilter(filter: BoardFilter): void;
  readonly sort: BoardSort | null;
  sortBy(key: SortKey): void;
  readonly isGrouped: boolean;
  setGrouped(isGrouped: boolean): void;
  toggleGroup(group: CommodityGroup): void;
  /** True while rows must not change places. */
  hold(isHeld: boolean): void;
  readonly lines: readonly BoardLine[];
}

/** `list`: the codes of the named list shown, in its order; null shows the tab. */
export function useBoard(
  contracts: readonly Contract[],
  favorites: ReadonlySet<string>,
  list: readonly string[] | null,
): Board {
  const { language } = useFormat();
  const [filter, setFilter] = useState<BoardFilter>({ tab: 'all', group: null, text: '' });
  const [sort, setSort] = useState<BoardSort | null>(null);
  const [isGrouped, setGrouped] = useState(true);
  const [collapsed, setCollapsed] = useState<ReadonlySet<CommodityGroup>>(new Set());
  const [isHeld, hold] = useState(false);
  const round = useResortRound(sort !== null && !isHeld);
  const settled = useDeferredValue(filter);

  const shown = useMemo(
    () => filterContracts(contracts, settled, favorites, list),
    [contracts, settled, favorites, list],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round sorts by the figures of its moment.
  const sorted = useMemo(
    () => (sort === null ? shown : sortContracts(shown, sort, readOf, language)),
    [shown, sort, language, round],
  );
  const lines = useMemo(
    // Sorting compares all rows, so headings between them would be misleading; a named list keeps its own order.
    () => (isGrouped && sort === null && list === null ? groupedLines(sorted, collapsed) : plainLines(sorted)),
    [sorted, isGrouped, sort, list, collapsed],
  );
  return {
    filter,
    setFilter,
    sort,
    sortBy: useCallback((key: SortKey) => setSort((current) => nextSort(current, key)), []),
    isGrouped,
    setGrouped,
    toggleGroup: useCallback((group: CommodityGroup) => setCollapsed((groups) => toggled(groups, group)), []),
    hold,
    lines,
  };
}

function useResortRound(isOn: boolean): number {
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    let seconds = 0;
    return subscribeSecond(() => {
      seconds += 1;
      if (seconds % RESORT_SECONDS === 0) setRound((last) => last + 1);
    });
  }, [isOn]);
  return round;
}

function readOf(code: string): ReadField {
  return (field) => priceStore.read(code, field);
}

function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
