/** An order of an investor (docs/rules/entities.md#order), in every reply and in the investor feed. */
import { GROUP_KINDS } from '@mua/core/values';
import { z } from 'zod';
import { fill } from '#entities/fill.ts';
import { rejection, rowReason } from '#errors.ts';
import {
  count,
  duration,
  durationCode,
  instant,
  listingCode,
  lots,
  opaqueId,
  orderStatus,
  orderType,
  orderTypeCode,
  priceText,
  quantityIn,
  seq,
  side,
  sideCode,
  tradeDate,
  uuid,
} from '#wire.ts';

/** Requested terms that the exchange has not answered yet; the order's own terms still apply. */
export const pendingModify = z
  .object({
    quantity: lots,
    limitPrice: priceText.nullable(),
    stopPrice: priceText.nullable(),
    duration,
    durationCode,
    expirationDate: tradeDate.nullable(),
  })
  .meta({ id: 'PendingModify' });
export type PendingModify = z.infer<typeof pendingModify>;

/** What an order was placed with: the other order of a pair, or a scale. */
export const orderGroup = z
  .object({
    groupId: opaqueId,
    kind: z.enum(GROUP_KINDS),
    /** Orders that were placed, and which of them this is, from 1. */
    size: count,
    place: count,
  })
  .meta({ id: 'OrderGroup' });
export type OrderGroup = z.infer<typeof orderGroup>;

/** Where an order rests: at the exchange or with the broker. */
export const HOLDERS = ['EXCHANGE', 'BROKER'] as const;

export const order = z
  .object({
    orderId: opaqueId,
    /** The sender's id, which identifies one order for ever; null for an order of the system. */
    clientOrderId: uuid.nullable(),
    accountId: opaqueId,
    /** A spread's code for an order in a spread, whose prices are near month less far month. */
    contractCode: listingCode,
    side,
    sideCode,
    orderType,
    orderTypeCode,
    duration,
    durationCode,
    /** Total lots, filled ones included. A refused order may have less than 1. */
    quantity: quantityIn,
    limitPrice: priceText.nullable(),
    stopPrice: priceText.nullable(),
    /** Of GTD orders: the last trade date. */
    expirationDate: tradeDate.nullable(),
    status: orderStatus,
    /** When it was received. */
    dateTime: instant,
    /** When it became final; null while it is live. */
    dateClosed: instant.nullable(),
    /** The exchange's trade date on which it was received. */
    sessionDate: tradeDate,
    filledQuantity: lots,
    /** Of its fills, with two decimals more than the contract's prices; null without a fill. */
    averagePrice: priceText.nullable(),
    /** Null if it rests nowhere. */
    heldAt: z.enum(HOLDERS).nullable(),
    /** Why the broker or the exchange refused it; null unless REJECTED. */
    rejection: rejection.nullable(),
    /** Why it ended or lost its remainder other than by its owner; null if the owner cancelled it. */
    reason: rowReason.nullable(),
    pendingModify: pendingModify.nullable(),
    /** A cancel was received that can't be sent yet: it is sent as soon as the exchange has the order. */
    isCancelRequested: z.boolean(),
    /** Made by a liquidation, forced or on request. */
    isForceSell: z.boolean(),
    /** Never larger than the position on the other side: reduced and cancelled with it. */
    isReduceOnly: z.boolean(),
    /** When its stop fired; null while it waits, and for orders without a stop. */
    triggeredAt: instant.nullable(),
    /** The conditional order that sent it. */
    conditionalOrderId: opaqueId.nullable(),
    /** The exit pair that its fills arm. */
    exitOrderId: opaqueId.nullable(),
    /** Null for an order that was placed alone. */
    group: orderGroup.nullable(),
    /** Journal position of its last change; an older record never replaces a newer one. */
    seq,
  })
  .meta({ id: 'Order' });
export type Order = z.infer<typeof order>;

/** An order with its fills, oldest fill first. */
export const orderHistory = order.extend({ fills: z.array(fill) }).meta({ id: 'OrderHistory' });
export type OrderHistory = z.infer<typeof orderHistory>;
