/** Alerts on what is drawn on a chart: which wait, and over which bars the server can follow what is seen. */
import type { AlertSubject, PriceAlert } from '@mua/contract/entities/price-alert';
import type { BarInterval } from '@mua/core/values';
import { type ChartInterval, isServers } from '#features/chart/settings/chart-interval.ts';
import type { ScaleMode } from '#features/chart/settings/chart-settings.ts';

export interface ChartAlerts {
  /** Waiting ones that go with a drawing or an average, of every contract. */
  readonly drawn: readonly PriceAlert[];
  /** Opens the form of a new one, or of one that waits. */
  readonly onOpen: (what: AlertSubject | PriceAlert) => void;
}

/**
 * Why an alert can't follow what is seen. The server counts the bars of its own intervals, of one contract, and a line
 * from price to price; on a logarithmic scale another line is drawn through the same points.
 */
export type AlertObstacle = 'ownInterval' | 'continuous' | 'logScale';

/** The interval whose bars the server counts, or why it counts none of what is seen. */
export type CountedBars =
  | { readonly interval: BarInterval; readonly obstacle: null }
  | { readonly interval: null; readonly obstacle: AlertObstacle };

export function countedBars(interval: ChartInterval, isContinuous: boolean): CountedBars {
  if (isContinuous) return { interval: null, obstacle: 'continuous' };
  return isServers(interval) ? { interval, obstacle: null } : { interval: null, obstacle: 'ownInterval' };
}

/** The bars by which a sloping line is followed. */
export function barsOfLines(bars: CountedBars, scale: ScaleMode): CountedBars {
  return scale === 'log' ? { interval: null, obstacle: 'logScale' } : bars;
}
