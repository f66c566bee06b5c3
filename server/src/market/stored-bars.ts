/** Reads the stored minute bars, by minute or summed by interval. */
import { type BarInterval, barOpenMs, type Lots, MINUTE_MS, nextOpenMs, type Ticks } from '@mua/core/values';
import type pg from 'pg';
import type { Bar } from '#venue/port/market-data.ts';

/**
 * Between two stored minutes this close nothing was traded; a longer silence may mean that the server was down, and is
 * filled from the venue. The same for every interval, so that they agree.
 */
export const SILENCE_MINUTES = 15;

export interface StoredBar {
  readonly bar: Bar;
  /** All of its minutes are known: there is no long silence in it or next to it. */
  readonly isWhole: boolean;
}

export interface Range {
  readonly contractCode: string;
  readonly fromMs: number;
  readonly toMs: number;
}

interface BarRow {
  readonly open_minute: number;
  readonly open_ticks: Ticks;
  readonly high_ticks: Ticks;
  readonly low_ticks: Ticks;
  readonly close_ticks: Ticks;
  readonly volume_lots: Lots;
}

/** Minutes of a range, oldest first. */
export async function storedMinutes(pool: pg.Pool, { contractCode, fromMs, toMs }: Range): Promise<Bar[]> {
  const { rows } = await pool.query<BarRow>(
    `select open_minute, open_ticks, high_ticks, low_ticks, close_ticks, volume_lots from minute_bar
     where contract_code = $1 and open_minute >= $2 and open_minute < $3 order by open_minute`,
    [contractCode, Math.ceil(fromMs / MINUTE_MS), Math.ceil(toMs / MINUTE_MS)],
  );
  return rows.map((row) => barOf(row, row.open_minute * MINUTE_MS));
}

/** Bars of an interval up to a day that have stored minutes, by opening. */
export async function storedBars(pool: pg.Pool, interval: BarInterval, range: Range): Promise<Map<number, StoredBar>> {
  const { contractCode, fromMs, toMs } = range;
  const firstMs = barOpenMs(interval, fromMs);
  const length = (nextOpenMs(interval, firstMs) - firstMs) / MINUTE_MS;
  const origin = firstMs / MINUTE_MS;
  const { rows } = await pool.query<BarRow & { bucket: number; silence: number | null }>(
    `with minute as (
       select *, (open_minute - $2) / $4 as bucket,
         open_minute - lag(open_minute) over byTime as before,
         lead(open_minute) over byTime - open_minute as after
       from minute_bar
       where contract_code = $1 and open_minute >= $2 - $5 and open_minute < $3 + $5
       window byTime as (order by open_minute)
     )
     select bucket::int, min(open_minute) as open_minute,
       (array_agg(open_ticks order by open_minute))[1] as open_ticks, max(high_ticks) as high_ticks,
       min(low_ticks) as low_ticks, (array_agg(close_ticks order by open_minute desc))[1] as close_ticks,
       sum(volume_lots)::int as volume_lots,
       max(greatest(coalesce(before, 1000000), coalesce(after, 1000000))) as silence
     from minute where open_minute >= $2 and open_minute < $3 group by bucket`,
    [contractCode, origin, Math.ceil(toMs / MINUTE_MS), length, SILENCE_MINUTES],
  );
  return new Map(
    rows.map((row) => {
      const openMs = firstMs + row.bucket * length * MINUTE_MS;
      return [openMs, { bar: barOf(row, openMs), isWhole: (row.silence ?? 0) <= SILENCE_MINUTES }];
    }),
  );
}

function barOf(row: BarRow, openMs: number): Bar {
  return {
    openMs,
    openTicks: row.open_ticks,
    highTicks: row.high_ticks,
    lowTicks: row.low_ticks,
    closeTicks: row.close_ticks,
    volumeLots: row.volume_lots,
  };
}
