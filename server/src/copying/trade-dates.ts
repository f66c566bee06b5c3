/** The house's trade dates: to which one a moment or a step of the journal belongs. */
import type { CivilDate } from '@mua/core/values';
import type pg from 'pg';

export interface EndedDate {
  readonly tradeDate: CivilDate;
  readonly nextDate: CivilDate;
  readonly endMs: number;
}

export interface TradeDates {
  /** Oldest first. */
  readonly ended: readonly EndedDate[];
  readonly running: CivilDate;
  /** The steps that ended them, for PostgreSQL's width_bucket: what it gives is the place of `at`. */
  readonly endSeqs: readonly bigint[];
  at(place: number): CivilDate;
  /** The date that a moment belongs to; the moment of its end belongs to the next one. */
  of(timeMs: number): CivilDate;
  /** Infinite for the running one. */
  endMs(date: CivilDate): number;
}

export async function readTradeDates(pool: pg.Pool, brokerDate: CivilDate): Promise<TradeDates> {
  const { rows } = await pool.query<{ trade_date: string; next_date: string; seq: bigint; time_ms: bigint }>(
    'select trade_date, next_date, seq, time_ms from broker_day order by seq',
  );
  const ended = rows.map((row) => ({
    ...{ tradeDate: row.trade_date, nextDate: row.next_date },
    endMs: Number(row.time_ms),
  }));
  const running = ended.at(-1)?.nextDate ?? brokerDate;
  const at = (place: number): CivilDate => ended[place]?.tradeDate ?? running;
  return {
    ...{ ended, running, at },
    endSeqs: rows.map(({ seq }) => seq),
    of: (timeMs) => at(firstAfter(ended, timeMs)),
    endMs: (date) => ended.find(({ tradeDate }) => tradeDate === date)?.endMs ?? Number.MAX_SAFE_INTEGER,
  };
}

/** The place of the first date that ended after a moment. */
function firstAfter(ended: readonly EndedDate[], timeMs: number): number {
  let [low, high] = [0, ended.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ended[middle]?.endMs ?? 0) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
