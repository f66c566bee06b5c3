/** The interval of the chart around: one of several in a grid may have its own, all others have the device's. */
import { createContext, useContext } from 'react';
import type { ChartInterval } from '#features/chart/settings/chart-interval.ts';
import { type ChartSettings, useChartSettings } from '#features/chart/settings/chart-settings.ts';

export interface IntervalChoice {
  readonly interval: ChartInterval;
  readonly setInterval: (interval: ChartInterval) => void;
}

export const OwnInterval = createContext<IntervalChoice | null>(null);

export function useChartInterval(): IntervalChoice {
  const own = useContext(OwnInterval);
  const interval = useChartSettings((settings) => settings.interval);
  const setInterval = useChartSettings((settings) => settings.setInterval);
  return own ?? { interval, setInterval };
}

/** The settings of every chart alike, with the interval of this one. */
export function withInterval(settings: ChartSettings, interval: ChartInterval): ChartSettings {
  return settings.interval === interval ? settings : { ...settings, interval };
}
