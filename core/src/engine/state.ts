/**
 * The engine's whole memory. Nothing else is consulted: no clock, no database, no environment. `terms`, `holders`,
 * `triggerIndexes`, `outdone`, `unhealthy`, `safePrices`, `accountTimers`, `awaitingAnswer` and the lots and margin sums are
 * derived and rebuilt on restore; everything else is in the snapshot.
 */

import type { ConditionalOrder } from '#conditional/conditional-order.ts';
import { TriggerIndex } from '#conditional/trigger-index.ts';
import { type Copy, type Copying, newCopying, type Strategy } from '#engine/copy-records.ts';
import type { CloseOutWindow, ListedContract } from '#engine/listed-contract.ts';
import type { ListedSpread } from '#engine/listed-spread.ts';
import type { AccountKind } from '#engine/system-commands.ts';
import { FIRST_VENUE, newVenue, type Venue } from '#engine/venues.ts';
import type { Commodity } from '#instruments/commodity.ts';
import { type Dated, inForce, nextChangeMs } from '#instruments/dated.ts';
import { feePerLotVnd, largestOrderLots, type Subscription } from '#instruments/service-packages.ts';
import { sideIn } from '#instruments/spread.ts';
import { type Terms, termsAt } from '#instruments/terms.ts';
import type { InvestorKind, TradingRules } from '#instruments/trading-rules.ts';
import { type Balances, balanceOf, cashAccount, deficitAccount, type LedgerAccount } from '#ledger/ledger.ts';
import { type Exposure, equityVnd, requiredMarginVnd, withdrawableVnd, worstCaseLots } from '#margin/margin.ts';
import { HEALTHY, type MarginState } from '#margin/margin-level.ts';
import { marginableLots, mayOnlyReduce, type Order } from '#orders/order.ts';
import type { RollTarget } from '#orders/roll.ts';
import { OpenLots } from '#positions/open-lots.ts';
import { type Position, profitTicks, ticksToVnd } from '#positions/position.ts';
import { NO_SELF_LIMITS, type SelfLimits } from '#self-limits/self-limits.ts';
import type { Currency } from '#values/money.ts';
import type { Lots, Ticks, Vnd } from '#values/units.ts';
import { assert } from '#values/whole-numbers.ts';

export type { CloseOutWindow, ListedContract };

/**
 * A sub-account's position and live orders in one contract, with the lots that may still fill and the required margin.
 * Exists while there is a position or an order.
 */
export interface Holding extends Position, Exposure {
  readonly account: Account;
  readonly listed: ListedContract;
  netLots: Lots;
  workingBuyLots: Lots;
  workingSellLots: Lots;
  /** Live orders, those in spreads with this leg among them, oldest first. A list, because most holdings have one or two, for which a map is slower and larger. */
  readonly orders: Order[];
  /** How many orders wait for cancels, and how many are reduce-only: zero in most accounts. */
  awaitingCancels: number;
  reducing: number;
  requiredVnd: Vnd;
  /** The last step that reported the position, so that a step reports it once. */
  emittedSeq: number;
}

/** What a client order id was used for: the order and its terms as one comparable string. */
export interface ClientOrder {
  readonly orderId: string;
  readonly terms: string;
}

/** Money that has left the account's equity and not yet its cash. */
export interface HeldWithdrawal {
  readonly withdrawalId: string;
  readonly amountVnd: Vnd;
  isApproved: boolean;
}

/** The sub-account's orders are cancelled at `dueMs`, unless this sender is heard before. */
export interface CancelAfter {
  readonly timeoutMs: number;
  readonly includesGoodTill: boolean;
  dueMs: number;
}

/** Those of one sub-account, by sender; undefined: asked for by a command that names none. */
export type CancelAfters = Map<string | undefined, CancelAfter>;

