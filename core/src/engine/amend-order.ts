/**
 * Modifies and cancels orders. An order that the exchange knows needs its answer (in_modify, in_cancel); any other is
 * changed in place (docs/rules/orders.md#statuses).
 */

import { judgeNewEntryPrice } from '#engine/exit-pairs.ts';
import type { CancelOrder, ModifyOrder, OrderName } from '#engine/investor-commands.ts';
import type { ListedSpread } from '#engine/listed-spread.ts';
import { judge } from '#engine/order-checks.ts';
import { readTicks } from '#engine/order-prices.ts';
import { judgeSpreadTerms } from '#engine/spread-checks.ts';
import { type Account, type EngineState, type ListedContract, marketOf, tradeDateOf } from '#engine/state.ts';
import {
  accountOf,
  changeOrder,
  moveOrder,
  refuseChange,
  refuseCommand,
  requestVenue,
  type Step,
} from '#engine/step.ts';
import { isReachable, venueOf } from '#engine/venues.ts';
import {
  applyTerms,
  isAsked,
  isAtExchange,
  isWaitingStop,
  marginableLots,
  type Order,
  type OrderTerms,
} from '#orders/order.ts';
import { isOutOfSight, mayCancel, mayModify } from '#orders/order-status.ts';
import { type Refusal, refusal } from '#values/refusals.ts';
import type { RowReason } from '#values/trading-words.ts';
import type { Ticks } from '#values/units.ts';
import { assert } from '#values/whole-numbers.ts';

export function cancelOrder(step: Step, command: CancelOrder): void {
  const order = namedOrder(step.state, command);
  if (!order) return refuseCommand(step, refusal('OrderNotFound', {}));
  if (!isCancellable(step, order) || isOfTheBroker(order))
    return refuseChange(step, order, refusal('OrderCancelNotAllowed', { status: order.status }));
  cancelWorking(step, order, 'UserRequest');
}

/** An investor can't stop a liquidation that the broker has ordered. */
function isOfTheBroker(order: Order): boolean {
  return order.isForceSell && order.clientOrderId === null;
}

/** The exchange is known not to have the order. */
export function isForgotten(step: Step, order: Order): boolean {
  if (order.status !== 'DISCONNECTED') return false;
  const venue = venueOf(step.state, accountOf(step, order.accountId));
  return venue?.isConnected === true && order.routedEpoch !== venue.epoch;
}

/**
 * Whether the status table allows a cancel, none is wished for yet, and the exchange that must answer can be reached; or
 * the exchange has forgotten the order, so that nobody must answer.
 */
export function isCancellable(step: Step, order: Order): boolean {
  if (isForgotten(step, order)) return true;
  if (!mayCancel(order.status) || order.cancelWish !== null) return false;
  return !isAtExchange(order) || isReachable(step.state, accountOf(step, order.accountId));
}

/**
 * Cancels an order for its owner. If the exchange can't be asked now, the wish is stored, and the cancel is
 * sent when the exchange reports the order's state.
 */
export function cancelOrWish(step: Step, order: Order, reason: RowReason = 'UserRequest'): void {
  if (isCancellable(step, order)) cancelWorking(step, order, reason);
  else if (isOutOfSight(order.status) && order.cancelWish === null) wishCancelled(step, order, reason);
}

function wishCancelled(step: Step, order: Order, reason: RowReason): void {
  endRoll(step, order);
  changeOrder(step, order, () => (order.cancelWish = reason));
}

/** Whoever cancels the order that closes wants nothing opened, also if it is filled before the cancel arrives. */
function endRoll({ state }: Step, { orderId }: Order): void {
  state.rolls.delete(orderId);
}

/** How long the broker accepts a refusal before it asks again. */
const REFUSAL_HOLDS_MS = 5_000;

/**
 * Whether to send a cancel that the broker repeats with every step while its reason holds. The pause after a refusal
 * keeps the exchange from being asked, and refusing, over and over.
 */
export function mayAskAgain(step: Step, order: Order): boolean {
  const { cancelRefusedMs } = order;
  const isRefused = cancelRefusedMs !== null && step.timeMs < cancelRefusedMs + REFUSAL_HOLDS_MS;
  return !isRefused && isCancellable(step, order);
}

/** An exchange that has refused to shrink the order for another reason than a closed market will refuse again. */
export function willNotShrink({ shrinkRefusal }: Order): boolean {
  return shrinkRefusal !== undefined && shrinkRefusal.reason !== MARKET_CLOSED;
}

/** Whether to ask for a smaller order: where the exchange said that it is closed, not with every step. */
export function mayAskToShrink({ timeMs }: Step, { status, shrinkRefusal }: Order): boolean {
  return mayModify(status) && (shrinkRefusal === undefined || timeMs >= shrinkRefusal.refusedMs + REFUSAL_HOLDS_MS);
}

/** The market has opened: what the exchange refused because it was closed may be asked for. */
export function forgetClosed(step: Step, order: Order): void {
  if (order.shrinkRefusal?.reason === MARKET_CLOSED) changeOrder(step, order, () => delete order.shrinkRefusal);
}

const MARKET_CLOSED = 'MarketClosed';

/** The exchange has been asked for the order's state, and its answer is due. */
function isInQuestion(order: Order): boolean {
  return order.answerDueMs !== null && isAsked(order, 'status');
}

