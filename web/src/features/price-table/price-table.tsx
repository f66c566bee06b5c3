/** The price table: tools above, rows below, and a state for each reason that there are no rows. */
import type { Contract } from '@mua/contract/entities/contract';
import { SearchX, Star } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { useElementWidth } from '#design/use-element-width.ts';
import { DESK_QUERY, useMediaQuery } from '#design/use-media-query.ts';
import { layoutColumns } from '#features/price-table/board-columns.ts';
import { BoardGrid } from '#features/price-table/board-grid.tsx';
import type { BoardLists } from '#features/price-table/board-lists.ts';
import { BoardTools } from '#features/price-table/board-tools.tsx';
import type { RowActions } from '#features/price-table/row-actions.ts';
import { type Board, useBoard } from '#features/price-table/use-board.ts';
import { UNTOUCHED, useColumnMemory } from '#session/column-memory.ts';

export interface PriceTableProps {
  readonly contracts: readonly Contract[];
  readonly isLoading: boolean;
  /** An error code of the catalogue, if there is nothing to show. */
  readonly errorCode: string | null;
  readonly onRetry: () => void;
  readonly favorites: ReadonlySet<string>;
  /** The named lists beside the board's own tabs. */
  readonly lists: BoardLists;
  readonly selectedCode: string | null;
  readonly actions: RowActions;
  /** A page's own tools, after the table's. */
  readonly tools?: ReactNode;
}

/** If scroll bars take space, the rows are this much narrower than the section. */
const SCROLL_BAR = 12;

export function PriceTable(props: PriceTableProps) {
  const { contracts, favorites, lists, selectedCode, actions, tools } = props;
  const { t } = useTranslation();
  const isPhone = !useMediaQuery(DESK_QUERY);
  const [ref, width] = useElementWidth();
  const kept = useColumnMemory(({ lists }) => lists.board) ?? UNTOUCHED;
  const layout = useMemo(() => layoutColumns(kept, width - SCROLL_BAR), [kept, width]);
  const board = useBoard(contracts, favorites, lists.codes);
  const listedFavorites = contracts.filter(({ code }) => favorites.has(code)).length;
  return (
    <section ref={ref} aria-label={t(($) => $.shell.tab.priceboard)} className="flex min-h-0 flex-1 flex-col">
      <BoardTools
        filter={board.filter}
        onFilter={board.setFilter}
        lists={lists}
        counts={{ all: contracts.length, favorites: listedFavorites }}
        isGrouped={board.isGrouped}
        onGrouped={board.setGrouped}
        more={tools}
        hiddenColumns={layout.hidden}
        isPhone={isPhone}
      />
      {board.lines.length === 0 ? (
        <NoRows {...props} board={board} hiddenFavorites={listedFavorites} />
      ) : (
        <BoardGrid
          label={t(($) => $.shell.tab.priceboard)}
          board={board}
          layout={isPhone ? null : layout}
          selectedCode={selectedCode}
          favorites={favorites}
          actions={actions}
        />
      )}
    </section>
  );
}

const SKELETON = ['text', 'text', 'number', 'number', 'number', 'number', 'number', 'number', 'number'] as const;
const PHONE_SKELETON = ['text', 'number'] as const;

interface NoRowsProps extends PriceTableProps {
  readonly board: Board;
  readonly hiddenFavorites: number;
}

function NoRows({ contracts, isLoading, errorCode, onRetry, lists, board, hiddenFavorites }: NoRowsProps) {
  const { t } = useTranslation();
  const isPhone = !useMediaQuery(DESK_QUERY);
  if (contracts.length === 0 && errorCode !== null) {
    return (
      <ErrorPanel panel={t(($) => $.shell.tab.priceboard)} code={errorCode} onRetry={onRetry} className="m-auto" />
    );
  }
  if (contracts.length === 0 && isLoading) {
    return (
      <div className="min-h-0 flex-1 overflow-hidden">
        <SkeletonRows rows={24} columns={isPhone ? PHONE_SKELETON : SKELETON} />
      </div>
    );
  }
  const { tab, text, group } = board.filter;
  const isFiltered = text !== '' || group !== null;
  const clear = (
    <Button variant="outline" size="sm" onClick={() => board.setFilter({ tab, group: null, text: '' })}>
      {t(($) => $.board.clearSearch)}
    </Button>
  );
  if (lists.codes && !isFiltered) return <div className="m-auto">{lists.empty}</div>;
  if (!lists.codes && tab === 'favorites' && (hiddenFavorites === 0 || !isFiltered)) {
    return <EmptyState icon={Star} title={t(($) => $.empty.favorites)} className="m-auto" />;
  }
  const title =
    !lists.codes && tab === 'favorites'
      ? t(($) => $.board.favoritesHidden, { count: hiddenFavorites })
      : t(($) => $.empty.search, { query: text });
  return <EmptyState icon={SearchX} title={title} action={isFiltered && clear} className="m-auto" />;
}
