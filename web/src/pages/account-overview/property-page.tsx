/** `/account-overview/property/:account-id`: a sub-account's value, its margin, and where its profit came from. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveAccounts } from '#accounts/live-accounts.ts';
import type { Range } from '#accounts/period-profit.ts';
import { ErrorBoundary } from '#design/ui/feedback/error-boundary.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { MarginGauge } from '#features/margin-gauge/margin-gauge.tsx';
import { OrderDetails } from '#features/order-details/order-details.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useFreshDays } from '#pages/account-overview/account-days.ts';
import { AccountHead } from '#pages/account-overview/account-head.tsx';
import { FoundAccount } from '#pages/account-overview/found-account.tsx';
import { PropertyEquity } from '#pages/account-overview/property-equity.tsx';
import { PropertyProfit } from '#pages/account-overview/property-profit.tsx';
import { useAccountDays } from '#pages/account-overview/use-account-days.ts';
import { useEnteredAccount } from '#pages/account-overview/use-entered-account.ts';
import { WaitingGauge } from '#pages/account-overview/waiting-shapes.tsx';
import type { AccountActor } from '#signed-in/actor.ts';
import { errorCodeOf } from '#signed-in/actor.ts';

/** Not visible on the first screen. */
const PositionList = lazy(async () => ({
  default: (await import('#features/positions/position-list.tsx')).PositionList,
}));

export function PropertyPage({ accountId }: { accountId: string }) {
  const { t } = useTranslation();
  const title = t(($) => $.accounts.property);
  usePageTitle(title);
  return (
    <FoundAccount title={title} accountId={accountId}>
      {({ actor, account }) => <Property key={`${actor.userId} ${accountId}`} actor={actor} account={account} />}
    </FoundAccount>
  );
}

function Property({ actor, account }: { actor: AccountActor; account: AccountOverview }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { isEntered, previous } = useEnteredAccount(account.accountId, (accountId) => {
    void navigate({ to: '/account-overview/property/$accountId', params: { accountId }, replace: true });
  });
  useFreshDays();
  const [range, setRange] = useState<Range>('month');
  const accounts = useMemo(() => [account], [account]);
  const { byAccount, error, retry } = useLiveAccounts(actor.userId, accounts);
  const live = byAccount.get(account.accountId);
  const days = useAccountDays(actor, { range, estimatedProfitVnd: live?.estimatedProfitVnd ?? null });
  const choice = { value: range, onChange: setRange };
  return (
    <div className="grid shrink-0 gap-4 p-4 md:p-5 2xl:px-6">
      <AccountHead title={t(($) => $.accounts.property)} account={account} previous={previous} />
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_384px]">
        <Card className="max-md:p-4">
          <ErrorBoundary panel={t(($) => $.accounts.panel.equity)}>
            {isEntered && <PropertyEquity account={account} live={live} days={days} range={choice} />}
          </ErrorBoundary>
        </Card>
        <Card className="max-md:p-4">
          <ErrorBoundary panel={t(($) => $.accounts.panel.margin)}>
            {live ? (
              <MarginGauge account={live} />
            ) : error ? (
              <ErrorPanel panel={t(($) => $.accounts.panel.margin)} code={errorCodeOf(error)} onRetry={retry} />
            ) : (
              <WaitingGauge />
            )}
          </ErrorBoundary>
        </Card>
      </div>
      <ErrorBoundary panel={t(($) => $.accounts.panel.profit)}>
        <PropertyProfit actor={actor} live={live} days={days} range={choice} />
      </ErrorBoundary>
      <Card aria-label={t(($) => $.property.positions)} className="flex flex-col overflow-hidden p-0 md:h-96">
        <h2 className="px-5 pt-4 pb-1 text-14">{t(($) => $.property.positions)}</h2>
        <ErrorBoundary panel={t(($) => $.positions.panel)}>
          {isEntered && (
            <Suspense fallback={<SkeletonRows rows={4} columns={['text', 'number', 'number', 'number']} />}>
              <PositionList />
            </Suspense>
          )}
        </ErrorBoundary>
      </Card>
      <OrderDetails />
    </div>
  );
}
