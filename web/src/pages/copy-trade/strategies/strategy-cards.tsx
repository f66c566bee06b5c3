/** Strategies as cards, where a row has no room, or by choice. */
import type { ShownStrategy } from '@mua/contract/entities/strategy-figures';
import { STRATEGY_SORTS, type StrategySort } from '@mua/contract/http/strategy-figures';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Select } from '#design/ui/controls/select.tsx';
import { Avatar } from '#design/ui/figures/avatar.tsx';
import { CardFact } from '#design/ui/figures/card-fact.tsx';
import { Ratio, Return } from '#design/ui/figures/figures.tsx';
import { useMarketFormat } from '#i18n/use-format.ts';
import { feeText } from '#pages/copy-trade/copy-texts.ts';
import { deepestDrawdown } from '#pages/copy-trade/strategies/strategies.ts';
import { StrategyName } from '#pages/copy-trade/strategies/strategy-name.tsx';
import { FollowerCount, LedBy, SimulatedBadge, Trend } from '#pages/copy-trade/strategies/strategy-parts.tsx';
import type { StrategyListProps } from '#pages/copy-trade/strategies/strategy-table.tsx';

export function StrategyCards({ strategies, sort, onSort, selected, onSelect }: StrategyListProps) {
  const { t } = useTranslation();
  return (
    <div className="px-4 pb-3 md:px-5">
      <Select<StrategySort>
        aria-label={t(($) => $.strategies.sort)}
        className="mb-2 h-8 w-auto max-md:h-11"
        value={sort}
        onValueChange={onSort}
        options={STRATEGY_SORTS.map((value) => ({ value, label: t(($) => $.strategies.sorts[value]) }))}
      />
      <ul
        aria-label={t(($) => $.strategies.nav.strategies)}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-3"
      >
        {strategies.map((strategy) => (
          <li key={strategy.strategyId} className="grid">
            <StrategyCard strategy={strategy} isSelected={strategy.strategyId === selected} onSelect={onSelect} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface StrategyCardProps extends Pick<StrategyListProps, 'onSelect'> {
  readonly strategy: ShownStrategy;
  readonly isSelected: boolean;
}

function StrategyCard({ strategy, isSelected, onSelect }: StrategyCardProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { figures } = strategy;
  return (
    <article
      className={cn(
        // All of the card leads where its name does.
        'relative grid content-start gap-3 rounded-lg border bg-surface p-4 hover:border-border-strong',
        isSelected ? 'border-ring' : 'border-border',
      )}
      data-testid="strategy-card"
    >
      <header className="flex min-w-0 items-center gap-2.5">
        <Avatar name={strategy.leaderName} className="size-8" />
        <div className="grid min-w-0 flex-1">
          <StrategyName
            strategy={strategy}
            isSelected={isSelected}
            onSelect={onSelect}
            className="after:absolute after:inset-0"
          />
          <span className="truncate text-12 text-fg-3">
            <LedBy strategy={strategy} />
          </span>
        </div>
        <Trend strategy={strategy} width={76} height={24} className="block w-19 shrink-0 text-right" />
      </header>
      <dl className="grid grid-cols-3 gap-x-3 gap-y-2 tabular-nums">
        <CardFact name={t(($) => $.strategies.followers)}>
          {figures.followers ? (
            <Return percent={figures.followers.returnPercent} />
          ) : (
            <span className="font-normal text-fg-3">{t(($) => $.strategies.nobodyYet)}</span>
          )}
        </CardFact>
        <CardFact name={t(($) => $.strategies.leader)}>
          <Return percent={figures.leader.returnPercent} isPlain />
        </CardFact>
        <CardFact name={t(($) => $.strategies.drawdown)}>
          <Return percent={deepestDrawdown(figures)} isPlain />
        </CardFact>
        <CardFact name={t(($) => $.strategies.winRate)}>
          <Ratio percent={figures.winRate} decimals={0} />
        </CardFact>
        <CardFact name={t(($) => $.strategies.followerCount)}>
          <FollowerCount strategy={strategy} />
        </CardFact>
        <CardFact name={t(($) => $.strategies.capitalFrom)}>{format.vndSummary(strategy.minFollowAmount)}</CardFact>
      </dl>
      <p className="flex flex-wrap items-center justify-between gap-x-3 border-border border-t pt-2 text-12 text-fg-2">
        {t(($) => $.strategies.feeIs, { fee: feeText({ t, format }, strategy) })}
        <SimulatedBadge strategy={strategy} />
      </p>
    </article>
  );
}
