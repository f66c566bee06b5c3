/** A part of an order that traded. */
import { z } from 'zod';
import { contractCode, instant, lots, moneyText, opaqueId, priceText, seq, side, sideCode } from '#wire.ts';

/** `fee` is in dong, charged once for this side of the trade. */
export const fill = z
  .object({
    fillId: opaqueId,
    orderId: opaqueId,
    accountId: opaqueId,
    contractCode,
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
