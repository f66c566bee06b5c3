/**
 * Books execution reports: status by the table, fills into position, fees and profit. The exchange is right: no report
 * throws, and none with lots is lost. It is booked, or enters the suspense list for operators
 * (docs/rules/orders.md#statuses).
 */

import { cancelWorking } from '#engine/amend-order.ts';
import { bookFill, bookLegs, type LegReport } from '#engine/book-fill.ts';
import type { WhyNotBooked } from '#engine/events.ts';
import { armExits } from '#engine/exit-pairs.ts';
import { tellFilledToo } from '#engine/oco-pairs.ts';
import { askStatus, doubt, endOrder, settleByView } from '#engine/order-in-doubt.ts';
import { recallOrder } from '#engine/recalled-orders.ts';
import { orderTradeDate } from '#engine/state.ts';
import { accountOf, changeOrder, closeRequests, moveOrder, type Step } from '#engine/step.ts';
import type { ReportExecution } from '#engine/system-commands.ts';
import { FIRST_VENUE, isReachable, type Venue, venueNamed, venueOf } from '#engine/venues.ts';
import {
  applyTerms,
  isAsked,
  isAtExchange,
  isFinal,
  isShrink,
  isWaitingStop,
  type OpenRequest,
  type Order,
} from '#orders/order.ts';
import { statusAfter } from '#orders/order-status.ts';
import type { VenueReport, VenueRequest } from '#orders/venue-messages.ts';
import { legCodes } from '#values/contract-code.ts';

type Kind = VenueReport['kind'];
type Report<K extends Kind> = Extract<VenueReport, { kind: K }>;

export function reportExecution(step: Step, command: ReportExecution): void {
  const { report, venue: name = FIRST_VENUE } = command;
  const venue = venueNamed(step.state, name);
  const order = orderAt(step, venue, report.orderId) ?? recallOrder(step, venue, command);
  const why = whyNotBooked(venue, order, report);
  if (why) return setAside(step, name, report, why);
  if (!order) return;
  const isBooked = bookReport(step, order, report);
  if (!isBooked) return setAside(step, name, report, isFinal(order) ? 'tooLate' : 'notAsked');
  order.seenExecIds.push(report.execId);
  carryOutWish(step, order);
}

/** The order that the report is about; an exchange reports only on orders that trade there. */
function orderAt(step: Step, venue: Venue | undefined, orderId: string): Order | undefined {
  const order = step.state.orders.get(orderId);
  return order && venueOf(step.state, accountOf(step, order.accountId)) === venue ? order : undefined;
}

/**
 * The reason not to book a report, or undefined. Duplicates are dropped, and so is whatever the exchange reported
 * before its restart, since its orders were routed again.
 */
function whyNotBooked(
  venue: Venue | undefined,
  order: Order | undefined,
  report: VenueReport,
): WhyNotBooked | undefined {
  if (order?.seenExecIds.includes(report.execId)) return 'double';
  const epoch = report.execId.slice(0, report.execId.lastIndexOf('-'));
  if (epoch !== venue?.epoch) return 'oldEpoch';
  if (order?.contractCode !== report.contractCode) return 'unknownOrder';
  const isOfSpread = legCodes(order.contractCode) !== undefined;
  if (report.kind === 'filled' && isOfSpread !== (report.legs !== undefined)) return 'legsUnclear';
  const neverLeft = !isFinal(order) && !isAtExchange(order);
  return neverLeft && report.kind !== 'filled' ? 'neverSent' : undefined;
}

function setAside(step: Step, venue: string, report: VenueReport, why: WhyNotBooked): void {
  if (report.kind === 'filled' && why !== 'double') step.events.push({ kind: 'reportSuspended', venue, report, why });
  else step.events.push({ kind: 'reportDropped', execId: report.execId, why });
}

