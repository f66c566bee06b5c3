/**
 * Stores a million orders in a running product's read tables, as years of trading leave them: every row is a copy of
 * one that the product wrote itself, under another id, account, contract, status and time. One account has a tenth of
 * them.
 */
import type pg from 'pg';
import type { BenchInvestor } from '#bench-product.ts';
import { firstRecord, placeTemplate } from '#record-templates.ts';

/** Number of orders, and of conditional ones. */
export const STORED = 1_000_000;
/** Rows of one insert. */
const CHUNK = 100_000;
const DAY_MS = 86_400_000;
const DAYS = 250;

export interface Store {
  readonly url: string;
  readonly client: pg.Client;
  /** Rich sub-accounts, the heavy one first. */
  readonly people: readonly BenchInvestor[];
  readonly contractCodes: readonly string[];
}

/** Half are filled, a third cancelled, the rest refused, expired, or still working: by a number of the row's own. */
const STATUS = `(array['FILLED','FILLED','FILLED','FILLED','FILLED','CANCELLED','CANCELLED','CANCELLED','REJECTED',
  case when n % 17 = 0 then 'WORKING' else 'EXPIRED' end])[1 + (n / 7) % 10]`;
/** One in a hundred waits; the others have fired, failed or been cancelled. */
const CONDITIONAL_STATUS = `case when n % 97 = 0 then 'PENDING_ACTIVATION'
  else (array['CANCELLED','CANCELLED','ACTIVE','ACTIVE','FAILED'])[1 + (n / 11) % 5] end`;

export async function fillReadTables(store: Store): Promise<void> {
  const { client, people, contractCodes } = store;
  const templates = await orderTemplates(store);
  const rows = `select n, ($1::text[])[case when n % 10 = 0 then 1 else 2 + n % (cardinality($1::text[]) - 1) end] as account,
      ($2::text[])[1 + (n / 10) % cardinality($2::text[])] as code,
      '00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0') as id,
      $3::bigint + n * $4::bigint / ${STORED} as ms
    from generate_series($5::integer, $6::integer) as n`;
  const span = [people.map(({ accountId }) => accountId), contractCodes, Date.now() - DAYS * DAY_MS, DAYS * DAY_MS];
  for (let from = 1; from <= STORED; from += CHUNK) {
    const values = [...span, from, Math.min(STORED, from + CHUNK - 1)];
    await client.query(
      `with made as (select *, ${STATUS} as status from (${rows}) as row), orders as (
         insert into trading_order
           (order_id, account_id, client_order_id, contract_code, status, received_ms, received_seq, seq, record)
         select id, account, id, code, status, ms, n, n, $7::jsonb || jsonb_build_object('orderId', id,
           'clientOrderId', id, 'accountId', account, 'contractCode', code, 'status', status, 'receivedMs', ms,
           'receivedSeq', n, 'closedMs', case when status = 'WORKING' then null else ms + 500 end) from made
       )
       insert into order_fill (exec_id, order_id, account_id, seq, record)
       select id, id, account, n, $8::jsonb || jsonb_build_object('execId', id, 'orderId', id, 'accountId', account,
         'contractCode', code, 'timeMs', ms) from made where status = 'FILLED'`,
      [...values, templates.order, templates.fill],
    );
    await client.query(
      `insert into conditional_order
         (conditional_order_id, account_id, client_order_id, contract_code, status, received_seq, seq, record)
       select id, account, id, code, status, n, n, $7::jsonb || jsonb_build_object('conditionalOrderId', id,
         'clientOrderId', id, 'accountId', account, 'contractCode', code, 'status', status, 'createdMs', ms)
       from (select *, ${CONDITIONAL_STATUS} as status from (${rows}) as row) as made`,
      [...values, templates.conditional],
    );
  }
  // The statistics are those that autovacuum leaves after a while.
  for (const table of ['trading_order', 'order_fill', 'conditional_order'])
    await client.query(`vacuum analyze ${table}`);
}

/** Returns records of an order, its fill and a trailing stop, as JSON text: the product makes them, we only copy. */
async function orderTemplates(store: Store): Promise<{ order: string; fill: string; conditional: string }> {
  const { url, client, people, contractCodes } = store;
  const place = (terms: object) => placeTemplate(url, people[0], { contractCode: contractCodes[0], ...terms });
  await place({ orderType: 'MARKET', duration: 'DAY', side: 'BUY', quantity: 1 });
  await place({ orderType: 'TRAILING_STOP', duration: 'GTC', side: 'SELL', quantity: 1, trailPercent: '2' });
  const fill = await firstRecord(client, 'order_fill');
  const order = await firstRecord(client, `trading_order where status = 'FILLED'`);
  return { order, fill, conditional: await firstRecord(client, 'conditional_order') };
}