export interface Account {
  readonly accountId: string;
  readonly investorId: string;
  readonly investorKind: InvestorKind;
  readonly isDemo: boolean;
  /** Its cash account in the ledger. */
  readonly cash: LedgerAccount;
  isActivated: boolean;
  /** By id, in order of request. Those that have ended are not in it. */
  readonly withdrawals: Map<string, HeldWithdrawal>;
  /** Their sum. */
  heldVnd: Vnd;
  /** Its service package; null without one. */
  subscription: Subscription | null;
  /** Which package each of the last requests began, oldest first: the same request begins none again. */
  readonly packageRequests: Map<string, string>;
  /** By contract code; their order is not kept over a restart. */
  readonly holdings: Map<string, Holding>;
  /** The holdings with a position, in the order of opening, which a restart keeps. */
  readonly positions: Map<string, Holding>;
  /** Waiting conditional orders, in order of receipt. */
  readonly conditionals: Set<ConditionalOrder>;
  readonly clientOrders: Map<string, ClientOrder>;
  requiredVnd: Vnd;
  marginState: MarginState;
  /** The trade date of its last margin call, so that an account that hovers around the level is notified once a day. */
  calledOn: string | null;
  /** When a liquidation that found no price is tried again; 0 if none waits. */
  liquidationRetryMs: number;
  brakes: SelfLimits;
  /** Looser limits, in force from the next trade date. */
  nextBrakes: SelfLimits | null;
  /** Equity at the start of the trade date, plus deposits and less holds since: today's loss is counted from it. */
  dayBaseVnd: Vnd;
  /**
   * The last step that reported the account, so that a step reports it once; a set would be the costliest part of a
   * step.
   */
  emittedSeq: number;
  /** The strategy that it leads and that has not ended, or the copy that it is dedicated to. */
  strategy: Strategy | null;
  copy: Copy | null;
  /** Its equity or required margin may have moved in this step, and its margin state has not been worked out since. */
  isRevalued: boolean;
}

/** The broker's trading halts; the reasons are for people to read. */
export interface Halts {
  all: string | null;
  readonly contracts: Map<string, string>;
  readonly accounts: Map<string, string>;
}

/** The last row of the audit log that the journal knows of. */
export interface AuditEnd {
  readonly auditId: number;
  readonly hash: string;
}

export interface EngineState {
  seq: number;
  timeMs: number;
  tradeDate: string;
  /** By kind of account. */
  readonly venues: Map<AccountKind, Venue>;
  rules: Dated<TradingRules>;
  readonly rates: Map<Currency, Dated<bigint>>;
  readonly commodities: Map<string, Commodity>;
  readonly contracts: Map<string, ListedContract>;
  readonly spreads: Map<string, ListedSpread>;
  readonly accounts: Map<string, Account>;
  /** Live orders and those that ended lately, on this trade date, by order id, in order of receipt. */
  readonly orders: Map<string, Order>;
  /** Those of them that ended, whose last change is longest ago first. */
  readonly ended: Set<Order>;
  /** Waiting conditional orders and those that ended on this trade date, by id, in order of receipt. */
  readonly conditionals: Map<string, ConditionalOrder>;
  readonly halts: Halts;
  readonly balances: Balances;
  readonly copying: Copying;
  /** By account id, where anybody is waited for. */
  readonly cancelAfters: Map<string, CancelAfters>;
  /** By id of the closing order: what it is to open once it has ended. */
  readonly rolls: Map<string, RollTarget>;
  /** Live orders of pairs whose other order was filled or has ended first. */
  readonly outdone: Set<Order>;
  /** Null in journals that never heard of one. */
  auditEnd: AuditEnd | null;
  readonly terms: Map<string, Terms>;
  nextTermsChangeMs: number;
  /** Accounts with a position, by contract. */
  readonly holders: Map<string, Set<Account>>;
  /** Orders that wait for a price with the broker, by contract. */
  readonly triggerIndexes: Map<string, TriggerIndex>;
  /** Accounts below a margin level. */
  readonly unhealthy: Set<Account>;
  /** When an account's margin state must be worked out again, whatever else happens. */
  readonly accountTimers: Map<Account, number>;
  nextDueMs: number;
  /** Orders with an open request, the earliest due answer first. */
  readonly awaitingAnswer: Set<Order>;
}

