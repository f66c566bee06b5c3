/**
 * Liquidates positions: for the investor (liquidate, go flat), an operator, the margin levels or the expiry guard.
 * Where working orders are cancelled first, the closing order waits for the answers, so that a fill that crosses a
 * cancel can't reverse the position (docs/rules/margin-and-money.md#margin).
 */

import type { ConditionalOrder } from '#conditional/conditional-order.ts';
import { cancelOrWish, cancelWorking, isCancelUnderWay, mayAskAgain } from '#engine/amend-order.ts';
import { dropConditional } from '#engine/conditional-orders.ts';
import type { CancelOrders, LiquidateContract } from '#engine/investor-commands.ts';
import { startFromNow } from '#engine/mirror.ts';
import { siblingOf } from '#engine/oco-pairs.ts';
import { closableLots, closingLots } from '#engine/order-checks.ts';
import { openEntry } from '#engine/order-entry.ts';
import { receive, route } from '#engine/place-order.ts';
import { type Account, type ListedContract, marketOf, ordersIn, workedHoldings } from '#engine/state.ts';
import { changeOrder, moveOrder, refuseCommand, type Step } from '#engine/step.ts';
import { isReachable } from '#engine/venues.ts';
import type { Spread } from '#instruments/spread.ts';
import { isFinal, leavesLots, marginableLots, type Order } from '#orders/order.ts';
import { refusal } from '#values/refusals.ts';
import { oppositeSide, type RowReason } from '#values/trading-words.ts';
import type { Lots } from '#values/units.ts';
import { assert } from '#values/whole-numbers.ts';

/**
 * Liquidates one contract (docs/rules/orders.md#liquidation-by-contract): all lots at market, at once or not at all.
 */
export function liquidateContract(step: Step, command: LiquidateContract): void {
  const { contractCode, operator, goFlat = false } = command;
  const entry = openEntry(step, command);
  if (!entry) return;
  const { account } = entry;
  const { side } = closing(account, contractCode, 0);
  const underWay = closingLots(account, contractCode, side);
  const lots = goFlat ? lotsToClose(account, contractCode) : closableLots(account, contractCode, side) - underWay;
  if (lots <= 0) return refuseCommand(step, refusal('OpenPositionNotFound', {}));
  // Whoever closes what was copied does not want it back with the leader's next fill.
  if (account.copy && !operator) startFromNow(account.copy, contractCode);
  const awaitsCancels = goFlat && hasOrderThat(account, contractCode, (order) => marginableLots(order) > 0);
  const origin = { ...BY_FORCE, isOurs: operator !== undefined, awaitsCancels };
  const order = receive(step, { ...entry, origin }, { ...command, ...closing(account, contractCode, lots) });
  // Only after acceptance: a position that can't be closed keeps its protective orders.
  if (goFlat && order && !isFinal(order)) cancelContract(step, account, contractCode, 'UserRequest');
  if (order && operator) {
    const { accountId } = account;
    step.events.push({ kind: 'operatorActed', operator, accountId, contractCode, orderId: order.orderId });
  }
}

/** Closes lots of a position for the broker; working orders of the contract are cancelled first. */
export function closeByForce(
  step: Step,
  account: Account,
  listed: ListedContract,
  asked: { readonly lots: Lots; readonly reason: RowReason },
): void {
  const contractCode = listed.contract.code;
  // What is left of the position keeps its exits, which shrink with it.
  const isPart = asked.lots < Math.abs(account.positions.get(contractCode)?.netLots ?? 0);
  cancelWorkingIn(step, account, contractCode, asked.reason);
  dropConditionals(step, account, contractCode, asked.reason, ({ isReduceOnly }) => !isPart || !isReduceOnly);
  const lots = Math.min(asked.lots, lotsToClose(account, contractCode));
  if (lots <= 0) return;
  step.ownOrders += 1;
  const origin = { ...BY_FORCE, isOurs: true, awaitsCancels: hasOrderThat(account, contractCode, isCancelUnderWay) };
  const entry = { account, listed, terms: '', origin };
  receive(step, entry, {
    accountId: account.accountId,
    orderId: `house-${step.seq}-${step.ownOrders}`,
    clientOrderId: null,
    contractCode,
    ...closing(account, contractCode, lots),
  });
}

const BY_FORCE = { isForceSell: true, conditionalOrderId: null } as const;

function closing(account: Account, contractCode: string, lots: Lots) {
  const netLots = account.positions.get(contractCode)?.netLots ?? 0;
  return {
    side: oppositeSide(netLots > 0 ? 'BUY' : 'SELL'),
    orderType: 'MARKET',
    duration: 'IOC',
    quantityLots: lots,
  } as const;
}

/** Open lots less those that liquidations under way will close, so that repeating the command does not sell twice. */
export function lotsToClose(account: Account, contractCode: string): Lots {
  let lots = Math.abs(account.positions.get(contractCode)?.netLots ?? 0);
  for (const order of ordersIn(account, contractCode)) {
    if (order.isForceSell) lots -= leavesLots(order);
  }
  return lots;
}

function hasOrderThat(account: Account, contractCode: string, isSuch: (order: Order) => boolean): boolean {
  for (const order of ordersIn(account, contractCode)) {
    if (!order.isForceSell && isSuch(order)) return true;
  }
  return false;
}

