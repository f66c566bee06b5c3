/** Orders as the read tables have them: only what is durable, by keyset cursors, newest first. */

import type { Order, OrderHistory } from '@mua/contract/entities/order';
import type { QueryTable } from '@mua/contract/entities/order-filter';
import type { OrderPage } from '@mua/contract/http/orders';
import { FINAL_STATUSES } from '@mua/core/values';
import type pg from 'pg';
import { type FillRecord, fillToWire, type Grids, type OrderRecord, orderToWire } from '#orders/order-wire.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';

export interface OrderQueries {
  byId(accountId: string, orderId: string): Promise<Order | undefined>;
  byClientId(accountId: string, clientOrderId: string): Promise<Order | undefined>;
  query(accountId: string, filter: QueryTable, page: Page): Promise<OrderPage>;
  histories(accountId: string, contractCode: string | undefined, page: Page): Promise<HistoryPage>;
}

export interface Page {
  readonly cursor: string | undefined;
  readonly limit: number;
}

export interface HistoryPage {
  readonly items: OrderHistory[];
  readonly nextCursor: string | null;
}

interface OrderRow {
  readonly seq: bigint;
  readonly received_seq: bigint;
  readonly record: OrderRecord;
}

interface FilledRow extends OrderRow {
  /** Inside JSON a seq is a plain number. */
  readonly fills: readonly { readonly seq: number; readonly record: FillRecord }[];
}

const COLUMNS = 'seq, received_seq, record';
/** In the same statement as the order, so that no fill is listed that its filled lots do not count yet. */
const WITH_FILLS = `${COLUMNS}, array(
  select json_build_object('seq', order_fill.seq, 'record', order_fill.record)
  from order_fill where order_fill.order_id = trading_order.order_id order by order_fill.seq, order_fill.exec_id
) as fills`;

export function createOrderQueries(pool: pg.Pool, grids: Grids): OrderQueries {
  const toWire = (row: OrderRow): Order => orderToWire(row.record, Number(row.seq), grids(row.record.contractCode));

  async function one(where: string, values: readonly string[]): Promise<Order | undefined> {
    const found = await pool.query<OrderRow>(`select ${COLUMNS} from trading_order where ${where}`, [...values]);
    return found.rows[0] && toWire(found.rows[0]);
  }

  function withFills(row: FilledRow): OrderHistory {
    const grid = grids(row.record.contractCode);
    return { ...toWire(row), fills: row.fills.map(({ seq, record }) => fillToWire(record, seq, grid)) };
  }

  return {
    byId: (accountId, orderId) => one('account_id = $1 and order_id = $2', [accountId, orderId]),
    byClientId: (accountId, clientOrderId) =>
      one('account_id = $1 and client_order_id = $2', [accountId, clientOrderId]),
    async query(accountId, filter, { cursor, limit }) {
      const [before = null, orderId = null] = decodeCursor(cursor, /^received (\d{1,15}) ([\w-]{1,64})$/) ?? [];
      const condition = filterCondition(accountId, filter);
      const counts = await pool.query<{ all: bigint; total: bigint }>(
        `select count(*) as all, count(*) filter (where ${condition.where}) as total
         from trading_order where account_id = $1`,
        [...condition.values],
      );
      const next = condition.values.length + 1;
      const found = await pool.query<FilledRow>(
        page(
          'received_seq desc, order_id desc',
          `select order_id from trading_order
           where account_id = $1 and ${condition.where}
             and ($${next}::bigint is null or (received_seq, order_id) < ($${next}, $${next + 1}))
           order by received_seq desc, order_id desc limit $${next + 2}`,
        ),
        [...condition.values, before, orderId, limit + 1],
      );
      const rows = found.rows.slice(0, limit);
      const last = found.rows.length > limit ? rows.at(-1) : undefined;
      const { all = 0n, total = 0n } = counts.rows[0] ?? {};
      return {
        items: rows.map(withFills),
        nextCursor: last ? encodeCursor('received', last.received_seq, last.record.orderId) : null,
        total: Number(total),
        hidden: Number(all - total),
      };
    },
    async histories(accountId, contractCode, { cursor, limit }) {
      const [seq = null, orderId = null] = decodeCursor(cursor, /^closed (\d{1,15}) ([\w-]{1,64})$/) ?? [];
      const found = await pool.query<FilledRow>(
        page(
          'seq desc, order_id desc',
          `select order_id from trading_order
           where account_id = $1 and status = any($2) and ($3::text is null or contract_code = $3)
             and ($4::bigint is null or (seq, order_id) < ($4, $5))
           order by seq desc, order_id desc limit $6`,
        ),
        [accountId, [...FINAL_STATUSES], contractCode ?? null, seq, orderId, limit + 1],
      );
      const rows = found.rows.slice(0, limit);
      const last = found.rows.length > limit ? rows.at(-1) : undefined;
      return {
        items: rows.map(withFills),
        nextCursor: last ? encodeCursor('closed', last.seq, last.record.orderId) : null,
      };
    },
  };
}

/** The rows of a page by their ids, which an index alone finds: only these are read, with their fills. */
function page(order: string, ids: string): string {
  return `select ${WITH_FILLS} from trading_order join (${ids}) as page using (order_id) order by ${order}`;
}

/** The filter as SQL over `$1` (the sub-account) and what follows; a missing part filters nothing. */
function filterCondition(accountId: string, filter: QueryTable): { where: string; values: readonly unknown[] } {
  const { orderDateTime, statusOrder, contractCode } = filter;
  const values: unknown[] = [accountId];
  const parts: string[] = ['true'];
  const add = (text: (place: string) => string, value: unknown): void => {
    values.push(value);
    parts.push(text(`$${values.length}`));
  };
  if (orderDateTime?.gte !== undefined) add((place) => `received_ms >= ${place}`, Date.parse(orderDateTime.gte));
  if (orderDateTime?.lte !== undefined) add((place) => `received_ms <= ${place}`, Date.parse(orderDateTime.lte));
  if (statusOrder && statusOrder.nin.length > 0) add((place) => `status <> all(${place})`, statusOrder.nin);
  const part = contractCode?.contains ?? '';
  if (part !== '') add((place) => `strpos(contract_code, ${place}) > 0`, part.toUpperCase());
  return { where: parts.join(' and '), values };
}
