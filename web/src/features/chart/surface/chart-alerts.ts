/** Alerts on what is drawn on a chart: which wait, and over which bars the server can follow what is seen. */
import type { AlertSubject, PriceAlert } from '@mua/contract/entities/price-alert';
import type { BarInterval } from '@mua/core/values';
import { type ChartInterval, isServers } from '#features/chart/settings/chart-interval.ts';

export interface ChartAlerts {
  /** Waiting ones that go with a drawing or an average, of every contract. */
  readonly drawn: readonly PriceAlert[];
  /** Opens the form of a new one, or of one that waits. */
  readonly onOpen: (what: AlertSubject | PriceAlert) => void;
}

/** The server counts bars of its own intervals, of one contract; null if the chart shows others. */
export function countedInterval(interval: ChartInterval, isContinuous: boolean): BarInterval | null {
  return isServers(interval) && !isContinuous ? interval : null;
}