export function createEngineState(): EngineState {
  return {
    seq: 0,
    timeMs: 0,
    tradeDate: '',
    venues: new Map([['demo', newVenue(FIRST_VENUE, 'demo')]]),
    rules: [],
    rates: new Map(),
    commodities: new Map(),
    contracts: new Map(),
    spreads: new Map(),
    accounts: new Map(),
    orders: new Map(),
    ended: new Set(),
    conditionals: new Map(),
    halts: { all: null, contracts: new Map(), accounts: new Map() },
    balances: new Map(),
    copying: newCopying(),
    cancelAfters: new Map(),
    rolls: new Map(),
    outdone: new Set(),
    auditEnd: null,
    terms: new Map(),
    nextTermsChangeMs: Number.POSITIVE_INFINITY,
    holders: new Map(),
    triggerIndexes: new Map(),
    unhealthy: new Set(),
    accountTimers: new Map(),
    nextDueMs: Number.POSITIVE_INFINITY,
    awaitingAnswer: new Set(),
  };
}

/** A new account's state, besides its owner and its money. */
export function newAccount(
  who: Pick<Account, 'accountId' | 'investorId' | 'investorKind' | 'isDemo' | 'isActivated'>,
): Account {
  const { accountId, investorId, investorKind, isDemo, isActivated } = who;
  return {
    accountId,
    investorId,
    investorKind,
    isDemo,
    cash: cashAccount(accountId),
    isActivated,
    withdrawals: new Map(),
    heldVnd: 0n,
    subscription: null,
    packageRequests: new Map(),
    holdings: new Map(),
    positions: new Map(),
    conditionals: new Set(),
    clientOrders: new Map(),
    requiredVnd: 0n,
    marginState: HEALTHY,
    calledOn: null,
    liquidationRetryMs: 0,
    brakes: NO_SELF_LIMITS,
    nextBrakes: null,
    dayBaseVnd: 0n,
    emittedSeq: 0,
    strategy: null,
    copy: null,
    isRevalued: false,
  };
}

/**
 * Money came or went without trading: that is no profit or loss, neither of the day nor of a copy.
 */
export function fundsChanged(account: Account, byVnd: Vnd): void {
  account.dayBaseVnd += byVnd;
  if (!account.copy) return;
  account.copy.fundsVnd += byVnd;
  account.copy.week.fundChangedVnd += byVnd;
}

/** What an order can be in, by the code that it names. */
export function marketOf({ contracts, spreads }: EngineState, code: string): ListedContract | ListedSpread | undefined {
  return contracts.get(code) ?? spreads.get(code);
}

/** The trade date that orders in a contract or a spread belong to. */
export function tradeDateOf(state: EngineState, { tradeDate }: Pick<ListedContract, 'tradeDate'>): string {
  return tradeDate ?? state.tradeDate;
}

/** Whether its last trading day is over; a spread's is that of its near month. */
export function hasEnded(state: EngineState, market: ListedContract | ListedSpread): boolean {
  const { contract } = 'near' in market ? market.near : market;
  return tradeDateOf(state, market) > contract.lastTradeDay;
}

export function orderTradeDate(state: EngineState, order: Order): string {
  return marketOf(state, order.contractCode)?.tradeDate ?? state.tradeDate;
}

export function rulesInForce(state: EngineState): TradingRules {
  const rules = inForce(state.rules, state.timeMs);
  assert(rules !== undefined, 'trading rules are set before the first order');
  return rules;
}

export function contractTerms({ terms, commodity }: ListedContract): Terms {
  assert(terms !== null, 'no margin or rate in force for', commodity.code);
  return terms;
}

/** What one lot and side costs this account: the one place where the engine learns a fee. */
export function accountFeeVnd({ subscription }: Account, listed: ListedContract): Vnd {
  return feePerLotVnd(contractTerms(listed).feeVnd, subscription?.terms.feeVnd[listed.commodity.feeClass]);
}

