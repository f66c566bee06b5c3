/** `/account-overview/copy-trade/management/:id`: one's own strategy, with its followers, their weeks, and what it earns. */
import type { OwnStrategy } from '@mua/contract/entities/strategy';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Coins, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tab, TabContent, Tabs, TabsList } from '#design/ui/controls/tabs.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { AccountName } from '#design/ui/figures/account-name.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { MoreRows } from '#design/ui/table/more-rows.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { BareHead, CRUMB, Crumbs } from '#pages/copy-trade/crumbs.tsx';
import { ApprovalSteps } from '#pages/copy-trade/leading/approval-steps.tsx';
import { CopierList } from '#pages/copy-trade/leading/copier-list.tsx';
import { CopierWeeks } from '#pages/copy-trade/leading/copier-weeks.tsx';
import { ApprovalBadge } from '#pages/copy-trade/leading/management-page.tsx';
import { ownStrategiesQuery } from '#pages/copy-trade/leading/own-strategies.ts';
import type { OwnStrategyTab } from '#pages/copy-trade/leading/own-strategy-tabs.ts';
import { EMPTY_STRATEGY } from '#pages/copy-trade/leading/strategy-draft.ts';
import { StrategyForm } from '#pages/copy-trade/leading/strategy-form.tsx';
import { StrategyMoves } from '#pages/copy-trade/leading/strategy-moves.tsx';
import { StrategyPreview } from '#pages/copy-trade/leading/strategy-preview.tsx';
import { OfInvestor } from '#pages/copy-trade/of-investor.tsx';
import { TransactionList } from '#pages/history-payment/transaction-list.tsx';
import { useTransactions } from '#pages/history-payment/transactions.ts';
import { useNamedAccount } from '#signed-in/accounts.ts';

export interface OwnStrategyPageProps {
  /** Null for a new one. */
  readonly strategyId: string | null;
  readonly tab: OwnStrategyTab;
  readonly onTab: (tab: OwnStrategyTab) => void;
}

export function OwnStrategyPage({ strategyId, tab, onTab }: OwnStrategyPageProps) {
  const { t } = useTranslation();
  const title = t(($) => (strategyId === null ? $.leading.create : $.strategies.nav.management));
  usePageTitle(title);
  return (
    <OfInvestor title={title}>
      {(userId) =>
        strategyId === null ? (
          <Written userId={userId} strategy={null} />
        ) : (
          <Found userId={userId} strategyId={strategyId} tab={tab} onTab={onTab} />
        )
      }
    </OfInvestor>
  );
}

interface FoundProps extends Omit<OwnStrategyPageProps, 'strategyId'> {
  readonly userId: string;
  readonly strategyId: string;
}

function Found({ userId, strategyId, tab, onTab }: FoundProps) {
  const { t } = useTranslation();
  const query = useQuery(ownStrategiesQuery(userId));
  const head = <BareHead steps={[<ToManagement key="management" />]} title={t(($) => $.strategies.strategy)} />;
  return (
    <Answered
      query={query}
      panel={t(($) => $.leading.panel)}
      head={head}
      waiting={
        <div className="p-5">
          <SkeletonRows rows={8} columns={['text', 'number']} />
        </div>
      }
    >
      {(strategies) => {
        const strategy = strategies.find((one) => one.strategyId === strategyId);
        if (!strategy)
          return (
            <>
              {head}
              <EmptyState icon={SearchX} title={t(($) => $.errors.StrategyNotFound)} className="m-auto" />
            </>
          );
        if (tab === 'terms' && strategy.state === 'NOT_STARTED')
          return <Written key={strategyId} userId={userId} strategy={strategy} />;
        return <Led userId={userId} strategy={strategy} tab={tab} onTab={onTab} />;
      }}
    </Answered>
  );
}

function ToManagement() {
  const { t } = useTranslation();
  return (
    <Link
      to="/account-overview/copy-trade/management/{-$strategyId}"
      params={{ strategyId: undefined }}
      className={CRUMB}
    >
      {t(($) => $.strategies.nav.management)}
    </Link>
  );
}

interface WrittenProps {
  readonly userId: string;
  readonly strategy: OwnStrategy | null;
}

