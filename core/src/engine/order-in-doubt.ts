/**
 * Orders of which broker and exchange may think differently: an answer that is due and does not come, a view of the
 * exchange that is not ours. The exchange is asked before anything is believed; what stays in doubt is UNKNOWN, and an
 * operator is told.
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

/** An operator is to look at the order. */
export function doubt(step: Step, order: Order, why: OrderDoubt['why'], lots = 0): void {
  const { orderId, accountId, contractCode } = order;
  step.events.push({ kind: 'orderInDoubt', doubt: { orderId, accountId, contractCode, why, lots } });
}

/** The exchange lists an order that nobody here knows: it may trade, and only an operator can have it taken out. */
export function doubtStranger(step: Step, orderId: string, lots: Lots): void {
  const nobody = { accountId: null, contractCode: null };
  step.events.push({ kind: 'orderInDoubt', doubt: { orderId, ...nobody, why: 'notOurs', lots } });
}

/** The exchange says that an order is over. A cancel that the broker asked for has the broker's reason. */
export function endOrder(step: Step, order: Order, ending: 'cancelled' | 'expired', reason: RowReason): true {
  changeOrder(step, order, () => {
    const { pendingTerms, filledLots } = order;
    // The owner asked for no more than what is filled: that is done, and nothing was cancelled.
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

/** Asks the exchange how the order stands. */
export function askStatus(step: Step, order: Order): void {
  const { orderId, contractCode } = order;
  requestVenue(step, order, { kind: 'status', orderId, contractCode });
}

/** Answers that are due by now: the exchange is asked how the order stands, once, and then it is unknown. */
export function pursueAnswers(step: Step): void {
  for (const order of dueAnswers(step)) {
    if (!isReachable(step.state, accountOf(step, order.accountId))) stopAwaiting(step, order);
    else if (isAsked(order, 'status')) loseTrack(step, order, { why: 'unanswered' });
    else askStatus(step, order);
  }
}

/** Those that are due at once have their turn in the order of receipt: a restart does not keep the queue's. */
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
 * Nobody knows what became of it: margin stays held, and only the exchange can say more. Whoever wanted it cancelled
 * still does, as soon as it is found.
 */
export function loseTrack(step: Step, order: Order, { why, lots = 0, wish = wishOf(order) }: Lost): void {
  stopAwaiting(step, order);
  changeOrder(step, order, () => {
    if (wish) order.cancelWish = wish.kind === 'cancel' ? wish.reason : 'UserRequest';
    order.pendingTerms = null;
    order.statusBefore = null;
    // Filled whole, and the increase that it waited for is lost.
    moveOrder(step, order, order.filledLots >= order.quantityLots ? 'fullyFilled' : 'lostTrack');
  });
  if (!isFinal(order)) doubt(step, order, why, lots);
}

/** What the exchange was asked, or was to be asked, has no answer and is still wanted. */
type Wish =
  | { readonly kind: 'cancel'; readonly reason: RowReason }
  | { readonly kind: 'reduce'; readonly terms: OrderTerms };

interface Lost {
  readonly why: OrderDoubt['why'];
  readonly lots?: Lots;
  readonly wish?: Wish | null;
}

/** Null where nobody wants anything: a modify that was not heard is given up. */
export function wishOf(order: Order): Wish | null {
  if (order.cancelWish !== null) return { kind: 'cancel', reason: order.cancelWish };
  const terms = reducedTerms(order);
  if (terms) return { kind: 'reduce', terms };
  return isAsked(order, 'cancel') ? { kind: 'cancel', reason: order.cancelReason ?? 'UserRequest' } : null;
}

/** A modify to no more than is filled, which an exchange that has the rest only was asked for as a cancel. */
export function reducedTerms(order: Order): OrderTerms | null {
  const { status, pendingTerms, filledLots, openRequests } = order;
  const isReduced = status !== 'IN_CANCEL' && pendingTerms !== null && pendingTerms.quantityLots <= filledLots;
  if (!isReduced || isAsked(order, 'modify')) return null;
  return openRequests.filter(({ kind }) => kind === 'cancel').length === 1 ? pendingTerms : null;
}

/**
 * The order as the exchange has it: its terms hold, what was asked and is not in them was not heard. `isNow`: everything
 * that came before the view has been told, as at a resync; an answer may be older than fills that overtook it. Always
 * true: a view is news.
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

/** It never reached the exchange, and what was wanted then may not be wanted now: its owner decides anew. */
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
  // Fills are booked from reports and from nothing else: until they come, nobody knows at what price.
  if (missingLots > 0) return loseTrack(step, order, { why: 'fillsMissing', lots: missingLots, wish });
  findAgain(step, order, wish);
}

/** What is left there now is left, whatever else was told of fills; of an older view only the whole holds. */
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

/** The exchange has it: it is live. A modify that it did not take is given up, a cancel is asked for again. */
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
