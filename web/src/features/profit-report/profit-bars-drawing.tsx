/** Profit bars as a drawing, above or below zero and coloured accordingly. The numbers are in the table. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Period, PeriodProfit } from '#accounts/period-profit.ts';
import { crisp, type PlotSize } from '#design/plot/plot.ts';
import { PlotGrid, PlotNames } from '#design/plot/plot-axes.tsx';
import { periodName, shortPeriodName } from '#features/profit-report/period-name.ts';
import { profitFigure } from '#features/profit-report/profit-bars.ts';
import { formatCivilDate } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface ProfitBarsProps {
  readonly periods: readonly PeriodProfit[];
  readonly period: Period;
  readonly size: PlotSize;
}

export function ProfitBars({ periods, period, size }: ProfitBarsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { bars, zeroY, grid, names, plotWidth } = useMemo(() => profitFigure(periods, size), [periods, size]);
  return (
    <svg
      role="img"
      aria-label={t(($) => $.property.bars, {
        from: formatCivilDate(periods[0]?.from),
        to: formatCivilDate(periods.at(-1)?.to),
      })}
      width={size.width}
      height={size.height}
      className="text-11"
    >
      <PlotGrid
        lines={grid.map(({ y, valueVnd }) => {
          return { y, label: valueVnd === 0n ? '0' : format.vndSummary(valueVnd, { signed: true }) };
        })}
        plotWidth={plotWidth}
      />
      {bars.map(({ period: one, x, y, width, height }) => (
        <rect
          key={one.from}
          x={x}
          y={y}
          width={width}
          height={height}
          rx={1.5}
          className={one.totalVnd > 0n ? 'fill-up-candle' : 'fill-down-candle'}
        >
          <title>{`${periodName(one, period)}: ${format.vnd(one.totalVnd, { signed: true })}`}</title>
        </rect>
      ))}
      <path d={`M0 ${crisp(zeroY)}H${plotWidth}`} className="stroke-border-strong" />
      <PlotNames
        names={names.map(({ x, period: one }) => ({ x, name: shortPeriodName(one, period) }))}
        plotWidth={plotWidth}
        y={size.height - 5}
      />
    </svg>
  );
}