/** The most lots of one order of this account. */
export function accountOrderLots({ subscription }: Account, rules: TradingRules): Lots {
  return largestOrderLots(rules.maxLotsPerOrder, subscription?.terms);
}

/** Looks up every dated figure for the state's time and recomputes all required margins. */
export function refreshTerms(state: EngineState): void {
  const rules = inForce(state.rules, state.timeMs);
  if (!rules) return;
  let next = nextChangeMs(state.rules, state.timeMs);
  for (const rate of state.rates.values()) next = Math.min(next, nextChangeMs(rate, state.timeMs));
  for (const commodity of state.commodities.values()) {
    next = Math.min(next, nextChangeMs(commodity.initialMarginMinor, state.timeMs));
    const terms = termsAt(commodity, rules, state.rates, state.timeMs);
    if (terms) state.terms.set(commodity.code, terms);
    else state.terms.delete(commodity.code);
  }
  for (const listed of state.contracts.values()) listed.terms = state.terms.get(listed.commodity.code) ?? null;
  state.nextTermsChangeMs = next;
  for (const account of state.accounts.values()) {
    for (const holding of account.holdings.values()) countRequired(holding);
  }
}

const NO_EXPOSURE: Exposure = { netLots: 0, workingBuyLots: 0, workingSellLots: 0 };

export function exposureOf(account: Account, contractCode: string): Exposure {
  return account.holdings.get(contractCode) ?? NO_EXPOSURE;
}

/** Whether it can need margin: orders that have nothing left to fill and only wait for an answer do not. */
export function isExposed(holding: Holding): boolean {
  return worstCaseLots(holding) > 0;
}

/** Recomputes the required margin of a holding and of its account from its exposure. */
export function countRequired(holding: Holding): void {
  const { account, listed } = holding;
  const requiredVnd = requiredMarginVnd(holding, contractTerms(listed).marginPerLotVnd[account.investorKind]);
  account.requiredVnd += requiredVnd - holding.requiredVnd;
  holding.requiredVnd = requiredVnd;
}

export function cashVnd(state: EngineState, account: Account): Vnd {
  return balanceOf(state.balances, account.cash);
}

/** What the owner owes after losses beyond the account's money; 0 or above. */
export function owedVnd(state: EngineState, { accountId }: Account): Vnd {
  return -balanceOf(state.balances, deficitAccount(accountId));
}

/** The price a position is valued at: last trade, else settlement; null before either. */
export function markTicks(listed: ListedContract): Ticks | null {
  return listed.lastTicks ?? listed.settlementTicks;
}

export function estimatedProfitVnd(account: Account): Vnd {
  // A profit below 2^53 millionths of a dong fits a number and is below 2^34 dong: no account holds enough contracts
  // for their sum to lose precision. Larger ones are added as bigints.
  let small = 0;
  let large = 0n;
  for (const position of account.positions.values()) {
    const mark = markTicks(position.listed);
    if (mark === null) continue;
    const vnd = ticksToVnd(profitTicks(position, mark), contractTerms(position.listed));
    if (typeof vnd === 'number') small += vnd;
    else large += vnd;
  }
  return large + BigInt(small);
}

export function accountEquityVnd(state: EngineState, account: Account): Vnd {
  return equityVnd({
    cashVnd: cashVnd(state, account),
    heldVnd: account.heldVnd,
    estimatedProfitVnd: estimatedProfitVnd(account),
  });
}

/** What could be withdrawn now: also what packages and copy fees are paid with. */
export function accountWithdrawableVnd(state: EngineState, account: Account): Vnd {
  const availableVnd = accountEquityVnd(state, account) - account.requiredVnd;
  return withdrawableVnd({ availableVnd, cashVnd: cashVnd(state, account), heldVnd: account.heldVnd });
}

