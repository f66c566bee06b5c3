/**
 * Shows the sub-account's equity at the end of each trade date, against net deposits: the distance between the two
 * lines is profit. A table lists the same numbers, also for screen readers.
 */
import type { AccountDay } from '@mua/contract/entities/account-day';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FigureView, ViewChoice } from '#design/ui/controls/view-choice.tsx';
import { useElementWidth } from '#design/use-element-width.ts';
import { EquityDrawing } from '#features/equity-curve/equity-drawing.tsx';
import { type DayPoint, equityFigure } from '#features/equity-curve/equity-figure.ts';
import { EquityTable } from '#features/equity-curve/equity-table.tsx';
import { RangeChoice, type RangeChoiceProps } from '#features/equity-curve/range-choice.tsx';
import { formatCivilDate } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface EquityCurveProps {
  /** Days of the range, oldest first; at least one. */
  readonly days: readonly AccountDay[];
  /** The first date with any figures. */
  readonly firstDate: string;
  readonly range: RangeChoiceProps;
}

const HEIGHT = 200;

export function EquityCurve({ days, firstDate, range }: EquityCurveProps) {
  const { t } = useTranslation();
  const [view, setView] = useState<FigureView>('chart');
  const [pointed, setPointed] = useState<DayPoint | null>(null);
  return (
    <div data-testid="equity-curve">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Legend point={pointed} />
        <div className="flex flex-wrap items-center gap-2">
          <RangeChoice {...range} />
          <ViewChoice value={view} onChange={setView} figure={t(($) => $.property.equity)} />
        </div>
      </div>
      <div className="mt-2">
        {view === 'table' ? <EquityTable days={days} /> : <Chart days={days} onPoint={setPointed} />}
      </div>
      <p className="mt-1 text-12 text-fg-3">
        {days.length === 1
          ? t(($) => $.property.oneDay)
          : t(($) => $.property.figuresSince, { date: formatCivilDate(firstDate) })}
      </p>
    </div>
  );
}

function Chart({ days, onPoint }: { days: readonly AccountDay[]; onPoint: (point: DayPoint | null) => void }) {
  const [ref, width] = useElementWidth();
  const figure = useMemo(() => (width === 0 ? null : equityFigure(days, { width, height: HEIGHT })), [days, width]);
  return (
    <div ref={ref} style={{ height: HEIGHT }}>
      {figure && <EquityDrawing figure={figure} size={{ width, height: HEIGHT }} onPoint={onPoint} />}
    </div>
  );
}

/** Legend of the two lines; above the plot, their values at the pointer. */
function Legend({ point }: { point: DayPoint | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-0.5 text-11 text-fg-3 tabular-nums">
      {point && <span className="font-medium text-fg-2">{formatCivilDate(point.day.tradeDate)}</span>}
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="h-0.5 w-3 bg-series-1" />
        {t(($) => $.property.equity)}
        {point && <span className="font-medium text-foreground">{format.vnd(point.day.equity)}</span>}
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="w-4 border-series-2 border-t border-dashed" />
        {t(($) => $.property.netDeposits)}
        {point && <span className="font-medium text-foreground">{format.vnd(point.day.netDeposits)}</span>}
      </span>
    </div>
  );
}
