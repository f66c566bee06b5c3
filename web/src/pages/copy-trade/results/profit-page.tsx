/** `/account-overview/copy-trade/profit`: what copying has given, together day by day, and copy by copy. */
import type { CopyProfit } from '@mua/contract/entities/copy-event';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useFormat } from '#i18n/use-format.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { copyProfitQuery, isClosed } from '#pages/copy-trade/copies/copies.ts';
import { OfInvestor } from '#pages/copy-trade/of-investor.tsx';
import { CopyTable } from '#pages/copy-trade/results/copy-table.tsx';
import { NothingCopied } from '#pages/copy-trade/results/events-page.tsx';
import { ProfitCurve } from '#pages/copy-trade/results/profit-curve.tsx';

export function ProfitPage() {
  const { t } = useTranslation();
  const title = t(($) => $.strategies.nav.profit);
  usePageTitle(title);
  return <OfInvestor title={title}>{(userId) => <ProfitOfCopies userId={userId} />}</OfInvestor>;
}

function ProfitOfCopies({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const query = useQuery(copyProfitQuery(userId));
  return (
    <div className="p-4 md:p-5" data-testid="copy-profit">
      <Answered
        query={query}
        panel={t(($) => $.copies.profitPanel)}
        waiting={<SkeletonRows rows={8} columns={['text', 'number', 'number']} />}
      >
        {(result) =>
          result.copies.length === 0 ? <NothingCopied title={t(($) => $.copies.none)} /> : <Result result={result} />
        }
      </Answered>
    </div>
  );
}

function Result({ result: { copies, profit, fees, days } }: { readonly result: CopyProfit }) {
  const { t } = useTranslation();
  const format = useFormat();
  const running = copies.filter((copy) => !isClosed(copy)).length;
  const title = t(($) => $.copies.byCopy);
  return (
    <div className="grid gap-4">
      <Card aria-label={t(($) => $.copies.together)} className="p-0">
        <dl className="grid grid-cols-2 tabular-nums lg:grid-cols-4 max-lg:[&>div:nth-child(n+3)]:border-t lg:[&>div:not(:first-child)]:border-l [&>div:nth-child(even)]:border-l [&>div]:border-border">
          <Sum name={t(($) => $.copies.together)}>
            <Profit amount={profit} />
          </Sum>
          <Sum name={t(($) => $.copies.feesPaid)}>{format.vnd(fees)}</Sum>
          <Sum name={t(($) => $.strategies.nav.trading)}>{format.volume(running)}</Sum>
          <Sum name={t(($) => $.copies.ended)}>{format.volume(copies.length - running)}</Sum>
        </dl>
      </Card>
      {days.length > 0 && (
        <Card className="max-md:p-4">
          <ProfitCurve days={days} />
        </Card>
      )}
      <Card aria-label={title} className="overflow-hidden p-0">
        <h2 className="px-5 pt-3.5 pb-2 text-14 max-md:px-4">{title}</h2>
        <CopyTable copies={copies} label={title} />
      </Card>
      <p className="text-12 text-fg-3">{t(($) => $.copies.profitHint)}</p>
    </div>
  );
}

function Sum({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0 px-4 py-3 md:px-5">
      <dt className="text-12 text-fg-2">{name}</dt>
      <dd className="truncate font-semibold text-20 max-md:text-16">{children}</dd>
    </div>
  );
}