/** False if the report changes nothing: it is late, or answers a request that is no longer open. */
function bookReport(step: Step, order: Order, report: VenueReport): boolean {
  if (report.kind === 'filled') return onFilled(step, order, report);
  if (isFinal(order) || isOldAnswer(order, report)) return false;
  const wasAsked = order.openRequests;
  const overtaken = overtakenBy(order, report);
  closeRequests(step, order, (request) => isAnsweredBy(request, report) || overtaken.includes(request));
  switch (report.kind) {
    case 'accepted':
      return onAccepted(step, order, wasAsked);
    case 'rejected':
      return onRejected(step, order, report.reason);
    case 'cancelled':
      order.exchangeReason = report.text ?? order.exchangeReason;
      return endOrder(step, order, 'cancelled', report.reason);
    case 'expired':
      return endOrder(step, order, 'expired', report.reason);
    case 'modified':
      return onModified(step, order, report);
    case 'triggered':
      return onTriggered(step, order);
    case 'modifyRejected':
      return onModifyRejected(step, order, report.reason);
    case 'cancelRejected':
      return onCancelRejected(step, order, report.reason);
    case 'orderStatus':
      // Reported before the link is back: the state of every order follows then, and nothing can be requested until
      // then.
      return (
        isReachable(step.state, accountOf(step, order.accountId)) && settleByView(step, order, report.order, false)
      );
  }
}

/** Format of the broker's request ids, made from the step that asked; any other id is the exchange's own. */
const OUR_ID = /^\d+-\d+$/;

/** An answer to a request that is no longer open describes an earlier state; a later report has replaced it. */
function isOldAnswer({ openRequests }: Order, { kind, requestId }: VenueReport): boolean {
  if ((kind !== 'modified' && kind !== 'orderStatus') || requestId === undefined || !OUR_ID.test(requestId))
    return false;
  return !openRequests.some((open) => open.requestId === requestId);
}

const NOTHING: readonly OpenRequest[] = [];

/** Requests that an accepted modify makes obsolete: those sent before it. */
function overtakenBy({ openRequests }: Order, { kind, requestId }: VenueReport): readonly OpenRequest[] {
  if (kind !== 'modified' || openRequests.length < 2) return NOTHING;
  const at = openRequests.findIndex((open) => open.requestId === requestId);
  return openRequests.filter((open, index) => index < at && open.kind === 'modify');
}

/** The kind of request that a report answers if it carries no request id. */
const ANSWERS: Readonly<Record<Kind, VenueRequest['kind'] | null>> = {
  accepted: 'submit',
  rejected: 'submit',
  triggered: null,
  filled: null,
  cancelled: 'cancel',
  expired: null,
  modified: 'modify',
  modifyRejected: 'modify',
  cancelRejected: 'cancel',
  orderStatus: 'status',
};

const SAYS_NOTHING_OF_ARRIVAL: ReadonlySet<Kind> = new Set<Kind>(['modifyRejected', 'cancelRejected', 'orderStatus']);

/**
 * Whether the report answers the request. A refused change proves nothing about the submit, which it may have
 * overtaken; any other report proves that the order arrived.
 */
function isAnsweredBy(request: OpenRequest, report: VenueReport): boolean {
  if (request.kind === 'submit') return !SAYS_NOTHING_OF_ARRIVAL.has(report.kind);
  return report.requestId === undefined
    ? ANSWERS[report.kind] === request.kind
    : report.requestId === request.requestId;
}

/** Sends a cancel that was wished for while the order's state was unknown. */
function carryOutWish(step: Step, order: Order): void {
  const { cancelWish, status } = order;
  if (cancelWish === null || isFinal(order) || status === 'IN_TRANSIT') return;
  const canBeAsked = statusAfter(order, 'cancelRequested', false) !== undefined;
  if (canBeAsked && isReachable(step.state, accountOf(step, order.accountId)))
    cancelWorking(step, order, cancelWish, order.reasonPercent);
}

function onAccepted(step: Step, order: Order, wasAsked: readonly OpenRequest[]): boolean {
  const isAwaited = statusAfter(order, 'acknowledged', false) !== undefined;
  if (isAwaited) changeOrder(step, order, () => moveOrder(step, order, 'acknowledged'));
  return isAwaited || wasAsked !== order.openRequests;
}

/**
 * A triggered stop is a market or limit order from now on; its fills follow. The exchange has it, acknowledged or not.
 */
function onTriggered(step: Step, order: Order): boolean {
  if (!isWaitingStop(order)) return false;
  changeOrder(step, order, () => {
    order.triggeredMs = step.timeMs;
    if (statusAfter(order, 'acknowledged', false) !== undefined) moveOrder(step, order, 'acknowledged');
  });
  return true;
}

function onRejected(step: Step, order: Order, reason: string): boolean {
  changeOrder(step, order, () => {
    order.exchangeReason = reason;
    order.reason = 'ExchangeRejected';
    moveOrder(step, order, order.filledLots === 0 ? 'rejected' : 'cancelled');
  });
  return true;
}

