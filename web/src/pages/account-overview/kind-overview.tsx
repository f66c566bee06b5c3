/**
 * Total value of all sub-accounts of one kind, and their profit today, this week and this month. Demo and live are
 * never added up: if there are both, one of them is shown at a time.
 */
import type { AccountDay } from '@mua/contract/entities/account-day';
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  addProfits,
  daysFrom,
  NO_PROFIT,
  PERIODS,
  type Period,
  type ProfitParts,
  startOf,
  sumProfit,
  withLiveProfit,
} from '#accounts/period-profit.ts';
import { cn } from '#design/class-names.ts';
import { Segment } from '#design/ui/controls/segment.tsx';
import { AccountKindBadge } from '#design/ui/feedback/badge.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import { type SubAccountRow, sumAccounts } from '#features/sub-accounts/sub-account-row.ts';
import { formatCivilDate } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';
import { accountDaysQuery } from '#pages/account-overview/account-days.ts';
import { errorCodeOf } from '#signed-in/actor.ts';

export interface KindOverviewProps {
  readonly userId: string;
  readonly rows: readonly SubAccountRow[];
  /** Decides which kind is shown first. */
  readonly current: AccountOverview | undefined;
}

export function KindOverview({ userId, rows, current }: KindOverviewProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<'demo' | 'live' | null>(null);
  const hasBoth = new Set(rows.map(({ account }) => account.isDemo)).size > 1;
  const isDemo = hasBoth && chosen !== null ? chosen === 'demo' : (current?.isDemo ?? false);
  const shown = useMemo(() => rows.filter(({ account }) => account.isDemo === isDemo), [rows, isDemo]);
  const kind = t(($) => (isDemo ? $.words.account.demo : $.words.account.live));
  return (
    <div data-testid="kind-overview">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
        <h2 className="text-14">{t(($) => $.words.margin.totalEquity)}</h2>
        <AccountKindBadge isDemo={isDemo} />
        <span className="text-12 text-fg-3">{t(($) => $.accounts.sumOf, { accounts: shown.length, kind })}</span>
        {hasBoth && (
          <Segment
            label={t(($) => $.accounts.kind)}
            value={isDemo ? 'demo' : 'live'}
            onValueChange={setChosen}
            className="ml-auto"
            options={[
              { value: 'demo', label: t(($) => $.words.account.demo) },
              { value: 'live', label: t(($) => $.words.account.live) },
            ]}
          />
        )}
      </div>
      <Sums rows={shown} />
      <ProfitOverview userId={userId} rows={shown} />
    </div>
  );
}

function Sums({ rows }: { rows: readonly SubAccountRow[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const sums = sumAccounts(rows);
  return (
    <div className="mt-1 flex flex-wrap items-end justify-between gap-x-10 gap-y-3 tabular-nums">
      <p className="font-semibold text-28" data-testid="total-equity">
        {format.vnd(sums?.equityVnd)}
      </p>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Fact name={t(($) => $.words.margin.requiredMargin)}>{format.vnd(sums?.requiredVnd)}</Fact>
        <Fact name={t(($) => $.words.margin.availableMargin)}>{format.vnd(sums?.availableVnd)}</Fact>
        <Fact name={t(($) => $.words.position.estimatedProfit)}>
          <Profit amount={sums?.estimatedVnd} />
        </Fact>
        <Fact name={t(($) => $.words.position.actualProfit)}>
          <Profit amount={sums?.actualVnd} />
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-12 text-fg-3">{name}</dt>
      <dd className="font-medium text-14">{children}</dd>
    </div>
  );
}

function ProfitOverview({ userId, rows }: { userId: string; rows: readonly SubAccountRow[] }) {
  const { t } = useTranslation();
  const { days, isPending, error, retry } = useQueries({
    queries: rows.map(({ account }) => accountDaysQuery({ userId, accountId: account.accountId })),
    combine: joined,
  });
  const live = useMemo(
    () => days.map((each, index) => withLiveProfit(each, rows[index]?.live?.estimatedProfitVnd ?? null)),
    [days, rows],
  );
  return (
    <section aria-label={t(($) => $.accounts.profit)} className="mt-5 border-border border-t pt-4">
      <h2 className="mb-2 text-14">{t(($) => $.accounts.profit)}</h2>
      {error ? (
        <ErrorPanel panel={t(($) => $.accounts.panel.profit)} code={errorCodeOf(error)} onRetry={retry} />
      ) : isPending ? (
        <SkeletonRows rows={4} columns={['text', 'number', 'number']} />
      ) : live.every((each) => each.length === 0) ? (
        <p className="py-3 text-12 text-fg-3">{t(($) => $.accounts.noDays)}</p>
      ) : (
        <>
          <div className="grid gap-px overflow-hidden rounded-md border border-border bg-border md:grid-cols-3">
            {PERIODS.map((period, at) => (
              <PeriodTile key={period} period={period} before={PERIODS[at - 1]} accounts={live} />
            ))}
          </div>
          <p className="mt-1.5 text-12 text-fg-3">{t(($) => $.accounts.resultHint)}</p>
        </>
      )}
    </section>
  );
}

function joined(results: readonly UseQueryResult<readonly AccountDay[]>[]) {
  return {
    days: results.map(({ data }) => data ?? NO_DAYS),
    isPending: results.some((result) => result.isPending),
    error: results.find((result) => result.error !== null && result.data === undefined)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.error !== null) void result.refetch();
    },
  };
}

