/** Commands that the broker itself enters: accounts, money, reference data, prices, sessions, trade dates. */

import { isWaiting } from '#conditional/conditional-order.ts';
import { forgetClosed, isForgotten } from '#engine/amend-order.ts';
import { brokerClose } from '#engine/broker-close.ts';
import type { Command, CommandBody } from '#engine/commands.ts';
import { dropConditional } from '#engine/conditional-orders.ts';
import { rollCopies } from '#engine/copy-errands.ts';
import { repayDebt } from '#engine/debts.ts';
import { forgetEnded } from '#engine/ended-orders.ts';
import { fireTriggers } from '#engine/fire-triggers.ts';
import type { SetSelfLimits } from '#engine/investor-commands.ts';
import { ListedSpread } from '#engine/listed-spread.ts';
import { lookAgain, priceMoved } from '#engine/margin-watch.ts';
import { route } from '#engine/place-order.ts';
import { renewPackages } from '#engine/service-packages.ts';
import {
  accountEquityVnd,
  type EngineState,
  fundsChanged,
  hasEnded,
  isExposed,
  marketOf,
  newAccount,
  orderTradeDate,
  refreshTerms,
  rulesInForce,
  tradeDateOf,
} from '#engine/state.ts';
import {
  accountOf,
  changeOrder,
  emitAccount,
  moveOrder,
  refuseCommand,
  revisit,
  type Step,
  touchFunds,
} from '#engine/step.ts';
import { isOverdue, routeForgotten } from '#engine/venue-link.ts';
import { isReachable } from '#engine/venues.ts';
import { withEntry } from '#instruments/dated.ts';
import { post, postingBetween } from '#ledger/ledger.ts';
import { isAtExchange, isFinal, mayOnlyReduce, type Order } from '#orders/order.ts';
import { NO_SELF_LIMITS, sameSelfLimits, tightened } from '#self-limits/self-limits.ts';
import { legCodes } from '#values/contract-code.ts';
import { refusal } from '#values/refusals.ts';
import type { RowReason } from '#values/trading-words.ts';
import { assert } from '#values/whole-numbers.ts';

type Body<K extends CommandBody['kind']> = Extract<Command, { kind: K }>;

export function setTradingRules(step: Step, command: Body<'setTradingRules'>): void {
  step.state.rules = withEntry(step.state.rules, { fromMs: command.fromMs, value: command.rules });
  termsChanged(step);
}

export function setConversionRate(step: Step, command: Body<'setConversionRate'>): void {
  const { currency, fromMs, rateE4 } = command;
  assert(rateE4 > 0n, 'a conversion rate is above zero');
  step.state.rates.set(currency, withEntry(step.state.rates.get(currency) ?? [], { fromMs, value: rateE4 }));
  termsChanged(step);
}

export function defineCommodity(step: Step, command: Body<'defineCommodity'>): void {
  const { state } = step;
  state.commodities.set(command.commodity.code, command.commodity);
  for (const listed of state.contracts.values()) {
    if (listed.commodity.code === command.commodity.code) listed.commodity = command.commodity;
  }
  termsChanged(step);
}

/** Dated figures have changed: every account's required margin is recomputed and reported. */
export function termsChanged(step: Step): void {
  refreshTerms(step.state);
  for (const listed of step.state.contracts.values()) listed.safePrices = null;
  for (const account of step.state.accounts.values()) {
    if ([...account.holdings.values()].some(isExposed)) touchFunds(step, account);
  }
}

export function listContract(step: Step, command: Body<'listContract'>): void {
  const { state } = step;
  const { contract, settlementTicks } = command;
  const commodity = state.commodities.get(contract.commodityCode);
  assert(commodity !== undefined, `contract ${contract.code} of an undefined commodity`);
  const terms = state.terms.get(commodity.code) ?? null;
  const known = state.contracts.get(contract.code);
  if (known) {
    known.contract = contract;
    known.commodity = commodity;
    known.settlementTicks ??= settlementTicks;
    known.terms = terms;
    return;
  }
  state.contracts.set(contract.code, {
    contract,
    commodity,
    settlementTicks,
    settledMs: null,
    lastTicks: null,
    session: 'OPEN',
    opensAtMs: null,
    isHalted: false,
    tradeDate: null,
    closeOut: { long: null, short: null },
    terms,
    safePrices: null,
  });
}

/** Lists a spread of two listed contracts; again: nothing changes. */
export function listSpread({ state }: Step, { near, far }: Body<'listSpread'>): void {
  const [nearListed, farListed] = [state.contracts.get(near), state.contracts.get(far)];
  assert(nearListed !== undefined && farListed !== undefined, 'a spread of contracts that are not listed', near, far);
  const listed = new ListedSpread(nearListed, farListed);
  if (!state.spreads.has(listed.spread.code)) state.spreads.set(listed.spread.code, listed);
}

