/** One trade of the public tape, anonymous. */
import { z } from 'zod';
import { instant, listingCode, lots, opaqueId, priceText, side, sideCode } from '#wire.ts';

/** `side` is the aggressor's. */
export const publicTrade = z
  .object({ tradeId: opaqueId, code: listingCode, price: priceText, lots, side, sideCode, time: instant })
  .meta({ id: 'PublicTrade' });
export type PublicTrade = z.infer<typeof publicTrade>;
