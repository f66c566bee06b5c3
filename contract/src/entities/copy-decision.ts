/** What a leader's fill meant for a follower: the follower's log (docs/rules/copying.md#copying). */
import { COPY_SKIPS } from '@mua/core/values';
import { z } from 'zod';
import { rejection } from '#errors.ts';
import { contractCode, instant, lots, opaqueId, priceText, side, signedLots } from '#wire.ts';

export const copyDecision = z
  .object({
    time: instant,
    contractCode,
    leader: z.object({ side, lots, price: priceText, time: instant }),
    /** What the follower should hold after it. */
    target: signedLots,
    /** A limit of null is an order at market, which only reduces. What was filled of it stands in the orders. */
    order: z.object({ orderId: opaqueId, side, lots, limitPrice: priceText.nullable() }).nullable(),
    /** Why it was not copied, or not wholly; with the refusal, where the broker refused the order. */
    skip: z.object({ code: z.enum(COPY_SKIPS), rejection: rejection.nullable() }).nullable(),
  })
  .meta({ id: 'CopyDecision' });
export type CopyDecision = z.infer<typeof copyDecision>;
