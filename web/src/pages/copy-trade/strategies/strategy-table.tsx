/** Strategies as rows; a head sorts all of them, at the server. A leader's return never stands without what it cost. */
import type { ShownStrategy } from '@mua/contract/entities/strategy-figures';
import type { StrategySort } from '@mua/contract/http/strategy-figures';
import { ArrowDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Avatar } from '#design/ui/figures/avatar.tsx';
import { Ratio, Return } from '#design/ui/figures/figures.tsx';
import { Table, Td, Th, Tr } from '#design/ui/table/table.tsx';
import { useMarketFormat } from '#i18n/use-format.ts';
import { feeText } from '#pages/copy-trade/copy-texts.ts';
import { deepestDrawdown } from '#pages/copy-trade/strategies/strategies.ts';
import { StrategyName } from '#pages/copy-trade/strategies/strategy-name.tsx';
import { FollowerCount, LedBy, SimulatedBadge, Trend } from '#pages/copy-trade/strategies/strategy-parts.tsx';

export interface StrategyListProps {
  readonly strategies: readonly ShownStrategy[];
  readonly sort: StrategySort;
  readonly onSort: (sort: StrategySort) => void;
  /** Shown beside the list; null where there is no room beside it, and a name leads to the page. */
  readonly selected: string | null;
  readonly onSelect: ((strategyId: string) => void) | null;
}

/** Gone where the list is narrow; the page of the strategy has them all. */
const WIDE = 'hidden @4xl:table-cell';

export function StrategyTable({ strategies, sort, onSort, selected, onSelect }: StrategyListProps) {
  const { t } = useTranslation();
  const head = (of: StrategySort, name: string, className?: string) => (
    <SortHead
      name={name}
      hint={t(($) => $.strategies.sorts[of])}
      isOn={sort === of}
      onSort={() => onSort(of)}
      className={className}
    />
  );
  return (
    <Table
      aria-label={t(($) => $.strategies.nav.strategies)}
      className="tabular-nums [&_td:first-child]:pl-5 [&_td:last-child]:pr-5 [&_th:first-child]:pl-5 [&_th:last-child]:pr-5"
    >
      <thead>
        <tr>
          <Th>{t(($) => $.strategies.strategy)}</Th>
          {head(
            'newest',
            t(($) => $.strategies.trend),
            'text-left',
          )}
          {head(
            'followersReturn',
            t(($) => $.strategies.followers),
          )}
          {head(
            'leaderReturn',
            t(($) => $.strategies.leader),
          )}
          {head(
            'drawdown',
            t(($) => $.strategies.drawdown),
          )}
          {head(
            'winRate',
            t(($) => $.strategies.winRate),
            WIDE,
          )}
          <Th numeric>{t(($) => $.strategies.fee)}</Th>
          {head(
            'followers',
            t(($) => $.strategies.followerCount),
            WIDE,
          )}
          <Th numeric>{t(($) => $.strategies.capitalFrom)}</Th>
        </tr>
      </thead>
      <tbody>
        {strategies.map((strategy) => (
          <Row
            key={strategy.strategyId}
            strategy={strategy}
            isSelected={strategy.strategyId === selected}
            onSelect={onSelect}
          />
        ))}
      </tbody>
    </Table>
  );
}

interface RowProps extends Pick<StrategyListProps, 'onSelect'> {
  readonly strategy: ShownStrategy;
  readonly isSelected: boolean;
}

function Row({ strategy, isSelected, onSelect }: RowProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { figures, minFollowAmount } = strategy;
  return (
    <Tr
      selected={isSelected}
      className="[&>td]:h-13.5"
      data-testid="strategy-row"
      // Its name is the button for keys and screen readers: a press anywhere in the row is a convenience of the mouse.
      onClick={() => onSelect?.(strategy.strategyId)}
    >
      <Td>
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar name={strategy.leaderName} className="size-7.5" />
          <span className="grid min-w-0">
            <StrategyName strategy={strategy} isSelected={isSelected} onSelect={onSelect} />
            <span className="flex max-w-52 min-w-0 items-center gap-1.5 text-12 text-fg-3">
              <SimulatedBadge strategy={strategy} />
              <span className="truncate">
                <LedBy strategy={strategy} />
              </span>
            </span>
          </span>
        </span>
      </Td>
      <Td>
        <Trend strategy={strategy} width={76} height={24} className="block w-19" />
      </Td>
      <Td numeric className="font-medium">
        {figures.followers ? (
          <Return percent={figures.followers.returnPercent} />
        ) : (
          <span className="font-normal text-fg-3">{t(($) => $.strategies.nobodyYet)}</span>
        )}
      </Td>
      <Td numeric className="text-fg-2">
        <Return percent={figures.leader.returnPercent} isPlain />
      </Td>
      <Td numeric>
        <Return percent={deepestDrawdown(figures)} isPlain />
      </Td>
      <Td numeric className={WIDE}>
        <Ratio percent={figures.winRate} decimals={0} />
      </Td>
      <Td numeric className="text-fg-2">
        {feeText({ t, format }, strategy)}
      </Td>
      <Td numeric className={WIDE}>
        <FollowerCount strategy={strategy} />
      </Td>
      <Td numeric>{format.vndSummary(minFollowAmount)}</Td>
    </Tr>
  );
}

interface SortHeadProps {
  readonly name: string;
  /** What it puts first: the newest strategy under the trend, the least deep under the drawdown. */
  readonly hint: string;
  readonly isOn: boolean;
  readonly onSort: () => void;
  readonly className?: string | undefined;
}

/** Each head sorts its best first: there is no use for the worst first. */
function SortHead({ name, hint, isOn, onSort, className }: SortHeadProps): ReactNode {
  return (
    <Th numeric aria-sort={isOn ? 'descending' : 'none'} className={className}>
      <button
        type="button"
        title={hint}
        onClick={onSort}
        className={cn('inline-flex h-7 items-center gap-0.5 hover:text-foreground', isOn && 'text-foreground')}
      >
        {name}
        {isOn && <ArrowDown aria-hidden className="size-3" />}
      </button>
    </Th>
  );
}
