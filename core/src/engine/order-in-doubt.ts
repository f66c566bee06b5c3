/**
 * Orders whose state may differ between broker and exchange: an answer is overdue, or the exchange's view is another.
 * The exchange is asked before anything is assumed; what stays in doubt is UNKNOWN, and an operator is notified.
 */
import { askExchange, cancelWorking } from '#engine/amend-order.ts';
import type { OrderDoubt } from '#engine/events.ts';
import { orderTradeDate } from '#engine/state.ts';
import {
  accountOf,
  changeOrder,
  closeRequests,
  moveOrder,
  requestVenue,
  type Step,
  stopAwaiting,
} from '#engine/step.ts';
import { isReachable } from '#engine/venues.ts';
import { applyTerms, isAsked, isFinal, isWaitingStop, type Order, type OrderTerms } from '#orders/order.ts';
import type { VenueOrderView } from '#orders/venue-messages.ts';
import type { RowReason } from '#values/trading-words.ts';
import type { Lots } from '#values/units.ts';

/** Asks an operator to look at the order. */
export function doubt(step: Step, order: Order, why: OrderDoubt['why'], lots = 0): void {
  const { orderId, accountId, contractCode } = order;
  step.events.push({ kind: 'orderInDoubt', doubt: { orderId, accountId, contractCode, why, lots } });
}

/**
 * Reports an order that the exchange lists and the broker does not know: it may trade, and only an operator can have it
 * cancelled.
 */
export function doubtStranger(step: Step, orderId: string, lots: Lots): void {
  const nobody = { accountId: null, contractCode: null };
  step.events.push({ kind: 'orderInDoubt', doubt: { orderId, ...nobody, why: 'notOurs', lots } });
}

/** Ends an order that the exchange reports as over. A cancel that the broker requested keeps the broker's reason. */
export function endOrder(step: Step, order: Order, ending: 'cancelled' | 'expired', reason: RowReason): true {
  changeOrder(step, order, () => {
    const { pendingTerms, filledLots } = order;
    // The owner asked for no more than is filled: that is done, and nothing was cancelled.
    const isMeant = order.status !== 'IN_CANCEL' && !isAsked(order, 'cancel');
    const isReduced = pendingTerms !== null && pendingTerms.quantityLots <= filledLots;
    if (isReduced && isMeant && reason === 'UserRequest') {
      applyTerms(order, pendingTerms, orderTradeDate(step.state, order));
      return moveOrder(step, order, 'fullyFilled');
    }
    moveOrder(step, order, ending);
    order.reason = reason === 'UserRequest' ? (order.cancelReason ?? reason) : reason;
  });
  return true;
}

/** Asks the exchange for the order's state. */
export function askStatus(step: Step, order: Order): void {
  const { orderId, contractCode } = order;
  requestVenue(step, order, { kind: 'status', orderId, contractCode });
}

/** Handles overdue answers: the exchange is asked once for the order's state, after that the order is unknown. */
export function pursueAnswers(step: Step): void {
  for (const order of dueAnswers(step)) {
    if (!isReachable(step.state, accountOf(step, order.accountId))) stopAwaiting(step, order);
    else if (isAsked(order, 'status')) loseTrack(step, order, { why: 'unanswered' });
    else askStatus(step, order);
  }
}

/** Overdue orders in order of receipt, because a restart does not keep the queue's order. */
function dueAnswers({ state, timeMs }: Step): Order[] {
  const due: Order[] = [];
  for (const order of state.awaitingAnswer) {
    if (order.answerDueMs === null || order.answerDueMs > timeMs) break;
    due.push(order);
  }
  return due.length < 2 ? due : due.sort(byDueAndReceipt);
}

function byDueAndReceipt(a: Order, b: Order): number {
  const later = (a.answerDueMs ?? 0) - (b.answerDueMs ?? 0) || a.receivedSeq - b.receivedSeq;
  return later !== 0 ? later : a.orderId < b.orderId ? -1 : 1;
}

/**
 * Marks the order's state as unknown: margin stays held, and only the exchange can resolve it. A wished cancel is kept
 * and sent as soon as the order is found.
 */
export function loseTrack(step: Step, order: Order, { why, lots = 0, wish = wishOf(order) }: Lost): void {
  stopAwaiting(step, order);
  changeOrder(step, order, () => {
    if (wish) order.cancelWish = wish.kind === 'cancel' ? wish.reason : 'UserRequest';
    order.pendingTerms = null;
    order.statusBefore = null;
    // The order is filled completely, and the increase it waited for is lost.
    moveOrder(step, order, order.filledLots >= order.quantityLots ? 'fullyFilled' : 'lostTrack');
  });
  if (!isFinal(order)) doubt(step, order, why, lots);
}

