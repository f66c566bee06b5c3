/** A part of an order that traded. */
import { z } from 'zod';
import { contractCode, instant, lots, moneyText, opaqueId, priceText, seq, side, sideCode, spreadCode } from '#wire.ts';

/** `fee` is in dong, charged once for this side of the trade. */
export const fill = z
  .object({
    fillId: opaqueId,
    orderId: opaqueId,
    accountId: opaqueId,
    contractCode,
    /** Present for a leg: the spread that was traded. */
    spreadCode: spreadCode.optional(),
    side,
    sideCode,
    price: priceText,
    lots,
    fee: moneyText,
    time: instant,
    seq,
  })
  .meta({ id: 'Fill' });
export type Fill = z.infer<typeof fill>;
