/** The trade dates of a sub-account, each with the range of journal positions that belongs to it. */

import type { Vnd } from '@mua/core/values';
import type pg from 'pg';

export interface AccountDate {
  readonly tradeDate: string;
  /** First position of the date; `endSeq` is excluded. */
  readonly beginSeq: bigint;
  readonly endSeq: bigint;
  /** Figures at the end of the date; null while it is current. */
  readonly end: { readonly equityVnd: Vnd; readonly cashVnd: Vnd; readonly estimatedVnd: Vnd } | null;
}

interface DayRow {
  readonly trade_date: string;
  readonly next_date: string;
  readonly seq: bigint;
  readonly equity_vnd: Vnd;
  readonly cash_vnd: Vnd;
  readonly estimated_vnd: Vnd;
}

/**
 * The dates that ended at or before `seq`, oldest first, and the current one; before any has ended, `brokerDate` names
 * it.
 */
export async function readAccountDates(
  pool: pg.Pool,
  accountId: string,
  at: { readonly seq: number; readonly brokerDate: string },
): Promise<readonly AccountDate[]> {
  const found = await pool.query<DayRow>(
    `select trade_date, next_date, seq, equity_vnd, cash_vnd, estimated_vnd
     from account_day where account_id = $1 and seq <= $2 order by trade_date`,
    [accountId, at.seq],
  );
  let beginSeq = 0n;
  let running = at.brokerDate;
  const dates: AccountDate[] = found.rows.map((row) => {
    const { equity_vnd: equityVnd, cash_vnd: cashVnd, estimated_vnd: estimatedVnd } = row;
    const ended = { tradeDate: row.trade_date, beginSeq, endSeq: row.seq, end: { equityVnd, cashVnd, estimatedVnd } };
    beginSeq = row.seq;
    running = row.next_date;
    return ended;
  });
  dates.push({ tradeDate: running, beginSeq, endSeq: BigInt(at.seq) + 1n, end: null });
  return dates;
}

/** Both ends are included. */
export function datesIn(
  dates: readonly AccountDate[],
  range: { readonly from?: string | undefined; readonly to?: string | undefined },
): readonly AccountDate[] {
  const { from = '', to = '9999-12-31' } = range;
  return dates.filter(({ tradeDate }) => tradeDate >= from && tradeDate <= to);
}

/** First positions of the dates, for PostgreSQL's width_bucket, which counts from 1. */
export function beginningsOf(dates: readonly AccountDate[]): bigint[] {
  return dates.map(({ beginSeq }) => beginSeq);
}