/** A request that is unanswered, or not sent yet, and still wanted. */
type Wish =
  | { readonly kind: 'cancel'; readonly reason: RowReason }
  | { readonly kind: 'reduce'; readonly terms: OrderTerms };

interface Lost {
  readonly why: OrderDoubt['why'];
  readonly lots?: Lots;
  readonly wish?: Wish | null;
}

/** The open wish of an order, or null. A modify that never arrived is given up. */
export function wishOf(order: Order): Wish | null {
  if (order.cancelWish !== null) return { kind: 'cancel', reason: order.cancelWish };
  const terms = reducedTerms(order);
  if (terms) return { kind: 'reduce', terms };
  return isAsked(order, 'cancel') ? { kind: 'cancel', reason: order.cancelReason ?? 'UserRequest' } : null;
}

/** A modify to no more than is filled, which an exchange that knows only the rest received as a cancel. */
export function reducedTerms(order: Order): OrderTerms | null {
  const { status, pendingTerms, filledLots, openRequests } = order;
  const isReduced = status !== 'IN_CANCEL' && pendingTerms !== null && pendingTerms.quantityLots <= filledLots;
  if (!isReduced || isAsked(order, 'modify')) return null;
  return openRequests.filter(({ kind }) => kind === 'cancel').length === 1 ? pendingTerms : null;
}

/**
 * Reconciles an order with the exchange's view: its terms hold, and requests that they do not reflect never arrived.
 * `isNow`: all reports from before the view are booked, as after reconnecting; an answer may be older than fills that
 * overtook it. Always returns true, because a view is new information.
 */
export function settleByView(step: Step, order: Order, view: VenueOrderView | null, isNow: boolean): true {
  const wish = wishOf(order);
  const neverArrived = isAsked(order, 'submit');
  closeRequests(step, order, ({ kind }) => kind !== 'submit' || view !== null);
  if (view) takeView(step, order, view, { wish, isNow });
  else if (neverArrived) refuseUnanswered(step, order);
  else loseTrack(step, order, { why: 'notListed', wish });
  return true;
}

/** Refuses a submit that never reached the exchange: the investor may not want it any more and decides again. */
function refuseUnanswered(step: Step, order: Order): void {
  changeOrder(step, order, () => {
    order.exchangeReason = 'UnknownOrder';
    order.reason = 'ExchangeRejected';
    moveOrder(step, order, order.filledLots === 0 ? 'rejected' : 'cancelled');
  });
}

function takeView(
  step: Step,
  order: Order,
  view: VenueOrderView,
  { wish, isNow }: { readonly wish: Wish | null; readonly isNow: boolean },
): void {
  const missingLots = order.routedFilledLots + view.filledLots - order.filledLots;
  if (missingLots < 0 && isNow) doubt(step, order, 'fillsMissing', missingLots);
  changeOrder(step, order, () => {
    if (isWaitingStop(order) && view.stopPriceTicks === undefined) order.triggeredMs = step.timeMs;
    applyTerms(order, termsOf(order, view, isNow), orderTradeDate(step.state, order));
  });
  // Only reports book fills: until they come, their prices are unknown.
  if (missingLots > 0) return loseTrack(step, order, { why: 'fillsMissing', lots: missingLots, wish });
  findAgain(step, order, wish);
}

/** The terms by the exchange's view. A current view gives the open lots; of an older one only the total is reliable. */
function termsOf(order: Order, view: VenueOrderView, isNow: boolean): OrderTerms {
  const filledThere = order.routedFilledLots + view.filledLots;
  const filledLots = isNow ? Math.max(order.filledLots, filledThere) : filledThere;
  return {
    quantityLots: filledLots + view.leavesLots,
    limitPriceTicks: view.limitPriceTicks ?? null,
    stopPriceTicks: view.stopPriceTicks ?? order.stopPriceTicks,
    duration: view.duration,
    expirationDate: view.expirationDate ?? null,
  };
}

/** Treats the order as live at the exchange. A modify that it did not take is given up, a cancel is sent again. */
export function findAgain(step: Step, order: Order, wish: Wish | null): void {
  changeOrder(step, order, () => {
    order.pendingTerms = null;
    order.statusBefore = null;
    order.cancelWish = null;
    moveOrder(step, order, order.filledLots >= order.quantityLots ? 'fullyFilled' : 'found');
  });
  if (wish === null || isFinal(order)) return;
  if (wish.kind === 'cancel') cancelWorking(step, order, wish.reason, order.reasonPercent);
  else askExchange(step, order, wish.terms);
}
