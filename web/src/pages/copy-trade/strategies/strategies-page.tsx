/** `/account-overview/copy-trade/strategies`: the strategies that run, and beside them the one that is looked at. */
import type { ShownStrategy } from '@mua/contract/entities/strategy-figures';
import type { StrategySort } from '@mua/contract/http/strategy-figures';
import { useQuery } from '@tanstack/react-query';
import { Info, SearchX, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useFormat } from '#i18n/use-format.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { useCursorPages } from '#pages/copy-trade/cursor-pages.ts';
import { OfInvestor } from '#pages/copy-trade/of-investor.tsx';
import { Pager } from '#pages/copy-trade/pager.tsx';
import { STRATEGY_PAGE, type StrategyFilter, strategiesQuery } from '#pages/copy-trade/strategies/strategies.ts';
import { StrategyCards } from '#pages/copy-trade/strategies/strategy-cards.tsx';
import { type ListView, StrategyFilters } from '#pages/copy-trade/strategies/strategy-filters.tsx';
import { StrategyPanel } from '#pages/copy-trade/strategies/strategy-panel.tsx';
import { StrategyTable } from '#pages/copy-trade/strategies/strategy-table.tsx';
import { useWideScreen } from '#pages/copy-trade/wide-screen.ts';

export interface StrategiesPageProps {
  readonly filter: StrategyFilter;
  readonly onFilter: (filter: StrategyFilter) => void;
  readonly view: ListView;
  readonly onView: (view: ListView) => void;
}

export function StrategiesPage(props: StrategiesPageProps) {
  const { t } = useTranslation();
  const title = t(($) => $.shell.nav.copying);
  usePageTitle(title);
  return <OfInvestor title={title}>{(userId) => <Strategies userId={userId} {...props} />}</OfInvestor>;
}

function Strategies({ userId, filter, onFilter, view, onView }: StrategiesPageProps & { readonly userId: string }) {
  const { t } = useTranslation();
  const pages = useCursorPages(JSON.stringify(filter));
  const query = useQuery(strategiesQuery(userId, filter, pages.cursor));
  const isWide = useWideScreen();
  const isNarrow = useNarrowScreen();
  const [chosen, setChosen] = useState<string | null>(null);
  const strategies = query.data?.items ?? [];
  const shown = isWide ? (strategies.find(({ strategyId }) => strategyId === chosen) ?? strategies[0]) : undefined;
  return (
    <div className="flex min-h-0 flex-1 max-lg:low:flex-none" data-testid="strategies">
      <div className="@container flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
        <StrategyFilters
          filter={filter}
          onFilter={onFilter}
          hidden={query.data?.hidden}
          view={isNarrow ? null : view}
          onView={onView}
        />
        <Answered
          query={query}
          panel={t(($) => $.strategies.panel)}
          waiting={<SkeletonRows rows={8} columns={['text', 'number', 'number', 'number', 'number']} />}
        >
          {({ items, total, nextCursor, hidden }) => (
            <>
              <div className="min-h-0 flex-1 overflow-auto max-lg:low:overflow-visible">
                {items.length === 0 ? (
                  <Nothing isFiltered={hidden > 0} onClear={() => onFilter({})} />
                ) : (
                  <Listed
                    strategies={items}
                    isCards={isNarrow || view === 'cards'}
                    sort={filter.sort ?? 'followersReturn'}
                    onSort={(sort) => onFilter({ ...filter, sort })}
                    selected={shown?.strategyId ?? null}
                    onSelect={isWide ? setChosen : null}
                  />
                )}
              </div>
              <Total pages={pages} total={total} nextCursor={nextCursor} />
            </>
          )}
        </Answered>
      </div>
      {isWide && (
        <aside
          aria-label={t(($) => $.strategies.detail)}
          className="flex w-[26rem] shrink-0 min-[88rem]:w-[30rem] flex-col overflow-hidden border-border border-l bg-surface"
        >
          {shown && <StrategyPanel key={shown.strategyId} userId={userId} strategy={shown} />}
        </aside>
      )}
    </div>
  );
}

interface ListedProps {
  readonly strategies: readonly ShownStrategy[];
  readonly isCards: boolean;
  readonly sort: StrategySort;
  readonly onSort: (sort: StrategySort) => void;
  readonly selected: string | null;
  readonly onSelect: ((strategyId: string) => void) | null;
}

function Listed({ isCards, ...list }: ListedProps) {
  const { t } = useTranslation();
  return (
    <>
      {isCards ? <StrategyCards {...list} /> : <StrategyTable {...list} />}
      <p className="mx-4 my-3 flex items-start gap-2 rounded-md border border-border px-3 py-2.5 text-12 text-fg-2 leading-4.5 md:mx-5">
        <Info aria-hidden className="mt-0.5 size-3.5 shrink-0 text-fg-3" />
        {t(($) => $.strategies.note)}
      </p>
    </>
  );
}

interface TotalProps {
  readonly pages: ReturnType<typeof useCursorPages>;
  readonly total: number;
  readonly nextCursor: string | null;
}

function Total({ pages, total, nextCursor }: TotalProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Pager
      pages={pages}
      pageSize={STRATEGY_PAGE}
      total={total}
      totalText={t(($) => $.strategies.total, { count: total, strategies: format.volume(total) })}
      nextCursor={nextCursor}
    />
  );
}

function Nothing({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  const { t } = useTranslation();
  if (!isFiltered)
    return <EmptyState icon={Users} title={t(($) => $.strategies.none)} hint={t(($) => $.strategies.noneHint)} />;
  return (
    <EmptyState
      icon={SearchX}
      title={t(($) => $.strategies.noneOfThese)}
      action={
        <Button variant="outline" className="max-md:h-11" onClick={onClear}>
          {t(($) => $.strategies.filter.clear)}
        </Button>
      }
    />
  );
}
