/** Says under the legend what a continuous series is: how it is joined, which month it stands for, where it begins. */
import type { Contract } from '@mua/contract/entities/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFrameValue } from '#clock/frame-value.ts';
import { seriesText } from '#features/chart/series-text.ts';
import { useChartSettings } from '#features/chart/settings/chart-settings.ts';
import type { TradingChart } from '#features/chart/trading-chart.ts';

export interface SeriesLineProps {
  readonly chart: TradingChart;
  readonly contract: Contract;
}

/** On a phone the line would lie over the bars; the menu says it too. */
const WIDE = 'hidden @min-[420px]:inline';

export function SeriesLine({ chart, contract }: SeriesLineProps) {
  const { t } = useTranslation();
  const choice = useChartSettings((settings) => settings.series);
  const series = useFrameValue(chart.series);
  if (!series) return null;
  const { front, begins } = series;
  return (
    <p className="flex w-fit flex-wrap gap-x-2 bg-surface pr-1">
      <span className="text-primary-text">
        {t(($) => $.chartMore.series.continuous)} {contract.commodityCode}
      </span>
      <span className="@min-[420px]:hidden">{front}</span>
      <span className={WIDE}>{seriesText(t, choice)}</span>
      {front === contract.code ? (
        <span className={WIDE}>{t(($) => $.chartMore.series.standsFor, { code: front })}</span>
      ) : (
        <span>
          {t(($) => $.chartMore.series.standsForOther)}{' '}
          <Link
            to="/trading/$code"
            params={{ code: front }}
            className="pointer-events-auto text-primary-text underline underline-offset-2"
          >
            {front}
          </Link>
        </span>
      )}
      {begins && (
        <span className={WIDE}>
          {t(($) => $.chartMore.series.begins[begins.reason], { code: begins.contractCode })}
        </span>
      )}
    </p>
  );
}
