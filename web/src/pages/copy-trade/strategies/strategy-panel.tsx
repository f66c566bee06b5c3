/** The strategy that is looked at, beside the list: its curve, what it asks for, what it would have given, and follow. */
import type { ShownStrategy, StrategyDay } from '@mua/contract/entities/strategy-figures';
import { readTypedVnd } from '@mua/core/values';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { Select } from '#design/ui/controls/select.tsx';
import { Skeleton, SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Ratio, Return } from '#design/ui/figures/figures.tsx';
import { Tooltip } from '#design/ui/overlays/tooltip.tsx';
import { useFormat, useMarketFormat } from '#i18n/use-format.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { copyFeeText, daysText } from '#pages/copy-trade/copy-texts.ts';
import { USUAL_RATIOS } from '#pages/copy-trade/follow/copy-ratio.ts';
import { useFollowAccounts } from '#pages/copy-trade/follow/follow-accounts.ts';
import { FollowButton } from '#pages/copy-trade/follow/follow-button.tsx';
import { SimulationBrief } from '#pages/copy-trade/follow/simulation-brief.tsx';
import { useSimulation } from '#pages/copy-trade/follow/use-simulation.ts';
import { deepestDrawdown, strategyReturnsQuery } from '#pages/copy-trade/strategies/strategies.ts';
import { FollowerCount, SimulatedBadge, StateBadge } from '#pages/copy-trade/strategies/strategy-parts.tsx';
import { ReturnsChart, ReturnsLegend } from '#pages/copy-trade/strategy/returns-chart.tsx';

export interface StrategyPanelProps {
  readonly userId: string;
  readonly strategy: ShownStrategy;
}

export function StrategyPanel({ userId, strategy }: StrategyPanelProps) {
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto" data-testid="strategy-panel">
        <Head strategy={strategy} />
        <div className="grid gap-3 px-5 pb-4">
          <Curve userId={userId} strategy={strategy} />
          <Facts strategy={strategy} />
          <TryIt userId={userId} strategy={strategy} />
        </div>
      </div>
      <div className="shrink-0 border-border border-t p-4">
        <FollowButton userId={userId} strategy={strategy} className="w-full" />
      </div>
    </>
  );
}

function Head({ strategy }: { readonly strategy: ShownStrategy }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { strategyId, name, description, leaderName, startedDate, state, figures } = strategy;
  const whole = t(($) => $.strategies.openPage, { strategy: name });
  return (
    <header className="px-5 pt-4 pb-2">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 truncate text-16" title={name}>
          {name}
        </h2>
        <StateBadge state={state} />
        <SimulatedBadge strategy={strategy} />
        <Tooltip content={whole}>
          <Link
            to="/account-overview/copy-trade/strategies/{-$strategyId}"
            params={{ strategyId }}
            aria-label={whole}
            className={buttonVariants({ variant: 'ghost', size: 'icon-sm', className: 'ml-auto' })}
          >
            <ExternalLink aria-hidden />
          </Link>
        </Tooltip>
      </div>
      <p className="mt-0.5 line-clamp-3 text-fg-2">{description}</p>
      <p className="text-12 text-fg-3">
        {t(($) => $.strategies.runsSince, { leader: leaderName, date: format.date(startedDate) })}
        {` · ${daysText({ t, format }, figures.days)}`}
      </p>
    </header>
  );
}

const CURVE_HEIGHT = 184;

function Curve({ userId, strategy }: StrategyPanelProps) {
  const { t } = useTranslation();
  const query = useQuery(strategyReturnsQuery(userId, strategy.strategyId, null));
  const [pointed, setPointed] = useState<StrategyDay | null>(null);
  return (
    <div style={{ minHeight: CURVE_HEIGHT + 32 }}>
      <Answered query={query} panel={t(($) => $.strategies.curvePanel)} waiting={<Skeleton className="h-full" />}>
        {({ days }) => {
          const last = days.at(-1);
          if (!last) return <p className="py-8 text-center text-12 text-fg-3">{t(($) => $.strategies.noDays)}</p>;
          return (
            <>
              <ReturnsLegend day={pointed ?? last} isPointed={pointed !== null} hasDrawdown={false} />
              <ReturnsChart days={days} height={CURVE_HEIGHT} drawdownHeight={0} onPoint={setPointed} />
            </>
          );
        }}
      </Answered>
    </div>
  );
}

