/** What was traded between two positions of the journal: orders that ended, fills and round turns, oldest first. */
import type { Statement } from '@mua/contract/entities/statement';
import type { EngineState } from '@mua/core/engine';
import { FINAL_STATUSES } from '@mua/core/values';
import type pg from 'pg';
import { type FillRecord, fillToWire, type Grids, type OrderRecord, orderToWire } from '#orders/order-wire.ts';
import { type RoundTurnRecord, settledToWire } from '#orders/position-wire.ts';

export interface TradedDeps {
  readonly pool: pg.Pool;
  readonly state: EngineState;
  readonly grids: Grids;
}

export async function readTraded(
  { pool, state, grids }: TradedDeps,
  accountId: string,
  { beginSeq, endSeq }: { readonly beginSeq: bigint; readonly endSeq: bigint },
): Promise<Pick<Statement, 'orders' | 'fills' | 'closedTrades'>> {
  const span = [accountId, beginSeq, endSeq];
  // jsonb gives facts an order of their own, and a statement is the same text for ever, whatever keeps the record.
  const orders = await pool.query<{ seq: bigint; record: OrderRecord }>(
    `select seq, record::jsonb as record from trading_order
     where account_id = $1 and seq >= $2 and seq < $3 and status = any($4) order by seq, order_id`,
    [...span, [...FINAL_STATUSES]],
  );
  const fills = await pool.query<{ seq: bigint; record: FillRecord }>(
    'select seq, record from order_fill where account_id = $1 and seq >= $2 and seq < $3 order by seq, exec_id',
    span,
  );
  const settled = await pool.query<{ seq: bigint; ordinal: number; contract_code: string; record: RoundTurnRecord }>(
    `select seq, ordinal, contract_code, record from settled_position
     where account_id = $1 and seq >= $2 and seq < $3 order by seq, ordinal`,
    span,
  );
  return {
    orders: orders.rows.map(({ seq, record }) => orderToWire(record, Number(seq), grids(record.contractCode))),
    fills: fills.rows.map(({ seq, record }) => fillToWire(record, Number(seq), grids(record.contractCode))),
    closedTrades: settled.rows.map(({ seq, ordinal, contract_code: contractCode, record }) =>
      settledToWire(record, { accountId, contractCode, seq: Number(seq), ordinal, state }),
    ),
  };
}
