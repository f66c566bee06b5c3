/** `/account-overview/copy-trade/trading`: the copies that run, each with what it has given and how far it may fall. */
import type { OwnCopy } from '@mua/contract/entities/copy-trader';
import type { Vnd } from '@mua/core/values';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copy } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveAccounts } from '#accounts/live-accounts.ts';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { AccountName } from '#design/ui/figures/account-name.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { CardFact } from '#design/ui/figures/card-fact.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useFormat } from '#i18n/use-format.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { copiesQuery, isClosed, profitNow } from '#pages/copy-trade/copies/copies.ts';
import { CopyActions } from '#pages/copy-trade/copies/copy-actions.tsx';
import { CopyStateBadge, EndReason, LossMeter } from '#pages/copy-trade/copies/copy-parts.tsx';
import { OfInvestor } from '#pages/copy-trade/of-investor.tsx';
import { useAccounts, useNamedAccount } from '#signed-in/accounts.ts';

export function CopiesPage() {
  const { t } = useTranslation();
  const title = t(($) => $.strategies.nav.trading);
  usePageTitle(title);
  return (
    <OfInvestor title={title}>
      {(userId) => (
        <div className="p-4 md:p-5" data-testid="copies">
          <Running userId={userId} />
        </div>
      )}
    </OfInvestor>
  );
}

function Running({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const query = useQuery(copiesQuery(userId));
  return (
    <Answered
      query={query}
      panel={t(($) => $.copies.panel)}
      waiting={<SkeletonRows rows={6} columns={['text', 'number', 'number']} />}
    >
      {(copies) => {
        const running = copies.filter((copy) => !isClosed(copy));
        return running.length === 0 ? (
          <NoCopies hasEnded={copies.length > 0} />
        ) : (
          <RunningCopies userId={userId} copies={running} />
        );
      }}
    </Answered>
  );
}

function RunningCopies({ userId, copies }: { readonly userId: string; readonly copies: readonly OwnCopy[] }) {
  const { t } = useTranslation();
  const equityOf = useCopyEquity(userId, copies);
  return (
    <ul
      aria-label={t(($) => $.strategies.nav.trading)}
      className="grid gap-4 lg:grid-cols-2 2xl:grid-cols-3 [&>li]:grid"
    >
      {copies.map((copy) => (
        <li key={copy.copyTraderId}>
          <CopyCard userId={userId} copy={copy} equityVnd={equityOf(copy)} />
        </li>
      ))}
    </ul>
  );
}

/** The equity of each copy's sub-account, at the prices of this moment. */
export function useCopyEquity(userId: string, copies: readonly OwnCopy[]): (copy: OwnCopy) => Vnd | undefined {
  const accounts = useAccounts();
  const copying = useMemo(
    () => accounts.filter(({ accountId }) => copies.some((copy) => copy.accountId === accountId)),
    [accounts, copies],
  );
  const { byAccount } = useLiveAccounts(userId, copying);
  return ({ accountId }) => byAccount.get(accountId)?.equityVnd;
}

interface CopyCardProps {
  readonly userId: string;
  readonly copy: OwnCopy;
  readonly equityVnd: Vnd | undefined;
}

function CopyCard({ userId, copy, equityVnd }: CopyCardProps) {
  const { t } = useTranslation();
  const { copyTraderId: copyId, strategyName, accountId, state, endReason } = copy;
  const account = useNamedAccount(accountId);
  return (
    <Card aria-label={strategyName} className="flex flex-col gap-3.5 max-md:p-4" data-testid={`copy-${copyId}`}>
      <header className="grid gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="min-w-0 break-words text-16">
            <Link
              to="/account-overview/copy-trade/trading/{-$copyId}"
              params={{ copyId }}
              className="rounded-sm hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
            >
              {strategyName}
            </Link>
          </h2>
          <CopyStateBadge state={state} />
        </div>
        <p className="flex flex-wrap items-center gap-1.5 text-12 text-fg-2">
          <AccountName account={account} />
        </p>
        {endReason && (
          <p className="text-12 text-warning">
            <EndReason copy={copy} />
          </p>
        )}
      </header>
      <CopyFacts copy={copy} equityVnd={equityVnd} />
      <LossMeter copy={copy} equityVnd={equityVnd} />
      <div className="mt-auto grid gap-2 border-border border-t pt-3">
        <CopyActions userId={userId} copy={copy} />
        <Link
          to="/account-overview/copy-trade/trading/{-$copyId}"
          params={{ copyId }}
          className="justify-self-start rounded-sm text-12 text-primary-text hover:underline max-md:py-3"
        >
          {t(($) => $.copies.details)}
        </Link>
      </div>
    </Card>
  );
}

export function CopyFacts({ copy, equityVnd }: Omit<CopyCardProps, 'userId'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const { copyRatio, completedTrades, fees, winRate, funds, paidUntil } = copy;
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] content-start gap-x-4 gap-y-2 tabular-nums">
      <CardFact name={t(($) => $.copies.profit)}>
        <Profit amount={profitNow(copy, equityVnd)} />
      </CardFact>
      <CardFact name={t(($) => $.copies.putIn)}>{format.vnd(funds)}</CardFact>
      <CardFact name={t(($) => $.words.margin.equity)}>{format.vnd(equityVnd)}</CardFact>
      <CardFact name={t(($) => $.copies.fees)}>{format.vnd(fees)}</CardFact>
      <CardFact name={t(($) => $.strategies.follow.ratio)}>× {format.plain(copyRatio)}</CardFact>
      <CardFact name={t(($) => $.copies.completed)}>
        {winRate === null
          ? format.volume(completedTrades)
          : t(($) => $.copies.completedIs, { trades: format.volume(completedTrades), rate: format.ratio(winRate, 0) })}
      </CardFact>
      <CardFact name={t(($) => $.copies.paidUntil)}>{format.civilDate(paidUntil)}</CardFact>
    </dl>
  );
}

function NoCopies({ hasEnded }: { readonly hasEnded: boolean }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={Copy}
      title={t(($) => (hasEnded ? $.copies.noneRunning : $.copies.none))}
      hint={t(($) => $.copies.noneHint)}
      action={
        <Link
          to="/account-overview/copy-trade/strategies/{-$strategyId}"
          params={{ strategyId: undefined }}
          className={buttonVariants({ className: 'max-md:min-h-11' })}
        >
          {t(($) => $.copies.toStrategies)}
        </Link>
      }
    />
  );
}
