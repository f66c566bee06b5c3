/**
 * Orders that ended on an earlier trade date have left the engine's memory; the read tables keep them. An exchange may
 * report a fill of one for thirty trade dates more: until then it is handed back to the engine with the report.
 */
import type { EndedOrder } from '@mua/core/engine';
import { FINAL_STATUSES } from '@mua/core/values';
import type pg from 'pg';

/** docs/rules/orders.md#statuses. */
const REMEMBERED_TRADE_DATES = 30;

/** Undefined when nobody knows the order, when it lives, or when it ended too long ago. */
export type RecallOrder = (orderId: string) => Promise<EndedOrder | undefined>;

/** As the read table has it: dong as text, and without the ids of its fills. */
type StoredOrder = Omit<EndedOrder, 'feeVnd' | 'seenExecIds'> & { readonly feeVnd: string };

/** An account's days are the trade dates that ended since; a fill of the order stands under the exchange's id of it. */
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
