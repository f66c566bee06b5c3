/**
 * Stores what years of a broker leave in a running product's tables, by SQL: a million postings of the accounts that
 * trade, with the days that they belong to; ten thousand trades of one of them; and a hundred thousand sub-accounts that
 * only stand there when a date ends. Orders, fills and closed trades are copies of ones that the product wrote itself.
 * Everything lies before the journal's present end, in the gaps between its own rows.
 */
import { addDays } from '@mua/core/values';
import type pg from 'pg';
import type { BenchInvestor } from '#bench-product.ts';
import { firstRecord, placeTemplate } from '#record-templates.ts';
import { entriesOf } from '#stored-entries.ts';

export const POSTINGS = 1_000_000;
export const TRADES = 10_000;
export const IDLE = 100_000;
/** Days that the stored rows are spread over, at most: a statement of the year holds them all. */
const DAYS_MOST = 250;
/** Rows of one insert. */
const CHUNK = 100_000;
const DAY_MS = 86_400_000;
/** Ordinals of stored rows within a step of the journal, which has far fewer of its own. */
const POSTING_ORDINAL = 1_000_000;
const TRADE_ORDINAL = 3_000_000;
const CLOSED_ORDINAL = 5_000_000;

export interface MoneyStore {
  readonly url: string;
  readonly client: pg.Client;
  /** The first has a tenth of the postings, the second the trades. */
  readonly people: readonly BenchInvestor[];
  readonly contractCode: string;
}

export async function storeMoney(store: MoneyStore): Promise<void> {
  const { client } = store;
  const templates = await tradeTemplates(store);
  const { rows } = await client.query<{ seq: string }>('select max(last_seq) as seq from journal_batch');
  const lastSeq = Number(rows[0]?.seq);
  const span = spanOf(Date.now());
  await storePostings(store, lastSeq, span);
  await storeTrades(store, { lastSeq, span, templates });
  await storeDays(client, lastSeq, span);
  await storeIdle(client, store.contractCode, templates);
  for (const table of ['ledger_posting', 'order_fill', 'trading_order', 'settled_position', 'account_day'])
    await client.query(`vacuum analyze ${table}`);
}

interface Span {
  readonly days: number;
  readonly firstDate: string;
  readonly fromMs: number;
}

/** It ends two days ago and begins in the same year. */
function spanOf(nowMs: number): Span {
  const last = new Date(nowMs - 2 * DAY_MS);
  const dayOfYear = Math.floor((last.getTime() - Date.UTC(last.getUTCFullYear(), 0, 1)) / DAY_MS) + 1;
  const days = Math.min(DAYS_MOST, dayOfYear);
  const firstDate = addDays(last.toISOString().slice(0, 10), 1 - days);
  return { days, firstDate, fromMs: Date.parse(`${firstDate}T00:00:00Z`) };
}

/** A profit pays for two fees, so that what the engine holds for the account stays what it is. */
async function storePostings({ client, people }: MoneyStore, lastSeq: number, span: Span): Promise<void> {
  const [heavy, , ...others] = people.map(({ accountId }) => accountId);
  for (let from = 1; from <= POSTINGS; from += CHUNK)
    await client.query(
      `insert into ledger_posting (seq, ordinal, account_id, type, amount_vnd, time_ms, reference, entries)
       select 1 + (n - 1) * $1::bigint / ${POSTINGS}, ${POSTING_ORDINAL} + n, account, type, amount,
         $4::bigint + n * $5::bigint / ${POSTINGS}, 'stored-' || n, ${entriesOf('account', 'amount')}
       from generate_series($6::integer, $7::integer) as n cross join lateral (select
         case when n / 3 % 10 = 0 then $2 else ($3::text[])[1 + n / 3 % cardinality($3::text[])] end as account,
         case when n % 3 = 0 then 'realised-profit' else 'fee' end as type,
         case when n % 3 = 0 then 700000 else -350000 end as amount) posting`,
      [lastSeq, heavy, others, span.fromMs, span.days * DAY_MS, from, from + CHUNK - 1],
    );
}

interface Templates {
  readonly order: string;
  readonly fill: string;
  readonly closed: string;
}

/** Each is an order, its fill and its fee; every second one closes what the first has opened. */
async function storeTrades(
  { client, people, contractCode }: MoneyStore,
  { lastSeq, span, templates }: { readonly lastSeq: number; readonly span: Span; readonly templates: Templates },
): Promise<void> {
  await client.query(
    `with made as (
       select n, 1 + (n - 1) * $1::bigint / ${TRADES} as seq, '00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0') as id,
         $2::bigint + n * $3::bigint / ${TRADES} as ms, case when n % 2 = 0 then 'SELL' else 'BUY' end as side
       from generate_series(1, ${TRADES}) as n
     ), orders as (
       insert into trading_order
         (order_id, account_id, client_order_id, contract_code, status, received_ms, received_seq, seq, record)
       select id, $4, id, $5, 'FILLED', ms, seq, seq, $6::jsonb || jsonb_build_object('orderId', id, 'clientOrderId', id,
         'accountId', $4::text, 'receivedMs', ms, 'receivedSeq', seq, 'closedMs', ms + 500, 'side', side) from made
     ), fills as (
       insert into order_fill (exec_id, order_id, account_id, seq, record)
       select id, id, $4, seq, $7::jsonb || jsonb_build_object('execId', id, 'orderId', id, 'accountId', $4::text,
         'timeMs', ms, 'side', side) from made
     ), closed as (
       insert into settled_position (seq, ordinal, account_id, contract_code, record)
       select seq, ${CLOSED_ORDINAL} + n, $4, $5, $8::jsonb from made where n % 2 = 0
     )
     insert into ledger_posting (seq, ordinal, account_id, type, amount_vnd, time_ms, reference, entries)
     select seq, ${TRADE_ORDINAL} + 2 * n + part, $4, case part when 0 then 'fee' else 'realised-profit' end,
       amount, ms, id, ${entriesOf('$4::text', 'amount')}
     from made, generate_series(0, case when n % 2 = 0 then 1 else 0 end) as part,
       lateral (select case part when 0 then -350000 else 700000 end as amount) posting`,
    [
      ...[lastSeq, span.fromMs, span.days * DAY_MS, people[1]?.accountId, contractCode],
      ...[templates.order, templates.fill, templates.closed],
    ],
  );
}

