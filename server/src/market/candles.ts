/**
 * A chart's bars: stored minutes of live trades, and the venue's history and current bar for everything else. Stored
 * minutes take precedence. Bars of every interval are sums of the same minutes.
 */
import { type BarInterval, barOpenMs, MINUTE_MS, nextOpenMs } from '@mua/core/values';
import type pg from 'pg';
import type { CandleQuery } from '#market/market-view.ts';
import { SILENCE_MINUTES, storedBars, storedMinutes } from '#market/stored-bars.ts';
import { isDateInterval, tradeDateBars } from '#market/trade-date-bars.ts';
import type { MarketCalendar } from '#schedule/calendar/market-calendar.ts';
import { aggregateBars } from '#venue/port/bar-time.ts';
import type { Bar, MarketData } from '#venue/port/market-data.ts';

/** The most days in a week or month, so that this many days always complete one. */
const DAYS_OF = { '1w': 7, '1M': 31 } as const;

export interface CandlesOptions {
  readonly pool: pg.Pool;
  readonly venue: MarketData;
  /** Null where the broker's trade dates apply. */
  readonly calendarOf?: (contractCode: string) => MarketCalendar | null;
}

export function createCandles({ pool, venue, calendarOf = () => null }: CandlesOptions) {
  /** Oldest first, the current bar included. */
  async function candles(query: CandleQuery): Promise<readonly Bar[]> {
    const { interval, limit, beforeMs } = query;
    const calendar = calendarOf(query.contractCode);
    if (calendar && isDateInterval(interval))
      return tradeDateBars({ ...query, interval }, { calendar, parts: candles });
    if (interval === '1w' || interval === '1M') {
      const days = await candles({ ...query, interval: '1d', limit: (limit + 1) * DAYS_OF[interval] });
      const bars = aggregateBars(interval, days).filter(({ openMs }) => openMs < beforeMs);
      // The days may begin in the middle of the oldest bar.
      return bars.slice(Math.max(bars.length - limit, days.length < (limit + 1) * DAYS_OF[interval] ? 0 : 1));
    }
    const bars = await venue.bars(query);
    if (venue.keepsItsPast) return bars;
    const [oldest] = bars;
    const newest = bars.at(-1);
    if (!oldest || !newest) return [];
    const range = {
      contractCode: query.contractCode,
      fromMs: oldest.openMs,
      toMs: nextOpenMs(interval, newest.openMs),
    };
    if (interval === '1m') return mergeMinutes(await around(range), bars).slice(-limit);
    return mergeLonger(interval, range, bars, limit);
  }

  /** Stored minutes of a range, and a little beyond it to recognise silences. */
  function around({ contractCode, fromMs, toMs }: { contractCode: string; fromMs: number; toMs: number }) {
    const margin = SILENCE_MINUTES * MINUTE_MS;
    return storedMinutes(pool, { contractCode, fromMs: fromMs - margin, toMs: toMs + margin });
  }

  async function mergeLonger(
    interval: BarInterval,
    range: { contractCode: string; fromMs: number; toMs: number },
    bars: readonly Bar[],
    limit: number,
  ): Promise<readonly Bar[]> {
    const stored = await storedBars(pool, interval, range);
    if (stored.size === 0) return bars;
    const merged = new Map(bars.map((bar) => [bar.openMs, bar]));
    const nowMs = venue.marketTimeMs();
    await Promise.all(
      [...stored].map(async ([openMs, { bar, isWhole }]) => {
        // The venue answers for the current day: its bar is the board's day.
        if (interval === '1d' && openMs === barOpenMs('1d', nowMs)) return;
        const summed = isWhole ? bar : await byMinutes(interval, range.contractCode, openMs);
        if (summed) merged.set(openMs, summed);
      }),
    );
    return [...merged.values()].sort((a, b) => a.openMs - b.openMs).slice(-limit);
  }

  /** Sums a partially stored bar from stored minutes and the venue's. */
  async function byMinutes(interval: BarInterval, contractCode: string, openMs: number): Promise<Bar | undefined> {
    const toMs = nextOpenMs(interval, openMs);
    const limit = (toMs - openMs) / MINUTE_MS;
    const [stored, reported] = await Promise.all([
      around({ contractCode, fromMs: openMs, toMs }),
      venue.bars({ contractCode, interval: '1m', beforeMs: toMs, limit }),
    ]);
    const minutes = mergeMinutes(stored, reported).filter((bar) => bar.openMs >= openMs && bar.openMs < toMs);
    return aggregateBars(interval, minutes)[0];
  }

  return candles;
}

/** The venue's minutes, less those that lie in a short silence of the stored ones, with the stored ones in place. */
function mergeMinutes(stored: readonly Bar[], reported: readonly Bar[]): Bar[] {
  const [oldest] = reported;
  const newest = reported.at(-1);
  if (!oldest || !newest) return [];
  const merged = stored.filter(({ openMs }) => openMs >= oldest.openMs && openMs <= newest.openMs);
  let next = 0;
  for (const bar of reported) {
    while (next < stored.length && (stored[next]?.openMs ?? 0) < bar.openMs) next += 1;
    const after = stored[next];
    const before = stored[next - 1];
    if (after?.openMs === bar.openMs) continue;
    const isSilence = before && after && after.openMs - before.openMs <= SILENCE_MINUTES * MINUTE_MS;
    if (!isSilence) merged.push(bar);
  }
  return merged.sort((a, b) => a.openMs - b.openMs);
}
