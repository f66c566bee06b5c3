/**
 * Spares the work of charts that were asked for already: pages of the past are kept, and equal requests under way are
 * one. A page is kept once nothing can change it any more: its last bar is over, and with it the silence after which a
 * minute may still come to be filled in (stored-bars.ts).
 */
import { barOpenMs, DAY_MS, MINUTE_MS, nextOpenMs } from '@mua/core/values';
import type { CandleQuery, MarketView } from '#market/market-view.ts';
import { SILENCE_MINUTES } from '#market/stored-bars.ts';
import { isDateInterval } from '#market/trade-date-bars.ts';
import type { Bar } from '#venue/port/market-data.ts';

/** Twice what a late minute needs. */
const SETTLED_MS = 2 * SILENCE_MINUTES * MINUTE_MS;
/** Some twenty megabytes. */
const KEPT_BARS = 200_000;

type Candles = MarketView['candles'];

export function keepCandles(candles: Candles, nowMs: () => number, keptBars = KEPT_BARS): Candles {
  /** The page that was asked for least recently is first. */
  const kept = new Map<string, readonly Bar[]>();
  const underWay = new Map<string, Promise<readonly Bar[]>>();
  let count = 0;

  function recall(key: string): readonly Bar[] | undefined {
    const bars = kept.get(key);
    if (!bars) return undefined;
    kept.delete(key);
    kept.set(key, bars);
    return bars;
  }

  function keep(key: string, bars: readonly Bar[]): void {
    kept.set(key, bars);
    count += sizeOf(bars);
    for (const [oldest, page] of kept) {
      if (count <= keptBars) return;
      kept.delete(oldest);
      count -= sizeOf(page);
    }
  }

  async function read(key: string, query: CandleQuery): Promise<readonly Bar[]> {
    try {
      const bars = await candles(query);
      if (isSettled(query, nowMs())) keep(key, bars);
      return bars;
    } finally {
      underWay.delete(key);
    }
  }

  return async (asked) => {
    const query = toBarsEnd(asked);
    const key = `${query.contractCode} ${query.interval} ${query.limit} ${query.beforeMs}`;
    const known = recall(key) ?? underWay.get(key);
    if (known) return known;
    const reading = read(key, query);
    underWay.set(key, reading);
    return reading;
  };
}

/** An empty page takes room too. */
function sizeOf(bars: readonly Bar[]): number {
  return bars.length + 1;
}

/** Every instant within a bar asks for the same page. A trade date's opening is its calendar's affair. */
function toBarsEnd(query: CandleQuery): CandleQuery {
  const { interval, beforeMs } = query;
  if (isDateInterval(interval)) return query;
  return { ...query, beforeMs: nextOpenMs(interval, barOpenMs(interval, beforeMs - 1)) };
}

function isSettled({ interval, beforeMs }: CandleQuery, nowMs: number): boolean {
  const overMs = isDateInterval(interval) ? nextOpenMs(interval, beforeMs) + DAY_MS : beforeMs;
  return overMs <= nowMs - SETTLED_MS;
}
