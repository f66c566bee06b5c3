/** What the exchange says of an order, booked: status by the table, fills into position, fees and profit. */
import { post, postingBetween } from '#ledger/ledger';
import { applyTerms, isFinal, leavesLots, liveStatus, type Order } from '#orders/order';
import { mayFollow, moveStatus } from '#orders/order-status';
import type { VenueReport } from '#orders/venue-messages';
import { applyFill } from '#positions/position';
import type { RowReason } from '#values/trading-words';
import { assert } from '#values/whole-numbers';
import type { OrderFill } from './events.ts';
import { submitRest } from './place-order.ts';
import { type Account, contractTerms, type ListedContract, positionIn } from './state.ts';
import { accountOf, changeOrder, type Step, touchPosition } from './step.ts';

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
  if (order.status === 'IN_TRANSIT') changeOrder(step, order, () => moveStatus(order, 'WORKING'));
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

function onEnded(step: Step, order: Order, status: 'CANCELLED' | 'EXPIRED', reason: RowReason): void {
  if (isFinal(order)) return;
  changeOrder(step, order, () => {
    moveStatus(order, status);
    order.reason = reason;
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
}

/** The status after a fill or an answer, by what is filled; an unanswered increase keeps a full order waiting. */
function settleStatus(order: Order): void {
  const increasePending = (order.pendingTerms?.quantityLots ?? 0) > order.filledLots;
  if (order.filledLots >= order.quantityLots && !increasePending) moveStatus(order, 'FILLED');
  else if (order.status !== 'IN_MODIFY' && order.status !== 'IN_CANCEL') moveStatus(order, liveStatus(order));
}

function bookFill(step: Step, order: Order, report: Report<'filled'>): OrderFill {
  const { state, timeMs } = step;
  const account = accountOf(step, order.accountId);
  const listed = state.contracts.get(order.contractCode);
  assert(listed !== undefined, 'an order is in a listed contract');
  // A fill is a last trade: without it the new position would be valued at a price from before it.
  listed.lastTicks = report.priceTicks;
  const feeVnd = contractTerms(state, listed).feeVnd * BigInt(report.lots);
  const fill: OrderFill = {
    execId: report.execId,
    tradeId: report.tradeId,
    orderId: order.orderId,
    accountId: order.accountId,
    contractCode: order.contractCode,
    side: order.side,
    priceTicks: report.priceTicks,
    lots: report.lots,
    feeVnd,
    timeMs,
  };
  bookPosition(step, account, listed, fill);
  return fill;
}

function bookPosition(step: Step, account: Account, listed: ListedContract, fill: OrderFill): void {
  const { state, timeMs } = step;
  const { accountId, isDemo } = account;
  const position = positionIn(account, fill.contractCode);
  const pairs = applyFill(
    position,
    { fillId: fill.execId, side: fill.side, priceTicks: fill.priceTicks, lots: fill.lots, timeMs },
    contractTerms(state, listed),
  );
  if (position.netLots === 0) account.positions.delete(fill.contractCode);
  const postings = [
    postingBetween({ type: 'fee', accountId, isDemo, house: 'fees', amountVnd: -fill.feeVnd, reference: fill.execId }),
  ];
  for (const pair of pairs) {
    step.events.push({ kind: 'positionSettled', accountId, contractCode: fill.contractCode, pair });
    postings.push(
      postingBetween({
        type: 'realised-profit',
        accountId,
        isDemo,
        house: 'realised-profit',
        amountVnd: pair.profitVnd,
        reference: fill.execId,
      }),
    );
  }
  for (const posting of postings) {
    post(state.balances, posting);
    step.events.push({ kind: 'moneyPosted', posting });
  }
  touchPosition(step, account, fill.contractCode);
}

function onModified(step: Step, order: Order, report: Report<'modified'>): void {
  if (isFinal(order)) return;
  changeOrder(step, order, () => {
    // The exchange counts from what it was handed; at or below what is filled the order is done (FIX 4.4 D.C).
    const terms = {
      quantityLots: report.quantityLots + order.routedFilledLots,
      limitPriceTicks: report.limitPriceTicks ?? null,
      duration: report.duration,
      expirationDate: report.expirationDate ?? null,
    };
    applyTerms(order, terms, step.state.tradeDate);
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
function leaveAnswered(order: Order): void {
  const before = order.statusBefore;
  const parked = before === 'SUSPENDED' || before === 'ACTIVEAT';
  moveStatus(order, parked && order.filledLots === 0 ? before : liveStatus(order));
  order.statusBefore = null;
}

/**
 * The exchange came up empty: every order it should know is routed again, in the old sequence, under the same ids
 * (architecture, "Two parties"). A cancel it did not answer is thereby done; a modify it did not answer applies.
 * Orders whose day ended while it was away expire.
 */
export function restartVenue(step: Step, epoch: string): void {
  step.state.venueEpoch = epoch;
  for (const order of step.state.orders.values()) {
    if (isFinal(order) || order.status === 'ACTIVEAT' || order.status === 'PENDING') continue;
    if (order.status === 'IN_CANCEL') onEnded(step, order, 'CANCELLED', 'UserRequest');
    else routeAgain(step, order);
  }
}

export function isOverdue(tradeDate: string, order: Order): boolean {
  if (order.duration === 'GTD') return order.expirationDate !== null && order.expirationDate < tradeDate;
  return order.duration === 'DAY' && order.dayDate < tradeDate;
}

function routeAgain(step: Step, order: Order): void {
  changeOrder(step, order, () => {
    if (order.pendingTerms) applyTerms(order, order.pendingTerms, step.state.tradeDate);
    order.pendingTerms = null;
    if (order.filledLots >= order.quantityLots) moveStatus(order, 'FILLED');
    else if (order.status === 'IN_MODIFY') leaveAnswered(order);
  });
  if (isFinal(order)) return;
  if (isOverdue(step.state.tradeDate, order)) {
    onEnded(step, order, 'EXPIRED', order.duration === 'DAY' ? 'DayEnded' : 'DateReached');
  } else submitRest(step, order);
}
