/**
 * `/account-overview/history-payment?tab=statements`: the statement of a day, a month or a year, its sum as an equation, and its
 * proof, which is checked here and not by the server.
 */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import type { StatementLine } from '@mua/contract/entities/statement';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TALL_CHIPS } from '#design/phone-targets.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { Select } from '#design/ui/controls/select.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { RefusalNote } from '#design/ui/feedback/refusal-note.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useFormat } from '#i18n/use-format.ts';
import { AccountHead } from '#pages/account-overview/account-head.tsx';
import { ChosenAccount } from '#pages/account-overview/chosen-account.tsx';
import { HistoryTabs } from '#pages/statements/history-tabs.tsx';
import { ProofPanel, ProofWays } from '#pages/statements/proof-panel.tsx';
import { StatementEquation } from '#pages/statements/statement-equation.tsx';
import { StatementLists } from '#pages/statements/statement-lists.tsx';
import {
  downloadStatement,
  STATEMENT_FORMATS,
  type StatementFormat,
  type StatementUnit,
  statementQuery,
  statementsQuery,
} from '#pages/statements/statements.ts';
import { type AccountActor, errorCodeOf } from '#signed-in/actor.ts';
import { refusalIn } from '#wire/call.ts';
import { clientConfig } from '#wire/client-config.ts';

export interface StatementsPageProps {
  /** `2026-11-20`, `2026-11` or `2026`; the newest day where it is left out. */
  readonly period: string | undefined;
  readonly onPeriod: (period: string | undefined) => void;
}

export function StatementsPage(props: StatementsPageProps) {
  const { t } = useTranslation();
  const title = t(($) => $.statements.title);
  usePageTitle(title);
  return (
    <ChosenAccount title={title}>
      {({ actor, account }) => (
        <Statements key={`${actor.userId} ${actor.accountId}`} actor={actor} account={account} {...props} />
      )}
    </ChosenAccount>
  );
}

function unitOf(period: string): StatementUnit {
  const parts = period.split('-').length;
  return parts === 3 ? 'day' : parts === 2 ? 'month' : 'year';
}

interface StatementsProps extends StatementsPageProps {
  readonly actor: AccountActor;
  readonly account: AccountOverview;
}

function Statements({ actor, account, period, onPeriod }: StatementsProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<StatementUnit>('day');
  const unit = period === undefined ? chosen : unitOf(period);
  const days = useQuery(statementsQuery(actor, 'day'));
  // One query where it is of days.
  const listed = useQuery(statementsQuery(actor, unit));
  // A day that was asked for is never answered by another one.
  const line = period === undefined ? listed.data?.[0] : listed.data?.find((one) => one.period === period);
  const failed = [listed, days].find(({ data, error }) => error && !data);
  const name = usePeriodName();
  const choose = (next: StatementUnit) => {
    setChosen(next);
    onPeriod(undefined);
  };
  return (
    <div className="grid content-start gap-3.5 p-4 md:px-5" data-testid="statements">
      <AccountHead title={line ? name(line.period) : t(($) => $.statements.title)} account={account} previous={null}>
        <div className={`flex flex-wrap items-center gap-2 ${TALL_CHIPS}`}>
          <Segment<StatementUnit>
            label={t(($) => $.statements.unit)}
            value={unit}
            onValueChange={choose}
            options={[
              { value: 'day', label: t(($) => $.statements.day), testId: 'statements-day' },
              { value: 'month', label: t(($) => $.statements.month), testId: 'statements-month' },
              { value: 'year', label: t(($) => $.statements.year), testId: 'statements-year' },
            ]}
          />
          {listed.data && line && <PeriodChoice lines={listed.data} line={line} onPeriod={onPeriod} />}
        </div>
      </AccountHead>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <HistoryTabs current="statements" />
        {line && <Downloads actor={actor} period={line.period} />}
      </div>
      {failed ? (
        <ErrorPanel
          panel={t(($) => $.statements.panel)}
          code={errorCodeOf(failed.error)}
          onRetry={() => void failed.refetch()}
        />
      ) : listed.data && days.data ? (
        line ? (
          <Statement key={line.period} actor={actor} line={line} days={daysOf(days.data, line)} />
        ) : listed.data.length > 0 ? (
          <EmptyState
            icon={ScrollText}
            title={t(($) => $.statements.unknown)}
            action={
              <Button variant="outline" className="max-md:h-11" onClick={() => choose(unit)}>
                {t(($) => $.statements.newest)}
              </Button>
            }
            className="m-auto"
          />
        ) : (
          <EmptyState
            icon={ScrollText}
            title={t(($) => $.statements.none)}
            hint={t(($) => $.statements.noneHint)}
            className="m-auto"
          />
        )
      ) : (
        <SkeletonRows rows={8} columns={['text', 'text', 'text', 'number', 'number']} />
      )}
    </div>
  );
}

