/** `/account-overview/copy-trade/strategies/:id`: what a strategy has done, tab by tab, beside what it asks for. */
import type { ShownStrategy } from '@mua/contract/entities/strategy-figures';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Tab, TabContent, Tabs, TabsList } from '#design/ui/controls/tabs.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Avatar } from '#design/ui/figures/avatar.tsx';
import { Return } from '#design/ui/figures/figures.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useMarketFormat } from '#i18n/use-format.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { daysText } from '#pages/copy-trade/copy-texts.ts';
import { BareHead, CRUMB, Crumbs } from '#pages/copy-trade/crumbs.tsx';
import { FollowButton } from '#pages/copy-trade/follow/follow-button.tsx';
import { OfInvestor } from '#pages/copy-trade/of-investor.tsx';
import { deepestDrawdown, strategyPositionsQuery, strategyQuery } from '#pages/copy-trade/strategies/strategies.ts';
import { LedBy, SimulatedBadge, StateBadge } from '#pages/copy-trade/strategies/strategy-parts.tsx';
import { EventsTab } from '#pages/copy-trade/strategy/events-tab.tsx';
import { PositionsTab } from '#pages/copy-trade/strategy/positions-tab.tsx';
import { ReturnsTab } from '#pages/copy-trade/strategy/returns-tab.tsx';
import { RoundTurnsTab } from '#pages/copy-trade/strategy/round-turns-tab.tsx';
import type { StrategyTab } from '#pages/copy-trade/strategy/strategy-tabs.ts';
import { StrategyTerms } from '#pages/copy-trade/strategy/strategy-terms.tsx';
import { useWideScreen } from '#pages/copy-trade/wide-screen.ts';

export interface StrategyPageProps {
  readonly strategyId: string;
  readonly tab: StrategyTab;
  readonly onTab: (tab: StrategyTab) => void;
}

export function StrategyPage(props: StrategyPageProps) {
  const { t } = useTranslation();
  const title = t(($) => $.strategies.strategy);
  return <OfInvestor title={title}>{(userId) => <Found userId={userId} {...props} />}</OfInvestor>;
}

function Found({ userId, strategyId, tab, onTab }: StrategyPageProps & { readonly userId: string }) {
  const { t } = useTranslation();
  const query = useQuery(strategyQuery(userId, strategyId));
  const title = t(($) => $.strategies.strategy);
  usePageTitle(query.data?.name ?? title);
  return (
    <Answered
      query={query}
      panel={t(($) => $.strategies.strategyPanel)}
      head={<BareHead steps={[<ToStrategies key="strategies" />]} title={title} />}
      waiting={
        <div className="p-5">
          <SkeletonRows rows={10} columns={['text', 'number', 'number', 'number']} />
        </div>
      }
    >
      {(strategy) => <WholeStrategy {...{ userId, strategy, tab, onTab }} />}
    </Answered>
  );
}

interface WholeStrategyProps extends Omit<StrategyPageProps, 'strategyId'> {
  readonly userId: string;
  readonly strategy: ShownStrategy;
}

function WholeStrategy({ userId, strategy, tab, onTab }: WholeStrategyProps) {
  const isWide = useWideScreen();
  const button = <FollowButton userId={userId} strategy={strategy} className="w-full" />;
  return (
    <div className="flex bg-surface max-xl:shrink-0 max-xl:flex-col xl:min-h-0 xl:flex-1" data-testid="strategy">
      <div className="flex min-w-0 flex-1 flex-col xl:min-h-0 xl:overflow-y-auto">
        <Head strategy={strategy} />
        <Figures strategy={strategy} />
        <StrategyTabs {...{ userId, strategy, tab, onTab }} />
      </div>
      <aside className="flex shrink-0 flex-col gap-3.5 border-border p-4 max-xl:border-t md:p-5 xl:w-92 xl:overflow-y-auto xl:border-l">
        <StrategyTerms strategy={strategy} />
        {isWide && <div className="mt-auto">{button}</div>}
      </aside>
      {/* Where all of it scrolls, it is in reach whatever is in sight. */}
      {!isWide && (
        <div className="sticky bottom-0 border-border border-t bg-surface p-3 low:static md:px-5">{button}</div>
      )}
    </div>
  );
}

function ToStrategies() {
  const { t } = useTranslation();
  return (
    <Link
      to="/account-overview/copy-trade/strategies/{-$strategyId}"
      params={{ strategyId: undefined }}
      className={CRUMB}
    >
      {t(($) => $.strategies.nav.strategies)}
    </Link>
  );
}

