/** Reads the account days of a sub-account: figures at the end of each, and what the ledger adds up to on it. */
import type { AccountDay } from '@mua/contract/entities/account-day';
import type { Posting } from '@mua/core/engine';
import type { Vnd } from '@mua/core/values';
import type pg from 'pg';
import { type AccountDate, beginningsOf, datesIn, readAccountDates } from '#accounts/account-dates.ts';
import { type AccountRecord, readAccountRecord } from '#accounts/account-records.ts';
import { sumsOf, type Valuation } from '#accounts/margin-status.ts';
import { type DatedPageQuery, decodeCursor, encodeCursor } from '#wire/page-cursor.ts';

export interface DaysPage {
  readonly items: AccountDay[];
  readonly nextCursor: string | null;
}

/** How a posting counts in an account day: own money, a debt that balances the cash, or what trading gave and cost. */
const MEANING = {
  deposit: 'own',
  withdrawal: 'own',
  fee: 'trading',
  'package-fee': 'trading',
  'realised-profit': 'trading',
  transfer: 'own',
  'copy-fee': 'trading',
  'performance-fee': 'trading',
  'copy-earnings': 'trading',
  deficit: 'debt',
  'deficit-repaid': 'debt',
} as const satisfies Record<Posting['type'], 'own' | 'debt' | 'trading'>;

/** Posting types of what trading gave and cost. */
export const TRADING = Object.entries(MEANING).flatMap(([type, meaning]) => (meaning === 'trading' ? [type] : []));

/** Postings that are not trading. */
interface Outside {
  readonly seq: bigint;
  readonly type: Posting['type'];
  readonly amount_vnd: Vnd;
}

interface Earned {
  readonly profitVnd: Vnd;
  readonly feesVnd: Vnd;
}

const NOTHING: Earned = { profitVnd: 0n, feesVnd: 0n };

/**
 * Undefined if there is no such sub-account. Everything is read as of one journal position, because the past never
 * changes.
 */
export async function readAccountDays(
  pool: pg.Pool,
  accountId: string,
  { query, valuation }: { readonly query: DatedPageQuery; readonly valuation: Valuation },
): Promise<DaysPage | undefined> {
  const record = await readAccountRecord(pool, accountId, valuation.tradeDateSeq());
  if (!record) return undefined;
  const { seq } = record;
  const dates = await readAccountDates(pool, accountId, { seq, brokerDate: valuation.state.tradeDate });
  const outside = await readOutside(pool, accountId, seq);
  const firstSeq = outside.find(({ type }) => MEANING[type] === 'own')?.seq;
  const [after = ''] = decodeCursor(query.cursor, /^day (\d{4}-\d\d-\d\d)$/) ?? [];
  const wanted = datesIn(dates, query).filter(
    ({ tradeDate, endSeq }) => firstSeq !== undefined && endSeq > firstSeq && tradeDate > after,
  );
  const page = wanted.slice(0, query.limit);
  const earned = await readEarned(pool, accountId, page);
  const estimatedBefore = new Map(
    dates.map(({ tradeDate }, index) => [tradeDate, dates[index - 1]?.end?.estimatedVnd ?? 0n]),
  );
  const items = page.map((date, index) => {
    const { tradeDate } = date;
    const end = date.end ?? stateNow(record, valuation);
    const { profitVnd, feesVnd } = earned[index] ?? NOTHING;
    return {
      tradeDate,
      isRunning: date.end === null,
      equity: end.equityVnd.toString(),
      cash: end.cashVnd.toString(),
      netDeposits: sumOf(outside, 'own', date).toString(),
      actualProfit: profitVnd.toString(),
      fees: feesVnd.toString(),
      estimatedProfit: end.estimatedVnd.toString(),
      estimatedChange: (end.estimatedVnd - (estimatedBefore.get(tradeDate) ?? 0n)).toString(),
      deficit: sumOf(outside, 'debt', date).toString(),
    };
  });
  const last = wanted.length > page.length ? page.at(-1) : undefined;
  return { items, nextCursor: last ? encodeCursor('day', last.tradeDate) : null };
}

function stateNow(record: AccountRecord, valuation: Valuation): NonNullable<AccountDate['end']> {
  const { estimatedVnd, equity } = sumsOf(record, valuation);
  return { equityVnd: equity, cashVnd: record.cashVnd, estimatedVnd };
}

/** Sums postings up to the end of a date. */
function sumOf(outside: readonly Outside[], meaning: 'own' | 'debt', { endSeq }: AccountDate): bigint {
  let sum = 0n;
  for (const { seq, type, amount_vnd: amountVnd } of outside)
    if (seq < endSeq && MEANING[type] === meaning) sum += amountVnd;
  return sum;
}

async function readOutside(pool: pg.Pool, accountId: string, seq: number): Promise<readonly Outside[]> {
  const found = await pool.query<Outside>(
    `select seq, type, amount_vnd from ledger_posting
     where account_id = $1 and seq <= $2 and not type = any($3) order by seq, ordinal`,
    [accountId, seq, TRADING],
  );
  return found.rows;
}

/** Trading results per date, in order of the dates. */
async function readEarned(pool: pg.Pool, accountId: string, dates: readonly AccountDate[]): Promise<readonly Earned[]> {
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return [];
  const found = await pool.query<{ place: number; profit_vnd: string; fees_vnd: string }>(
    `select width_bucket(seq, $2::bigint[]) as place,
       coalesce(sum(amount_vnd) filter (where type = 'realised-profit'), 0)::text as profit_vnd,
       coalesce(-sum(amount_vnd) filter (where type <> 'realised-profit'), 0)::text as fees_vnd
     from ledger_posting
     where account_id = $1 and seq >= $3 and seq < $4 and type = any($5)
     group by place`,
    [accountId, beginningsOf(dates), first.beginSeq, last.endSeq, TRADING],
  );
  const earned: Earned[] = dates.map(() => NOTHING);
  for (const { place, profit_vnd: profit, fees_vnd: fees } of found.rows)
    earned[place - 1] = { profitVnd: BigInt(profit), feesVnd: BigInt(fees) };
  return earned;
}
