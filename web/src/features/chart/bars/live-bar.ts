/**
 * Maintains the bar that is still growing. It starts as history returned it, and the market feed's minutes are then
 * merged into it. A minute is sent repeatedly with its volume so far, so only the increase is added.
 */

import type { TradeDates } from '#features/chart/bars/trade-dates.ts';
import type { ChartInterval } from '#features/chart/settings/chart-interval.ts';
import type { Bar } from '#market/candles.ts';

export interface LiveBar {
  readonly interval: ChartInterval;
  /** Null until there is a first bar. */
  readonly bar: Bar | null;
  /** When history was read: it includes the minutes that had begun by then. */
  readonly readAtMs: number;
  /** Volume already counted for each minute of the bar, by the minute's start. */
  readonly minutes: ReadonlyMap<number, number>;
}

/** Starts from the newest bar of the history once that has arrived. */
export function startLive(interval: ChartInterval, newest: Bar | undefined, readAtMs: number): LiveBar {
  return { interval, bar: newest ?? null, readAtMs, minutes: new Map() };
}

/** Returns the same object when the minute changes nothing because its bar has ended. */
export function withMinute(live: LiveBar, minute: Bar, dates: Pick<TradeDates, 'barOpenMs'>): LiveBar {
  const { bar, interval, readAtMs } = live;
  const timeMs = dates.barOpenMs(interval, minute.timeMs);
  if (bar && timeMs < bar.timeMs) return live;
  if (!bar || timeMs > bar.timeMs) {
    return { ...live, bar: { ...minute, timeMs }, minutes: new Map([[minute.timeMs, minute.volume]]) };
  }
  if (interval === '1m') return { ...live, bar: minute, minutes: new Map([[minute.timeMs, minute.volume]]) };
  const newestMinute = Math.max(...live.minutes.keys(), Number.NEGATIVE_INFINITY);
  // The first update of a minute that history already included adds nothing.
  const counted = live.minutes.get(minute.timeMs) ?? (minute.timeMs <= readAtMs ? minute.volume : 0);
  return {
    ...live,
    bar: {
      timeMs,
      open: bar.open,
      high: Math.max(bar.high, minute.high),
      low: Math.min(bar.low, minute.low),
      close: minute.timeMs >= newestMinute ? minute.close : bar.close,
      volume: bar.volume + Math.max(0, minute.volume - counted),
    },
    minutes: new Map(live.minutes).set(minute.timeMs, minute.volume),
  };
}