/** Updates the contract's holders after a position was opened or closed. */
export function noteHolder(state: EngineState, holding: Holding): void {
  const { account, contractCode, netLots } = holding;
  const holders = state.holders.get(contractCode);
  if (netLots === 0) {
    account.positions.delete(contractCode);
    holders?.delete(account);
    return;
  }
  account.positions.set(contractCode, holding);
  if (holders) holders.add(account);
  else state.holders.set(contractCode, new Set([account]));
}

export function triggerIndexOf(state: EngineState, contractCode: string): TriggerIndex {
  const known = state.triggerIndexes.get(contractCode);
  if (known) return known;
  const index = new TriggerIndex();
  state.triggerIndexes.set(contractCode, index);
  return index;
}

/** When time alone changes the margin state: the countdown ends, or a liquidation is tried again. */
export function nextLookMs({ marginState, liquidationRetryMs }: Account, timeMs: number): number | null {
  const nextMs = marginState.isLiquidating ? liquidationRetryMs : marginState.deadlineMs;
  return nextMs !== null && nextMs > timeMs ? nextMs : null;
}

/** Sets when the account's margin state must be worked out; null: at no particular time. */
export function noteDue(state: EngineState, account: Account, timeMs: number | null): void {
  if (timeMs === null) state.accountTimers.delete(account);
  else state.accountTimers.set(account, timeMs);
  state.nextDueMs = Number.POSITIVE_INFINITY;
  for (const dueMs of state.accountTimers.values()) state.nextDueMs = Math.min(state.nextDueMs, dueMs);
}

/** The account's holding in a listed contract, created if it has none. */
export function holdingIn(state: EngineState, account: Account, contractCode: string): Holding {
  const known = account.holdings.get(contractCode);
  if (known) return known;
  const listed = state.contracts.get(contractCode);
  assert(listed !== undefined, 'a holding in an unlisted contract', contractCode);
  const holding: Holding = {
    account,
    listed,
    // The contract's own string, here and as the key, so that look-ups compare identity and not text.
    contractCode: listed.contract.code,
    netLots: 0,
    openNotional: 0,
    openLots: OpenLots.NONE,
    workingBuyLots: 0,
    workingSellLots: 0,
    orders: [],
    awaitingCancels: 0,
    reducing: 0,
    requiredVnd: 0n,
    emittedSeq: 0,
  };
  account.holdings.set(holding.contractCode, holding);
  return holding;
}

/** Removes a holding without a position or an order. */
export function dropEmpty({ account, contractCode, netLots, orders }: Holding): void {
  if (netLots === 0 && orders.length === 0) account.holdings.delete(contractCode);
}

/** The account's live orders in a contract, oldest first. */
export function ordersIn(account: Account, contractCode: string): readonly Order[] {
  return account.holdings.get(contractCode)?.orders ?? NO_ORDERS;
}

const NO_ORDERS: readonly Order[] = [];

/** Holdings with live orders, by code: the map's own order would not survive a restart. */
export function workedHoldings(account: Account): Holding[] {
  const holdings: Holding[] = [];
  for (const holding of account.holdings.values()) if (holding.orders.length > 0) holdings.push(holding);
  return holdings.length < 2 ? holdings : holdings.sort((a, b) => (a.contractCode < b.contractCode ? -1 : 1));
}

/** The account's holdings in what an order trades: one, or both legs of a spread. */
export function holdingsOf(state: EngineState, account: Account, { contractCode }: Order): readonly Holding[] {
  const spread = state.spreads.get(contractCode);
  if (!spread) return [holdingIn(state, account, contractCode)];
  return spread.legs.map(({ contract }) => holdingIn(state, account, contract.code));
}

/** Adds an order to the working sums, or with -1 removes it: called before and after it changes. */
export function countWorking(holding: Holding, order: Order, sign: 1 | -1): void {
  const lots = sign * marginableLots(order);
  if (sideIn(holding.contractCode, order) === 'BUY') holding.workingBuyLots += lots;
  else holding.workingSellLots += lots;
  if (order.awaitsCancels) holding.awaitingCancels += sign;
  if (mayOnlyReduce(order)) holding.reducing += sign;
}
