/**
 * A copy's week (docs/rules/copying.md#weekly-report): every figure opens to the sum that it comes from, beside what was
 * copied in that week and what was not.
 */
import type { CopyDecision } from '@mua/contract/entities/copy-decision';
import type { OwnCopy } from '@mua/contract/entities/copy-trader';
import type { WeeklyCopierReport } from '@mua/contract/entities/weekly-copier-report';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { AccountName } from '#design/ui/figures/account-name.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useFormat } from '#i18n/use-format.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { allWeeksQuery, copyQuery, weekDecisionsQuery } from '#pages/copy-trade/copies/copies.ts';
import { ToCopies } from '#pages/copy-trade/copies/copy-page.tsx';
import { DecisionRow } from '#pages/copy-trade/copies/decision-row.tsx';
import { WeekFigures } from '#pages/copy-trade/copies/week-figures.tsx';
import { weekText } from '#pages/copy-trade/copies/week-text.ts';
import { BareHead, CRUMB, Crumbs } from '#pages/copy-trade/crumbs.tsx';
import { OfInvestor } from '#pages/copy-trade/of-investor.tsx';
import { strategyQuery } from '#pages/copy-trade/strategies/strategies.ts';
import { useNamedAccount } from '#signed-in/accounts.ts';

export interface WeeklyReportPageProps {
  readonly copyId: string;
  /** When the week began. */
  readonly week: string;
}

export function WeeklyReportPage({ copyId, week }: WeeklyReportPageProps) {
  const { t } = useTranslation();
  const title = t(($) => $.copies.weekly);
  usePageTitle(title);
  return <OfInvestor title={title}>{(userId) => <FoundWeek userId={userId} copyId={copyId} week={week} />}</OfInvestor>;
}

function FoundWeek({ userId, copyId, week }: WeeklyReportPageProps & { readonly userId: string }) {
  const { t } = useTranslation();
  const copy = useQuery(copyQuery(userId, copyId));
  const weeks = useQuery(allWeeksQuery(userId, copyId));
  const panel = t(($) => $.copies.weeksPanel);
  const waiting = (
    <div className="p-5">
      <SkeletonRows rows={9} columns={['text', 'number']} />
    </div>
  );
  const head = (steps: readonly ReactNode[]) => <BareHead steps={steps} title={t(($) => $.copies.weekly)} />;
  return (
    <Answered query={copy} panel={panel} waiting={waiting} head={head([<ToCopies key="copies" hasEnded={false} />])}>
      {(found) => (
        <Answered query={weeks} panel={panel} waiting={waiting} head={head(stepsTo(found))}>
          {(all) => {
            const at = all.findIndex(({ startTime }) => startTime === week);
            const report = all[at];
            return report ? (
              <Report userId={userId} copy={found} report={report} earlier={all[at + 1]} later={all[at - 1]} />
            ) : (
              <>
                {head(stepsTo(found))}
                <EmptyState title={t(($) => $.copies.noSuchWeek)} className="m-auto" />
              </>
            );
          }}
        </Answered>
      )}
    </Answered>
  );
}

function stepsTo({ copyTraderId: copyId, strategyName, state }: OwnCopy): readonly ReactNode[] {
  return [
    <ToCopies key="copies" hasEnded={state === 'CLOSED'} />,
    <Link
      key="copy"
      to="/account-overview/copy-trade/trading/{-$copyId}"
      params={{ copyId }}
      search={{ tab: 'weeks' }}
      className={CRUMB}
    >
      {strategyName}
    </Link>,
  ];
}

interface ReportProps {
  readonly userId: string;
  readonly copy: OwnCopy;
  readonly report: WeeklyCopierReport;
  readonly earlier: WeeklyCopierReport | undefined;
  readonly later: WeeklyCopierReport | undefined;
}

