/**
 * Changing and cancelling. What the exchange knows of needs its answer (in_modify, in_cancel); what it does not is
 * changed in place (trading rules, "Readings: Status").
 */
import { applyTerms, coveredLots, isAtExchange, isWaitingStop, type Order, type OrderTerms } from '#orders/order';
import { mayCancel, mayModify, moveStatus } from '#orders/order-status';
import { type Refusal, refusal } from '#values/refusals';
import type { Duration, RowReason } from '#values/trading-words';
import { assert } from '#values/whole-numbers';
import type { CancelOrder, ModifyOrder, OrderName } from './commands.ts';
import { checkHalt } from './halts.ts';
import {
  checkBand,
  checkBrakes,
  checkCloseOut,
  checkDailyLimit,
  checkExpirationDate,
  checkMargin,
  checkMaxLotsPerContract,
  checkQuantity,
  checkReduceOnly,
  checkTypeAndDuration,
  marginSituation,
  readTicks,
} from './order-checks.ts';
import { type Account, type EngineState, type ListedContract, rulesInForce, tradeDateOf } from './state.ts';
import { accountOf, changeOrder, refuseChange, refuseCommand, requestVenue, type Step } from './step.ts';

export function cancelOrder(step: Step, command: CancelOrder): void {
  const order = namedOrder(step.state, command);
  if (!order) return refuseCommand(step, refusal('OrderNotFound', {}));
  if (!isCancellable(step.state, order) || isOfTheHouse(order))
    return refuseChange(step, order, refusal('OrderCancelNotAllowed', { status: order.status }));
  cancelWorking(step, order, 'UserRequest');
}

/** A liquidation that the house has ordered is not its investor's to stop. */
function isOfTheHouse(order: Order): boolean {
  return order.isForceSell && order.clientOrderId === null;
}

/** By the table, and only while the exchange that must answer can be asked. */
export function isCancellable(state: EngineState, order: Order): boolean {
  return mayCancel(order.status) && !(state.isVenueLost && isAtExchange(order));
}

/**
 * Cancels what may be cancelled: at once where the exchange does not know it, else by asking. Whose wish it was stays
 * with the order, since the exchange will only say that it was asked.
 */
export function cancelWorking(step: Step, order: Order, reason: RowReason, percent: number | null = null): void {
  order.reasonPercent = percent;
  if (!isAtExchange(order)) {
    changeOrder(step, order, () => {
      moveStatus(order, 'CANCELLED');
      order.reason = reason;
    });
    return;
  }
  changeOrder(step, order, () => {
    order.statusBefore = order.status === 'IN_MODIFY' ? order.statusBefore : order.status;
    order.cancelReason = reason === 'UserRequest' ? null : reason;
    moveStatus(order, 'IN_CANCEL');
  });
  const { orderId, contractCode } = order;
  requestVenue(step, { kind: 'cancel', orderId, contractCode });
}

export function modifyOrder(step: Step, command: ModifyOrder): void {
  const order = namedOrder(step.state, command);
  if (!order) return refuseCommand(step, refusal('OrderNotFound', {}));
  if (order.status === 'IN_MODIFY') return refuseChange(step, order, refusal('ModifyPending', {}));
  const isOutOfReach = step.state.isVenueLost && isAtExchange(order);
  if (!mayModify(order.status) || isOutOfReach || order.isForceSell)
    return refuseChange(step, order, refusal('OrderModifyNotAllowed', { status: order.status }));
  const account = accountOf(step, order.accountId);
  const listed = step.state.contracts.get(order.contractCode);
  assert(listed !== undefined, 'a live order is in a listed contract');
  const wanted = wantedTerms(listed, order, command);
  if ('refusal' in wanted) return refuseChange(step, order, wanted.refusal);
  const refused = judgeTerms(step.state, account, listed, order, wanted.terms);
  if (refused) return refuseChange(step, order, refused);
  if (isAtExchange(order)) askExchange(step, order, wanted.terms);
  else changeOrder(step, order, () => applyTerms(order, wanted.terms, tradeDateOf(step.state, listed)));
}

function namedOrder(state: EngineState, name: OrderName): Order | undefined {
  const account = state.accounts.get(name.accountId);
  const orderId =
    name.orderId ??
    (name.clientOrderId === undefined ? undefined : account?.clientOrders.get(name.clientOrderId)?.orderId);
  const order = orderId === undefined ? undefined : state.orders.get(orderId);
  return order?.accountId === name.accountId ? order : undefined;
}

