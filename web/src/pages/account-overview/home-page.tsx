/** `/account-overview`: value and profit of all sub-accounts, what needs attention, and the market. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveAccounts } from '#accounts/live-accounts.ts';
import { ErrorBoundary } from '#design/ui/feedback/error-boundary.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SignInFirst } from '#design/ui/feedback/sign-in-first.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { SubAccountList } from '#features/sub-accounts/sub-account-list.tsx';
import { WithoutAccount } from '#orders/without-account.tsx';
import { useFreshDays } from '#pages/account-overview/account-days.ts';
import { Attention } from '#pages/account-overview/attention.tsx';
import { useInactiveReason } from '#pages/account-overview/found-account.tsx';
import { KindOverview } from '#pages/account-overview/kind-overview.tsx';
import { MarketSection } from '#pages/account-overview/market-section.tsx';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { accountsQuery, useTradingAccount } from '#signed-in/accounts.ts';
import { errorCodeOf, useActiveUser } from '#signed-in/actor.ts';

export function AccountHomePage() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.accounts.home));
  const userId = useActiveUser();
  return (
    <div className="grid shrink-0 gap-4 p-4 md:p-5 2xl:px-6">
      <h1 className="text-20">{t(($) => $.accounts.home)}</h1>
      {userId === null ? <SignInFirst /> : <Home key={userId} userId={userId} />}
      <ErrorBoundary panel={t(($) => $.accounts.panel.market)}>
        <MarketSection />
      </ErrorBoundary>
    </div>
  );
}

function Home({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { data: accounts, error, refetch } = useQuery(accountsQuery(userId));
  const current = useTradingAccount();
  const reason = useInactiveReason(userId);
  useFreshDays();
  const { byAccount, error: unknownAccount, retry } = useLiveAccounts(userId, accounts ?? NONE);
  const rows = useMemo(
    () => (accounts ?? []).map((account) => ({ account, live: byAccount.get(account.accountId) })),
    [accounts, byAccount],
  );
  const failed = accounts ? unknownAccount : error;
  if (failed !== null) {
    return (
      <Card>
        <ErrorPanel
          panel={t(($) => $.accounts.panel.accounts)}
          code={errorCodeOf(failed)}
          onRetry={() => (accounts ? retry() : void refetch())}
        />
      </Card>
    );
  }
  if (!accounts) return <WaitingCard />;
  if (accounts.length === 0) return <WithoutAccount userId={userId} waiting={<WaitingCard />} className="py-14" />;
  return (
    <>
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_384px]">
        <Card className="max-md:p-4">
          <ErrorBoundary panel={t(($) => $.accounts.panel.profit)}>
            <KindOverview userId={userId} rows={rows} current={current} />
          </ErrorBoundary>
        </Card>
        <Card aria-label={t(($) => $.accounts.attention)} className="p-0">
          <ErrorBoundary panel={t(($) => $.accounts.panel.attention)}>
            <Attention userId={userId} rows={rows} />
          </ErrorBoundary>
        </Card>
      </div>
      <Card aria-label={t(($) => $.shell.header.subAccounts)} className="overflow-hidden p-0">
        <ErrorBoundary panel={t(($) => $.accounts.panel.accounts)}>
          <SubAccountList
            rows={rows}
            current={current?.accountId}
            reason={reason}
            onChoose={(accountId) => useSelectedAccount.getState().select(accountId)}
          />
        </ErrorBoundary>
      </Card>
    </>
  );
}

function WaitingCard() {
  return (
    <Card>
      <SkeletonRows rows={6} columns={['text', 'number', 'number', 'number']} />
    </Card>
  );
}

const NONE = [] as const;