function Head({ strategy }: { readonly strategy: ShownStrategy }) {
  const { name, description, leaderName, state } = strategy;
  return (
    <header className="grid gap-1.5 px-4 pt-4 md:px-5">
      <Crumbs steps={[<ToStrategies key="strategies" />]} here={name} />
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <Avatar name={leaderName} className="size-9" />
        <div className="min-w-0">
          <h1 className="break-words text-20">{name}</h1>
          <p className="text-12 text-fg-3">
            <LedBy strategy={strategy} />
          </p>
        </div>
        <span className="flex gap-1.5 max-md:w-full">
          <StateBadge state={state} />
          <SimulatedBadge strategy={strategy} />
        </span>
      </div>
      <p className="max-w-3xl break-words text-fg-2">{description}</p>
    </header>
  );
}

/** The four that are never shown one without the others. */
function Figures({ strategy: { figures } }: { readonly strategy: ShownStrategy }) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { leader, followers: theirs, days, completedTrades, winRate } = figures;
  const counts = theirs && { inProfit: format.volume(theirs.inProfit), inLoss: format.volume(theirs.inLoss) };
  return (
    <dl className="mx-4 mt-3.5 mb-2 grid grid-cols-2 rounded-lg border border-border tabular-nums md:mx-5 lg:grid-cols-[1.25fr_1.1fr_1fr_1fr] [&>div:nth-child(even)]:border-l lg:[&>div:not(:first-child)]:border-l max-lg:[&>div:nth-child(n+3)]:border-t [&>div]:border-border">
      <Figure
        name={t(($) => $.strategies.afterCosts)}
        note={
          counts
            ? t(($) => $.strategies.median, { percent: format.return(theirs.medianPercent).text, ...counts })
            : t(($) => $.strategies.nobodyHasCopied)
        }
      >
        <Return percent={theirs?.returnPercent} />
      </Figure>
      <Figure name={t(($) => $.strategies.leader)} note={t(($) => $.strategies.beforeFees)}>
        <Return percent={leader.returnPercent} isPlain className="text-fg-2" />
      </Figure>
      <Figure
        name={t(($) => $.strategies.drawdown)}
        note={t(($) => $.strategies.drawdowns, {
          leader: format.return(leader.maxDrawdown).text,
          followers: format.return(theirs?.maxDrawdown).text,
        })}
      >
        <Return percent={deepestDrawdown(figures)} />
      </Figure>
      <Figure
        name={t(($) => $.strategies.daysCounted)}
        note={t(($) => $.strategies.trades, {
          count: completedTrades,
          trades: format.volume(completedTrades),
          rate: format.ratio(winRate, 0),
        })}
      >
        {daysText({ t, format }, days)}
      </Figure>
    </dl>
  );
}

function Figure({
  name,
  note,
  children,
}: {
  readonly name: string;
  readonly note: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="min-w-0 px-3 py-2.5 md:px-4">
      <dt className="text-12 text-fg-2">{name}</dt>
      <dd className="font-semibold text-20">{children}</dd>
      <dd className="text-11 text-fg-3">{note}</dd>
    </div>
  );
}

function StrategyTabs({ userId, strategy, tab, onTab }: WholeStrategyProps) {
  const { t } = useTranslation();
  const { strategyId, figures } = strategy;
  const positions = useQuery(strategyPositionsQuery(userId, strategyId));
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => onTab(next as StrategyTab)}
      className="flex min-h-0 flex-1 flex-col max-xl:flex-none"
    >
      <TabsList aria-label={t(($) => $.strategies.tabs.name)} className="shrink-0 border-border border-b px-2 md:px-3">
        <Tab value="pnl">{t(($) => $.strategies.tabs.pnl)}</Tab>
        <Tab value="events">{t(($) => $.strategies.tabs.events)}</Tab>
        <Tab value="positions" count={positions.data?.length}>
          {t(($) => $.strategies.tabs.positions)}
        </Tab>
        <Tab value="profit-loss" count={figures.completedTrades}>
          {t(($) => $.strategies.tabs.roundTurns)}
        </Tab>
      </TabsList>
      <TabContent value="pnl" className="flex flex-1 flex-col">
        <ReturnsTab userId={userId} strategyId={strategyId} />
      </TabContent>
      <TabContent value="events">
        <EventsTab userId={userId} strategyId={strategyId} />
      </TabContent>
      <TabContent value="positions">
        <PositionsTab query={positions} />
      </TabContent>
      <TabContent value="profit-loss" className="flex flex-1 flex-col">
        <RoundTurnsTab userId={userId} strategyId={strategyId} />
      </TabContent>
    </Tabs>
  );
}
