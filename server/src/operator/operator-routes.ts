/** What operators do: halts and force-sell, each with a name and a reason, and the list of what was done. */
import {
  type HaltRequest,
  haltTrading,
  liftHalt,
  listHalts,
  listOperatorActs,
  type OperatorAct,
  operatorForceSell,
  type TradingHalt,
} from '@mua/contract/http/operator';
import { pageSize } from '@mua/contract/wire';
import type { EngineState, HaltScope } from '@mua/core/engine';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { type Bind, ok } from '#http/bind-route.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { OrderDesk } from '#orders/order-desk.ts';
import type { Page } from '#orders/order-queries.ts';
import { replyError } from '#refusals/reply-error.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';
import { instantText } from '#wire/wire-text.ts';

export interface OperatorDeps {
  readonly pool: pg.Pool;
  readonly submit: Sequencer['submit'];
  readonly state: EngineState;
  readonly desk: OrderDesk;
}

export function bindOperatorRoutes(bind: Bind, { pool, submit, state, desk }: OperatorDeps): void {
  async function setHalt(
    { body, request }: { body: HaltRequest; request: FastifyRequest },
    isLifted: boolean,
  ): Promise<{ items: TradingHalt[]; nextCursor: null }> {
    const scope = scopeOf(state, body);
    const { operatorId, reason } = body;
    const words = isLifted ? { reason: null, liftReason: reason } : { reason };
    const { command } = await submit({ kind: 'setTradingHalt', scope, ...words, operatorId });
    request.commandSeq = command.seq;
    return { items: haltsOf(state), nextCursor: null };
  }

  bind(listHalts, () => ok({ items: haltsOf(state), nextCursor: null }));
  bind(haltTrading, async (call) => ok(await setHalt(call, false)));
  bind(liftHalt, async (call) => ok(await setHalt(call, true)));
  bind(operatorForceSell, ({ body }) => {
    const { accountId, operatorId, reason, ...request } = body;
    return desk.liquidate(accountId, request, { operatorId, reason });
  });
  bind(listOperatorActs, async ({ query }) =>
    ok(await actsOf(pool, { cursor: query.cursor, limit: pageSize(query.limit) })),
  );
}

function scopeOf(state: EngineState, { contractCode, accountId }: HaltRequest): HaltScope {
  if (contractCode !== undefined) {
    if (!state.contracts.has(contractCode)) throw replyError('ContractNotFound', { code: contractCode });
    return { kind: 'contract', contractCode };
  }
  if (accountId === undefined) return { kind: 'all' };
  if (!state.accounts.has(accountId)) throw replyError('NotFound', {});
  return { kind: 'account', accountId };
}

function haltsOf({ halts }: EngineState): TradingHalt[] {
  const items: TradingHalt[] = [];
  if (halts.all !== null) items.push({ contractCode: null, accountId: null, reason: halts.all });
  for (const [contractCode, reason] of halts.contracts) items.push({ contractCode, accountId: null, reason });
  for (const [accountId, reason] of halts.accounts) items.push({ contractCode: null, accountId, reason });
  return items;
}

interface ActRow {
  readonly seq: bigint;
  readonly time_ms: bigint;
  readonly operator_id: string;
  readonly act: OperatorAct['act'];
  readonly reason: string | null;
  readonly record: {
    readonly contractCode?: string;
    readonly accountId?: string;
    readonly orderId?: string;
    readonly subject?: string;
    /** Rows from before it was written have no reason when they lift. */
    readonly isLifted?: boolean;
    readonly scope?: { readonly contractCode?: string; readonly accountId?: string };
  };
}

async function actsOf(
  pool: pg.Pool,
  { cursor, limit }: Page,
): Promise<{ items: OperatorAct[]; nextCursor: string | null }> {
  const [before = null] = decodeCursor(cursor, /^act (\d{1,15})$/) ?? [];
  const found = await pool.query<ActRow>(
    `select seq, time_ms, operator_id, act, reason, record from operator_act
     where $1::bigint is null or seq < $1 order by seq desc limit $2`,
    [before, limit + 1],
  );
  const rows = found.rows.slice(0, limit);
  const last = found.rows.length > limit ? rows.at(-1) : undefined;
  return { items: rows.map(actToWire), nextCursor: last ? encodeCursor('act', last.seq) : null };
}

function actToWire(row: ActRow): OperatorAct {
  const { contractCode, accountId, orderId, subject, scope } = row.record;
  return {
    seq: Number(row.seq),
    time: instantText(Number(row.time_ms)),
    operatorId: row.operator_id,
    act: row.act,
    isLifted: row.record.isLifted ?? (row.act === 'tradingHalt' && row.reason === null),
    reason: row.reason,
    contractCode: contractCode ?? scope?.contractCode ?? null,
    accountId: accountId ?? scope?.accountId ?? null,
    orderId: orderId ?? null,
    subject: subject ?? null,
  };
}
