/** `/`: the index band with the selected contract's chart, and the price table in the remaining space. */
import type { Contract } from '@mua/contract/entities/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { skipTarget } from '#design/skip-target.ts';
import { ErrorBoundary } from '#design/ui/feedback/error-boundary.tsx';
import { MarketOverview } from '#features/market-overview/market-overview.tsx';
import { HeightButton } from '#features/price-table/height-button.tsx';
import { PriceTable, type PriceTableProps } from '#features/price-table/price-table.tsx';
import type { RowActions } from '#features/price-table/row-actions.ts';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useBoardLists } from '#pages/board-lists.tsx';

export interface PriceboardPageProps
  extends Pick<PriceTableProps, 'contracts' | 'isLoading' | 'errorCode' | 'onRetry' | 'favorites'> {
  readonly selected: Contract | undefined;
  readonly onSelect: RowActions['onSelect'];
  readonly onOpen: RowActions['onOpen'];
  readonly onToggleFavorite: RowActions['onToggleFavorite'];
}

export function PriceboardPage(props: PriceboardPageProps) {
  const { selected, onSelect, onOpen, onToggleFavorite, ...table } = props;
  const { t } = useTranslation();
  usePageTitle(t(($) => $.pages.title.priceboard));
  const [isTall, setTall] = useState(false);
  const { lists, rowActions, menu } = useBoardLists();
  const actions = useMemo(
    () => ({ onSelect, onOpen, onToggleFavorite, ...rowActions }),
    [onSelect, onOpen, onToggleFavorite, rowActions],
  );
  return (
    // In a low window the page scrolls, and the table is high enough for its tools and a few rows.
    <div className="flex min-h-0 flex-1 flex-col gap-px overflow-y-auto bg-border">
      <h1 className="sr-only">{t(($) => $.pages.title.priceboard)}</h1>
      {!isTall && (
        <div className="shrink-0 bg-surface">
          <ErrorBoundary panel={t(($) => $.words.market.indices)}>
            <MarketOverview contracts={props.contracts} selected={selected} />
          </ErrorBoundary>
        </div>
      )}
      <div {...skipTarget('board')} className="flex min-h-80 flex-1 flex-col bg-surface outline-none">
        <ErrorBoundary panel={t(($) => $.shell.tab.priceboard)}>
          <PriceTable
            {...table}
            lists={lists}
            selectedCode={selected?.code ?? null}
            actions={actions}
            tools={<HeightButton isTall={isTall} onPress={() => setTall(!isTall)} />}
          />
        </ErrorBoundary>
        {menu}
      </div>
    </div>
  );
}
