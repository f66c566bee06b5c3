/** Lists orders from the read tables: only durable ones, by keyset cursors, newest first. */

import type { Order, OrderHistory } from '@mua/contract/entities/order';
import { type OrderTab, type QueryTable, TAB_OF_STATUS } from '@mua/contract/entities/order-filter';
import type { OrderPage, OrderTabCounts } from '@mua/contract/http/orders';
import { FINAL_STATUSES, ORDER_STATUSES } from '@mua/core/values';
import type pg from 'pg';
import { type FillRecord, fillToWire, type Grids, type OrderRecord, orderToWire } from '#orders/order-wire.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';

export interface OrderQueries {
  byId(accountId: string, orderId: string): Promise<Order | undefined>;
  byClientId(accountId: string, clientOrderId: string): Promise<Order | undefined>;
  query(accountId: string, listing: OrderListing, page: Page): Promise<OrderPage>;
  histories(accountId: string, contractCode: string | undefined, page: Page): Promise<HistoryPage>;
}

/** What to list: the filter and, for its tab, every live order as well. */
export interface OrderListing {
  readonly filter: QueryTable;
  readonly tab: OrderTab | undefined;
  readonly contractCode: string | undefined;
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

interface ListedRow {
  readonly received_seq: bigint;
  readonly is_live: boolean;
}

interface FilledRow extends OrderRow {
  /** Inside JSON a seq is a plain number. */
  readonly fills: readonly { readonly seq: number; readonly record: FillRecord }[];
}

const COLUMNS = 'seq, received_seq, record';
/** Read in the same statement as the order, so that fills and filled lots agree. */
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
    async query(accountId, listing, { cursor, limit }) {
      const [live = null, before = null, orderId = null] =
        decodeCursor(cursor, /^received ([01]) (\d{1,15}) ([\w-]{1,64})$/) ?? [];
      const condition = listCondition(accountId, listing);
      const counted = await pool.query<CountRow>(countsOf(condition, cursor === undefined), [...condition.values]);
      const next = condition.values.length + 1;
      const found = await pool.query<FilledRow & ListedRow>(
        page(
          'is_live desc, received_seq desc, order_id desc',
          `select order_id, ${condition.livesFirst} as is_live from trading_order
           where account_id = $1 and ${condition.scope} and ${condition.tab}
             and ($${next}::bigint is null
               or (${condition.livesFirst}, received_seq, order_id) < ($${next + 1}::boolean, $${next}, $${next + 2}))
           order by is_live desc, received_seq desc, order_id desc limit $${next + 3}`,
          `${WITH_FILLS}, is_live`,
        ),
        [...condition.values, before, live === '1', orderId, limit + 1],
      );
      const rows = found.rows.slice(0, limit);
      const last = found.rows.length > limit ? rows.at(-1) : undefined;
      return {
        items: rows.map(withFills),
        nextCursor: last
          ? encodeCursor('received', last.is_live ? 1 : 0, last.received_seq, last.record.orderId)
          : null,
        ...countsToWire(counted.rows[0], listing.tab),
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

/** The rows of a page by ids, which come from an index alone: only these rows are read, with their fills. */
function page(order: string, ids: string, columns = WITH_FILLS): string {
  return `select ${columns} from trading_order join (${ids}) as page using (order_id) order by ${order}`;
}

interface ListCondition {
  /** Condition that holds for every tab. */
  readonly scope: string;
  readonly tab: string;
  /** Sorts live rows first; without a tab only time decides. */
  readonly livesFirst: string;
  readonly values: readonly unknown[];
}

/** The SQL condition over `$1` (the sub-account) and further parameters; an absent part filters nothing. */
function listCondition(accountId: string, { filter, tab, contractCode }: OrderListing): ListCondition {
  const { orderDateTime, statusOrder } = filter;
  const values: unknown[] = [accountId];
  const place = (value: unknown): string => {
    values.push(value);
    return `$${values.length}`;
  };
  const history = ['true'];
  if (orderDateTime?.gte !== undefined) history.push(`received_ms >= ${place(Date.parse(orderDateTime.gte))}`);
  if (orderDateTime?.lte !== undefined) history.push(`received_ms <= ${place(Date.parse(orderDateTime.lte))}`);
  if (statusOrder && statusOrder.nin.length > 0) history.push(`status <> all(${place(statusOrder.nin)})`);
  const isLive = isInTab('PENDING');
  const scope = [tab === undefined ? history.join(' and ') : `(${isLive} or (${history.join(' and ')}))`];
  const part = filter.contractCode?.contains ?? '';
  if (part !== '') scope.push(`strpos(contract_code, ${place(part.toUpperCase())}) > 0`);
  if (contractCode !== undefined) scope.push(`contract_code = ${place(contractCode)}`);
  return {
    scope: scope.join(' and '),
    tab: isInTab(tab ?? 'ALL'),
    livesFirst: tab === undefined ? 'false' : `(${isLive})`,
    values,
  };
}

/** Statuses are a closed list and written into the text: a parameter that one half of a statement lacks has no type. */
function isInTab(tab: OrderTab): string {
  if (tab === 'ALL') return 'true';
  const statuses = ORDER_STATUSES.filter((status) => TAB_OF_STATUS[status] === tab);
  return `status in (${statuses.map((status) => `'${status}'`).join(', ')})`;
}

interface CountRow {
  readonly all: bigint;
  readonly scope: bigint;
  readonly statuses: Readonly<Record<string, number>> | null;
  readonly quantity: bigint | null;
  readonly filled: bigint | null;
  readonly fee: string | null;
}

/**
 * Counts by status from the listing's index, and sums over the tab's rows. Sums read every row with its fills, so they
 * are requested once, with the first page.
 */
function countsOf({ scope, tab }: ListCondition, withSums: boolean): string {
  const counts = `
    select sum(orders)::bigint as all, coalesce(sum(orders) filter (where in_scope), 0)::bigint as scope,
      json_object_agg(status, orders) filter (where in_scope) as statuses
    from (
      select status, (${scope}) as in_scope, count(*) as orders from trading_order where account_id = $1
      group by status, in_scope
    ) as counted`;
  const none = 'select null::bigint as quantity, null::bigint as filled, null::text as fee';
  const sums = `
    select coalesce(sum((record->>'quantityLots')::bigint) filter (where status <> 'REJECTED'), 0)::bigint as quantity,
      coalesce(sum((record->>'filledLots')::bigint), 0)::bigint as filled,
      coalesce(sum(fees.fee), 0)::text as fee
    from trading_order left join lateral (
      select sum((order_fill.record->>'feeVnd')::numeric) as fee from order_fill
      where order_fill.order_id = trading_order.order_id
    ) as fees on true
    where account_id = $1 and ${scope} and ${tab}`;
  return `select * from (${counts}) as counts, (${withSums ? sums : none}) as sums`;
}

function countsToWire(row: CountRow | undefined, tab: OrderTab | undefined): Omit<OrderPage, 'items' | 'nextCursor'> {
  const tabs: OrderTabCounts = { ALL: 0, PENDING: 0, CANCELLED: 0, FILLED: 0, REJECTED: 0 };
  for (const status of ORDER_STATUSES) {
    const orders = row?.statuses?.[status] ?? 0;
    tabs.ALL += orders;
    tabs[TAB_OF_STATUS[status]] += orders;
  }
  const sums =
    row?.fee == null ? null : { quantity: Number(row.quantity), filledQuantity: Number(row.filled), fee: row.fee };
  return { total: tabs[tab ?? 'ALL'], hidden: Number((row?.all ?? 0n) - (row?.scope ?? 0n)), tabs, sums };
}