function wantedTerms(
  listed: ListedContract,
  order: Order,
  command: ModifyOrder,
): { terms: OrderTerms } | { refusal: Refusal } {
  const duration = command.duration ?? order.duration;
  const keepsDate = duration === 'GTD' && order.duration === 'GTD';
  const terms: OrderTerms = {
    quantityLots: command.quantityLots ?? order.quantityLots,
    limitPriceTicks: order.limitPriceTicks,
    stopPriceTicks: order.stopPriceTicks,
    duration,
    expirationDate: command.expirationDate ?? (keepsDate ? order.expirationDate : null),
  };
  const limit = wantedPrice(listed, order.limitPriceTicks, command.limitPrice, 'limitPrice');
  if (typeof limit === 'object' && limit) return { refusal: limit };
  // A stop that has fired is what it became: its trigger is history.
  const stopBefore = isWaitingStop(order) ? order.stopPriceTicks : null;
  const stop = wantedPrice(listed, stopBefore, command.stopPrice, 'stopPrice');
  if (typeof stop === 'object' && stop) return { refusal: stop };
  return { terms: { ...terms, limitPriceTicks: limit, stopPriceTicks: stop ?? order.stopPriceTicks } };
}

/** A price may be changed where the order has one, and not be given where it has none. */
function wantedPrice(
  listed: ListedContract,
  before: number | null,
  text: string | undefined,
  field: string,
): number | null | Refusal {
  if (text === undefined) return before;
  return before === null ? refusal('BadRequest', { field }) : readTicks(listed, text, field);
}

function judgeTerms(
  state: EngineState,
  account: Account,
  listed: ListedContract,
  order: Order,
  terms: OrderTerms,
): Refusal | undefined {
  const rules = rulesInForce(state);
  const prices = { limitTicks: terms.limitPriceTicks, stopTicks: isWaitingStop(order) ? terms.stopPriceTicks : null };
  const priceChanged = terms.limitPriceTicks !== order.limitPriceTicks || terms.stopPriceTicks !== order.stopPriceTicks;
  const basic =
    (priceChanged || terms.quantityLots > order.quantityLots
      ? checkHalt(state, account.accountId, order.contractCode)
      : undefined) ??
    checkRestingDuration(order, terms.duration) ??
    checkTypeAndDuration(rules, listed.commodity.exchange, order.orderType, terms.duration) ??
    checkExpirationDate(state, listed, terms.duration, terms.expirationDate ?? undefined) ??
    checkQuantity(rules, terms.quantityLots) ??
    (priceChanged ? checkBand(rules, listed, order.side, prices) : undefined) ??
    (priceChanged ? checkDailyLimit(state, listed, prices) : undefined);
  if (basic || terms.quantityLots <= order.quantityLots) return basic;
  const { side, filledLots, contractCode } = order;
  const situation = marginSituation(state, account, listed, side, coveredLots(order));
  const lots = terms.quantityLots - filledLots;
  return (
    checkCloseOut(rules, listed, situation, side, lots) ??
    checkMaxLotsPerContract(rules, situation, side, lots) ??
    checkMargin(rules, account, situation, { side, lots, filledLots }) ??
    checkBrakes(state, account, situation, side, lots) ??
    (order.isReduceOnly ? checkReduceOnly(account, contractCode, side, lots) : undefined)
  );
}

/** An order that rests at an exchange can't become one that never rests. */
function checkRestingDuration(order: Order, duration: Duration): Refusal | undefined {
  const neverRests = duration === 'IOC' || duration === 'FOK';
  const { orderType } = order;
  return neverRests && isAtExchange(order) ? refusal('DurationNotAllowed', { orderType, duration }) : undefined;
}

export function askExchange(step: Step, order: Order, terms: OrderTerms): void {
  changeOrder(step, order, () => {
    order.statusBefore = order.status;
    order.pendingTerms = terms;
    moveStatus(order, 'IN_MODIFY');
  });
  requestVenue(step, {
    kind: 'modify',
    orderId: order.orderId,
    contractCode: order.contractCode,
    quantityLots: terms.quantityLots - order.routedFilledLots,
    duration: terms.duration,
    ...(terms.limitPriceTicks === null ? {} : { limitPriceTicks: terms.limitPriceTicks }),
    ...(terms.stopPriceTicks === null || !isWaitingStop(order) ? {} : { stopPriceTicks: terms.stopPriceTicks }),
    ...(terms.expirationDate === null ? {} : { expirationDate: terms.expirationDate }),
  });
}