/** The cash at the end of a day is the sum of what was posted until then; its step is the first that is not of it. */
async function storeDays(client: pg.Client, lastSeq: number, { days, firstDate }: Span): Promise<void> {
  await client.query(
    `with posted as (
       select account_id, least($1::integer, 1 + (seq - 1) * $1 / $2::bigint) as day, sum(amount_vnd) as amount
       from ledger_posting where seq <= $2 group by 1, 2
     ), stood as (
       select a.account_id, d as day, (sum(coalesce(p.amount, 0)) over (partition by a.account_id order by d))::bigint as cash
       from trading_account a cross join generate_series(1, $1) as d left join posted p on p.account_id = a.account_id and p.day = d
     )
     insert into account_day (account_id, trade_date, seq, next_date, equity_vnd, cash_vnd, estimated_vnd, required_vnd)
     select account_id, ($3::date + day - 1)::text, (day * $2 + $1 - 1) / $1 + 1, ($3::date + day)::text, cash, cash, 0, 0 from stood`,
    [days, lastSeq, firstDate],
  );
}

/** One in fifty has traded since the close, and its position is made again from its fills. */
const MOVED = 50;
const FAR_SEQ = 1_000_000_000;

async function storeIdle(client: pg.Client, contractCode: string, { fill }: Templates): Promise<void> {
  await client.query(
    `insert into trading_account
       (account_id, investor_id, investor_kind, is_demo, is_activated, cash_vnd, held_vnd, required_vnd, working, seq)
     select 'STAND' || lpad(n::text, 6, '0'), 'STAND', 'individual', true, true, 0, 0, 0, '[]', 1
     from generate_series(1, ${IDLE}) as n`,
  );
  await client.query(
    `insert into open_position (account_id, contract_code, net_lots, seq, record)
     select 'STAND' || lpad(n::text, 6, '0'), code, 3, case when n % ${MOVED} = 0 then ${FAR_SEQ} else 1 end,
       jsonb_build_object('openNotional', 3 * 1800)
     from generate_series(1, ${IDLE}) as n, unnest($1::text[]) as code`,
    [[contractCode, `${contractCode}B`]],
  );
  await client.query(
    `insert into order_fill (exec_id, order_id, account_id, seq, record)
     select 'stand-' || n || code, 'stand-' || n, 'STAND' || lpad(n::text, 6, '0'), 1,
       $2::jsonb || jsonb_build_object('contractCode', code, 'lots', 3, 'execId', 'stand-' || n || code)
     from generate_series(${MOVED}, ${IDLE}, ${MOVED}) as n, unnest($1::text[]) as code`,
    [[contractCode, `${contractCode}B`], fill],
  );
  for (const table of ['trading_account', 'open_position']) await client.query(`vacuum analyze ${table}`);
}

/** As if they had stood there when the date ends next: each owes what its neighbour has, so that the real books stand. */
export async function endDateForIdle(client: pg.Client, tradeDate: string): Promise<void> {
  await client.query(
    `insert into account_day (account_id, trade_date, seq, next_date, equity_vnd, cash_vnd, estimated_vnd, required_vnd)
     select account_id, $1, 1, $2, cash + 1000, cash, 1000, 500 from (
       select account_id, (case when ordinal % 2 = 0 then 1 else -1 end) * (1000000 + (ordinal + 1) / 2) as cash
       from (select account_id, row_number() over (order by account_id) as ordinal
         from trading_account where investor_id = 'STAND') numbered) standing`,
    [tradeDate, addDays(tradeDate, 1)],
  );
  await client.query('analyze account_day');
}

/** Records of an order, its fill and a closed trade, as JSON text: the product makes them, we only copy. */
async function tradeTemplates(store: MoneyStore): Promise<Templates> {
  const { url, client, people, contractCode } = store;
  for (const side of ['BUY', 'SELL'])
    await placeTemplate(url, people[0], { contractCode, side, orderType: 'MARKET', duration: 'DAY', quantity: 1 });
  const closed = await firstRecord(client, 'settled_position');
  const order = await firstRecord(client, `trading_order where status = 'FILLED'`);
  return { order, fill: await firstRecord(client, 'order_fill'), closed };
}
