/**
 * The engine's whole memory. Nothing else is consulted: no clock, no database, no environment.
 * `terms` and the lots and margin sums are derived and rebuilt on restore; everything else is in the snapshot.
 */
import type { Commodity, Contract } from '#instruments/commodity';
import { type Dated, inForce, nextChangeMs } from '#instruments/dated';
import { type Terms, termsAt } from '#instruments/terms';
import type { InvestorKind, TradingRules } from '#instruments/trading-rules';
import { type Balances, balanceOf, cashAccount } from '#ledger/ledger';
import { type Exposure, equityVnd, requiredMarginVnd } from '#margin/margin';
import type { Order } from '#orders/order';
import { emptyPosition, estimatedProfit, type Position } from '#positions/position';
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
}

/** A sub-account's live orders in one contract, oldest first, and the lots they may still fill. */
export interface WorkingOrders {
  buyLots: number;
  sellLots: number;
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
  isActivated: boolean;
  heldVnd: bigint;
  readonly positions: Map<string, Position>;
  readonly working: Map<string, WorkingOrders>;
  readonly clientOrders: Map<string, ClientOrder>;
  readonly requiredByContract: Map<string, bigint>;
  requiredVnd: bigint;
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
  readonly balances: Balances;
  readonly terms: Map<string, Terms>;
  nextTermsChangeMs: number;
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
    balances: new Map(),
    terms: new Map(),
    nextTermsChangeMs: Number.POSITIVE_INFINITY,
  };
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
  return balanceOf(state.balances, cashAccount(account.accountId));
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
    if (!listed || mark === null) continue;
    sum += estimatedProfit(position, mark, contractTerms(state, listed)).vnd;
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

export function positionIn(account: Account, contractCode: string): Position {
  const known = account.positions.get(contractCode);
  if (known) return known;
  const position = emptyPosition(contractCode);
  account.positions.set(contractCode, position);
  return position;
}

export function workingIn(account: Account, contractCode: string): WorkingOrders {
  const known = account.working.get(contractCode);
  if (known) return known;
  const working: WorkingOrders = { buyLots: 0, sellLots: 0, orders: new Map() };
  account.working.set(contractCode, working);
  return working;
}
