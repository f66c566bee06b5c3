/** What followers and leader have made, why they differ, and how it went for each follower. */
import type { StrategyDay, StrategyReturns } from '@mua/contract/entities/strategy-figures';
import { useQuery } from '@tanstack/react-query';
import { LineChart } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Range, rangeStart } from '#accounts/period-profit.ts';
import { serverNowMs, vietnamDate } from '#clock/market-clock.ts';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { Segment } from '#design/ui/controls/segment.tsx';
import { type FigureView, ViewChoice } from '#design/ui/controls/view-choice.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { strategyReturnsQuery } from '#pages/copy-trade/strategies/strategies.ts';
import { FollowerDots } from '#pages/copy-trade/strategy/follower-dots.tsx';
import { ReturnsChart, ReturnsLegend } from '#pages/copy-trade/strategy/returns-chart.tsx';
import { ReturnsDifference } from '#pages/copy-trade/strategy/returns-difference.tsx';
import { ReturnsTable } from '#pages/copy-trade/strategy/returns-table.tsx';

const RANGES = ['month', 'threeMonths', 'sixMonths', 'all'] as const satisfies readonly Range[];
type ReturnsRange = (typeof RANGES)[number];

export function ReturnsTab({ userId, strategyId }: { readonly userId: string; readonly strategyId: string }) {
  const { t } = useTranslation();
  const [range, setRange] = useState<ReturnsRange>('all');
  const from = rangeStart(vietnamDate(serverNowMs()), range);
  const query = useQuery({
    ...strategyReturnsQuery(userId, strategyId, from),
    // Another range keeps the curve in its place until it has come.
    placeholderData: (before) => before,
  });
  return (
    <Answered
      query={query}
      panel={t(($) => $.strategies.curvePanel)}
      waiting={<SkeletonRows rows={9} columns={['text', 'number', 'number']} />}
    >
      {(returns) => <Returns returns={returns} range={range} onRange={setRange} />}
    </Answered>
  );
}

interface ReturnsProps {
  readonly returns: StrategyReturns;
  readonly range: ReturnsRange;
  readonly onRange: (range: ReturnsRange) => void;
}

const SIZES = {
  narrow: { height: 264, drawdownHeight: 64 },
  wide: { height: 400, drawdownHeight: 96 },
};

function Returns({ returns: { days, followerReturns, difference }, range, onRange }: ReturnsProps) {
  const { t } = useTranslation();
  const [view, setView] = useState<FigureView>('chart');
  const [pointed, setPointed] = useState<StrategyDay | null>(null);
  const size = SIZES[useNarrowScreen() ? 'narrow' : 'wide'];
  const last = days.at(-1);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 px-4 pt-1.5 md:px-5">
        {last && <ReturnsLegend day={pointed ?? last} isPointed={pointed !== null} hasDrawdown />}
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <Segment
            label={t(($) => $.property.range)}
            value={range}
            onValueChange={onRange}
            className="max-md:[&_button]:px-1.5"
            options={RANGES.map((value) => ({ value, label: t(($) => $.property.ranges[value]) }))}
          />
          <ViewChoice value={view} onChange={setView} figure={t(($) => $.strategies.tabs.pnl)} />
        </div>
      </div>
      {!last ? (
        <EmptyState icon={LineChart} title={t(($) => $.strategies.noDays)} hint={t(($) => $.strategies.noDaysHint)} />
      ) : (
        <div className="mt-1 px-4 md:px-5">
          {view === 'table' ? (
            <ReturnsTable days={days} />
          ) : (
            <ReturnsChart days={days} {...size} onPoint={setPointed} />
          )}
        </div>
      )}
      <div className="mt-2 grid gap-x-8 gap-y-4 border-border border-t px-4 py-3 empty:hidden md:px-5 lg:grid-cols-2">
        {difference && <ReturnsDifference difference={difference} />}
        {followerReturns.length > 0 && <FollowerDots returns={followerReturns} />}
      </div>
    </>
  );
}