/** The form, for a new one or a change, beside what followers will see. */
function Written({ userId, strategy }: WrittenProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(EMPTY_STRATEGY);
  const title =
    strategy === null ? t(($) => $.leading.create) : t(($) => $.leading.changeOf, { strategy: strategy.name });
  return (
    <div className="grid content-start gap-4 p-4 md:p-5 xl:px-10" data-testid="strategy-written">
      <header className="grid gap-1.5">
        <Crumbs steps={[<ToManagement key="management" />]} here={title} />
        <h1 className="flex flex-wrap items-center gap-2.5 text-20">
          {title}
          {strategy && <ApprovalBadge strategy={strategy} />}
        </h1>
      </header>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_25rem]">
        <StrategyForm userId={userId} strategy={strategy} onDraft={setDraft} />
        <div className="grid gap-4">
          {strategy && <ApprovalSteps strategy={strategy} />}
          <StrategyPreview draft={draft} />
        </div>
      </div>
    </div>
  );
}

interface LedProps extends Omit<FoundProps, 'strategyId'> {
  readonly strategy: OwnStrategy;
}

function Led({ userId, strategy, tab, onTab }: LedProps) {
  const { t } = useTranslation();
  const { name, description, accountId, strategyId, startedDate } = strategy;
  const account = useNamedAccount(accountId);
  const shown = tab === 'terms' ? 'copiers' : tab;
  return (
    <div className="grid content-start gap-4 p-4 md:p-5" data-testid="own-strategy-page">
      <header className="grid gap-1.5">
        <Crumbs steps={[<ToManagement key="management" />]} here={name} />
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <h1 className="break-words text-20">{name}</h1>
          <ApprovalBadge strategy={strategy} />
          <span className="flex items-center gap-1.5 text-12">
            <AccountName account={account} />
          </span>
          {startedDate !== null && (
            <Link
              to="/account-overview/copy-trade/strategies/{-$strategyId}"
              params={{ strategyId }}
              className="rounded-sm text-12 text-primary-text hover:underline max-md:py-3"
            >
              {t(($) => $.leading.asFollowers)}
            </Link>
          )}
          <span className="ml-auto">
            <StrategyMoves userId={userId} strategy={strategy} />
          </span>
        </div>
        <p className="max-w-3xl break-words text-fg-2">{description}</p>
      </header>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Card aria-label={t(($) => $.leading.tabs.name)} className="overflow-hidden p-0">
          <Tabs value={shown} onValueChange={(next) => onTab(next as OwnStrategyTab)}>
            <TabsList aria-label={t(($) => $.leading.tabs.name)} className="border-border border-b px-2">
              <Tab value="copiers">{t(($) => $.leading.copiers)}</Tab>
              <Tab value="weeks">{t(($) => $.leading.tabs.weeks)}</Tab>
              <Tab value="earnings">{t(($) => $.leading.tabs.earnings)}</Tab>
            </TabsList>
            <TabContent value="copiers">
              <CopierList userId={userId} strategyId={strategyId} />
            </TabContent>
            <TabContent value="weeks">
              <CopierWeeks userId={userId} strategyId={strategyId} />
            </TabContent>
            <TabContent value="earnings">
              <Earnings userId={userId} accountId={accountId} />
            </TabContent>
          </Tabs>
        </Card>
        <ApprovalSteps strategy={strategy} />
      </div>
    </div>
  );
}

/** What followers paid to the sub-account that leads. */
function Earnings({ userId, accountId }: { readonly userId: string; readonly accountId: string }) {
  const { t } = useTranslation();
  const query = useTransactions({ userId, accountId }, { type: 'COPY_EARNINGS' });
  return (
    <Answered
      query={query}
      panel={t(($) => $.money.panel)}
      waiting={<SkeletonRows rows={5} columns={['text', 'number', 'number']} />}
    >
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        if (rows.length === 0)
          return (
            <EmptyState icon={Coins} title={t(($) => $.leading.noEarnings)} hint={t(($) => $.leading.noEarningsHint)} />
          );
        const more = {
          hasMore: query.hasNextPage,
          isLoadingMore: query.isFetchingNextPage,
          loadMore: () => void query.fetchNextPage(),
        };
        return (
          <div className="flex max-h-140 flex-col">
            <TransactionList rows={rows}>
              <MoreRows list="transactions" rows={rows.length} more={more} />
            </TransactionList>
          </div>
        );
      }}
    </Answered>
  );
}
