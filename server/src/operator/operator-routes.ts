/** Operators' routes: halts and liquidations, each with a name and a reason, and the list of acts. */
import { DEMO_POLICY } from '@mua/contract/demo-policies';
import {
  type HaltRequest,
  haltTrading,
  liftHalt,
  listHalts,
  listOperatorActs,
  type OperatorAct,
  operatorLiquidate,
  type TradingHalt,
} from '@mua/contract/http/operator';
import { pageSize } from '@mua/contract/wire';
import type { EngineState, HaltScope } from '@mua/core/engine';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { type Bind, ok } from '#http/bind-route.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { Page } from '#orders/order-queries.ts';
import type { OrderService } from '#orders/order-service.ts';
import { replyError } from '#refusals/reply-error.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';
import { instantText } from '#wire/wire-text.ts';

export interface OperatorDeps {
  readonly pool: pg.Pool;
  readonly submit: Sequencer['submit'];
  readonly state: EngineState;
  readonly orderService: OrderService;
}

export function bindOperatorRoutes(bind: Bind, { pool, submit, state, orderService }: OperatorDeps): void {
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
  bind(operatorLiquidate, ({ body }) => {
    const { accountId, operatorId, reason, ...request } = body;
    return orderService.liquidate(accountId, request, { operator: { operatorId, reason } });
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

/** An act as stored, and the cursor of the next page. */
interface ActRow {
  readonly time_ms: bigint;
  readonly source: number;
  readonly place: bigint;
  readonly operator_id: string;
  readonly act: OperatorAct['act'];
  readonly reason: string | null;
  readonly investor_id: string | null;
  /** Facts of a command, or of a new agent. */
  readonly record: {
    readonly contractCode?: string;
    readonly accountId?: string;
    readonly orderId?: string;
    readonly subject?: string;
    /** Missing in older rows, where a lift has no reason instead. */
    readonly isLifted?: boolean;
    readonly scope?: { readonly contractCode?: string; readonly accountId?: string };
  } | null;
}

/**
 * Commands on trading, acts on investors, the audit log's rows about programs, new agents, and decisions about payments
 * that fitted nothing, in chronological order.
 */
const ACTS = `
  select time_ms, 0 as source, seq as place, operator_id, act, reason, null as investor_id, record from operator_act
  union all
  select time_ms, 1, act_id, operator_id, act, concat(cause || ': ', reason), investor_id, null from investor_act
  union all
  select time_ms, 2, audit_id, coalesce(actor_id, ''),
    case route when 'registerOAuthClient' then 'registerProgram' else 'removeProgram' end, null, null, null
  from audit_row
  where route in ('registerOAuthClient', 'removeOAuthClient') and status < 300
  union all
  select added_ms, 3, agent_no, operator_id, 'addAgent', reason, null, jsonb_build_object('subject', agent_code)
  from agent where operator_id <> '${DEMO_POLICY}'
  union all
  select time_ms, 4, act_id, operator_id, act || 'Payment', reason, null,
    jsonb_strip_nulls(jsonb_build_object('subject', notification_id, 'accountId', account_id))
  from bank_notification_act`;

async function actsOf(
  pool: pg.Pool,
  { cursor, limit }: Page,
): Promise<{ items: OperatorAct[]; nextCursor: string | null }> {
  const [timeMs = null, source = null, place = null] =
    decodeCursor(cursor, /^act (\d{1,15}) ([0-4]) (\d{1,15})$/) ?? [];
  const found = await pool.query<ActRow>(
    `select * from (${ACTS}) acts
     where $1::bigint is null or (time_ms, source, place) < ($1, $2::integer, $3::bigint)
     order by time_ms desc, source desc, place desc limit $4`,
    [timeMs, source, place, limit + 1],
  );
  const rows = found.rows.slice(0, limit);
  const last = found.rows.length > limit ? rows.at(-1) : undefined;
  const nextCursor = last ? encodeCursor('act', last.time_ms, last.source, last.place) : null;
  return { items: rows.map(actToWire), nextCursor };
}

function actToWire(row: ActRow): OperatorAct {
  const { contractCode, accountId, orderId, subject, scope, isLifted } = row.record ?? {};
  return {
    seq: row.source === 0 ? Number(row.place) : null,
    time: instantText(Number(row.time_ms)),
    operatorId: row.operator_id,
    act: row.act,
    isLifted: isLifted ?? (row.act === 'tradingHalt' && row.reason === null),
    reason: row.reason,
    contractCode: contractCode ?? scope?.contractCode ?? null,
    accountId: accountId ?? scope?.accountId ?? null,
    orderId: orderId ?? null,
    investorId: row.investor_id,
    subject: subject ?? null,
  };
}
