/**
 * Finds orders that ended and have left the engine's memory (record 191). An exchange may report a fill for
 * thirty trade dates more: until then the order is handed back to the engine with the report.
 */
import type { EndedOrder } from '@mua/core/engine';
import { FINAL_STATUSES } from '@mua/core/values';
import type pg from 'pg';

/** docs/rules/orders.md#statuses. */
const REMEMBERED_TRADE_DATES = 30;

/** Undefined if the order is unknown, live, or ended too long ago. */
export type RecallOrder = (orderId: string) => Promise<EndedOrder | undefined>;

/** As stored: dong as text, and without the ids of its fills. */
type StoredOrder = Omit<EndedOrder, 'feeVnd' | 'seenExecIds'> & { readonly feeVnd: string };

/** Account days are the trade dates ended since; a fill's row has the exchange's execution id. */
const FIND = `
  select record, array(select exec_id from order_fill where order_fill.order_id = trading_order.order_id) as exec_ids
  from trading_order
  where order_id = $1 and status = any($2) and $3 >= (
    select count(*) from account_day
    where account_day.account_id = trading_order.account_id and account_day.seq > trading_order.seq
  )`;

export function recallFrom(pool: pg.Pool): RecallOrder {
  return async (orderId) => {
    const values = [orderId, [...FINAL_STATUSES], REMEMBERED_TRADE_DATES];
    const found = await pool.query<{ record: StoredOrder; exec_ids: string[] }>(FIND, values);
    const [row] = found.rows;
    return row && { ...row.record, feeVnd: BigInt(row.record.feeVnd), seenExecIds: row.exec_ids };
  };
}
