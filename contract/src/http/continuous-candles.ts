/** The public call for the bars of a continuous series; apart, because only charts load it. */
import { z } from 'zod';
import { candle, candleInterval, tradeDateOpening } from '#entities/candle.ts';
import { rollAdjustment, rollRule, seriesBeginning, seriesRoll } from '#entities/continuous.ts';
import { ROLL_DAYS_MOST } from '#entities/roll-rule.ts';
import { defineRoute } from '#route.ts';
import { commodityCode, contractCode, instant, limitText } from '#wire.ts';

/** Days of `rollDays`: 0 to ROLL_DAYS_MOST. */
const rollDaysText = z
  .string()
  .regex(/^\d{1,2}$/)
  .refine((text) => Number(text) <= ROLL_DAYS_MOST);

export const listContinuousCandles = defineRoute({
  method: 'GET',
  path: '/market/commodities/{commodityCode}/continuous-candles',
  access: 'public',
  scope: 'market',
  purpose:
    "Reads the bars of a commodity's front months joined, before an instant, or the newest ones, in order of time.",
  params: z.strictObject({ commodityCode }),
  query: z.strictObject({
    interval: candleInterval,
    /** Only bars that start before it. */
    before: instant.optional(),
    /** Bars wanted: LIMITS.candlesDefault, at most LIMITS.candlesMax. */
    limit: limitText.optional(),
    /** Default: `days`. */
    roll: rollRule.optional(),
    /** With `days`; default: ROLL_DAYS_DEFAULT. */
    rollDays: rollDaysText.optional(),
    /** Default: `none`. */
    adjustment: rollAdjustment.optional(),
  }),
  replies: {
    200: z
      .object({
        items: z.array(candle),
        /** `before` of the page of older bars; null if there are none. */
        nextCursor: instant.nullable(),
        /** As of the front month's candles. */
        tradeDates: z.array(tradeDateOpening).nullable(),
        /** The month that the series stands for now; its prices are never adjusted. */
        front: contractCode,
        /** Until then the front month stays; null if no month follows it. */
        frontUntil: instant.nullable(),
        /** Rolls within these bars, in order of time. */
        rolls: z.array(seriesRoll),
        /** Where the series begins and why, with its oldest bars; else null. */
        begins: seriesBeginning.nullable(),
      })
      .meta({ id: 'ContinuousCandlePage' }),
  },
  errors: ['CommodityNotFound'],
});
