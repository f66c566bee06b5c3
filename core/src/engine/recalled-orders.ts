/**
 * Restores ended orders for late fills. An exchange may report a fill days after the order ended, when it has left memory
 * (ended-orders.ts): the server hands it back with the report, and it is booked as a late fill.
 */
import { reportsOfLegs } from '#engine/book-fill.ts';
import { noteEnded } from '#engine/ended-orders.ts';
import { marketOf } from '#engine/state.ts';
import type { Step } from '#engine/step.ts';
import { USUAL_ORDER } from '#engine/stored-state.ts';
import type { EndedOrder, ReportExecution } from '#engine/system-commands.ts';
import { type Venue, venueOf } from '#engine/venues.ts';
import type { Order } from '#orders/order.ts';
import { FINAL_STATUSES } from '#values/trading-words.ts';

/** Puts the ended order into memory as if it had ended now; undefined if it is unknown or has not ended. */
export function recallOrder(step: Step, venue: Venue | undefined, command: ReportExecution): Order | undefined {
  const { recalled, report } = command;
  if (recalled?.orderId !== report.orderId || report.kind !== 'filled') return undefined;
  const account = step.state.accounts.get(recalled.accountId);
  const isListed = marketOf(step.state, recalled.contractCode) !== undefined;
  const isSpread = step.state.spreads.has(recalled.contractCode);
  const isOurs = account && venueOf(step.state, account) === venue && isListed;
  if (!isOurs || !FINAL_STATUSES.has(recalled.status)) return undefined;
  const order: Order = {
    ...USUAL_ORDER,
    ...termsOf(recalled),
    investorId: account.investorId,
    dayDate: recalled.sessionDate,
    seenExecIds: isSpread ? reportsOfLegs(recalled.seenExecIds) : [...recalled.seenExecIds],
    statusBefore: null,
    pendingTerms: null,
    routedFilledLots: 0,
    changedSeq: step.seq,
    refusal: null,
    exchangeReason: null,
  };
  step.state.orders.set(order.orderId, order);
  noteEnded(step.state, [order]);
  return order;
}

/** Copied by field: the given record may come from a table with more columns. */
function termsOf(recalled: EndedOrder): EndedOrder {
  return {
    orderId: recalled.orderId,
    clientOrderId: recalled.clientOrderId,
    accountId: recalled.accountId,
    contractCode: recalled.contractCode,
    side: recalled.side,
    orderType: recalled.orderType,
    duration: recalled.duration,
    expirationDate: recalled.expirationDate,
    quantityLots: recalled.quantityLots,
    limitPriceTicks: recalled.limitPriceTicks,
    stopPriceTicks: recalled.stopPriceTicks,
    status: recalled.status,
    reason: recalled.reason,
    isForceSell: recalled.isForceSell,
    isReduceOnly: recalled.isReduceOnly,
    filledLots: recalled.filledLots,
    filledNotional: recalled.filledNotional,
    feeVnd: recalled.feeVnd,
    receivedSeq: recalled.receivedSeq,
    receivedMs: recalled.receivedMs,
    sessionDate: recalled.sessionDate,
    closedMs: recalled.closedMs,
    seenExecIds: recalled.seenExecIds,
    ...(recalled.group ? { group: recalled.group } : {}),
  };
}