/** A cancel was sent, or will be as soon as the order's state is known; an answer is due in either case. */
export function isCancelUnderWay(order: Order): boolean {
  const isToBeAsked = isAsked(order, 'submit') || isInQuestion(order) || order.cancelWish !== null;
  return order.status === 'IN_CANCEL' || (isToBeAsked && order.status !== 'UNKNOWN');
}

/**
 * Cancels an order: at once where the exchange does not know it (any more), otherwise by a request. An order of unknown state
 * keeps the wish, and the cancel is sent when its state is known. The order stores who wanted it cancelled, since the
 * exchange only reports that a cancel was requested.
 */
export function cancelWorking(step: Step, order: Order, reason: RowReason, percent: number | null = null): void {
  order.reasonPercent = percent;
  endRoll(step, order);
  if (!isAtExchange(order) || isForgotten(step, order)) {
    changeOrder(step, order, () => {
      moveOrder(step, order, 'cancelled');
      order.reason = reason;
    });
    return;
  }
  if (order.status === 'IN_TRANSIT' || isInQuestion(order)) return wishCancelled(step, order, reason);
  changeOrder(step, order, () => {
    order.cancelWish = null;
    order.statusBefore = order.status === 'IN_MODIFY' ? order.statusBefore : order.status;
    order.cancelReason = reason === 'UserRequest' ? null : reason;
    moveOrder(step, order, 'cancelRequested');
  });
  const { orderId, contractCode } = order;
  requestVenue(step, order, { kind: 'cancel', orderId, contractCode });
}

export function modifyOrder(step: Step, command: ModifyOrder): void {
  const order = namedOrder(step.state, command);
  if (!order) return refuseCommand(step, refusal('OrderNotFound', {}));
  if (order.status === 'IN_MODIFY') return refuseChange(step, order, refusal('ModifyPending', {}));
  const account = accountOf(step, order.accountId);
  const isOutOfReach = isAtExchange(order) && !isReachable(step.state, account);
  if (!mayModify(order.status) || isOutOfReach || order.isForceSell)
    return refuseChange(step, order, refusal('OrderModifyNotAllowed', { status: order.status }));
  const listed = marketOf(step.state, order.contractCode);
  assert(listed !== undefined, 'a live order is in a listed contract or spread');
  const wanted = wantedTerms(listed, order, command);
  if ('refusal' in wanted) return refuseChange(step, order, wanted.refusal);
  const refused =
    'near' in listed
      ? judgeSpreadTerms(step.state, account, listed, order, wanted.terms)
      : (judgeTerms(step.state, account, listed, order, wanted.terms) ??
        judgeNewEntryPrice(step.state, order, wanted.terms));
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
  listed: ListedContract | ListedSpread,
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
  // A stop that has fired is a market or limit order: it has no trigger price to change.
  const stopBefore = isWaitingStop(order) ? order.stopPriceTicks : null;
  const stop = wantedPrice(listed, stopBefore, command.stopPrice, 'stopPrice');
  if (typeof stop === 'object' && stop) return { refusal: stop };
  return { terms: { ...terms, limitPriceTicks: limit, stopPriceTicks: stop ?? order.stopPriceTicks } };
}

/** The new price, in ticks. A price may be changed only where the order type has one. */
function wantedPrice(
  listed: ListedContract | ListedSpread,
  before: Ticks | null,
  text: string | undefined,
  field: string,
): Ticks | null | Refusal {
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
  const { side, orderType, filledLots, isReduceOnly } = order;
  const { quantityLots, limitPriceTicks: limitTicks, stopPriceTicks, duration } = terms;
  const isRepriced = limitTicks !== order.limitPriceTicks || stopPriceTicks !== order.stopPriceTicks;
  const stopTicks = isWaitingStop(order) ? stopPriceTicks : null;
  return judge({
    ...{ occasion: 'change', state, account, listed, side, orderType, duration },
    expirationDate: terms.expirationDate ?? undefined,
    ...{ quantityLots, filledLots, marginableLots: marginableLots(order), addsLots: quantityLots > order.quantityLots },
    newPrices: isRepriced ? { limitTicks, stopTicks } : null,
    ...{ exits: null, isReduceOnly, isForceSell: false, isOurs: false, isAtExchange: isAtExchange(order) },
  });
}

export function askExchange(step: Step, order: Order, terms: OrderTerms): void {
  changeOrder(step, order, () => {
    order.statusBefore = order.status;
    order.pendingTerms = terms;
    moveOrder(step, order, 'modifyRequested');
  });
  const { orderId, contractCode } = order;
  const quantityLots = terms.quantityLots - order.routedFilledLots;
  // An exchange that knows only the unfilled rest takes no modify to zero lots: the rest is cancelled instead.
  if (quantityLots < 1) return requestVenue(step, order, { kind: 'cancel', orderId, contractCode });
  requestVenue(step, order, {
    kind: 'modify',
    orderId,
    contractCode,
    quantityLots,
    duration: terms.duration,
    ...(terms.limitPriceTicks === null ? {} : { limitPriceTicks: terms.limitPriceTicks }),
    ...(terms.stopPriceTicks === null || !isWaitingStop(order) ? {} : { stopPriceTicks: terms.stopPriceTicks }),
    ...(terms.expirationDate === null ? {} : { expirationDate: terms.expirationDate }),
  });
}
