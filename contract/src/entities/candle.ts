/** One bar of a chart. */
import { BAR_INTERVALS } from '@mua/core/values';
import { z } from 'zod';
import { instant, lots, priceText, tradeDate } from '#wire.ts';

/** Minutes, hours, then the exchange's trade dates, weeks and months. */
export const CANDLE_INTERVALS = BAR_INTERVALS;
export const candleInterval = z.enum(CANDLE_INTERVALS).meta({ id: 'CandleInterval' });
export type CandleInterval = z.infer<typeof candleInterval>;

/** A trade date of an exchange that has its own, with its sessions in order; between them it takes a break. */
export const tradeDateOpening = z
  .object({
    date: tradeDate,
    opensAt: instant,
    sessions: z.array(z.object({ opensAt: instant, closesAt: instant })),
  })
  .meta({ id: 'TradeDateOpening' });
export type TradeDateOpening = z.infer<typeof tradeDateOpening>;

/** `time` is the start of the bar. An interval without a trade has no bar. */
export const candle = z
  .object({ time: instant, open: priceText, high: priceText, low: priceText, close: priceText, volume: lots })
  .meta({ id: 'Candle' });
export type Candle = z.infer<typeof candle>;
