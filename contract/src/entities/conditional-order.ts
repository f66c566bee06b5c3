/** A trailing stop or a take-profit/stop-loss pair, held on the server (docs/rules/orders.md#conditional-orders). */
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

/** The price that was reached. */
export const CONDITIONAL_LEGS = ['TRAIL', 'TAKE_PROFIT', 'STOP_LOSS'] as const;

export const conditionalOrder = z
  .object({
    conditionalOrderId: opaqueId,
    /** The sender's id; null for exits of an entry order, which has it. */
    clientOrderId: uuid.nullable(),
    /** The entry order whose fills arm it; null for an independent order, or a pair on a position. */
    parentOrderCode: opaqueId.nullable(),
    /** The child order; null before it is sent. */
    childOrderId: opaqueId.nullable(),
    accountId: opaqueId,
    contractCode,
    /** Of the child order. */
    side,
    sideCode,
    orderType,
    orderTypeCode,
    duration,
    durationCode,
    expirationDate: tradeDate.nullable(),
    /** As requested; a refused order may have less than 1. */
    quantity: quantityIn,
    /** Lots that it may send now: those that are open. */
    armedQuantity: quantityIn,
    isReduceOnly: z.boolean(),
    /**
     * Status: pending activation, triggered, then active or failed with its child order
     * (docs/rules/orders.md#statuses).
     */
    state: z.enum(CONDITIONAL_STATUSES),
    /** Shown as "active price": the first stop price of a trailing stop. */
    initialStopPrice: priceText.nullable(),
    /** The current stop price; shown as "filled price" once it has fired: the stop at the trigger, not a fill. */
    currentStopPrice: priceText.nullable(),
    /** One of the two for a trailing stop; the first for a pair whose stop trails, which has no `stopLoss` then. */
    trailAmount: priceText.nullable(),
    trailPercent: percentText.nullable(),
    takeProfit: priceText.nullable(),
    stopLoss: priceText.nullable(),
    /** Kept from the entry; null for a leg at a price of its own. */
    takeProfitDistance: priceText.nullable(),
    stopLossDistance: priceText.nullable(),
    triggeredAt: instant.nullable(),
    triggeredPrice: priceText.nullable(),
    triggeredLeg: z.enum(CONDITIONAL_LEGS).nullable(),
    /** Why the child order was refused. */
    rejection: rejection.nullable(),
    /** Why it ended other than by its owner. */
    reason: rowReason.nullable(),
    createdAt: instant,
    updatedAt: instant,
    seq,
  })
  .meta({ id: 'ConditionalOrder' });
export type ConditionalOrder = z.infer<typeof conditionalOrder>;
