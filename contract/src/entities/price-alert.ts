/** A price alert of a sub-account, notified when a contract's last price reaches its price, line or average. */
import { ALERT_DIRECTIONS, AVERAGE_PERIODS, AVERAGES } from '@mua/core/values';
import { z } from 'zod';
import { candleInterval } from '#entities/candle.ts';
import { rowReason } from '#errors.ts';
import { contractCode, instant, opaqueId, priceText } from '#wire.ts';

export const alertDirection = z.enum(ALERT_DIRECTIONS).meta({ id: 'AlertDirection' });

const linePoint = z.strictObject({ time: instant, price: priceText });

/**
 * What an alert follows (record 192), over bars of an interval: a line through two points, counted by bars, or an
 * average of closing prices.
 */
export const alertFollows = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('line'),
      interval: candleInterval,
      from: linePoint,
      to: linePoint,
      /** Goes on beyond its later point; otherwise the alert ends there. */
      isExtended: z.boolean(),
    }),
    z.strictObject({
      kind: z.literal('average'),
      average: z.enum(AVERAGES),
      period: z.int().min(AVERAGE_PERIODS.least).max(AVERAGE_PERIODS.most),
      interval: candleInterval,
    }),
  ])
  .meta({ id: 'AlertFollows' });
export type AlertFollows = z.infer<typeof alertFollows>;

/** What an alert waits for: a price, or what it follows, and the drawing that it goes with. */
export interface AlertSubject {
  readonly price?: string;
  readonly follows?: AlertFollows;
  readonly drawingId?: string;
}

/** Of a drawing of the investor's (`keepsake`), without its commodity. */
export const drawingId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .meta({ id: 'DrawingId' });

export const priceAlert = z
  .object({
    alertId: opaqueId,
    accountId: opaqueId,
    contractCode,
    /** ABOVE: at the price or over it; BELOW: at the price or under it. */
    direction: alertDirection,
    /** Of what it follows the present price, rounded beyond it; null while that has none. */
    price: priceText.nullable(),
    /** Null for a price that stays. */
    follows: alertFollows.nullable(),
    /** The drawing that it goes with: moved with it, ended with it. */
    drawingId: drawingId.nullable(),
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
