/**
 * The engine's memory as plain data and back, and its digest. The order of every list is the order of the maps,
 * which is the order of commands, so equal histories give equal snapshots to the letter.
 */
import { type Brakes, NO_BRAKES, sameBrakes } from '#brakes/brakes';
import type { ConditionalOrder } from '#conditional/conditional-order';
import type { Commodity, Contract } from '#instruments/commodity';
import type { Dated } from '#instruments/dated';
import type { InvestorKind, TradingRules } from '#instruments/trading-rules';
import { type LadderStanding, OFF_THE_LADDER } from '#margin/ladder';
import { copyOrder, isFinal, type Order, type OrderTerms } from '#orders/order';
import type { OpenLot } from '#positions/position';
import type { Currency } from '#values/money';
import { hashText } from '#values/random';
import type { SessionState } from '#values/trading-words';
import { assert } from '#values/whole-numbers';
import { enter } from './conditional-records.ts';
import { watchOrder } from './price-watch.ts';
import {
  type Account,
  type CloseOutStage,
  countRequired,
  countWorking,
  createEngineState,
  type EngineState,
  type ListedContract,
  newAccount,
  nextLookMs,
  noteDue,
  noteHolder,
  refreshTerms,
  workingIn,
} from './state.ts';

export interface EngineSnapshot {
  readonly seq: number;
  readonly timeMs: number;
  readonly tradeDate: string;
  readonly venueEpoch: string | null;
  readonly rules: Dated<TradingRules>;
  readonly rates: readonly (readonly [Currency, Dated<bigint>])[];
  readonly commodities: readonly Commodity[];
  readonly contracts: readonly {
    readonly contract: Contract;
    readonly settlementTicks: number | null;
    readonly lastTicks: number | null;
    readonly session: SessionState;
    readonly opensAtMs: number | null;
    readonly isHalted?: true;
    readonly tradeDate?: string;
    readonly closeOut?: { readonly long: CloseOutStage | null; readonly short: CloseOutStage | null };
  }[];
  readonly accounts: readonly {
    readonly accountId: string;
    readonly investorId: string;
    readonly investorKind: InvestorKind;
    readonly isDemo: boolean;
    readonly isActivated: boolean;
    readonly heldVnd: bigint;
    readonly positions: readonly {
      readonly contractCode: string;
      readonly openLots: readonly OpenLot[];
      readonly netLots: number;
    }[];
    readonly clientOrders: readonly (readonly [clientOrderId: string, orderId: string, terms: string])[];
    readonly ladder?: LadderStanding;
    readonly calledOn?: string;
    readonly liquidationRetryMs?: number;
    readonly brakes?: Brakes;
    readonly nextBrakes?: Brakes;
    readonly dayBaseVnd?: bigint;
  }[];
  readonly orders: readonly StoredOrder[];
  readonly balances: readonly (readonly [string, bigint])[];
  readonly conditionals?: readonly ConditionalOrder[];
  readonly halts?: {
    readonly all: string | null;
    readonly contracts: readonly (readonly [string, string])[];
    readonly accounts: readonly (readonly [string, string])[];
  };
  readonly isVenueLost?: true;
}

/** What an order is at first and most orders stay: left out, so that a snapshot says only what is otherwise. */
const USUAL_ORDER = {
  isReduceOnly: false,
  exitOrderId: null,
  conditionalOrderId: null,
  isHeldByUs: false,
  triggeredMs: null,
  awaitsCancels: false,
  cancelReason: null,
  reasonPercent: null,
  statusWhenLost: null,
  awaitsAcceptance: false,
} as const satisfies Partial<Order>;

type StoredTerms = Omit<OrderTerms, 'stopPriceTicks'> & { readonly stopPriceTicks?: number };
type StoredOrder = Omit<Order, keyof typeof USUAL_ORDER | 'pendingTerms'> &
  Partial<Pick<Order, keyof typeof USUAL_ORDER>> & { readonly pendingTerms: StoredTerms | null };

/** A deep copy: later steps do not reach into it. */
export function snapshotState(state: EngineState): EngineSnapshot {
  return {
    seq: state.seq,
    timeMs: state.timeMs,
    tradeDate: state.tradeDate,
    venueEpoch: state.venueEpoch,
    rules: state.rules,
    rates: [...state.rates],
    commodities: [...state.commodities.values()],
    contracts: [...state.contracts.values()].map(snapshotContract),
    accounts: [...state.accounts.values()].map(snapshotAccount),
    orders: [...state.orders.values()].map(storedOrder),
    balances: [...state.balances],
    ...(state.conditionals.size > 0
      ? { conditionals: [...state.conditionals.values()].map((one) => ({ ...one })) }
      : {}),
    ...(isHalting(state.halts) ? { halts: snapshotHalts(state.halts) } : {}),
    ...(state.isVenueLost ? { isVenueLost: true } : {}),
  };
}

