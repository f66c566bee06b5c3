/**
 * The closing prices of one contract at one interval, as a chart has them: read once, then grown by trades. A bar opens
 * with its first trade.
 */
import { type BarInterval, barOpenMs, nextOpenMs, type Ticks } from '@mua/core/values';
import type { ClosingBars } from '@mua/core/values/moving-level';
import type { MarketView } from '#market/market-view.ts';
import { dateBarAt, isDateInterval } from '#market/trade-date-bars.ts';

export interface LastPrice {
  readonly priceTicks: Ticks;
  /** Null where only the price is known. */
  readonly timeMs: number | null;
}

export interface GrowingCloses extends ClosingBars {
  /** Whether a bar opened; what comes late counts for the running one. */
  take(last: LastPrice): boolean;
}

interface Opened {
  readonly opensMs: number;
  /** Nothing opens before. */
  readonly untilMs: number;
}

export interface ClosesOptions {
  readonly interval: BarInterval;
  /** Oldest first. */
  readonly bars: readonly { readonly openMs: number; readonly closeTicks: Ticks }[];
  /** Null where the broker's trade dates apply. */
  readonly calendar: ReturnType<MarketView['calendarOf']>;
}

export function growingCloses({ interval, bars, calendar }: ClosesOptions): GrowingCloses {
  const timesMs = bars.map(({ openMs }) => openMs);
  const closes = bars.map(({ closeTicks }) => closeTicks);
  let untilMs = Number.NEGATIVE_INFINITY;

  function barAt(timeMs: number): Opened {
    if (calendar && isDateInterval(interval)) return dateBarAt(calendar, interval, timeMs);
    const opensMs = barOpenMs(interval, timeMs);
    return { opensMs, untilMs: nextOpenMs(interval, opensMs) };
  }

  function opens(timeMs: number): boolean {
    if (timeMs < untilMs) return false;
    const bar = barAt(timeMs);
    untilMs = bar.untilMs;
    const last = timesMs.at(-1);
    if (last !== undefined && bar.opensMs <= last) return false;
    timesMs.push(bar.opensMs);
    return true;
  }

  return {
    timesMs,
    closes,
    take({ priceTicks, timeMs }) {
      const isOpened = timeMs !== null && opens(timeMs);
      if (isOpened) closes.push(priceTicks);
      else if (closes.length > 0) closes[closes.length - 1] = priceTicks;
      return isOpened;
    },
  };
}
