/** Reads the changes of a sub-account's cash, each with the cash after it. */
import type { Transaction } from '@mua/contract/entities/transaction';
import type { OrderFill, Posting } from '@mua/core/engine';
import { DAY_MS, priceToText, VIETNAM_OFFSET_MS, type Vnd } from '@mua/core/values';
import type pg from 'pg';
import type { Grids } from '#orders/order-wire.ts';
import { type DatedPageQuery, decodeCursor, encodeCursor } from '#wire/page-cursor.ts';
import { instantText } from '#wire/wire-text.ts';

/** Of days in Vietnam. */
interface TransactionsQuery extends DatedPageQuery {
  readonly type?: Transaction['type'] | undefined;
}

export interface TransactionsPage {
  readonly items: Transaction[];
  readonly nextCursor: string | null;
}

/** What a posting is called outside. */
const TYPES = {
  deposit: 'DEPOSIT',
  withdrawal: 'WITHDRAW',
  fee: 'TRANSACTION_FEE',
  'package-fee': 'PACKAGE_FEE',
  'realised-profit': 'ACTUAL_PROFIT',
  transfer: 'TRANSFER',
  'copy-fee': 'COPY_FEE',
  'performance-fee': 'PERFORMANCE_FEE',
  'copy-earnings': 'COPY_EARNINGS',
  deficit: 'DEFICIT_COVERED',
  'deficit-repaid': 'DEFICIT_REPAID',
} as const satisfies Record<Posting['type'], Transaction['type']>;

interface TransactionRow {
  readonly seq: bigint;
  readonly ordinal: number;
  readonly type: Posting['type'];
  readonly amount_vnd: Vnd;
  readonly balance_vnd: string;
  readonly time_ms: bigint;
  readonly reference: string;
  readonly fill: OrderFill | null;
}

/** Beyond every step and every time. */
const MOST = '999999999999999999';

/**
 * The cash after a posting is that at the end of its account day, or now, less what was posted in between; what the step
 * of the end itself posts is of the next day. So a page reads the days that it shows and no others, however long the
 * account is. Time does not go back from step to step, so days in Vietnam are a range of steps, and both ends of it are
 * found by an index.
 */
const PAGE = `
  with page as (
    select seq, ordinal, type, amount_vnd, time_ms, reference from ledger_posting
    where account_id = $1 and (seq, ordinal) < ($2, $3) and ($4::text is null or type = $4)
      and time_ms >= $5 and time_ms < $6
      and ($5::bigint = 0 or seq >= (
        select seq from ledger_posting where account_id = $1 and time_ms >= $5 order by time_ms, seq limit 1))
      and ($6::bigint = ${MOST} or seq <= (
        select seq from ledger_posting where account_id = $1 and time_ms < $6 order by time_ms desc, seq desc limit 1))
    order by seq desc, ordinal desc limit $7
  ), dated as (
    select page.*, day.seq as day_seq, day.cash_vnd from page left join lateral (
      select seq, cash_vnd from account_day where account_id = $1 and seq > page.seq order by seq limit 1
    ) day on true
  ), span as (
    select day_seq, cash_vnd, min(seq) as from_seq from dated group by day_seq, cash_vnd
  ), account_now as (
    select cash_vnd from trading_account where account_id = $1
  ), counted as (
    select l.seq, l.ordinal, coalesce(span.cash_vnd, account_now.cash_vnd) + l.amount_vnd
      - sum(l.amount_vnd) over (partition by span.day_seq order by l.seq desc, l.ordinal desc) as balance_vnd
    from span cross join account_now
    cross join lateral (
      select seq, ordinal, amount_vnd from ledger_posting
      where account_id = $1 and seq >= span.from_seq and seq < coalesce(span.day_seq, ${MOST})
      offset 0 -- Kept apart, each span is a range of the index; joined, the whole account would be read.
    ) l
  )
  select dated.seq, dated.ordinal, dated.type, dated.amount_vnd, dated.time_ms, dated.reference,
    counted.balance_vnd::text,
    (select record from order_fill where exec_id = dated.reference and account_id = $1) as fill
  from dated join counted using (seq, ordinal) order by dated.seq desc, dated.ordinal desc`;

export interface TransactionsDeps {
  readonly pool: pg.Pool;
  readonly grids: Grids;
}

/** Newest first. */
export async function readTransactions(
  { pool, grids }: TransactionsDeps,
  accountId: string,
  { type, from, to, cursor, limit }: TransactionsQuery,
): Promise<TransactionsPage> {
  const [seq = MOST, ordinal = '0'] = decodeCursor(cursor, /^tx (\d{1,18}) (\d{1,9})$/) ?? [];
  const fromMs = from === undefined ? 0 : dayStartMs(from);
  const toMs = to === undefined ? MOST : dayStartMs(to) + DAY_MS;
  const found = await pool.query<TransactionRow>(PAGE, [
    ...[accountId, seq, ordinal, type === undefined ? null : postingTypeOf(type)],
    ...[fromMs, toMs, limit + 1],
  ]);
  const page = found.rows.slice(0, limit);
  const last = found.rows.length > limit ? page.at(-1) : undefined;
  return {
    items: page.map((row) => transactionOf(accountId, row, grids)),
    nextCursor: last ? encodeCursor('tx', last.seq, last.ordinal) : null,
  };
}

function dayStartMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) - VIETNAM_OFFSET_MS;
}

/** Empty for what is never posted. */
function postingTypeOf(type: Transaction['type']): string {
  return Object.entries(TYPES).find(([, outside]) => outside === type)?.[0] ?? '';
}

function transactionOf(accountId: string, row: TransactionRow, grids: Grids): Transaction {
  return {
    transactionId: `${row.seq}-${row.ordinal}`,
    accountId,
    type: TYPES[row.type],
    amount: row.amount_vnd.toString(),
    balance: row.balance_vnd,
    timestamp: instantText(Number(row.time_ms)),
    note: row.reference,
    fill: row.fill && fillOf(row.fill, grids),
  };
}

function fillOf({ contractCode, side, lots, priceTicks }: OrderFill, grids: Grids): Transaction['fill'] {
  return { contractCode, side, lots, price: priceToText(priceTicks, grids(contractCode)) };
}

const MOVEMENTS = `
  select seq, ordinal, type, amount_vnd, time_ms, reference,
    ($4::bigint + sum(amount_vnd) over (order by seq, ordinal))::text as balance_vnd,
    (select record from order_fill where exec_id = reference and account_id = $1) as fill
  from ledger_posting where account_id = $1 and seq >= $2 and seq < $3 order by seq, ordinal`;

/** Every change between two positions of the journal, oldest first; `endSeq` is excluded. */
export async function readMovements(
  { pool, grids }: TransactionsDeps,
  accountId: string,
  { beginSeq, endSeq, openingVnd }: { readonly beginSeq: bigint; readonly endSeq: bigint; readonly openingVnd: Vnd },
): Promise<Transaction[]> {
  const found = await pool.query<TransactionRow>(MOVEMENTS, [accountId, beginSeq, endSeq, openingVnd]);
  return found.rows.map((row) => transactionOf(accountId, row, grids));
}
