/**
 * Operators' acts (docs/rules/people.md#operators): halts, liquidation for an investor, scripted scenarios. Each act
 * has a name and a reason and is stored in its own table. `npm run operator` uses these calls.
 */
import { z } from 'zod';
import { slotHandle } from '#entities/auth-state.ts';
import { orderReply } from '#http/orders.ts';
import { LIMITS } from '#limits.ts';
import { defineRoute } from '#route.ts';
import { contractCode, cursor, instant, limitText, listOf, opaqueId, ownWords, seq, uuid } from '#wire.ts';

/** Stored in the journal: text that PostgreSQL can't store would stop the server. */
const words = ownWords(200).min(1);
export const by = { operatorId: ownWords(64).min(1), reason: words };

/** Neither field: everything. */
const scope = { contractCode: contractCode.optional(), accountId: opaqueId.optional() };

function namesOneScope(request: { contractCode?: string | undefined; accountId?: string | undefined }): boolean {
  return request.contractCode === undefined || request.accountId === undefined;
}

export const haltRequest = z.strictObject({ ...scope, ...by }).refine(namesOneScope, { path: ['accountId'] });
export type HaltRequest = z.infer<typeof haltRequest>;

export const tradingHalt = z
  .object({ contractCode: contractCode.nullable(), accountId: opaqueId.nullable(), reason: z.string() })
  .meta({ id: 'TradingHalt' });
export type TradingHalt = z.infer<typeof tradingHalt>;

const halts = listOf(tradingHalt);

export const listHalts = defineRoute({
  method: 'GET',
  path: '/operator/halts',
  access: 'operator',
  purpose: 'Lists the trading halts in force: of everything, of contracts, of sub-accounts.',
  replies: { 200: halts },
  errors: [],
});

export const haltTrading = defineRoute({
  method: 'POST',
  path: '/operator/halts',
  access: 'operator',
  purpose: 'Halts trading in a contract, of a sub-account, or altogether: no new orders, cancels still work.',
  body: haltRequest.meta({ id: 'HaltRequest' }),
  replies: { 200: halts },
  errors: ['ContractNotFound', 'JOURNAL_UNAVAILABLE'],
});

export const liftHalt = defineRoute({
  method: 'POST',
  path: '/operator/halts/lift',
  access: 'operator',
  purpose: 'Lifts a halt; again is no mistake.',
  body: haltRequest.meta({ id: 'LiftHaltRequest' }),
  replies: { 200: halts },
  errors: ['ContractNotFound', 'JOURNAL_UNAVAILABLE'],
});

export const operatorLiquidate = defineRoute({
  method: 'POST',
  path: '/operator/force-sell',
  access: 'operator',
  purpose: "Liquidates all lots of one contract of an investor's sub-account at market, with a reason for the record.",
  body: z
    .strictObject({ accountId: opaqueId, contractCode, clientOrderId: uuid, goFlat: z.boolean().optional(), ...by })
    .meta({ id: 'OperatorForceSellRequest' }),
  replies: { 200: orderReply, 201: orderReply },
  errors: [
    'InvestorTradingAccountNotFound',
    'InvestorTradingAccountNotAllowed',
    'LiveVenueMissing',
    'TRADING_HALTED',
    'ContractNotFound',
    'ContractExpired',
    'MarketClosed',
    'OpenPositionNotFound',
    'IDEMPOTENCY_MISMATCH',
    'OrderTypeNotSupported',
    'DurationNotAllowed',
    'JOURNAL_UNAVAILABLE',
  ],
});

/** The scenarios of the simulated exchange; their lengths are in server/venue/simulated/scenario.ts. */
export const SCENARIO_NAMES = ['gap', 'limit-move', 'empty-book', 'halt', 'feed-stall', 'negative-price'] as const;
export type ScenarioName = (typeof SCENARIO_NAMES)[number];

/** Times are the engine's. Before `begins` it is announced, after `ends` it is removed. */
const runningScenario = z
  .object({ name: z.enum(SCENARIO_NAMES), contractCode, begins: instant, ends: instant })
  .meta({ id: 'RunningScenario' });