function Report({ userId, copy, report, earlier, later }: ReportProps) {
  const strategy = useQuery(strategyQuery(userId, copy.strategyId));
  return (
    <div className="grid content-start gap-4 p-4 md:p-5 xl:px-10" data-testid="weekly-report">
      <Head copy={copy} report={report} earlier={earlier} later={later} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_30rem]">
        <Card className="overflow-hidden p-0">
          <WeekFigures report={report} rate={strategy.data?.performanceFeeRate} />
        </Card>
        <Decisions userId={userId} copy={copy} report={report} tolerance={strategy.data?.slippageTolerance} />
      </div>
    </div>
  );
}

function Head({ copy, report, earlier, later }: Omit<ReportProps, 'userId'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const { copyTraderId: copyId, accountId } = copy;
  return (
    <header className="grid gap-1.5">
      <Crumbs steps={stepsTo(copy)} here={t(($) => $.copies.weekly)} />
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h1 className="text-20">{t(($) => $.copies.weekly)}</h1>
        <span className="text-fg-2 tabular-nums">{weekText(format, report)}</span>
        <span className="flex items-center gap-1.5 text-12">
          <AccountName account={useNamedAccount(accountId)} />
        </span>
        <span className="ml-auto flex gap-1">
          <ToWeek copyId={copyId} week={earlier} name={t(($) => $.copies.earlier)} icon={ChevronLeft} />
          <ToWeek copyId={copyId} week={later} name={t(($) => $.copies.later)} icon={ChevronRight} />
        </span>
      </div>
    </header>
  );
}

interface ToWeekProps {
  readonly copyId: string;
  readonly week: WeeklyCopierReport | undefined;
  readonly name: string;
  readonly icon: typeof ChevronLeft;
}

function ToWeek({ copyId, week, name, icon: Icon }: ToWeekProps) {
  const navigate = useNavigate();
  const go = (startTime: string) =>
    void navigate({
      to: '/account-overview/copy-trade/trading/{-$copyId}',
      params: { copyId },
      search: { week: startTime },
    });
  return (
    <IconButton
      label={name}
      className="max-md:size-11"
      disabled={week === undefined}
      onClick={() => week && go(week.startTime)}
    >
      <Icon aria-hidden />
    </IconButton>
  );
}

interface DecisionsProps extends Pick<ReportProps, 'userId' | 'copy' | 'report'> {
  readonly tolerance: number | undefined;
}

function Decisions({ userId, copy, report, tolerance }: DecisionsProps) {
  const { t } = useTranslation();
  const query = useQuery(weekDecisionsQuery(userId, copy.copyTraderId, report));
  const list = (title: string, decisions: readonly CopyDecision[]) => (
    <Card aria-label={title} className="overflow-hidden p-0">
      <h2 className="px-4 pt-3.5 pb-2 text-14 md:px-5">{title}</h2>
      <ol aria-label={title} className="[&>li]:grid-cols-1">
        {decisions.map((decision, index) => (
          <DecisionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: fills of one moment have nothing that tells them apart.
            key={index}
            decision={decision}
            ratio={copy.copyRatio}
            tolerance={tolerance}
          />
        ))}
      </ol>
    </Card>
  );
  return (
    <Answered
      query={query}
      panel={t(($) => $.copies.logPanel)}
      waiting={<SkeletonRows rows={4} columns={['text', 'text']} />}
    >
      {(decisions) => {
        const copied = decisions.filter(({ order }) => order !== null);
        const skipped = decisions.filter(({ order, skip }) => order === null && skip !== null);
        return (
          <div className="grid gap-4">
            {copied.length > 0 &&
              list(
                t(($) => $.copies.copiedIn, { count: copied.length }),
                copied,
              )}
            {skipped.length > 0 &&
              list(
                t(($) => $.copies.skippedIn, { count: skipped.length }),
                skipped,
              )}
            {copied.length + skipped.length === 0 && (
              <Card>
                <EmptyState title={t(($) => $.copies.noFills)} />
              </Card>
            )}
          </div>
        );
      }}
    </Answered>
  );
}
