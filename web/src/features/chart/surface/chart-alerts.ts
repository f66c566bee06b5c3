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

/** Why an alert can't follow the bars of a chart: the server counts those of its own intervals, of one contract. */
export type UncountedBars = 'ownInterval' | 'continuous';

/** The interval whose bars the server counts, or why it counts none of what is seen. */
export type CountedBars =
  | { readonly interval: BarInterval; readonly obstacle: null }
  | { readonly interval: null; readonly obstacle: UncountedBars };

export function countedBars(interval: ChartInterval, isContinuous: boolean): CountedBars {
  if (isContinuous) return { interval: null, obstacle: 'continuous' };
  return isServers(interval) ? { interval, obstacle: null } : { interval: null, obstacle: 'ownInterval' };
}
