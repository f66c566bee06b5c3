/** `/account-overview/copy-trade/trading/:id`: one copy, with what it holds, what was copied and why not, and its weeks. */
import type { OwnCopy } from '@mua/contract/entities/copy-trader';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Tab, TabContent, Tabs, TabsList } from '#design/ui/controls/tabs.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { AccountName } from '#design/ui/figures/account-name.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useFormat } from '#i18n/use-format.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { CopiedPositions } from '#pages/copy-trade/copies/copied-positions.tsx';
import { copyQuery } from '#pages/copy-trade/copies/copies.ts';
import { CopyFacts, useCopyEquity } from '#pages/copy-trade/copies/copies-page.tsx';
import { CopyActions } from '#pages/copy-trade/copies/copy-actions.tsx';
import { CopyLog } from '#pages/copy-trade/copies/copy-log.tsx';
import { CopyStateBadge, EndReason, LossMeter } from '#pages/copy-trade/copies/copy-parts.tsx';
import type { CopyTab } from '#pages/copy-trade/copies/copy-tabs.ts';
import { CopyWeeks } from '#pages/copy-trade/copies/copy-weeks.tsx';
import { BareHead, CRUMB, Crumbs } from '#pages/copy-trade/crumbs.tsx';
import { OfInvestor } from '#pages/copy-trade/of-investor.tsx';
import { useNamedAccount } from '#signed-in/accounts.ts';

export interface CopyPageProps {
  readonly copyId: string;
  readonly tab: CopyTab;
  readonly onTab: (tab: CopyTab) => void;
}

export function CopyPage({ copyId, ...tabs }: CopyPageProps) {
  const { t } = useTranslation();
  return (
    <OfInvestor title={t(($) => $.strategies.nav.trading)}>
      {(userId) => <FoundCopy userId={userId} copyId={copyId} {...tabs} />}
    </OfInvestor>
  );
}

function FoundCopy({ userId, copyId, ...tabs }: CopyPageProps & { readonly userId: string }) {
  const { t } = useTranslation();
  const query = useQuery(copyQuery(userId, copyId));
  const title = t(($) => $.strategies.nav.trading);
  usePageTitle(query.data?.strategyName ?? title);
  return (
    <Answered
      query={query}
      panel={t(($) => $.copies.copyPanel)}
      head={<BareHead steps={[<ToCopies key="copies" hasEnded={false} />]} title={t(($) => $.copies.copy)} />}
      waiting={
        <div className="p-5">
          <SkeletonRows rows={8} columns={['text', 'number', 'number']} />
        </div>
      }
    >
      {(copy) => <WholeCopy userId={userId} copy={copy} {...tabs} />}
    </Answered>
  );
}

interface WholeCopyProps extends Omit<CopyPageProps, 'copyId'> {
  readonly userId: string;
  readonly copy: OwnCopy;
}

function WholeCopy({ userId, copy, tab, onTab }: WholeCopyProps) {
  const { t } = useTranslation();
  const equityOf = useCopyEquity(
    userId,
    useMemo(() => [copy], [copy]),
  );
  const equityVnd = copy.state === 'CLOSED' ? undefined : equityOf(copy);
  return (
    <div className="grid content-start gap-4 p-4 md:p-5" data-testid="copy-page">
      <Head copy={copy} />
      <Card
        aria-label={t(($) => $.copies.figures)}
        className="grid gap-4 max-md:p-4 xl:grid-cols-[minmax(0,1fr)_26rem]"
      >
        <CopyFacts copy={copy} equityVnd={equityVnd} />
        {copy.state !== 'CLOSED' && (
          <div className="grid content-start gap-3">
            <LossMeter copy={copy} equityVnd={equityVnd} />
            <CopyActions userId={userId} copy={copy} />
          </div>
        )}
      </Card>
      <Card aria-label={t(($) => $.copies.tabs.name)} className="overflow-hidden p-0">
        <Tabs value={tab} onValueChange={(next) => onTab(next as CopyTab)}>
          <TabsList aria-label={t(($) => $.copies.tabs.name)} className="border-border border-b px-2">
            <Tab value="log">{t(($) => $.copies.tabs.log)}</Tab>
            <Tab value="positions">{t(($) => $.copies.tabs.positions)}</Tab>
            <Tab value="weeks">{t(($) => $.copies.tabs.weeks)}</Tab>
          </TabsList>
          <TabContent value="log">
            <CopyLog userId={userId} copy={copy} />
          </TabContent>
          <TabContent value="positions">
            <CopiedPositions userId={userId} copy={copy} />
          </TabContent>
          <TabContent value="weeks">
            <CopyWeeks userId={userId} copy={copy} />
          </TabContent>
        </Tabs>
      </Card>
    </div>
  );
}

/** To the list that it is in. */
export function ToCopies({ hasEnded }: { readonly hasEnded: boolean }) {
  const { t } = useTranslation();
  return (
    <Link
      to={hasEnded ? '/account-overview/copy-trade/history' : '/account-overview/copy-trade/trading/{-$copyId}'}
      params={{ copyId: undefined }}
      className={CRUMB}
    >
      {t(($) => (hasEnded ? $.strategies.nav.history : $.strategies.nav.trading))}
    </Link>
  );
}

function Head({ copy }: { readonly copy: OwnCopy }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { strategyId, strategyName, accountId, state, createdDate, closedDate } = copy;
  return (
    <header className="grid gap-1.5">
      <Crumbs steps={[<ToCopies key="copies" hasEnded={state === 'CLOSED'} />]} here={strategyName} />
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h1 className="break-words text-20">{strategyName}</h1>
        <CopyStateBadge state={state} />
        <span className="flex items-center gap-1.5 text-12">
          <AccountName account={useNamedAccount(accountId)} />
        </span>
        <Link
          to="/account-overview/copy-trade/strategies/{-$strategyId}"
          params={{ strategyId }}
          className="ml-auto rounded-sm text-12 text-primary-text hover:underline max-md:py-3"
        >
          {t(($) => $.copies.toStrategy)}
        </Link>
      </div>
      <p className="text-12 text-fg-3">
        {t(($) => $.copies.since, { time: format.dateTime(createdDate) })}
        {closedDate !== null && ` · ${t(($) => $.copies.until, { time: format.dateTime(closedDate) })}`}
      </p>
      {copy.endReason && (
        <p className="text-12 text-warning" data-testid="copy-end">
          <EndReason copy={copy} />
        </p>
      )}
    </header>
  );
}
