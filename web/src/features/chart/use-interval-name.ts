/** Names an interval in the current language: `15 minutes`, `7 minutes`, `2 hours`; in short `15m`, `7m`, `2h`. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChartInterval, isServers, lengthOf } from '#features/chart/settings/chart-interval.ts';

export interface IntervalName {
  readonly short: string;
  readonly full: string;
}

export function useIntervalName(): (interval: ChartInterval) => IntervalName {
  const { t } = useTranslation();
  return useCallback(
    (interval) => {
      if (isServers(interval)) {
        const [short, full] = [
          t(($) => $.desk.chart.shortIntervals[interval]),
          t(($) => $.desk.chart.intervals[interval]),
        ];
        return { short, full };
      }
      const { unit, count } = lengthOf(interval);
      const hours = count / 60;
      const named = unit === 'day' ? 'days' : Number.isInteger(hours) ? 'hours' : 'minutes';
      const values = { count: named === 'hours' ? hours : count };
      return {
        short: t(($) => $.chart.interval.short[named], values),
        full: t(($) => $.chart.interval.full[named], values),
      };
    },
    [t],
  );
}