/** A month's days: those of a year before them are read with their own months. */
const CHAIN_DAYS = 31;

/** The newest of the period and the one before, which the first of them has to follow. */
function daysOf(days: readonly StatementLine[], { from, to }: StatementLine): readonly string[] {
  const dates = days.map(({ period }) => period).filter((date) => date <= to);
  const own = dates.filter((date) => date >= from).length;
  return dates.slice(0, Math.min(own, CHAIN_DAYS) + 1);
}

function usePeriodName(): (period: string) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (period) => {
    const text = periodText(period, format);
    switch (unitOf(period)) {
      case 'day':
        return t(($) => $.statements.ofDay, { date: text });
      case 'month':
        return t(($) => $.statements.ofMonth, { month: text });
      case 'year':
        return t(($) => $.statements.ofYear, { year: text });
    }
  };
}

function periodText(period: string, format: ReturnType<typeof useFormat>): string {
  return unitOf(period) === 'day' ? format.civilDate(period) : period.split('-').reverse().join('/');
}

interface PeriodChoiceProps {
  readonly lines: readonly StatementLine[];
  readonly line: StatementLine;
  readonly onPeriod: (period: string) => void;
}

/** Newest first: the earlier one is the next in the list. */
function PeriodChoice({ lines, line, onPeriod }: PeriodChoiceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const place = lines.indexOf(line);
  const [earlier, later] = [lines[place + 1], lines[place - 1]];
  return (
    <>
      <IconButton
        label={t(($) => $.statements.earlier)}
        disabled={!earlier}
        onClick={() => earlier && onPeriod(earlier.period)}
        className="max-md:size-11"
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      <Select
        aria-label={t(($) => $.statements.period)}
        data-testid="statement-period"
        className="w-auto max-md:h-11"
        value={line.period}
        onValueChange={onPeriod}
        options={lines.map(({ period }) => ({
          value: period,
          label: periodText(period, format),
        }))}
      />
      <IconButton
        label={t(($) => $.statements.later)}
        disabled={!later}
        onClick={() => later && onPeriod(later.period)}
        className="max-md:size-11"
      >
        <ChevronRight aria-hidden />
      </IconButton>
    </>
  );
}

interface StatementProps {
  readonly actor: AccountActor;
  readonly line: StatementLine;
  readonly days: readonly string[];
}

function Statement({ actor, line, days }: StatementProps) {
  const { t } = useTranslation();
  const query = useQuery(statementQuery(actor, line.period, days));
  if (query.error && !query.data) {
    const retry = () => void query.refetch();
    return <ErrorPanel panel={t(($) => $.statements.panel)} code={errorCodeOf(query.error)} onRetry={retry} />;
  }
  if (!query.data) return <SkeletonRows rows={8} columns={['text', 'text', 'text', 'number', 'number']} />;
  const { file, check } = query.data;
  return (
    <>
      <StatementEquation statement={file.statement} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_392px]">
        <StatementLists statement={file.statement} />
        <ProofPanel appName={clientConfig().appName} proof={file.proof} check={check}>
          <ProofWays />
        </ProofPanel>
      </div>
    </>
  );
}

function Downloads({ actor, period }: { readonly actor: AccountActor; readonly period: string }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<StatementFormat | null>(null);
  const [refused, setRefused] = useState<unknown>(null);
  const download = async (format: StatementFormat) => {
    setBusy(format);
    setRefused(null);
    await downloadStatement(actor, period, format).catch(setRefused);
    setBusy(null);
  };
  const names: Readonly<Record<StatementFormat, string>> = {
    pdf: t(($) => $.statements.pdf),
    csv: 'CSV',
    json: t(($) => $.statements.json),
  };
  return (
    <div className="flex flex-wrap items-center gap-2 md:ml-auto">
      {STATEMENT_FORMATS.map((format) => (
        <Button
          key={format}
          variant="outline"
          className="max-md:h-11"
          data-testid={`statement-${format}`}
          disabled={busy !== null}
          onClick={() => void download(format)}
        >
          <Download aria-hidden /> {names[format]}
        </Button>
      ))}
      <RefusalNote refusal={refused === null ? null : refusalIn(refused)} />
    </div>
  );
}