function snapshotContract(listed: ListedContract): EngineSnapshot['contracts'][number] {
  const { contract, settlementTicks, lastTicks, session, opensAtMs, isHalted, tradeDate, closeOut } = listed;
  return {
    contract,
    settlementTicks,
    lastTicks,
    session,
    opensAtMs,
    ...(isHalted ? { isHalted } : {}),
    ...(tradeDate === null ? {} : { tradeDate }),
    ...(closeOut.long || closeOut.short ? { closeOut: { ...closeOut } } : {}),
  };
}

function isHalting({ all, contracts, accounts }: EngineState['halts']): boolean {
  return all !== null || contracts.size > 0 || accounts.size > 0;
}

function snapshotHalts({ all, contracts, accounts }: EngineState['halts']): NonNullable<EngineSnapshot['halts']> {
  return { all, contracts: [...contracts], accounts: [...accounts] };
}

function storedOrder(order: Order): StoredOrder {
  const {
    isReduceOnly,
    exitOrderId,
    conditionalOrderId,
    isHeldByUs,
    triggeredMs,
    awaitsCancels,
    cancelReason,
    reasonPercent,
    statusWhenLost,
    awaitsAcceptance,
    ...rest
  } = order;
  return {
    ...rest,
    seenExecIds: [...order.seenExecIds],
    pendingTerms: order.pendingTerms && storedTerms(order.pendingTerms),
    ...(isReduceOnly ? { isReduceOnly } : {}),
    ...(exitOrderId === null ? {} : { exitOrderId }),
    ...(conditionalOrderId === null ? {} : { conditionalOrderId }),
    ...(isHeldByUs ? { isHeldByUs } : {}),
    ...(triggeredMs === null ? {} : { triggeredMs }),
    ...(awaitsCancels ? { awaitsCancels } : {}),
    ...(cancelReason === null ? {} : { cancelReason }),
    ...(reasonPercent === null ? {} : { reasonPercent }),
    ...(statusWhenLost === null ? {} : { statusWhenLost }),
    ...(awaitsAcceptance ? { awaitsAcceptance } : {}),
  };
}

function storedTerms({ stopPriceTicks, ...terms }: OrderTerms): StoredTerms {
  return stopPriceTicks === null ? terms : { ...terms, stopPriceTicks };
}

function snapshotAccount(account: Account): EngineSnapshot['accounts'][number] {
  const { accountId, investorId, investorKind, isDemo, isActivated, heldVnd } = account;
  return {
    accountId,
    investorId,
    investorKind,
    isDemo,
    isActivated,
    heldVnd,
    positions: [...account.positions.values()].map(({ contractCode, netLots, openLots }) => ({
      contractCode,
      netLots,
      openLots: openLots.map((lot) => ({ ...lot })),
    })),
    clientOrders: [...account.clientOrders].map(([id, { orderId, terms }]) => [id, orderId, terms] as const),
    ...(account.ladder === OFF_THE_LADDER ? {} : { ladder: account.ladder }),
    ...(account.calledOn === null ? {} : { calledOn: account.calledOn }),
    ...(account.liquidationRetryMs === 0 ? {} : { liquidationRetryMs: account.liquidationRetryMs }),
    ...(sameBrakes(account.brakes, NO_BRAKES) ? {} : { brakes: account.brakes }),
    ...(account.nextBrakes ? { nextBrakes: account.nextBrakes } : {}),
    ...(account.dayBaseVnd === 0n ? {} : { dayBaseVnd: account.dayBaseVnd }),
  };
}