/** Cancels the working orders of one contract, except closing orders under way. */
export function cancelWorkingIn(step: Step, account: Account, contractCode: string, reason: RowReason): void {
  for (const order of [...ordersIn(account, contractCode)]) {
    if (!order.isForceSell) cancelOrWish(step, order, reason);
  }
}

/** Cancels the working and the conditional orders of one contract. */
function cancelContract(step: Step, account: Account, contractCode: string, reason: RowReason): void {
  cancelWorkingIn(step, account, contractCode, reason);
  dropConditionals(step, account, contractCode, reason);
}

function dropConditionals(
  step: Step,
  account: Account,
  contractCode: string,
  reason: RowReason,
  isMeant: (conditional: ConditionalOrder) => boolean = () => true,
): void {
  for (const conditional of [...account.conditionals]) {
    if (conditional.contractCode === contractCode && isMeant(conditional)) dropConditional(step, conditional, reason);
  }
}

export function cancelOrders(step: Step, { accountId, contractCode, groupId, keepStops }: CancelOrders): void {
  const account = step.state.accounts.get(accountId);
  if (!account) return refuseCommand(step, refusal('InvestorTradingAccountNotFound', {}));
  if (groupId !== undefined) return cancelGroup(step, account, groupId);
  const market = contractCode === undefined ? undefined : marketOf(step.state, contractCode);
  if (contractCode !== undefined && !market)
    return refuseCommand(step, refusal('ContractNotFound', { code: contractCode }));
  if (market && 'near' in market) return cancelInSpread(step, account, market.spread);
  const codes = contractCode === undefined ? contractsWithOrders(account) : [contractCode];
  for (const code of codes) {
    if (keepStops === true) cancelAllButStops(step, account, code, { reason: 'UserRequest', isMeant: () => true });
    else cancelContract(step, account, code, 'UserRequest');
  }
}

function cancelGroup(step: Step, account: Account, groupId: string): void {
  const orders = workedHoldings(account).flatMap((holding) => holding.orders);
  const live = orders.filter(({ group }) => group?.groupId === groupId);
  if (live.length === 0) return refuseCommand(step, refusal('OrderNotFound', {}));
  for (const order of live) cancelOrWish(step, order);
}

/** Of one spread, and of its legs nothing else. */
function cancelInSpread(step: Step, account: Account, { code, near }: Spread): void {
  for (const order of [...ordersIn(account, near)]) if (order.contractCode === code) cancelOrWish(step, order);
}

/**
 * Cancels all that are meant but protective orders: reduce-only stops and conditional orders stay, exits go with their
 * entry.
 */
export function cancelAllButStops(
  step: Step,
  account: Account,
  contractCode: string,
  { reason, isMeant }: { readonly reason: RowReason; readonly isMeant: (order: Pick<Order, 'duration'>) => boolean },
): void {
  for (const order of [...ordersIn(account, contractCode)]) {
    if (!order.isForceSell && !isProtective(step, order) && isMeant(order)) cancelOrWish(step, order, reason);
  }
  dropConditionals(step, account, contractCode, reason, (order) => !order.isReduceOnly && isMeant(order));
}

/** A protective stop, or the other order of its pair, whose end would end the stop. */
function isProtective(step: Step, order: Order): boolean {
  const sibling = siblingOf(step.state, order);
  return isProtectiveStop(order) || (sibling !== undefined && !isFinal(sibling) && isProtectiveStop(sibling));
}

function isProtectiveStop({ orderType, isReduceOnly }: Order): boolean {
  return isReduceOnly && (orderType === 'STOP' || orderType === 'STOP_LIMIT');
}

export function contractsWithOrders(account: Account): string[] {
  const codes = new Set(workedHoldings(account).map(({ contractCode }) => contractCode));
  for (const { contractCode } of account.conditionals) codes.add(contractCode);
  return [...codes].sort();
}

/**
 * Sends closing orders once the last cancel is answered, for the lots open then: a position must be closed even if the
 * exchange refuses to cancel another order. Orders that could not be cancelled earlier, because they were in transit,
 * are cancelled as soon as possible.
 */
export function releaseClosing(step: Step, account: Account, contractCode: string): void {
  const holding = account.holdings.get(contractCode);
  if (!holding || holding.awaitingCancels === 0 || !isReachable(step.state, account)) return;
  const waiting = holding.orders.filter((order) => order.awaitsCancels);
  for (const order of [...holding.orders]) {
    if (!order.isForceSell && mayAskAgain(step, order)) cancelWorking(step, order, 'ForceSell');
  }
  if (hasOrderThat(account, contractCode, isCancelUnderWay)) return;
  for (const order of waiting) release(step, order);
}

/** Sends a closing order for the lots open now; it is cut to them on sending. */
function release(step: Step, order: Order): void {
  assert(!isFinal(order), 'a final order is not among the working ones');
  const isOpen = step.state.contracts.get(order.contractCode)?.session === 'OPEN';
  changeOrder(step, order, () => {
    order.awaitsCancels = false;
    if (isOpen) return;
    moveOrder(step, order, 'cancelled');
    order.reason = 'EmptyBook';
  });
  if (!isFinal(order)) route(step, order);
}