function onFilled(step: Step, order: Order, report: Report<'filled'>): boolean {
  const wasOver = isFinal(order);
  const askedLots = Math.max(order.quantityLots, order.pendingTerms?.quantityLots ?? 0);
  const neverLeft = !wasOver && !isAtExchange(order);
  closeRequests(step, order, (request) => isAnsweredBy(request, report));
  const fills = isOfLegs(report) ? bookLegs(step, order, report) : [bookFill(step, order, report)];
  changeOrder(step, order, () => {
    order.filledLots += report.lots;
    order.filledNotional += report.priceTicks * report.lots;
    for (const { feeVnd } of fills) order.feeVnd += feeVnd;
    if (!wasOver) moveOrder(step, order, isFilledWhole(order) ? 'fullyFilled' : 'partFilled');
  });
  const beyondLots = wasOver ? report.lots : Math.max(0, order.filledLots - askedLots);
  if (beyondLots > 0) order.reason = 'LateFill';
  const kind = beyondLots > 0 ? 'lateFillBooked' : 'orderFilled';
  for (const fill of fills) step.events.push({ kind, fill });
  tellFilledToo(step, order, report.lots);
  if (beyondLots > 0) doubt(step, order, wasOver ? 'lateFill' : 'overfilled', beyondLots);
  else if (neverLeft) doubt(step, order, 'neverSent', report.lots);
  armExits(step, order, report.lots);
  return true;
}

function isOfLegs(report: Report<'filled'>): report is LegReport {
  return report.legs !== undefined;
}

/**
 * Whether the order is done. An unanswered increase keeps a fully filled order open and covers fills beyond its
 * quantity.
 */
function isFilledWhole(order: Order): boolean {
  return order.filledLots >= order.quantityLots && order.filledLots >= (order.pendingTerms?.quantityLots ?? 0);
}

/** Applies the answer to a modify, or terms that the exchange changed by itself. */
function onModified(step: Step, order: Order, report: Report<'modified'>): boolean {
  changeOrder(step, order, () => {
    // The exchange counts from what it was handed; at or below the filled quantity the order is done (FIX 4.4 D.C).
    const terms = {
      quantityLots: report.quantityLots + order.routedFilledLots,
      limitPriceTicks: report.limitPriceTicks ?? null,
      stopPriceTicks: report.stopPriceTicks ?? order.stopPriceTicks,
      duration: report.duration,
      expirationDate: report.expirationDate ?? null,
    };
    applyTerms(order, terms, orderTradeDate(step.state, order));
    delete order.shrinkRefusal;
    if (isAsked(order, 'modify')) return;
    order.pendingTerms = null;
    order.statusBefore = null;
    if (isFilledWhole(order)) moveOrder(step, order, 'fullyFilled');
    else if (order.status === 'IN_MODIFY') moveOrder(step, order, 'changeAnswered');
    else if (order.status !== 'IN_CANCEL') moveOrder(step, order, 'found');
  });
  return true;
}

function onModifyRejected(step: Step, order: Order, reason: string): boolean {
  const { pendingTerms } = order;
  if (pendingTerms === null || isAsked(order, 'modify')) return false;
  changeOrder(step, order, () => {
    if (isShrink(order, pendingTerms)) order.shrinkRefusal = { reason, refusedMs: step.timeMs };
    order.pendingTerms = null;
    order.exchangeReason = reason;
    if (isFilledWhole(order)) moveOrder(step, order, 'fullyFilled');
    else if (order.status === 'IN_MODIFY') moveOrder(step, order, 'changeAnswered');
  });
  const beyondLots = order.filledLots - order.quantityLots;
  if (beyondLots <= 0) return true;
  order.reason = 'LateFill';
  doubt(step, order, 'overfilled', beyondLots);
  return true;
}

function onCancelRejected(step: Step, order: Order, reason: string): boolean {
  if (order.status === 'IN_MODIFY') return onModifyRejected(step, order, reason);
  if (order.status !== 'IN_CANCEL' || isAsked(order, 'cancel')) return false;
  changeOrder(step, order, () => {
    order.cancelRefusedMs = step.timeMs;
    order.exchangeReason = reason;
    moveOrder(step, order, order.pendingTerms ? 'modifyStillOpen' : 'changeAnswered');
  });
  // The order was live here; only the exchange knows whether it still is.
  if (reason === 'UnknownOrder') askStatus(step, order);
  return true;
}
