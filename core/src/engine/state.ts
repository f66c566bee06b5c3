/**
 * The engine's whole memory. Nothing else is consulted: no clock, no database, no environment.
 * `terms`, `holders`, `boards`, `dues` and the lots and margin sums are derived and rebuilt on restore; everything else
 * is in the snapshot.
 */

import { type Brakes, NO_BRAKES } from '#brakes/brakes';
import type { ConditionalOrder } from '#conditional/conditional-order';
import { TriggerBoard } from '#conditional/trigger-board';
import type { Commodity, Contract } from '#instruments/commodity';
import { type Dated, inForce, nextChangeMs } from '#instruments/dated';
import { type Terms, termsAt } from '#instruments/terms';
import type { InvestorKind, TradingRules } from '#instruments/trading-rules';
import { type Balances, balanceOf, cashAccount, deficitAccount, type LedgerAccount } from '#ledger/ledger';
import { type LadderStanding, OFF_THE_LADDER } from '#margin/ladder';
import { type Exposure, equityVnd, requiredMarginVnd } from '#margin/margin';
import { coveredLots, mayOnlyReduce, type Order } from '#orders/order';
import { emptyPosition, type Position, valuedProfitVnd } from '#positions/position';
import type { Currency } from '#values/money';
import type { SessionState } from '#values/trading-words';
import { assert } from '#values/whole-numbers';

export interface ListedContract {
  readonly contract: Contract;
  readonly commodity: Commodity;
  settlementTicks: number | null;
  /** Last trade as the engine was told; settlement stands in until there is one. */
  lastTicks: number | null;
  session: SessionState;
  opensAtMs: number | null;
  /** The exchange has stopped trading out of turn; `session` is PAUSED meanwhile. */
  isHalted: boolean;
  /** The exchange's own trade date, where its calendar has one; null where the house's holds. */
  tradeDate: string | null;
  /** How near its close-out is, for long and for short positions; null while that is far. */
  readonly closeOut: { long: CloseOutStage | null; short: CloseOutStage | null };
}

export interface CloseOutStage {
  /** The close-out day, a trade date. */
  readonly date: string;
  /** 0 on the close-out day itself. */
  readonly sessionsLeft: number;
  /** What is still open then is closed by the house. */
  readonly deadlineMs: number;
}

/** A sub-account's live orders in one contract, oldest first, and the lots they may still fill. */
export interface WorkingOrders {
  buyLots: number;
  sellLots: number;
  /** How many of them wait for cancels, and how many may only reduce: most accounts have neither. */
  awaitingCancels: number;
  reducing: number;
  readonly orders: Map<string, Order>;
}

/** What a client order id was used for: the order and its terms as one comparable text. */
export interface ClientOrder {
  readonly orderId: string;
  readonly terms: string;
}

export interface Account {
  readonly accountId: string;
  readonly investorId: string;
  readonly investorKind: InvestorKind;
  readonly isDemo: boolean;
  /** Where its money stands in the ledger. */
  readonly cash: LedgerAccount;
  isActivated: boolean;
  heldVnd: bigint;
  readonly positions: Map<string, Position>;
  readonly working: Map<string, WorkingOrders>;
  /** Those that wait, in order of receipt. */
  readonly conditionals: Set<ConditionalOrder>;
  readonly clientOrders: Map<string, ClientOrder>;
  readonly requiredByContract: Map<string, bigint>;
  requiredVnd: bigint;
  ladder: LadderStanding;
  /** The trade date of its last margin call: one that comes and goes at the line is told of once a day. */
  calledOn: string | null;
  /** A forced liquidation that found no price waits until then; 0 when none does. */
  liquidationRetryMs: number;
  brakes: Brakes;
  /** Looser ones, from the next trade date on. */
  nextBrakes: Brakes | null;
  /** Equity when the trade date began and what was paid in since: what today's loss is counted from. */
  dayBaseVnd: bigint;
}

/** Whom a trading halt of the house concerns; the reasons are for people to read. */
export interface Halts {
  all: string | null;
  readonly contracts: Map<string, string>;
  readonly accounts: Map<string, string>;
}

