/** The order book of one contract: up to ten levels per side, best first. */
import { z } from 'zod';
import { LIMITS } from '#limits.ts';
import { instant, listingCode, lots, priceText } from '#wire.ts';

export const depthLevel = z.object({ price: priceText, lots }).meta({ id: 'DepthLevel' });
export type DepthLevel = z.infer<typeof depthLevel>;

/** Always complete: a newer one replaces an older one. */
export const depth = z
  .object({
    code: listingCode,
    bids: z.array(depthLevel).max(LIMITS.depthLevels),
    asks: z.array(depthLevel).max(LIMITS.depthLevels),
    time: instant,
  })
  .meta({ id: 'Depth' });
export type Depth = z.infer<typeof depth>;