export type RunningScenario = z.infer<typeof runningScenario>;

const scenarios = listOf(runningScenario);

export const listScenarios = defineRoute({
  method: 'GET',
  path: '/operator/scenarios',
  access: 'operator',
  purpose: 'Lists the scripted scenarios that run at the simulated exchange, or are about to.',
  replies: { 200: scenarios },
  errors: ['SimulatedVenueOnly'],
});

export const startScenario = defineRoute({
  method: 'POST',
  path: '/operator/scenarios',
  access: 'operator',
  purpose: 'Starts a scenario in a contract, in place of the one that runs there; without one, in its usual contract.',
  // Any text: an unknown name is answered with the known ones.
  body: z
    .strictObject({ name: ownWords(64).min(1), contractCode: contractCode.optional(), ...by })
    .meta({ id: 'StartScenarioRequest' }),
  replies: { 200: scenarios },
  errors: ['ScenarioNotFound', 'ContractNotFound', 'SimulatedVenueOnly', 'JOURNAL_UNAVAILABLE'],
});

export const stopScenario = defineRoute({
  method: 'POST',
  path: '/operator/scenarios/stop',
  access: 'operator',
  purpose: 'Ends the scenario in a contract at once; again is no mistake.',
  body: z.strictObject({ contractCode, ...by }).meta({ id: 'StopScenarioRequest' }),
  replies: { 200: scenarios },
  errors: ['ContractNotFound', 'SimulatedVenueOnly', 'JOURNAL_UNAVAILABLE'],
});

/** One investor's session as a program sends it: the cookie header and the slot's handle. */
const madeSession = z
  .object({ investorId: opaqueId, cookie: z.string().max(200), slot: slotHandle })
  .meta({ id: 'MadeSession' });

export const makeSessions = defineRoute({
  method: 'POST',
  path: '/operator/sessions',
  access: 'operator',
  purpose:
    'Signs investors in without their passwords, each in a browser session of their own: for measuring, MODE=demo only.',
  body: z
    .strictObject({ investorIds: z.array(opaqueId).min(1).max(LIMITS.pageSizeMax), ...by })
    .meta({ id: 'MakeSessionsRequest' }),
  replies: { 201: listOf(madeSession) },
  errors: ['UserNotFound'],
});

export const OPERATOR_ACTS = [
  'forceSell',
  'tradingHalt',
  'startScenario',
  'stopScenario',
  'cutLink',
  'mendLink',
  'suspend',
  'resume',
  'delete',
  'keep',
  'approve',
  'reject',
  'return',
  'addAgent',
  'approveStrategy',
  'rejectStrategy',
  'endStrategy',
  'approveWithdrawal',
  'sendWithdrawal',
  'rejectWithdrawal',
  'payWithdrawal',
  'assignPayment',
  'returnPayment',
  'registerProgram',
  'removeProgram',
] as const;

/**
 * An operator's act on trading, an investor or a program. A lifted halt has no reason in force; `reason` is the
 * operator's. Acts on programs have none.
 */
const operatorAct = z
  .object({
    /** Of the command; null if there was none. */
    seq: seq.nullable(),
    time: instant,
    operatorId: z.string(),
    act: z.enum(OPERATOR_ACTS),
    isLifted: z.boolean(),
    reason: z.string().nullable(),
    contractCode: contractCode.nullable(),
    accountId: opaqueId.nullable(),
    orderId: opaqueId.nullable(),
    investorId: opaqueId.nullable(),
    /** What was started, stopped, cut, mended added or judged: a scenario's name, an exchange's, an agent's code, a strategy's id. */
    subject: z.string().nullable(),
  })
  .meta({ id: 'OperatorAct' });
export type OperatorAct = z.infer<typeof operatorAct>;

export const listOperatorActs = defineRoute({
  method: 'GET',
  path: '/operator/acts',
  access: 'operator',
  purpose: 'Lists what operators did, newest first.',
  query: z.strictObject({ cursor: cursor.optional(), limit: limitText.optional() }),
  replies: { 200: listOf(operatorAct) },
  errors: [],
});
