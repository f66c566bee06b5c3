/** `/account-overview/history-payment`: every change of the trading account's cash, with the balance after it. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { Download, History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TALL_CHIPS } from '#design/phone-targets.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Select } from '#design/ui/controls/select.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorBoundary } from '#design/ui/feedback/error-boundary.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { MoreRows } from '#design/ui/table/more-rows.tsx';
import { ToastRoom } from '#design/ui/table/table.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useExporting } from '#orders/export-list.ts';
import { ExportLine } from '#orders/ui/export-line.tsx';
import { AccountHead } from '#pages/account-overview/account-head.tsx';
import { ChosenAccount } from '#pages/account-overview/chosen-account.tsx';
import { TransactionList } from '#pages/history-payment/transaction-list.tsx';
import {
  askedFor,
  HISTORY_PERIODS,
  type HistoryPeriod,
  OFFERED_TYPES,
  type TransactionFilter,
  type TransactionType,
  transactionExport,
  useTransactions,
} from '#pages/history-payment/transactions.ts';
import { HistoryTabs } from '#pages/statements/history-tabs.tsx';
import { nowMs } from '#session/clock.ts';
import { useNamedAccount } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { errorCodeOf } from '#signed-in/actor.ts';

export function HistoryPaymentPage() {
  const { t } = useTranslation();
  const title = t(($) => $.money.history);
  usePageTitle(title);
  return (
    <ChosenAccount title={title}>
      {({ actor, account }) => (
        <HistoryPayment key={`${actor.userId} ${actor.accountId}`} actor={actor} account={account} />
      )}
    </ChosenAccount>
  );
}

const ALL: TransactionFilter = { type: null, period: 'all' };

function HistoryPayment({ actor, account }: { actor: AccountActor; account: AccountOverview }) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState(ALL);
  const exporting = useExporting();
  const { name } = useNamedAccount(actor.accountId);
  const asked = askedFor(filter, nowMs());
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface" data-testid="history-payment">
      <div className="shrink-0 bg-background px-4 pt-4 pb-3 md:px-5">
        <AccountHead title={t(($) => $.money.history)} account={account} previous={null} />
        <HistoryTabs current="movements" />
      </div>
      <div
        className={`flex shrink-0 flex-wrap items-center gap-2 border-border border-y px-3 py-1.5 max-md:px-4 max-md:py-2 ${TALL_CHIPS}`}
      >
        <TypeSelect value={filter.type} onChange={(type) => setFilter({ ...filter, type })} />
        <Select<HistoryPeriod>
          aria-label={t(($) => $.money.period)}
          data-testid="history-period"
          className="h-8 w-auto max-md:h-11"
          value={filter.period}
          onValueChange={(period) => setFilter({ ...filter, period })}
          options={HISTORY_PERIODS.map((period) => ({ value: period, label: t(($) => $.money.periods[period]) }))}
        />
        <Button
          variant="outline"
          size="sm"
          className="ml-auto max-md:h-11"
          data-testid="export-transactions"
          onClick={() => void exporting.start(transactionExport(actor, name, asked))}
        >
          <Download aria-hidden /> CSV
        </Button>
      </div>
      <ExportLine exporting={exporting} />
      <ErrorBoundary panel={t(($) => $.money.panel)}>
        <Listed actor={actor} filter={filter} onShowAll={() => setFilter(ALL)} />
      </ErrorBoundary>
    </div>
  );
}

interface TypeSelectProps {
  readonly value: TransactionType | null;
  readonly onChange: (type: TransactionType | null) => void;
}

function TypeSelect({ value, onChange }: TypeSelectProps) {
  const { t } = useTranslation();
  return (
    <Select<TransactionType | 'ALL'>
      aria-label={t(($) => $.money.type)}
      data-testid="history-type"
      className="h-8 w-auto max-md:h-11"
      value={value ?? 'ALL'}
      onValueChange={(type) => onChange(type === 'ALL' ? null : type)}
      options={[
        { value: 'ALL' as const, label: t(($) => $.money.allTypes) },
        ...OFFERED_TYPES.map((type) => ({ value: type, label: t(($) => $.money.types[type]) })),
      ]}
    />
  );
}

interface ListedProps {
  readonly actor: AccountActor;
  readonly filter: TransactionFilter;
  readonly onShowAll: () => void;
}

function Listed({ actor, filter, onShowAll }: ListedProps) {
  const { t } = useTranslation();
  const query = useTransactions(actor, askedFor(filter, nowMs()));
  if (query.isPending) return <SkeletonRows rows={8} columns={['text', 'text', 'text', 'number', 'number']} />;
  if (query.error && !query.data) {
    const retry = () => void query.refetch();
    return <ErrorPanel panel={t(($) => $.money.panel)} code={errorCodeOf(query.error)} onRetry={retry} />;
  }
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  if (rows.length === 0) return <Nothing isNarrowed={filter !== ALL} onShowAll={onShowAll} />;
  const more = {
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
  return (
    <TransactionList rows={rows}>
      <MoreRows list="transactions" rows={rows.length} more={more} />
      <ToastRoom />
    </TransactionList>
  );
}

/** No transactions match the filter, or there are none at all. */
function Nothing({ isNarrowed, onShowAll }: { isNarrowed: boolean; onShowAll: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={History}
      title={t(($) => (isNarrowed ? $.money.noneOfThese : $.empty.transactions))}
      action={
        isNarrowed ? (
          <Button variant="outline" className="max-md:h-11" onClick={onShowAll}>
            {t(($) => $.money.showAll)}
          </Button>
        ) : undefined
      }
      className="m-auto"
    />
  );
}
