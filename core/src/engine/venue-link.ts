/**
 * The link to the exchange: it goes down, it comes back with the same exchange or with one that has forgotten
 * everything. Whatever the case, every order ends up where both sides agree (trading rules, "Order status").
 */
import { applyTerms, isAtExchange, isFinal, liveStatus, mayOnlyReduce, type Order } from '#orders/order';
import { moveStatus } from '#orders/order-status';
import { leaveAnswered, onEnded } from './execution-reports.ts';
import { fitToSend, route, submitRest } from './place-order.ts';
import { type EngineState, orderTradeDate } from './state.ts';
import { changeOrder, requestVenue, reviseLadder, type Step } from './step.ts';

/** What the exchange had is not known until it is resynced; new orders wait as not sent. */
export function loseVenue(step: Step): void {
  step.state.isVenueLost = true;
  for (const order of step.state.orders.values()) {
    if (!isAtExchange(order) || order.status === 'DISCONNECTED') continue;
    changeOrder(step, order, () => {
      order.statusWhenLost = order.status;
      moveStatus(order, 'DISCONNECTED');
    });
  }
}

/**
 * The same exchange again; what it reported meanwhile has been told already. Orders that it has are live, those that
 * never reached it are sent again, and of one that it had and has no more nobody knows what became.
 */
export function resyncVenue(step: Step, epoch: string, orderIds: readonly string[]): void {
  const { state } = step;
  state.venueEpoch = epoch;
  state.isVenueLost = false;
  const known = new Set(orderIds);
  for (const order of state.orders.values()) {
    const isInDoubt = order.status === 'DISCONNECTED' || order.status === 'UNKNOWN' || order.statusWhenLost !== null;
    if (!isInDoubt || isFinal(order)) continue;
    if (known.has(order.orderId)) findAgain(step, order);
    else if (order.awaitsAcceptance || isForgotten(state, order)) sendAgain(step, order);
    else loseSight(step, order);
  }
  sendWaiting(step);
}

/** A change that it did not answer is asked for again by whoever wants it, a cancel by us. */
function findAgain(step: Step, order: Order): void {
  const wasCancelling = order.status === 'IN_CANCEL' || order.statusWhenLost === 'IN_CANCEL';
  changeOrder(step, order, () => {
    order.statusWhenLost = null;
    order.awaitsAcceptance = false;
    order.pendingTerms = null;
    order.statusBefore = null;
    moveStatus(order, liveStatus(order));
  });
  if (wasCancelling) askAgain(step, order);
}

/** It had the order and has it no more, and said nothing of an end. */
function loseSight(step: Step, order: Order): void {
  changeOrder(step, order, () => {
    order.statusWhenLost = null;
    order.pendingTerms = null;
    order.statusBefore = null;
    // Filled whole, and the increase that it waited for went down with the link.
    if (order.filledLots >= order.quantityLots) return moveStatus(order, 'FILLED');
    if (order.status !== 'UNKNOWN') moveStatus(order, 'DISCONNECTED');
    moveStatus(order, 'UNKNOWN');
  });
}

function askAgain(step: Step, order: Order): void {
  const { orderId, contractCode } = order;
  changeOrder(step, order, () => {
    order.statusBefore = order.status;
    moveStatus(order, 'IN_CANCEL');
  });
  requestVenue(step, { kind: 'cancel', orderId, contractCode });
}

/**
 * The exchange came up empty: every order it should know is routed again, in the old sequence, under the same ids
 * (architecture, "Two parties"). A cancel it did not answer is thereby done; a modify it did not answer applies.
 * Orders whose day ended while it was away expire. Where the session is not open they wait, disconnected, for it.
 */
export function restartVenue(step: Step, epoch: string): void {
  const { state } = step;
  state.venueEpoch = epoch;
  state.isVenueLost = false;
  for (const order of state.orders.values()) if (isAtExchange(order)) sendAgain(step, order);
  sendWaiting(step);
}

function sendAgain(step: Step, order: Order): void {
  const { state } = step;
  const wasCancelling = order.status === 'IN_CANCEL' || order.statusWhenLost === 'IN_CANCEL';
  if (wasCancelling) return onEnded(step, order, 'CANCELLED', 'UserRequest');
  changeOrder(step, order, () => {
    order.statusWhenLost = null;
    order.awaitsAcceptance = false;
    if (order.pendingTerms) applyTerms(order, order.pendingTerms, orderTradeDate(state, order));
    order.pendingTerms = null;
    if (order.filledLots >= order.quantityLots) moveStatus(order, 'FILLED');
    else if (order.status === 'IN_MODIFY') leaveAnswered(order);
  });
  if (isFinal(order)) return;
  if (isOverdue(orderTradeDate(state, order), order)) {
    onEnded(step, order, 'EXPIRED', order.duration === 'DAY' ? 'DayEnded' : 'DateReached');
  } else if (state.contracts.get(order.contractCode)?.session !== 'OPEN') {
    changeOrder(step, order, () => moveStatus(order, 'DISCONNECTED'));
  } else if (fitToSend(step, order)) {
    submitRest(step, order);
  }
}

/** Orders that an exchange has forgotten while its session was not open are routed when it opens, once. */
export function routeForgotten(step: Step, order: Order): void {
  if (!isForgotten(step.state, order) || !fitToSend(step, order)) return;
  changeOrder(step, order, () => submitRest(step, order));
}

/** The exchange does not have it, we know so, and it is not on its way there. */
export function isForgotten(state: EngineState, order: Order): boolean {
  const { status, statusWhenLost, awaitsAcceptance } = order;
  return status === 'DISCONNECTED' && !state.isVenueLost && statusWhenLost === null && !awaitsAcceptance;
}

/** Orders taken in while the link was down; what waited for answers that came meanwhile; what the ladder could not do. */
function sendWaiting(step: Step): void {
  for (const order of step.state.orders.values()) {
    const isOpen = step.state.contracts.get(order.contractCode)?.session === 'OPEN';
    const isWaiting = order.status === 'NOT_SENT' || order.status === 'ACTIVEAT';
    if (isWaiting && isOpen) route(step, order);
    else if (!isFinal(order) && mayOnlyReduce(order)) step.revisited.add(order);
  }
  reviseLadder(step);
}

export function isOverdue(tradeDate: string, order: Order): boolean {
  if (order.duration === 'GTD') return order.expirationDate !== null && order.expirationDate < tradeDate;
  return order.duration === 'DAY' && order.dayDate < tradeDate;
}
