/** A price alert of a sub-account, notified when a contract's last price reaches it. */
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
    /** ABOVE: at the price or over it; BELOW: at the price or under it. */
    direction: alertDirection,
    price: priceText,
    /** Notified each time the price moves back and reaches it again, at most once a minute; otherwise once. */
    isRepeating: z.boolean(),
    note: z.string(),
    /** False: paused by its owner, reached, or ended. */
    isActive: z.boolean(),
    /** Why it will never be notified again. */
    endReason: rowReason.nullable(),
    createdAt: instant,
    /** When it was last notified. */
    reachedAt: instant.nullable(),
  })
  .meta({ id: 'PriceAlert' });
export type PriceAlert = z.infer<typeof priceAlert>;
