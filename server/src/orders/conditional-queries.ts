/** Lists conditional orders from the read table, newest first, by keyset cursors. */
import type { ConditionalOrder as WireConditional } from '@mua/contract/entities/conditional-order';
import type { CONDITIONAL_VIEWS } from '@mua/contract/http/conditional-orders';
import type { EngineState } from '@mua/core/engine';
import type { ConditionalStatus } from '@mua/core/values';
import type pg from 'pg';
import { type ConditionalRecord, conditionalToWire } from '#orders/conditional-wire.ts';
import type { Page } from '#orders/order-queries.ts';
import type { Grids } from '#orders/order-wire.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';

export type ConditionalView = (typeof CONDITIONAL_VIEWS)[number];

export interface ConditionalQueries {
  byId(accountId: string, conditionalOrderId: string): Promise<WireConditional | undefined>;
  byClientId(accountId: string, clientOrderId: string): Promise<WireConditional | undefined>;
  list(accountId: string, filter: ConditionalFilter, page: Page): Promise<ConditionalPage>;
}

export interface ConditionalFilter {
  readonly view: ConditionalView | undefined;
  readonly contractCode: string | undefined;
}

export interface ConditionalPage {
  readonly items: WireConditional[];
  readonly nextCursor: string | null;
  /** Of all pages. */
  readonly total: number;
}

interface Row {
  readonly seq: bigint;
  readonly received_seq: bigint;
  readonly record: ConditionalRecord;
}

const VIEWS: Readonly<Record<ConditionalView, readonly ConditionalStatus[]>> = {
  pending: ['PENDING_ACTIVATION'],
  activated: ['TRIGGERED', 'ACTIVE', 'FAILED'],
};

const COLUMNS = 'seq, received_seq, record';
/** With account, statuses and contract code as its parameters. The index of the list has all of it. */
const LISTED = `account_id = $1 and ($2::text[] is null or status = any($2))
             and ($3::text is null or contract_code = $3)`;

export function createConditionalQueries(pool: pg.Pool, grids: Grids, state: EngineState): ConditionalQueries {
  /**
   * A trailing stop moves with every price and is published only when it fires: its current stop comes from the engine.
   */
  function toWire({ seq, record }: Row): WireConditional {
    const live = record.status === 'PENDING_ACTIVATION' ? state.conditionals.get(record.conditionalOrderId) : undefined;
    const now = live ? { ...record, currentStopTicks: live.currentStopTicks } : record;
    return conditionalToWire(now, Number(seq), grids(record.contractCode));
  }

  async function one(where: string, values: readonly string[]): Promise<WireConditional | undefined> {
    const found = await pool.query<Row>(`select ${COLUMNS} from conditional_order where ${where}`, [...values]);
    return found.rows[0] && toWire(found.rows[0]);
  }

  return {
    byId: (accountId, id) => one('account_id = $1 and conditional_order_id = $2', [accountId, id]),
    byClientId: (accountId, id) => one('account_id = $1 and client_order_id = $2', [accountId, id]),
    async list(accountId, { view, contractCode }, { cursor, limit }) {
      const [before = null] = decodeCursor(cursor, /^conditional (\d{1,15})$/) ?? [];
      const listed = [accountId, view ? [...VIEWS[view]] : null, contractCode ?? null];
      const counted = await pool.query<{ total: bigint }>(
        `select count(*) as total from conditional_order where ${LISTED}`,
        listed,
      );
      const found = await pool.query<Row>(
        // Ids come from an index alone, so only the rows of the page are read.
        `select ${COLUMNS} from conditional_order join (
           select conditional_order_id from conditional_order
           where ${LISTED} and ($4::bigint is null or received_seq < $4)
           order by received_seq desc limit $5
         ) as page using (conditional_order_id)
         order by received_seq desc`,
        [...listed, before, limit + 1],
      );
      const rows = found.rows.slice(0, limit);
      const last = found.rows.length > limit ? rows.at(-1) : undefined;
      return {
        items: rows.map(toWire),
        nextCursor: last ? encodeCursor('conditional', last.received_seq) : null,
        total: Number(counted.rows[0]?.total ?? 0n),
      };
    },
  };
}