const NO_DAYS: readonly AccountDay[] = [];

interface PeriodTileProps {
  readonly period: Period;
  /** The next shorter period: on a phone a tile with the same figures as that one is hidden. */
  readonly before: Period | undefined;
  readonly accounts: readonly (readonly AccountDay[])[];
}

function PeriodTile({ period, before, accounts }: PeriodTileProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const names = {
    day: t(($) => $.accounts.today),
    week: t(($) => $.accounts.thisWeek),
    month: t(($) => $.accounts.thisMonth),
  };
  const { from, parts } = runningPeriod(accounts, period);
  const isAgain = before !== undefined && isSame(parts, runningPeriod(accounts, before).parts);
  return (
    <article
      className={cn('bg-surface px-4 py-3 tabular-nums', isAgain && 'max-md:hidden')}
      data-testid={`profit-${period}`}
      aria-label={names[period]}
    >
      <p className="flex justify-between gap-2 text-12 text-fg-2">
        {names[period]}
        <span className="text-fg-3">
          {period === 'day'
            ? formatCivilDate(from)
            : t(($) => $.accounts.since, { date: formatCivilDate(from).slice(0, 5) })}
        </span>
      </p>
      <p className="mt-0.5 font-semibold text-20">
        <Profit amount={parts.totalVnd} />
      </p>
      <dl className="mt-1.5 grid gap-0.5 text-12">
        <Part name={t(($) => $.accounts.booked)}>
          <Profit amount={parts.actualVnd} />
        </Part>
        <Part name={t(($) => $.accounts.fees)}>{format.vnd(-parts.feesVnd)}</Part>
        <Part name={t(($) => $.accounts.estimated)}>
          <Profit amount={parts.estimatedVnd} />
        </Part>
      </dl>
    </article>
  );
}

function isSame(one: ProfitParts, other: ProfitParts): boolean {
  return one.actualVnd === other.actualVnd && one.feesVnd === other.feesVnd && one.estimatedVnd === other.estimatedVnd;
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-fg-3">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The current day, week or month of all accounts; its dates are the broker's, so they are the same for all. */
function runningPeriod(
  accounts: readonly (readonly AccountDay[])[],
  period: Period,
): { readonly from: string; readonly parts: ProfitParts } {
  const [today = ''] = accounts
    .flatMap((days) => days.at(-1)?.tradeDate ?? [])
    .sort()
    .reverse();
  const from = startOf(today, period);
  return { from, parts: accounts.map((days) => sumProfit(daysFrom(days, from))).reduce(addProfits, NO_PROFIT) };
}
