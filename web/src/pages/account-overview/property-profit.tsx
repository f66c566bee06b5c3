/** The profit of the selected range by time and by commodity. Both show the same realized total. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveAccount } from '#accounts/live-accounts.ts';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { RangeChoice, type RangeChoiceProps } from '#features/equity-curve/range-choice.tsx';
import { CommodityReport } from '#features/profit-report/commodity-report.tsx';
import { commodityRows } from '#features/profit-report/commodity-rows.ts';
import { PeriodReport } from '#features/profit-report/period-report.tsx';
import { formatCivilDate } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useContracts } from '#market/contracts.ts';
import { commodityProfitQuery } from '#pages/account-overview/account-days.ts';
import { useOpenProfit } from '#pages/account-overview/open-profit.ts';
import type { ShownDays } from '#pages/account-overview/use-account-days.ts';
import { WaitingChart } from '#pages/account-overview/waiting-shapes.tsx';
import type { AccountActor } from '#signed-in/actor.ts';
import { errorCodeOf } from '#signed-in/actor.ts';

export interface PropertyProfitProps {
  readonly actor: AccountActor;
  readonly live: LiveAccount | undefined;
  readonly days: ShownDays;
  readonly range: RangeChoiceProps;
}

export function PropertyProfit({ actor, live, days, range }: PropertyProfitProps) {
  const { t } = useTranslation();
  const [first, last] = [days.shown[0], days.shown.at(-1)];
  return (
    <section aria-label={t(($) => $.accounts.profit)} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-16">{t(($) => $.accounts.profit)}</h2>
        {first && last && (
          <span className="text-12 text-fg-3 tabular-nums">
            {t(($) => $.property.span, {
              from: formatCivilDate(first.tradeDate),
              to: formatCivilDate(last.tradeDate),
            })}
          </span>
        )}
        <span className="ml-auto" />
        <RangeChoice {...range} />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card className="max-md:p-4">
          <ByPeriod days={days} />
        </Card>
        <Card className="max-md:p-4">
          <h2 className="mb-3 flex min-h-7.5 items-center text-14">{t(($) => $.property.byCommodity)}</h2>
          <ByCommodity actor={actor} live={live} days={days} />
        </Card>
      </div>
    </section>
  );
}

function ByPeriod({ days }: { days: ShownDays }) {
  const { t } = useTranslation();
  if (days.isLoading) return <WaitingChart className="h-76" />;
  if (days.shown.length > 0) return <PeriodReport days={days.shown} />;
  return (
    <>
      <h2 className="mb-3 flex min-h-7.5 items-center text-14">{t(($) => $.property.byPeriod)}</h2>
      {days.error ? (
        <ErrorPanel panel={t(($) => $.accounts.panel.profit)} code={errorCodeOf(days.error)} onRetry={days.retry} />
      ) : (
        <EmptyState title={t(($) => $.property.noProfit)} className="py-10" />
      )}
    </>
  );
}

function ByCommodity({ actor, live, days }: Omit<PropertyProfitProps, 'range'>) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const { contracts } = useContracts();
  const { data, error, refetch } = useQuery({
    ...commodityProfitQuery(actor, days.from),
    // The start of the range is known once the days are loaded.
    enabled: !days.isLoading,
  });
  const openProfit = useOpenProfit(live?.status);
  const names = useMemo(
    () => new Map(contracts.map(({ commodityCode, commodityName }) => [commodityCode, commodityName[language]])),
    [contracts, language],
  );
  const rows = useMemo(() => commodityRows(data?.items ?? [], openProfit), [data, openProfit]);
  if (data) {
    const [feesVnd, accountFeesVnd] = [BigInt(data.total.fees), BigInt(data.total.accountFees)];
    const netVnd = BigInt(data.total.actualProfit) - feesVnd;
    return <CommodityReport rows={rows} names={names} total={{ netVnd, feesVnd, accountFeesVnd }} />;
  }
  if (!error) return <SkeletonRows rows={6} columns={['text', 'text', 'number', 'number']} />;
  const panel = t(($) => $.accounts.panel.profit);
  return <ErrorPanel panel={panel} code={errorCodeOf(error)} onRetry={() => void refetch()} />;
}
