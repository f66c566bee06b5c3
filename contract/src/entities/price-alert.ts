/** A price alert of a sub-account: told when a contract's last price reaches it. */
import { ALERT_DIRECTIONS } from '@mua/core/values';
import { z } from 'zod';
import { rowReason } from '#errors.ts';
import { contractCode, instant, opaqueId, priceText } from '#wire.ts';

export const alertDirection = z.enum(ALERT_DIRECTIONS).meta({ id: 'AlertDirection' });

export const priceAlert = z
  .object({
    alertId: opaqueId,
    accountId: opaqueId,
    contractCode,
    /** ABOVE: up to the price or over it; BELOW: down to it or under it. */
    direction: alertDirection,
    price: priceText,
    /** Told each time the price comes back and reaches it again, once a minute at most; else once. */
    isRepeating: z.boolean(),
    note: z.string(),
    /** False: paused by its owner, reached, or ended. */
    isActive: z.boolean(),
    /** Why it will never be told any more. */
    endReason: rowReason.nullable(),
    createdAt: instant,
    /** When it was told last. */
    reachedAt: instant.nullable(),
  })
  .meta({ id: 'PriceAlert' });
export type PriceAlert = z.infer<typeof priceAlert>;
