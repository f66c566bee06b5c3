/** A calendar spread (docs/rules/orders.md#calendar-spreads): near month less far month of one commodity. */
import { z } from 'zod';
import { decimalFormat } from '#entities/contract.ts';
import { quote } from '#entities/prices.ts';
import { commodityCode, contractCode, priceText, spreadCode, tradeDate } from '#wire.ts';

/** Prices of a spread may be zero or below. Margin, fees and times are those of its legs. */
export const spread = z
  .object({
    code: spreadCode,
    commodityCode,
    near: contractCode,
    far: contractCode,
    /** `cent/bushel` */
    priceUnit: z.string().max(32),
    tickSize: priceText,
    decimalFormat,
    /** Of its near month, with which it ends. */
    lastTradeDay: tradeDate,
    /** Beyond these a leg would leave its daily limits or its price band. Null while a leg is not bounded. */
    priceLimits: z.object({ upper: priceText, lower: priceText }).nullable(),
    /** Null until its book was heard of. Its newest values come over the market feed, under its code. */
    quote: quote.nullable(),
  })
  .meta({ id: 'Spread' });
export type Spread = z.infer<typeof spread>;