/** Rebuilds the state, the derived sums included, and checks them on the way. */
export function restoreState(snapshot: EngineSnapshot): EngineState {
  const state = createEngineState();
  state.seq = snapshot.seq;
  state.timeMs = snapshot.timeMs;
  state.tradeDate = snapshot.tradeDate;
  state.venueEpoch = snapshot.venueEpoch;
  state.rules = snapshot.rules;
  for (const [currency, rate] of snapshot.rates) state.rates.set(currency, rate);
  for (const commodity of snapshot.commodities) state.commodities.set(commodity.code, commodity);
  for (const listed of snapshot.contracts) {
    const commodity = state.commodities.get(listed.contract.commodityCode);
    assert(commodity !== undefined, 'a listed contract has a commodity');
    const { contract, settlementTicks, lastTicks, session, opensAtMs } = listed;
    const { isHalted = false, tradeDate = null, closeOut = { long: null, short: null } } = listed;
    state.contracts.set(contract.code, {
      contract,
      commodity,
      settlementTicks,
      lastTicks,
      session,
      opensAtMs,
      isHalted,
      tradeDate,
      closeOut: { ...closeOut },
    });
  }
  for (const [account, balance] of snapshot.balances) state.balances.set(account, balance);
  for (const account of snapshot.accounts) restoreAccount(state, account);
  refreshTerms(state);
  for (const stored of snapshot.orders) restoreOrder(state, stored);
  for (const stored of snapshot.conditionals ?? []) {
    const conditional = { ...stored };
    state.conditionals.set(conditional.conditionalOrderId, conditional);
    enter(state, conditional);
  }
  restoreHalts(state, snapshot.halts);
  state.isVenueLost = snapshot.isVenueLost ?? false;
  for (const account of state.accounts.values()) {
    for (const code of new Set([...account.positions.keys(), ...account.working.keys()]))
      countRequired(state, account, code);
  }
  return state;
}

function restoreHalts(state: EngineState, halts: EngineSnapshot['halts']): void {
  if (!halts) return;
  state.halts.all = halts.all;
  for (const [code, reason] of halts.contracts) state.halts.contracts.set(code, reason);
  for (const [accountId, reason] of halts.accounts) state.halts.accounts.set(accountId, reason);
}

function restoreAccount(state: EngineState, stored: EngineSnapshot['accounts'][number]): void {
  const account = newAccount(stored);
  account.heldVnd = stored.heldVnd;
  account.ladder = stored.ladder ?? OFF_THE_LADDER;
  account.calledOn = stored.calledOn ?? null;
  account.liquidationRetryMs = stored.liquidationRetryMs ?? 0;
  account.brakes = stored.brakes ?? NO_BRAKES;
  account.nextBrakes = stored.nextBrakes ?? null;
  account.dayBaseVnd = stored.dayBaseVnd ?? 0n;
  for (const { contractCode, netLots, openLots } of stored.positions) {
    const openNotional = openLots.reduce((sum, lot) => sum + lot.priceTicks * lot.lots, 0);
    account.positions.set(contractCode, {
      contractCode,
      netLots,
      openNotional,
      openLots: openLots.map((lot) => ({ ...lot })),
    });
    noteHolder(state, account, contractCode);
  }
  for (const [id, orderId, terms] of stored.clientOrders) account.clientOrders.set(id, { orderId, terms });
  noteDue(state, account, nextLookMs(account, state.timeMs));
  state.accounts.set(account.accountId, account);
}

/** Fields in the order of a modify (amend-order.ts): what is told of them is text in the journal's digest. */
function termsFrom(stored: StoredTerms): OrderTerms {
  const { quantityLots, limitPriceTicks, stopPriceTicks = null, duration, expirationDate } = stored;
  return { quantityLots, limitPriceTicks, stopPriceTicks, duration, expirationDate };
}

function restoreOrder(state: EngineState, stored: StoredOrder): void {
  const { pendingTerms } = stored;
  const own = { seenExecIds: [...stored.seenExecIds], pendingTerms: pendingTerms && termsFrom(pendingTerms) };
  // Not spread: the runtime takes fifty times as long over so many fields, and there may be hundreds of thousands.
  const order = copyOrder(Object.assign({}, USUAL_ORDER, stored, own));
  state.orders.set(order.orderId, order);
  const account = state.accounts.get(order.accountId);
  assert(account !== undefined, 'an order has an account');
  if (isFinal(order)) return;
  watchOrder(state, order);
  const working = workingIn(account, order.contractCode);
  working.orders.set(order.orderId, order);
  countWorking(working, order, 1);
}

/** Sixteen hex digits over the whole snapshot: equal states, equal digests, in every process and on every machine. */
export function stateHash(state: EngineState): string {
  const text = JSON.stringify(snapshotState(state), (_key, value) => (typeof value === 'bigint' ? `${value}n` : value));
  const half = (seed: number): string => hashText(text, seed).toString(16).padStart(8, '0');
  return half(0x811c9dc5) + half(0x2545f491);
}
