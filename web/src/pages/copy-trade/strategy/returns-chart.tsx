/** A strategy's returns: followers, the leader dashed, and below both the drawdown. A table lists the same numbers. */
import type { StrategyDay } from '@mua/contract/entities/strategy-figures';
import { type PointerEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlotGrid, PlotNames } from '#design/plot/plot-axes.tsx';
import { Return } from '#design/ui/figures/figures.tsx';
import { useElementWidth } from '#design/use-element-width.ts';
import { formatCivilDate } from '#i18n/format.ts';
import { type Format, useFormat } from '#i18n/use-format.ts';
import {
  nearestReturn,
  type ReturnPoint,
  type ReturnsFigure,
  returnsFigure,
} from '#pages/copy-trade/strategy/returns-figure.ts';

export interface ReturnsChartProps {
  /** Oldest first; at least one. */
  readonly days: readonly StrategyDay[];
  readonly height: number;
  readonly drawdownHeight: number;
  readonly onPoint: (day: StrategyDay | null) => void;
}

export function ReturnsChart({ days, height, drawdownHeight, onPoint }: ReturnsChartProps) {
  const [ref, width] = useElementWidth();
  const figure = useMemo(
    () => (width === 0 ? null : returnsFigure(days, { width, height, drawdownHeight })),
    [days, width, height, drawdownHeight],
  );
  return (
    <div ref={ref} style={{ height }}>
      {figure && <Drawing figure={figure} width={width} height={height} onPoint={onPoint} />}
    </div>
  );
}

interface DrawingProps extends Pick<ReturnsChartProps, 'height' | 'onPoint'> {
  readonly figure: ReturnsFigure;
  readonly width: number;
}

function Drawing({ figure, width, height, onPoint }: DrawingProps) {
  const { t } = useTranslation();
  const [pointed, setPointed] = useState<ReturnPoint | null>(null);
  const { points, plotWidth, plotHeight, drawdown } = figure;
  const [first, last] = [points[0], points.at(-1)];
  const point = (found: ReturnPoint | null) => {
    setPointed(found);
    onPoint(found?.day ?? null);
  };
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    point(nearestReturn(points, event.clientX - left) ?? null);
  };
  return (
    <svg
      role="img"
      aria-label={t(($) => $.strategies.curve, {
        from: formatCivilDate(first?.day.tradeDate),
        to: formatCivilDate(last?.day.tradeDate),
      })}
      width={width}
      height={height}
      className="touch-pan-y text-11"
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={() => point(null)}
    >
      <Axes figure={figure} height={height} />
      <path d={figure.followersArea} className="fill-series-1" opacity={0.09} />
      <path d={figure.leader} fill="none" className="stroke-fg-3" strokeWidth={1.25} strokeDasharray="4 3" />
      <path d={figure.followers} fill="none" className="stroke-series-1" strokeWidth={1.75} strokeLinejoin="round" />
      {drawdown && (
        <>
          <path d={`M0 ${plotHeight + 0.5}H${width}`} className="stroke-border-strong" />
          <path d={drawdown.area} className="fill-down" opacity={0.18} />
          <path d={drawdown.line} fill="none" className="stroke-down" strokeWidth={1.25} strokeLinejoin="round" />
        </>
      )}
      {pointed && (
        <>
          <path d={`M${pointed.x} 0V${height - 22}`} className="stroke-border-strong" />
          <circle
            cx={pointed.x}
            cy={pointed.followersY ?? pointed.leaderY}
            r={3.5}
            strokeWidth={2}
            className={`stroke-surface ${pointed.followersY === null ? 'fill-fg-3' : 'fill-series-1'}`}
          />
        </>
      )}
      {/* The lines end before the scale's own words. */}
      <path d={`M0 ${figure.zeroY}H${plotWidth}`} className="stroke-border-strong" strokeDasharray="2 3" />
    </svg>
  );
}

function Axes({ figure, height }: { readonly figure: ReturnsFigure; readonly height: number }) {
  const format = useFormat();
  const { grid, dates, plotWidth, drawdown } = figure;
  return (
    <>
      <PlotGrid lines={grid.map(({ y, value }) => ({ y, label: labelOf(format, value) }))} plotWidth={plotWidth} />
      {drawdown && (
        <PlotGrid
          lines={[
            { y: drawdown.zeroY, label: labelOf(format, 0) },
            { y: drawdown.deepestY, label: labelOf(format, drawdown.deepest) },
          ]}
          plotWidth={plotWidth}
        />
      )}
      <PlotNames
        names={dates.map(({ x, day }) => ({ x, name: formatCivilDate(day.tradeDate).slice(0, 5) }))}
        plotWidth={plotWidth}
        y={height - 5}
      />
    </>
  );
}

function labelOf(format: Format, hundredths: number): string {
  return format.return((hundredths / 100).toFixed(2), { decimals: hundredths % 100 === 0 ? 0 : 1 }).text;
}

export interface ReturnsLegendProps {
  /** The pointed one, else the last. */
  readonly day: StrategyDay;
  readonly isPointed: boolean;
  readonly hasDrawdown: boolean;
}

export function ReturnsLegend({ day, isPointed, hasDrawdown }: ReturnsLegendProps) {
  const { t } = useTranslation();
  const { followersPercent, followersDrawdown } = day;
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-0.5 text-12 text-fg-2 tabular-nums">
      {isPointed && <span className="font-medium text-foreground">{formatCivilDate(day.tradeDate)}</span>}
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="h-0.5 w-3.5 bg-series-1" />
        {t(($) => $.strategies.followers)}
        <Return percent={followersPercent} className="font-medium" />
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="w-3.5 border-fg-3 border-t-2 border-dashed" />
        {t(($) => $.strategies.leader)}
        <Return percent={day.leaderPercent} isPlain className="font-medium text-foreground" />
      </span>
      {hasDrawdown && (
        <span className="flex items-center gap-1.5">
          <span aria-hidden className="h-0.5 w-3.5 bg-down" />
          {t(($) => (followersDrawdown === null ? $.strategies.leaderDrawdown : $.strategies.followersDrawdown))}
          <Return percent={followersDrawdown ?? day.leaderDrawdown} isPlain className="font-medium text-foreground" />
        </span>
      )}
    </div>
  );
}
