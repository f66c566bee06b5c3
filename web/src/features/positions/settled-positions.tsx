/** Settled pairs, last settled first: rows on a desk, cards on a phone. */
import type { SettledPosition } from '@mua/contract/entities/position';
import type { SettledPage } from '@mua/contract/http/positions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { settledPositionsQuery } from '#accounts/positions.ts';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { CardFact } from '#design/ui/figures/card-fact.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import { ListTable } from '#design/ui/table/list-table.tsx';
import { MoreRows } from '#design/ui/table/more-rows.tsx';
import { ShowAllScope, useScopeHides } from '#design/ui/table/scope-hides.tsx';
import { ToastRoom } from '#design/ui/table/table.tsx';
import { FIRST_TO_GO, useSettledColumns } from '#features/positions/settled-columns.tsx';
import { SettledSide } from '#features/positions/settled-side.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { useContractsByCode } from '#market/contracts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { errorCodeOf } from '#signed-in/actor.ts';

export interface SettledPositionsProps {
  readonly actor: AccountActor;
  /** Bound to one contract, or undefined for all. */
  readonly contractCode: string | undefined;
}

export function SettledPositions({ actor, contractCode }: SettledPositionsProps) {
  const { t } = useTranslation();
  const isNarrow = useNarrowScreen();
  const query = useInfiniteQuery(settledPositionsQuery(actor, contractCode));
  const pairs = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  if (query.isPending) return <SkeletonRows rows={3} columns={['text', 'text', 'number', 'number', 'number']} />;
  if (query.error && !query.data) {
    const retry = () => void query.refetch();
    return <ErrorPanel panel={t(($) => $.positions.panel)} code={errorCodeOf(query.error)} onRetry={retry} />;
  }
  const [first] = query.data?.pages ?? [];
  if (!first || pairs.length === 0) return <NoPairs hidden={first?.hidden ?? 0} />;
  const Shape = isNarrow ? SettledCards : SettledTable;
  const more = {
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
  return (
    <Shape pairs={pairs} whole={first}>
      <MoreRows list="settled" rows={pairs.length} more={more} />
      <ToastRoom />
    </Shape>
  );
}

/** There may be some in other contracts. */
function NoPairs({ hidden }: { hidden: number }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={History}
      title={t(($) => $.empty.settled)}
      hint={useScopeHides(hidden)}
      action={<ShowAllScope list="positions" hidden={hidden} />}
    />
  );
}

interface PairsProps {
  readonly pairs: readonly SettledPosition[];
  /** The list's count and sums, which cover more than the loaded pairs. */
  readonly whole: SettledPage;
  readonly children?: ReactNode;
}

const keyOf = ({ settledId }: SettledPosition) => settledId;

function SettledTable({ pairs, whole, children }: PairsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const contracts = useContractsByCode();
  const columns = useSettledColumns(contracts, whole.sums);
  const rowProps = useCallback((pair: SettledPosition) => ({ 'data-testid': `settled-${keyOf(pair)}` }), []);
  return (
    <ListTable
      list="settled"
      label={t(($) => $.words.position.settle)}
      columns={columns}
      firstToGo={FIRST_TO_GO}
      rows={pairs}
      keyOf={keyOf}
      rowProps={rowProps}
      totals={{
        lead: t(($) => $.positions.total, { positions: format.volume(whole.total) }),
        testId: 'settled-totals',
      }}
    >
      {children}
    </ListTable>
  );
}

function SettledCards({ pairs, children }: PairsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const contracts = useContractsByCode();
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <ul aria-label={t(($) => $.words.position.settle)} className="tabular-nums">
        {pairs.map((pair) => {
          const grid = contracts.get(pair.contractCode)?.decimalFormat;
          return (
            <li
              key={pair.settledId}
              data-testid={`settled-${pair.settledId}`}
              className="grid gap-2 border-border border-b px-4 py-3 [contain-intrinsic-size:auto_88px] [content-visibility:auto]"
            >
              <div className="flex items-center gap-2">
                <SettledSide pair={pair} />
                <span className="font-semibold">{pair.contractCode}</span>
                <span className="ml-auto font-medium">
                  <Profit amount={pair.actualProfitVnd} />
                </span>
              </div>
              <dl className="grid grid-cols-3 gap-x-3 text-12">
                <CardFact name={t(($) => $.positions.buyPrice)}>{wirePrice(format, pair.buyPrice, grid)}</CardFact>
                <CardFact name={t(($) => $.positions.sellPrice)}>{wirePrice(format, pair.sellPrice, grid)}</CardFact>
                <CardFact name={t(($) => $.positions.settleTime)}>{format.dateTime(pair.settleTime)}</CardFact>
              </dl>
            </li>
          );
        })}
      </ul>
      {children}
    </div>
  );
}
