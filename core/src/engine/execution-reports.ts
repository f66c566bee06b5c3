/** What the exchange says of an order, booked: status by the table, fills into position, fees and profit. */
import { applyTerms, isFinal, isWaitingStop, leavesLots, liveStatus, type Order } from '#orders/order';
import { mayFollow, moveStatus } from '#orders/order-status';
import type { VenueReport } from '#orders/venue-messages';
import type { RowReason } from '#values/trading-words';
import { assert } from '#values/whole-numbers';
import { bookFill } from './book-fill.ts';
import { armExits } from './exit-pairs.ts';
import { orderTradeDate } from './state.ts';
import { changeOrder, type Step } from './step.ts';

type Report<K extends VenueReport['kind']> = Extract<VenueReport, { kind: K }>;

export function reportExecution(step: Step, report: VenueReport): void {
  const dropped = whyDropped(step, report);
  if (dropped) {
    step.events.push({ kind: 'reportDropped', execId: report.execId, why: dropped });
    return;
  }
  const order = step.state.orders.get(report.orderId);
  assert(order !== undefined, 'an unknown order is dropped');
  order.seenExecIds.push(report.execId);
  // A refused change says nothing of the order itself: it may have overtaken it.
  if (report.kind !== 'cancelRejected' && report.kind !== 'modifyRejected') order.awaitsAcceptance = false;
  switch (report.kind) {
    case 'accepted':
      return onAccepted(step, order);
    case 'filled':
      return onFilled(step, order, report);
    case 'rejected':
      return onRejected(step, order, report.reason);
    case 'cancelled':
      return onEnded(step, order, 'CANCELLED', report.reason);
    case 'expired':
      return onEnded(step, order, 'EXPIRED', report.reason);
    case 'modified':
      return onModified(step, order, report);
    case 'triggered':
      return onTriggered(step, order);
    case 'modifyRejected':
      return onModifyRejected(step, order, report.reason);
    case 'cancelRejected':
      return onCancelRejected(step, order, report.reason);
  }
}

/** Doubles by execution id; whatever an exchange said before its restart is void, for its orders were routed again. */
function whyDropped(step: Step, report: VenueReport): 'double' | 'oldEpoch' | 'unknownOrder' | undefined {
  const epoch = report.execId.slice(0, report.execId.lastIndexOf('-'));
  if (epoch !== step.state.venueEpoch) return 'oldEpoch';
  const order = step.state.orders.get(report.orderId);
  if (!order || order.contractCode !== report.contractCode) return 'unknownOrder';
  return order.seenExecIds.includes(report.execId) ? 'double' : undefined;
}

function onAccepted(step: Step, order: Order): void {
  const { status } = order;
  const isAwaited = status === 'IN_TRANSIT' || status === 'DISCONNECTED' || status === 'UNKNOWN';
  if (!isAwaited) return;
  changeOrder(step, order, () => {
    moveStatus(order, liveStatus(order));
    // What was being asked of it when the link went down is settled when the link is back, not before.
    if (!step.state.isVenueLost) order.statusWhenLost = null;
  });
}

/** From now on the stop is a market or a limit order; its fills follow. */
function onTriggered(step: Step, order: Order): void {
  if (!isWaitingStop(order)) return;
  changeOrder(step, order, () => {
    order.triggeredMs = step.timeMs;
  });
}

function onRejected(step: Step, order: Order, reason: string): void {
  if (isFinal(order)) return;
  changeOrder(step, order, () => {
    order.exchangeReason = reason;
    order.reason = 'ExchangeRejected';
    // An order that was working before its exchange restarted can't become "never accepted".
    moveStatus(order, mayFollow(order.status, 'REJECTED') && order.filledLots === 0 ? 'REJECTED' : 'CANCELLED');
  });
}

/** A cancel that the house asked for has the house's reason. */
export function onEnded(step: Step, order: Order, status: 'CANCELLED' | 'EXPIRED', reason: RowReason): void {
  if (isFinal(order)) return;
  changeOrder(step, order, () => {
    moveStatus(order, status);
    order.reason = reason === 'UserRequest' ? (order.cancelReason ?? reason) : reason;
  });
}

function onFilled(step: Step, order: Order, report: Report<'filled'>): void {
  const late = isFinal(order) || report.lots > leavesLots(order);
  const fill = bookFill(step, order, report);
  changeOrder(step, order, () => {
    order.filledLots += report.lots;
    order.filledNotional += report.priceTicks * report.lots;
    order.feeVnd += fill.feeVnd;
    if (late) order.reason = 'LateFill';
    else settleStatus(order);
  });
  step.events.push({ kind: late ? 'lateFillBooked' : 'orderFilled', fill });
  armExits(step, order, report.lots);
}

/** The status after a fill or an answer, by what is filled; an unanswered increase keeps a full order waiting. */
function settleStatus(order: Order): void {
  const increasePending = (order.pendingTerms?.quantityLots ?? 0) > order.filledLots;
  // A fill that crossed a halt: the order was live when it traded.
  if (order.status === 'SUSPENDED') moveStatus(order, 'WORKING');
  if (order.filledLots >= order.quantityLots && !increasePending) moveStatus(order, 'FILLED');
  else if (order.status !== 'IN_MODIFY' && order.status !== 'IN_CANCEL') moveStatus(order, liveStatus(order));
}

function onModified(step: Step, order: Order, report: Report<'modified'>): void {
  if (isFinal(order)) return;
  changeOrder(step, order, () => {
    // The exchange counts from what it was handed; at or below what is filled the order is done (FIX 4.4 D.C).
    const terms = {
      quantityLots: report.quantityLots + order.routedFilledLots,
      limitPriceTicks: report.limitPriceTicks ?? null,
      stopPriceTicks: report.stopPriceTicks ?? order.stopPriceTicks,
      duration: report.duration,
      expirationDate: report.expirationDate ?? null,
    };
    applyTerms(order, terms, orderTradeDate(step.state, order));
    order.pendingTerms = null;
    if (order.filledLots >= order.quantityLots) moveStatus(order, 'FILLED');
    else if (order.status === 'IN_MODIFY') leaveAnswered(order);
    else order.statusBefore = liveStatus(order);
  });
}

function onModifyRejected(step: Step, order: Order, reason: string): void {
  if (isFinal(order)) return;
  changeOrder(step, order, () => {
    order.pendingTerms = null;
    order.exchangeReason = reason;
    if (order.filledLots >= order.quantityLots) moveStatus(order, 'FILLED');
    else if (order.status === 'IN_MODIFY') leaveAnswered(order);
  });
}

function onCancelRejected(step: Step, order: Order, reason: string): void {
  if (isFinal(order) || order.status !== 'IN_CANCEL') return;
  changeOrder(step, order, () => {
    order.exchangeReason = reason;
    if (order.pendingTerms) moveStatus(order, 'IN_MODIFY');
    else leaveAnswered(order);
  });
}

/** Back to what the order was before it asked, or live by what was filled meanwhile. */
export function leaveAnswered(order: Order): void {
  const before = order.statusBefore;
  const parked = before === 'SUSPENDED' || before === 'ACTIVEAT';
  moveStatus(order, parked && order.filledLots === 0 ? before : liveStatus(order));
  order.statusBefore = null;
}