export interface EngineState {
  seq: number;
  timeMs: number;
  tradeDate: string;
  venueEpoch: string | null;
  rules: Dated<TradingRules>;
  readonly rates: Map<Currency, Dated<bigint>>;
  readonly commodities: Map<string, Commodity>;
  readonly contracts: Map<string, ListedContract>;
  readonly accounts: Map<string, Account>;
  /** Live orders and those that ended on this trade date, by order id, in order of receipt. */
  readonly orders: Map<string, Order>;
  /** Waiting ones and those that ended on this trade date, by id, in order of receipt. */
  readonly conditionals: Map<string, ConditionalOrder>;
  readonly halts: Halts;
  /** The link to the exchange is down: orders wait, and what the exchange had is not known for sure. */
  isVenueLost: boolean;
  readonly balances: Balances;
  readonly terms: Map<string, Terms>;
  nextTermsChangeMs: number;
  /** By contract: who holds a position in it. */
  readonly holders: Map<string, Set<Account>>;
  /** By contract: what waits for a price with us. */
  readonly boards: Map<string, TriggerBoard>;
  /** Accounts whose ladder must be looked at by a time, whatever else happens. */
  readonly dues: Map<Account, number>;
  nextDueMs: number;
}

export function createEngineState(): EngineState {
  return {
    seq: 0,
    timeMs: 0,
    tradeDate: '',
    venueEpoch: null,
    rules: [],
    rates: new Map(),
    commodities: new Map(),
    contracts: new Map(),
    accounts: new Map(),
    orders: new Map(),
    conditionals: new Map(),
    halts: { all: null, contracts: new Map(), accounts: new Map() },
    isVenueLost: false,
    balances: new Map(),
    terms: new Map(),
    nextTermsChangeMs: Number.POSITIVE_INFINITY,
    holders: new Map(),
    boards: new Map(),
    dues: new Map(),
    nextDueMs: Number.POSITIVE_INFINITY,
  };
}

/** What an account begins with besides its person and its money. */
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
    heldVnd: 0n,
    positions: new Map(),
    working: new Map(),
    conditionals: new Set(),
    clientOrders: new Map(),
    requiredByContract: new Map(),
    requiredVnd: 0n,
    ladder: OFF_THE_LADDER,
    calledOn: null,
    liquidationRetryMs: 0,
    brakes: NO_BRAKES,
    nextBrakes: null,
    dayBaseVnd: 0n,
  };
}

/** The trade date that orders in a contract belong to. */
export function tradeDateOf(state: EngineState, listed: ListedContract): string {
  return listed.tradeDate ?? state.tradeDate;
}

/** Its last trading day is over. */
export function hasEnded(state: EngineState, listed: ListedContract): boolean {
  return tradeDateOf(state, listed) > listed.contract.lastTradeDay;
}

export function orderTradeDate(state: EngineState, order: Order): string {
  return state.contracts.get(order.contractCode)?.tradeDate ?? state.tradeDate;
}

export function rulesInForce(state: EngineState): TradingRules {
  const rules = inForce(state.rules, state.timeMs);
  assert(rules !== undefined, 'trading rules are set before the first order');
  return rules;
}

export function contractTerms(state: EngineState, listed: ListedContract): Terms {
  const terms = state.terms.get(listed.commodity.code);
  assert(terms !== undefined, `no margin or rate in force for ${listed.commodity.code}`);
  return terms;
}

/** Looks up every dated figure as of the state's time and counts all required margins anew. */
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
  state.nextTermsChangeMs = next;
  for (const account of state.accounts.values()) {
    for (const contractCode of account.requiredByContract.keys()) countRequired(state, account, contractCode);
  }
}

export function exposureOf(account: Account, contractCode: string): Exposure {
  const working = account.working.get(contractCode);
  return {
    netLots: account.positions.get(contractCode)?.netLots ?? 0,
    workingBuyLots: working?.buyLots ?? 0,
    workingSellLots: working?.sellLots ?? 0,
  };
}