export function openAccount(step: Step, command: Body<'openAccount'>): void {
  const { accountId, investorId, investorKind, isDemo, isActivated } = command;
  const { accounts } = step.state;
  assert(!accounts.has(accountId), `account ${accountId} exists`);
  const account = newAccount({ accountId, investorId, investorKind, isDemo, isActivated });
  accounts.set(accountId, account);
  emitAccount(step, account);
}

export function activateAccount(step: Step, { accountId }: Body<'activateAccount'>): void {
  const account = accountOf(step, accountId);
  if (account.isActivated) return;
  account.isActivated = true;
  emitAccount(step, account);
}

/** Money in. What the account owes is paid back first. */
export function deposit(step: Step, command: Body<'deposit'>): void {
  const { state } = step;
  const { accountId, amountVnd, reference } = command;
  assert(amountVnd > 0n, 'a deposit is above zero');
  const account = accountOf(step, accountId);
  const posting = postingBetween({ type: 'deposit', of: account, broker: 'deposits', amountVnd, reference });
  post(state.balances, posting);
  step.events.push({ kind: 'moneyPosted', posting });
  const leftVnd = repayDebt(step, account, amountVnd, reference);
  if (rulesInForce(state).ladder) fundsChanged(account, leftVnd);
  touchFunds(step, account);
}

/** Values positions, works out margin states and fires triggers. Unknown contracts are ignored. */
export function markPrices(step: Step, command: Body<'markPrices'>): void {
  for (const mark of command.prices) {
    const listed = step.state.contracts.get(mark.contractCode);
    if (!listed) continue;
    listed.lastTicks = mark.lastTicks;
    priceMoved(step, listed);
    fireTriggers(step, listed, mark);
  }
}

/**
 * Changes a contract's session. A halt suspends the orders that work at the exchange (docs/rules/orders.md#statuses), a
 * close leaves them working; when the contract opens, orders that waited for the open are sent.
 */
export function changeSession(step: Step, command: Body<'changeSession'>): void {
  const { state: session, opensAtMs, isHalt = false } = command;
  const changed = new Set<string>();
  for (const contractCode of command.contractCodes) {
    const listed = step.state.contracts.get(contractCode);
    if (!listed) continue;
    listed.session = session;
    listed.opensAtMs = opensAtMs;
    listed.isHalted = isHalt;
    changed.add(contractCode);
    // A liquidation may have waited for the open.
    lookAgain(step, contractCode);
  }
  for (const order of step.state.orders.values()) {
    if (!trades(order, changed)) continue;
    if (isHalt) suspend(step, order);
    // A spread opens with the second of its legs.
    else if (marketOf(step.state, order.contractCode)?.session === 'OPEN') resume(step, order);
  }
  step.events.push({ kind: 'sessionChanged', contractCodes: [...changed] });
}

function trades({ contractCode }: Order, codes: ReadonlySet<string>): boolean {
  if (codes.has(contractCode)) return true;
  const legs = legCodes(contractCode);
  return legs !== undefined && (codes.has(legs.near) || codes.has(legs.far));
}

function suspend(step: Step, order: Order): void {
  const isResting = order.status === 'WORKING' || order.status === 'PARTIALLY_FILLED';
  if (isResting && isAtExchange(order)) changeOrder(step, order, () => moveOrder(step, order, 'halted'));
}

function resume(step: Step, order: Order): void {
  if (order.status === 'SUSPENDED') changeOrder(step, order, () => moveOrder(step, order, 'resumed'));
  const isWaiting = order.status === 'ACTIVEAT' || order.status === 'NOT_SENT';
  if (isWaiting && isReachable(step.state, accountOf(step, order.accountId))) route(step, order);
  routeForgotten(step, order);
  if (!mayOnlyReduce(order) || isFinal(order)) return;
  forgetClosed(step, order);
  revisit(step, order);
}

export function settleContracts(step: Step, command: Body<'settleContracts'>): void {
  for (const { contractCode, settlementTicks } of command.settlements) {
    const listed = step.state.contracts.get(contractCode);
    if (!listed) continue;
    listed.settlementTicks = settlementTicks;
    listed.settledMs = step.timeMs;
    priceMoved(step, listed);
  }
}

/**
 * Rolls the trade date of the broker or of some exchanges: orders held by the broker that were good for the old date
 * expire. The broker's own roll also removes orders that ended on that date from memory and puts the investors' looser
 * limits into force. The exchange expires its own orders.
 */
