/** `/account-overview/copy-trade/management`: the strategies that the investor leads or led. */
import type { OwnStrategy } from '@mua/contract/entities/strategy';
import type { Approval } from '@mua/core/values';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { Badge, type BadgeTone } from '#design/ui/feedback/badge.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { AccountName } from '#design/ui/figures/account-name.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { CardFact } from '#design/ui/figures/card-fact.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useFormat } from '#i18n/use-format.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { feeText } from '#pages/copy-trade/copy-texts.ts';
import { ownStrategiesQuery } from '#pages/copy-trade/leading/own-strategies.ts';
import { StrategyMoves } from '#pages/copy-trade/leading/strategy-moves.tsx';
import { OfInvestor } from '#pages/copy-trade/of-investor.tsx';
import { FollowerCount, StateBadge } from '#pages/copy-trade/strategies/strategy-parts.tsx';
import { useNamedAccount } from '#signed-in/accounts.ts';

export function ManagementPage() {
  const { t } = useTranslation();
  const title = t(($) => $.strategies.nav.management);
  usePageTitle(title);
  return (
    <OfInvestor title={title}>
      {(userId) => (
        <div className="p-4 md:p-5" data-testid="management">
          <OwnStrategies userId={userId} />
        </div>
      )}
    </OfInvestor>
  );
}

function OwnStrategies({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const query = useQuery(ownStrategiesQuery(userId));
  return (
    <Answered
      query={query}
      panel={t(($) => $.leading.panel)}
      waiting={<SkeletonRows rows={5} columns={['text', 'number', 'number']} />}
    >
      {(strategies) =>
        strategies.length === 0 ? (
          <EmptyState
            icon={Megaphone}
            title={t(($) => $.leading.none)}
            hint={t(($) => $.leading.noneHint)}
            action={
              <Link
                to="/account-overview/copy-trade/management/{-$strategyId}"
                params={{ strategyId: 'new' }}
                className={buttonVariants({ className: 'max-md:min-h-11' })}
              >
                {t(($) => $.leading.create)}
              </Link>
            }
          />
        ) : (
          <ul aria-label={t(($) => $.leading.own)} className="grid gap-4 lg:grid-cols-2 2xl:grid-cols-3 [&>li]:grid">
            {strategies.map((strategy) => (
              <li key={strategy.strategyId}>
                <StrategyCard userId={userId} strategy={strategy} />
              </li>
            ))}
          </ul>
        )
      }
    </Answered>
  );
}

const TONES: Readonly<Record<Approval, BadgeTone>> = { PENDING: 'warning', APPROVED: 'success', REJECTED: 'danger' };

/** The desk's word, until the strategy runs: from then on it goes without saying. */
export function ApprovalBadge({ strategy: { approval, state } }: { readonly strategy: OwnStrategy }) {
  const { t } = useTranslation();
  if (state !== 'NOT_STARTED') return <StateBadge state={state} />;
  return (
    <Badge tone={TONES[approval]} data-testid="approval" data-approval={approval}>
      {t(($) => $.leading.approval[approval])}
    </Badge>
  );
}

function StrategyCard({ userId, strategy }: { readonly userId: string; readonly strategy: OwnStrategy }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { strategyId, name, accountId, approval, state, reason, minFollowAmount } = strategy;
  const account = useNamedAccount(accountId);
  return (
    <Card aria-label={name} className="flex flex-col gap-3.5 max-md:p-4" data-testid="own-strategy">
      <header className="grid gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="min-w-0 break-words text-16">
            <Link
              to="/account-overview/copy-trade/management/{-$strategyId}"
              params={{ strategyId }}
              className="rounded-sm hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
            >
              {name}
            </Link>
          </h2>
          <ApprovalBadge strategy={strategy} />
        </div>
        <p className="flex flex-wrap items-center gap-1.5 text-12 text-fg-2">
          <AccountName account={account} />
        </p>
      </header>
      {approval === 'REJECTED' && state === 'NOT_STARTED' && (
        <p className="rounded-md bg-danger-soft px-3 py-2 text-12 text-danger" data-testid="rejected-because">
          <b className="font-semibold">{t(($) => $.leading.rejectedBecause)}</b> {reason}
        </p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-6 gap-y-2 tabular-nums">
        <CardFact name={t(($) => $.strategies.followerCount)}>
          <FollowerCount strategy={strategy} />
        </CardFact>
        <CardFact name={t(($) => $.strategies.fee)}>{feeText({ t, format }, strategy)}</CardFact>
        <CardFact name={t(($) => $.strategies.capitalFrom)}>{format.vndSummary(minFollowAmount)}</CardFact>
      </dl>
      <div className="mt-auto border-border border-t pt-3">
        <StrategyMoves userId={userId} strategy={strategy} />
      </div>
    </Card>
  );
}
