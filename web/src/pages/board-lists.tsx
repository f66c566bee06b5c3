/** Adds named lists to a page's board: tabs and tools load after the first prices, a row's menu when it is opened. */
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { showList, useShownList } from '#desk/shown-list.ts';
import type { BoardLists } from '#features/price-table/board-lists.ts';
import type { RowActions } from '#features/price-table/row-actions.ts';
import { withLaterWords } from '#i18n/i18n.ts';
import { useAfterFirstPrice } from '#market/first-price.ts';

const load = () => withLaterWords(() => import('#features/watchlists/board-parts.ts'));
const ListTabs = lazy(async () => ({ default: (await load()).ListTabs }));
const ListTools = lazy(async () => ({ default: (await load()).ListTools }));
const EmptyList = lazy(async () => ({ default: (await load()).EmptyList }));
const RowMenu = lazy(async () => ({
  default: (await withLaterWords(() => import('#features/watchlists/row-menu.tsx'))).RowMenu,
}));

export interface JoinedLists {
  readonly lists: BoardLists;
  readonly rowActions: Pick<RowActions, 'onMenu' | 'onMove'>;
  /** The row menu while it is open. */
  readonly menu: ReactNode;
}

export function useBoardLists(): JoinedLists {
  const isAfterFirstPrice = useAfterFirstPrice();
  const { watchlistId, contractCodes } = useShownList();
  const [asked, setAsked] = useState<{ code: string; x: number; y: number } | null>(null);
  const close = useCallback(() => setAsked(null), []);
  const rowActions = useMemo(
    (): JoinedLists['rowActions'] => ({
      onMenu: (code, at) => setAsked({ code, ...at }),
      onMove: (code, by) => void load().then(({ moveInShownList }) => moveInShownList(code, by)),
    }),
    [],
  );
  const lists = useMemo(
    (): BoardLists => ({
      shownId: watchlistId,
      codes: watchlistId === null ? null : contractCodes,
      show: showList,
      tabs: isAfterFirstPrice && (
        <Suspense>
          <ListTabs />
        </Suspense>
      ),
      tools: isAfterFirstPrice && (
        <Suspense>
          <ListTools />
        </Suspense>
      ),
      empty: (
        <Suspense>
          <EmptyList />
        </Suspense>
      ),
    }),
    [watchlistId, contractCodes, isAfterFirstPrice],
  );
  const menu = asked && (
    <Suspense>
      <RowMenu key={`${asked.code} ${asked.x} ${asked.y}`} {...asked} onClose={close} />
    </Suspense>
  );
  return { lists, rowActions, menu };
}