export function endTradeDate(step: Step, command: Body<'endTradeDate'>): void {
  const { state } = step;
  const { nextTradeDate, exchanges } = command;
  const endedDate = exchanges ? rollExchanges(state, exchanges, nextTradeDate) : rollBrokerDate(step, nextTradeDate);
  const whose = exchanges ? { exchanges: [...exchanges] } : { close: brokerClose(state) };
  for (const order of state.orders.values()) {
    if (isFinal(order)) continue;
    const listed = marketOf(state, order.contractCode);
    const waitsWithUs = order.status === 'ACTIVEAT' || order.status === 'NOT_SENT' || order.isHeldByUs;
    if (!waitsWithUs && !isForgotten(step, order)) continue;
    if (isOverdue(orderTradeDate(state, order), order))
      expire(step, order, order.duration === 'DAY' ? 'DayEnded' : 'DateReached');
    else if (listed && hasEnded(state, listed)) expire(step, order, 'ContractEnded');
  }
  expireConditionals(step);
  step.events.push({
    kind: 'tradeDateBegan',
    endedDate,
    tradeDate: nextTradeDate,
    ...whose,
  });
  // A month that begins belongs to the date that begins: not to the books that were closed above.
  if (exchanges) return;
  renewPackages(step);
  rollCopies(step, endedDate);
}

/** Gives these exchanges' contracts a trade date of their own, from their first roll on. */
function rollExchanges(state: EngineState, exchanges: readonly string[], nextTradeDate: string): string {
  const rolled = new Set(exchanges);
  let endedDate = '';
  for (const listed of state.contracts.values()) {
    if (!rolled.has(listed.commodity.exchange)) continue;
    const before = tradeDateOf(state, listed);
    assert(nextTradeDate >= before, 'trade dates only go forward');
    if (before > endedDate) endedDate = before;
    listed.tradeDate = nextTradeDate;
  }
  return endedDate;
}

function rollBrokerDate(step: Step, nextTradeDate: string): string {
  const { state } = step;
  assert(nextTradeDate > state.tradeDate, 'trade dates only go forward');
  const endedDate = state.tradeDate;
  state.tradeDate = nextTradeDate;
  forgetEnded(state, 0);
  for (const [id, conditional] of state.conditionals) {
    const child = conditional.childOrderId === null ? undefined : state.orders.get(conditional.childOrderId);
    if (!isWaiting(conditional) && !child) state.conditionals.delete(id);
  }
  if (state.rules.length > 0 && rulesInForce(state).ladder) beginDay(step);
  return endedDate;
}

/** Starts the day from which today's loss is counted; limits that were loosened yesterday come into force. */
function beginDay(step: Step): void {
  const { state } = step;
  for (const account of state.accounts.values()) {
    account.dayBaseVnd = accountEquityVnd(state, account);
    if (account.nextBrakes) {
      account.brakes = account.nextBrakes;
      account.nextBrakes = null;
    }
    emitAccount(step, account);
  }
}

function expire(step: Step, order: Order, reason: RowReason): void {
  changeOrder(step, order, () => {
    moveOrder(step, order, 'expired');
    order.reason = reason;
  });
}

function expireConditionals(step: Step): void {
  const { state } = step;
  for (const conditional of [...state.conditionals.values()]) {
    if (!isWaiting(conditional)) continue;
    const listed = state.contracts.get(conditional.contractCode);
    assert(listed !== undefined, 'a conditional order is in a listed contract');
    const tradeDate = tradeDateOf(state, listed);
    const { duration, dayDate, expirationDate } = conditional;
    if (duration === 'DAY' && dayDate < tradeDate) dropConditional(step, conditional, 'DayEnded');
    else if (duration === 'GTD' && expirationDate !== null && expirationDate < tradeDate)
      dropConditional(step, conditional, 'DateReached');
    else if (hasEnded(state, listed)) dropConditional(step, conditional, 'ContractEnded');
  }
}

/** Tighter limits apply at once, looser ones from the next trade date (docs/rules/margin-and-money.md#own-limits). */
export function setSelfLimits(step: Step, { accountId, brakes }: SetSelfLimits): void {
  const account = step.state.accounts.get(accountId);
  if (!account) return refuseCommand(step, refusal('InvestorTradingAccountNotFound', {}));
  account.brakes = tightened(account.brakes, brakes);
  account.nextBrakes = sameSelfLimits(account.brakes, brakes) ? null : brakes;
  if (sameSelfLimits(account.brakes, NO_SELF_LIMITS)) account.brakes = NO_SELF_LIMITS;
  emitAccount(step, account);
}
