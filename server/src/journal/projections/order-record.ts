/** An order as its read table keeps it. */
import type { Order } from '@mua/core/engine';

export type StoredOrderRecord = Omit<Order, 'seenExecIds' | 'feeVnd'> & { readonly feeVnd: string };

/**
 * Field by field: the runtime spreads records of so many fields many times slower, and JSON of what it has spread, too.
 * The order of the fields is that of a batch's digest. The fee, which every order has, is spelled here: only a refusal may
 * have bigints besides, so that nobody looks for them in other orders.
 */
export function orderRecord(order: Readonly<Order>): StoredOrderRecord {
  const record: { -readonly [Field in keyof StoredOrderRecord]: StoredOrderRecord[Field] } = {
    orderId: order.orderId,
    clientOrderId: order.clientOrderId,
    accountId: order.accountId,
    investorId: order.investorId,
    contractCode: order.contractCode,
    side: order.side,
    orderType: order.orderType,
    stopPriceTicks: order.stopPriceTicks,
    isForceSell: order.isForceSell,
    receivedSeq: order.receivedSeq,
    receivedMs: order.receivedMs,
    sessionDate: order.sessionDate,
    dayDate: order.dayDate,
    quantityLots: order.quantityLots,
    limitPriceTicks: order.limitPriceTicks,
    duration: order.duration,
    expirationDate: order.expirationDate,
    status: order.status,
    statusBefore: order.statusBefore,
    pendingTerms: order.pendingTerms,
    filledLots: order.filledLots,
    filledNotional: order.filledNotional,
    routedFilledLots: order.routedFilledLots,
    feeVnd: order.feeVnd.toString(),
    changedSeq: order.changedSeq,
    closedMs: order.closedMs,
    refusal: order.refusal,
    reason: order.reason,
    exchangeReason: order.exchangeReason,
    isReduceOnly: order.isReduceOnly,
    exitOrderId: order.exitOrderId,
    conditionalOrderId: order.conditionalOrderId,
    isHeldByUs: order.isHeldByUs,
    triggeredMs: order.triggeredMs,
    awaitsCancels: order.awaitsCancels,
    cancelReason: order.cancelReason,
    reasonPercent: order.reasonPercent,
    cancelRefusedMs: order.cancelRefusedMs,
    cancelWish: order.cancelWish,
    openRequests: order.openRequests,
    routedEpoch: order.routedEpoch,
    answerDueMs: order.answerDueMs,
  };
  if (order.group) record.group = order.group;
  if (order.shrinkRefusal) record.shrinkRefusal = order.shrinkRefusal;
  return record;
}