/** Sets the account's required margin for one contract from its exposure now. */
export function countRequired(state: EngineState, account: Account, contractCode: string): void {
  const listed = state.contracts.get(contractCode);
  assert(listed !== undefined, `exposure in an unlisted contract ${contractCode}`);
  const perLot = contractTerms(state, listed).marginPerLotVnd[account.investorKind];
  const required = requiredMarginVnd(exposureOf(account, contractCode), perLot);
  account.requiredVnd += required - (account.requiredByContract.get(contractCode) ?? 0n);
  if (required === 0n) account.requiredByContract.delete(contractCode);
  else account.requiredByContract.set(contractCode, required);
}

export function cashVnd(state: EngineState, account: Account): bigint {
  return balanceOf(state.balances, account.cash);
}

/** Losses beyond the money that its owner still owes, 0 or above. */
export function owedVnd(state: EngineState, { accountId }: Account): bigint {
  return -balanceOf(state.balances, deficitAccount(accountId));
}

/** The price a position is valued at: last trade, else settlement; null before either. */
export function markTicks(listed: ListedContract): number | null {
  return listed.lastTicks ?? listed.settlementTicks;
}

export function estimatedProfitVnd(state: EngineState, account: Account): bigint {
  let sum = 0n;
  for (const position of account.positions.values()) {
    const listed = state.contracts.get(position.contractCode);
    const mark = listed ? markTicks(listed) : null;
    if (listed && mark !== null) sum += valuedProfitVnd(position, mark, contractTerms(state, listed));
  }
  return sum;
}

export function accountEquityVnd(state: EngineState, account: Account): bigint {
  return equityVnd({
    cashVnd: cashVnd(state, account),
    heldVnd: account.heldVnd,
    estimatedProfitVnd: estimatedProfitVnd(state, account),
  });
}

/** Who holds the contract now, kept in step with an account's position. */
export function noteHolder(state: EngineState, account: Account, contractCode: string): void {
  const holders = state.holders.get(contractCode);
  const isHolder = (account.positions.get(contractCode)?.netLots ?? 0) !== 0;
  if (isHolder && holders) holders.add(account);
  else if (isHolder) state.holders.set(contractCode, new Set([account]));
  else holders?.delete(account);
}

export function boardOf(state: EngineState, contractCode: string): TriggerBoard {
  const known = state.boards.get(contractCode);
  if (known) return known;
  const board = new TriggerBoard();
  state.boards.set(contractCode, board);
  return board;
}

/** When time alone changes what the ladder asks for: the countdown runs out, or a liquidation is tried again. */
export function nextLookMs({ ladder, liquidationRetryMs }: Account, timeMs: number): number | null {
  const nextMs = ladder.isLiquidating ? liquidationRetryMs : ladder.deadlineMs;
  return nextMs !== null && nextMs > timeMs ? nextMs : null;
}

/** The account's ladder is to be looked at by this time; null: by no time of its own. */
export function noteDue(state: EngineState, account: Account, timeMs: number | null): void {
  if (timeMs === null) state.dues.delete(account);
  else state.dues.set(account, timeMs);
  state.nextDueMs = Number.POSITIVE_INFINITY;
  for (const dueMs of state.dues.values()) state.nextDueMs = Math.min(state.nextDueMs, dueMs);
}

export function positionIn(account: Account, contractCode: string): Position {
  const known = account.positions.get(contractCode);
  if (known) return known;
  const position = emptyPosition(contractCode);
  account.positions.set(contractCode, position);
  return position;
}

/** Contracts in which the account has live orders, by code: the map's own order would not survive a restart. */
export function contractsWorked(account: Account): string[] {
  const codes = [...account.working.keys()];
  return codes.length < 2 ? codes : codes.sort();
}

/** Counts an order among the working ones, or with -1 no longer: before it changes and after. */
export function countWorking(working: WorkingOrders, order: Order, sign: 1 | -1): void {
  const lots = sign * coveredLots(order);
  if (order.side === 'BUY') working.buyLots += lots;
  else working.sellLots += lots;
  if (order.awaitsCancels) working.awaitingCancels += sign;
  if (mayOnlyReduce(order)) working.reducing += sign;
}

export function workingIn(account: Account, contractCode: string): WorkingOrders {
  const known = account.working.get(contractCode);
  if (known) return known;
  const working: WorkingOrders = { buyLots: 0, sellLots: 0, awaitingCancels: 0, reducing: 0, orders: new Map() };
  account.working.set(contractCode, working);
  return working;
}
