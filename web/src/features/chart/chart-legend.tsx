/** The bar under the crosshair, else the newest, in the contract's own format; below it what lies over the price. */
import type { Contract } from '@mua/contract/entities/contract';
import { useTranslation } from 'react-i18next';
import { useFrameValue } from '#data/frame-value.ts';
import { cn } from '#design/class-names.ts';
import { DIRECTION_TEXT, directionOf } from '#design/ui/figures.tsx';
import { useFormat } from '#i18n/use-format.ts';
import type { TradingChart } from './trading-chart.ts';

export interface ChartLegendProps {
  readonly chart: TradingChart;
  readonly contract: Contract;
  /** The interval in words. */
  readonly interval: string;
  readonly compact: boolean;
}

const OHLC = ['open', 'high', 'low', 'close'] as const;

export function ChartLegend({ chart, contract, interval, compact }: ChartLegendProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const reading = useFrameValue(chart.reader.reading);
  const grid = contract.decimalFormat;
  const direction = directionOf(reading.change);
  return (
    // The table below the chart tells the same to a screen reader.
    <div aria-hidden className="pointer-events-none absolute inset-x-3 top-2 text-11 text-fg-3">
      <p className="flex w-fit flex-wrap gap-x-2 bg-surface pr-1 tabular-nums">
        <span className="hidden @min-[420px]:inline">
          {contract.code} · {interval} · {contract.exchange}
        </span>
        {OHLC.map((part) => (
          <span key={part}>
            {t(($) => $.desk.chart.ohlc[part])}{' '}
            <span className="font-medium text-fg-2">{format.price(reading[part], grid)}</span>
          </span>
        ))}
        {direction && (
          <span className={cn('font-medium', DIRECTION_TEXT[direction])}>
            {format.priceChange(reading.change, grid)}
          </span>
        )}
        <span>
          {t(($) => $.desk.chart.ohlc.volume)}{' '}
          <span className="font-medium text-fg-2">{format.volume(reading.volume)}</span>
        </span>
      </p>
      {!compact && reading.studies.length > 0 && (
        <p className="flex w-fit flex-wrap gap-x-3 bg-surface pr-1 tabular-nums">
          {reading.studies.map(({ name, value, color }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a band has three lines of one name, told apart by place.
            <span key={`${name} ${place}`} className="flex items-center gap-1">
              <span className="h-0.5 w-2.5 rounded-full" style={{ background: color }} />
              {name} <span className="text-fg-2">{value}</span>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
