/** A trailing stop or a take-profit and stop-loss pair, held by us on the server (spec 3). */
import { z } from 'zod';
import { contractCode, instant, lots, opaqueId, orderType, orderTypeCode, priceText, seq, side, sideCode } from '#wire';

/** The view of decision "Conditional orders": pending activation, triggered, then its child order active or failed. */
export const CONDITIONAL_STATES = ['PENDING_ACTIVATION', 'TRIGGERED', 'ACTIVE', 'FAILED', 'CANCELLED'] as const;

export const conditionalOrder = z
  .object({
    conditionalOrderId: opaqueId,
    /** The order that it protects or that it sent. */
    parentOrderCode: opaqueId.nullable(),
    accountId: opaqueId,
    contractCode,
    side,
    sideCode,
    orderType,
    orderTypeCode,
    quantity: lots,
    state: z.enum(CONDITIONAL_STATES),
    /** Shown as "active price". */
    initialStopPrice: priceText.nullable(),
    /** Shown as "filled price": the stop at the trigger, not a fill. */
    currentStopPrice: priceText.nullable(),
    trailAmount: priceText.nullable(),
    takeProfit: priceText.nullable(),
    stopLoss: priceText.nullable(),
    createdAt: instant,
    updatedAt: instant,
    seq,
  })
  .meta({ id: 'ConditionalOrder' });
export type ConditionalOrder = z.infer<typeof conditionalOrder>;
