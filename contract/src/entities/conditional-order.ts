/**
 * A trailing stop or a take-profit and stop-loss pair, held by us on the server
 * (docs/rules/orders.md#conditional-orders).
 */
import { CONDITIONAL_STATUSES } from '@mua/core/values';
import { z } from 'zod';
import { rejection, rowReason } from '#errors.ts';
import {
  contractCode,
  duration,
  durationCode,
  instant,
  opaqueId,
  orderType,
  orderTypeCode,
  percentText,
  priceText,
  quantityIn,
  seq,
  side,
  sideCode,
  tradeDate,
  uuid,
} from '#wire.ts';

/** Which of its prices was reached. */
export const CONDITIONAL_LEGS = ['TRAIL', 'TAKE_PROFIT', 'STOP_LOSS'] as const;

export const conditionalOrder = z
  .object({
    conditionalOrderId: opaqueId,
    /** The sender's own id; null for a pair that came with an entry order, which has it. */
    clientOrderId: uuid.nullable(),
    /** The entry order whose fills arm it; null when it stands for itself or for a position. */
    parentOrderCode: opaqueId.nullable(),
    /** The order that it sent; null before. */
    childOrderId: opaqueId.nullable(),
    accountId: opaqueId,
    contractCode,
    /** Of the order that it sends. */
    side,
    sideCode,
    orderType,
    orderTypeCode,
    duration,
    durationCode,
    expirationDate: tradeDate.nullable(),
    /** A refused one keeps what was asked, below 1 too. */
    quantity: quantityIn,
    /** Lots that it may send now: those whose position is open. */
    armedQuantity: quantityIn,
    isReduceOnly: z.boolean(),
    /** Decision "Failed, triggered, active are views": pending activation, triggered, then its child active or failed. */
    state: z.enum(CONDITIONAL_STATUSES),
    /** Shown as "active price": where a trailing stop stood at first. */
    initialStopPrice: priceText.nullable(),
    /** Where it stands now; shown as "filled price" once it has fired: the stop at the trigger, not a fill. */
    currentStopPrice: priceText.nullable(),
    /** One of the two for a trailing stop. */
    trailAmount: priceText.nullable(),
    trailPercent: percentText.nullable(),
    takeProfit: priceText.nullable(),
    stopLoss: priceText.nullable(),
    triggeredAt: instant.nullable(),
    triggeredPrice: priceText.nullable(),
    triggeredLeg: z.enum(CONDITIONAL_LEGS).nullable(),
    /** Why the order that it sent was refused. */
    rejection: rejection.nullable(),
    /** Why it ended without its owner asking. */
    reason: rowReason.nullable(),
    createdAt: instant,
    updatedAt: instant,
    seq,
  })
  .meta({ id: 'ConditionalOrder' });
export type ConditionalOrder = z.infer<typeof conditionalOrder>;
