/** The last quarter hours of the chosen contract as candles: a light SVG, because the real chart is on the desk. */
import type { Contract } from '@mua/contract/entities/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { marketNowMs } from '#clock/market-clock.ts';
import { cn } from '#design/class-names.ts';
import { crisp, type PlotSize } from '#design/plot/plot.ts';
import { PlotGrid } from '#design/plot/plot-axes.tsx';
import { Skeleton } from '#design/ui/feedback/skeleton.tsx';
import { type Direction, directionOf, Price, QuoteChange } from '#design/ui/figures/figures.tsx';
import { useElementWidth } from '#design/use-element-width.ts';
import {
  AXIS_WIDTH,
  barsFor,
  type ChartFigure,
  chartFigure,
  withLast,
} from '#features/market-overview/candle-chart.ts';
import { formatDate, formatExpiry, formatHour, formatPrice } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';
import { dayBarsQuery } from '#market/candles.ts';
import { useQuoteChange, useQuoteField } from '#market/use-quote.ts';

const STEP_MS = 15 * 60_000;

export function MarketChart({ contract, height }: { contract: Contract; height: number }) {
  const { language } = useFormat();
  const { code, decimalFormat: grid } = contract;
  const last = useQuoteField(code, 'last');
  const change = useQuoteChange(code);
  const settlement = useQuoteField(code, 'settlement');
  return (
    <section aria-label={code} data-testid="market-chart" className="hidden min-w-0 flex-col bg-surface pt-2.5 lg:flex">
      <header className="flex items-baseline gap-2 whitespace-nowrap pr-3 pl-4">
        <Link to="/trading/$code" params={{ code }} className="rounded-[3px] font-semibold hover:text-primary-text">
          <h2 className="text-13">{code}</h2>
        </Link>
        <span className="truncate text-fg-2">
          {contract.commodityName[language]} · {formatExpiry(contract.expiryMonth)}
        </span>
        <Price ticks={last} grid={grid} direction={directionOf(change)} className="ml-auto font-medium" />
        <QuoteChange changeTicks={change} referenceTicks={settlement} grid={grid} glyph className="font-medium" />
      </header>
      <Candles key={code} contract={contract} last={last} height={height} />
    </section>
  );
}

function Candles({ contract, last, height }: { contract: Contract; last: number | null; height: number }) {
  const { t } = useTranslation();
  const [ref, width] = useElementWidth();
  const { data: bars, isPending } = useQuery(dayBarsQuery(contract));
  const figure = useMemo(() => {
    if (!bars || bars.length === 0 || width === 0) return null;
    const shown = withLast(bars, last, marketNowMs(), STEP_MS).slice(-barsFor(width));
    return chartFigure(shown, { width, height });
  }, [bars, last, width, height]);
  return (
    <div ref={ref} className="relative min-h-0 flex-1">
      {figure && <Figure figure={figure} contract={contract} last={last} size={{ width, height }} />}
      {isPending && <Skeleton className="absolute inset-x-4 bottom-8 h-px" />}
      {bars?.length === 0 && (
        <p className="grid h-full place-items-center text-12 text-fg-3">{t(($) => $.board.chart.empty)}</p>
      )}
    </div>
  );
}

interface FigureProps {
  readonly figure: ChartFigure;
  readonly contract: Contract;
  readonly last: number | null;
  readonly size: PlotSize;
}

/** The tag shows the day's change, like the figures in the header, not that of the last quarter of an hour. */
const TAGS: Record<Direction, string> = { up: 'text-up-candle', down: 'text-down-candle', unchanged: 'text-ref' };

function Figure({ figure, contract, last, size: { width, height } }: FigureProps) {
  const { t } = useTranslation();
  const direction = directionOf(useQuoteChange(contract.code));
  const grid = contract.decimalFormat;
  const { candles, plotWidth, plotHeight } = figure;
  const lastY = last === null ? null : figure.yOf(last);
  return (
    <svg
      role="img"
      aria-label={t(($) => $.board.chart.title, { code: contract.code })}
      width={width}
      height={height}
      className="absolute inset-0 text-11"
    >
      <PlotGrid
        lines={figure.grid.map(({ ticks, y }) => {
          return { y, label: lastY === null || Math.abs(lastY - y) > 15 ? formatPrice(ticks, grid) : null };
        })}
        plotWidth={plotWidth}
      />
      <g className="fill-fg-3 stroke-none">
        {figure.times.map(({ timeMs, x, isDay }) => (
          <g key={timeMs}>
            <path d={`M${crisp(x)} 0V${plotHeight}`} className="stroke-grid" />
            <text x={x} y={height - 7} textAnchor="middle" className={cn(isDay && 'fill-fg-2 font-medium')}>
              {isDay ? formatDate(timeMs).slice(0, 5) : formatHour(timeMs)}
            </text>
          </g>
        ))}
      </g>
      {candles.map((candle) => (
        <g key={candle.timeMs} className={candle.isUp ? 'text-up-candle' : 'text-down-candle'}>
          <rect
            x={candle.x - 1}
            y={plotHeight - candle.volumeHeight}
            width={candle.width}
            height={candle.volumeHeight}
            className={candle.isUp ? 'fill-up-fill' : 'fill-down-fill'}
          />
          <path d={`M${candle.x + 0.5} ${candle.wickTop}V${candle.wickBottom}`} stroke="currentColor" />
          <rect
            x={candle.x - 1}
            y={candle.bodyTop}
            width={candle.width}
            height={candle.bodyHeight}
            fill="currentColor"
          />
        </g>
      ))}
      <path d={`M${plotWidth + 0.5} 0V${height}M0 ${plotHeight + 0.5}H${width}`} className="stroke-border" />
      {lastY !== null && (
        <g className={TAGS[direction ?? 'unchanged']}>
          <path d={`M0 ${crisp(lastY)}H${plotWidth}`} stroke="currentColor" strokeDasharray="2 3" />
          <rect x={plotWidth} y={lastY - 9} width={AXIS_WIDTH} height={18} rx={3} fill="currentColor" />
          <text x={plotWidth + 8} y={lastY + 4} className="fill-background font-medium">
            {formatPrice(last, grid)}
          </text>
        </g>
      )}
    </svg>
  );
}
