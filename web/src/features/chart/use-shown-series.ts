/** What a chart is of: its contract's own bars, or a series of front months. */
import type { Contract } from '@mua/contract/entities/contract';
import { useMemo } from 'react';
import { createFrameValue, useFrameValue } from '#clock/frame-value.ts';
import type { Series } from '#features/chart/bars/series.ts';
import { useChartSettings } from '#features/chart/settings/chart-settings.ts';
import type { TradingChart } from '#features/chart/trading-chart.ts';

export interface ShownSeries {
  /** Names what is charted. */
  readonly title: string;
  /** The month whose price is the newest bar's; null while that is unknown. */
  readonly tradedCode: string | null;
}

const NO_SERIES = createFrameValue<Series | null>(null);

/** Orders are for one month: on a series for the one that it stands for now, if that is the desk's. */
export function useShownSeries(chart: TradingChart | null, { code, commodityCode }: Contract): ShownSeries {
  const { isContinuous } = useChartSettings((settings) => settings.series);
  const front = useFrameValue(chart?.series ?? NO_SERIES)?.front ?? null;
  return useMemo(() => {
    if (!isContinuous) return { title: code, tradedCode: code };
    return { title: front === null ? commodityCode : `${commodityCode} (${front})`, tradedCode: front };
  }, [isContinuous, code, commodityCode, front]);
}