function Facts({ strategy }: { readonly strategy: ShownStrategy }) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { figures, performanceFeeRate, minFollowAmount } = strategy;
  const slippage = figures.averageSlippageTicks;
  return (
    <dl className="grid grid-cols-4 border-border border-y tabular-nums [&>div:nth-child(n+5)]:border-t [&>div:not(:nth-child(4n+1))]:border-l [&>div:not(:nth-child(4n+1))]:pl-3 [&>div]:border-border [&>div]:py-2">
      <PanelFact name={t(($) => $.strategies.drawdown)}>
        <Return percent={deepestDrawdown(figures)} isPlain />
      </PanelFact>
      <PanelFact name={t(($) => $.strategies.winRate)}>
        <Ratio percent={figures.winRate} decimals={0} />
      </PanelFact>
      <PanelFact name={t(($) => $.strategies.profitFactor)}>{format.plain(figures.profitFactor)}</PanelFact>
      <PanelFact name={t(($) => $.strategies.slippage)}>
        {slippage === null ? format.plain(null) : t(($) => $.strategies.ticks, { ticks: format.plain(slippage) })}
      </PanelFact>
      <PanelFact name={t(($) => $.strategies.copyFee)}>
        {copyFeeText({ t, format: { ...format, vnd: format.vndSummary } }, strategy)}
      </PanelFact>
      <PanelFact name={t(($) => $.strategies.performanceFee)}>{`${format.plain(performanceFeeRate)}%`}</PanelFact>
      <PanelFact name={t(($) => $.strategies.minFollow)}>{format.vndSummary(minFollowAmount)}</PanelFact>
      <PanelFact name={t(($) => $.strategies.followerCount)}>
        <FollowerCount strategy={strategy} />
      </PanelFact>
    </dl>
  );
}

function PanelFact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-12 text-fg-3" title={name}>
        {name}
      </dt>
      <dd className="truncate font-medium text-14">{children}</dd>
    </div>
  );
}

/** Starts with the money of a sub-account that could follow, else with what the strategy asks for. */
function TryIt({ userId, strategy }: StrategyPanelProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const accounts = useFollowAccounts(userId, strategy);
  const usual = accounts?.find(({ bar }) => bar === null)?.equityVnd ?? BigInt(strategy.minFollowAmount);
  const [typed, setTyped] = useState<string | null>(null);
  const [ratio, setRatio] = useState<(typeof USUAL_RATIOS)[number]>('0.5');
  const text = typed ?? format.vnd(usual, { bare: true });
  const capitalVnd = typed === null ? usual : readTypedVnd(typed);
  const query = useSimulation(userId, strategy.strategyId, { capitalVnd, ratio });
  return (
    <section
      aria-label={t(($) => $.strategies.simulation)}
      className="grid gap-2.5 rounded-lg border border-border bg-surface-2 p-3.5"
    >
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{t(($) => $.strategies.ifWith)}</span>
        <Input
          aria-label={t(($) => $.strategies.capital)}
          className="h-7 w-36 tabular-nums"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => capitalVnd !== undefined && setTyped(format.vnd(capitalVnd, { bare: true }))}
          after={<span className="text-fg-3">₫</span>}
        />
        <span className="text-fg-2">{t(($) => $.strategies.ratioShort)}</span>
        <Select
          aria-label={t(($) => $.strategies.follow.ratio)}
          className="h-7 w-auto"
          value={ratio}
          onValueChange={setRatio}
          options={USUAL_RATIOS.map((value) => ({ value, label: format.plain(value) }))}
        />
      </div>
      <Answered
        query={query}
        panel={t(($) => $.strategies.simulation)}
        waiting={<SkeletonRows rows={2} columns={['text', 'number']} />}
      >
        {(simulation) => <SimulationBrief simulation={simulation} />}
      </Answered>
    </section>
  );
}
