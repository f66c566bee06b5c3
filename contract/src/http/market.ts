/** Public calls: contracts, prices, charts, the tape (docs/rules/connections.md#calls). */
import { z } from 'zod';
import { candle, candleInterval, tradeDateOpening } from '#entities/candle.ts';
import { commodity } from '#entities/commodity.ts';
import { contract } from '#entities/contract.ts';
import { quote } from '#entities/prices.ts';
import { publicTrade } from '#entities/public-trade.ts';
import { spread } from '#entities/spread.ts';
import { defineRoute } from '#route.ts';
import {
  commodityCode,
  contractCode,
  contractCodes,
  cursor,
  instant,
  limitText,
  listOf,
  lots,
  opaqueId,
  priceText,
  seq,
} from '#wire.ts';

export const listContracts = defineRoute({
  method: 'GET',
  path: '/market/contracts',
  access: 'public',
  scope: 'market',
  purpose: 'Lists the listed contracts with facts, terms of trade and latest prices, by commodity and expiry.',
  query: z.strictObject({
    commodityCode: commodityCode.optional(),
    cursor: cursor.optional(),
    /** Default: LIMITS.pageSizeMax, so that one call usually returns all. */
    limit: limitText.optional(),
  }),
  replies: { 200: listOf(contract) },
  errors: [],
});

export const readContract = defineRoute({
  method: 'GET',
  path: '/market/contracts/{contractCode}',
  access: 'public',
  scope: 'market',
  purpose: 'Reads one contract with facts, terms of trade and latest prices.',
  params: z.strictObject({ contractCode }),
  replies: { 200: contract },
  errors: ['ContractNotFound'],
});

export const listSpreads = defineRoute({
  method: 'GET',
  path: '/market/spreads',
  access: 'public',
  scope: 'market',
  purpose: 'Lists the calendar spreads that can be traded, with their latest prices, by commodity and near month.',
  query: z.strictObject({ commodityCode: commodityCode.optional() }),
  replies: { 200: z.object({ items: z.array(spread) }).meta({ id: 'SpreadList' }) },
  errors: [],
});

export const readCommodity = defineRoute({
  method: 'GET',
  path: '/market/commodities/{commodityCode}',
  access: 'public',
  scope: 'market',
  purpose: 'Reads one commodity and the codes of its listed contracts.',
  params: z.strictObject({ commodityCode }),
  replies: { 200: commodity },
  errors: ['CommodityNotFound'],
});

export const listCandles = defineRoute({
  method: 'GET',
  path: '/market/contracts/{contractCode}/candles',
  access: 'public',
  scope: 'market',
  purpose: 'Reads the bars of a chart before an instant, or the newest ones, in order of time.',
  params: z.strictObject({ contractCode }),
  query: z.strictObject({
    interval: candleInterval,
    /** Only bars that start before it. */
    before: instant.optional(),
    /** Bars wanted: LIMITS.candlesDefault, at most LIMITS.candlesMax. */
    limit: limitText.optional(),
  }),
  replies: {
    200: z
      .object({
        items: z.array(candle),
        /** `before` of the page of older bars; null if there are none. */
        nextCursor: instant.nullable(),
        /**
         * The trade dates of these bars, in order of time, each with the opening of its first session; the newest page
         * has the next ones too. Null where trade dates roll at 05:00 in Vietnam.
         */
        tradeDates: z.array(tradeDateOpening).nullable(),
      })
      .meta({ id: 'CandlePage' }),
  },
  errors: ['ContractNotFound'],
});

export const readVolumeAtPrice = defineRoute({
  method: 'GET',
  path: '/market/contracts/{contractCode}/volume-at-price',
  access: 'public',
  scope: 'market',
  purpose: 'Reads the lots traded at each price on the current trade date, as far as its trades are known.',
  params: z.strictObject({ contractCode }),
  replies: {
    200: z
      .object({
        /** From the highest price down. */
        items: z.array(z.object({ price: priceText, lots })),
        /** The last trade counted: what the tape has after it comes on top. Null before the first. */
        lastTradeId: opaqueId.nullable(),
        /** Of the trade date; larger than the sum of the items where the first trades are not known. */
        volume: lots,
      })
      .meta({ id: 'VolumeAtPrice' }),
  },
  errors: ['ContractNotFound'],
});

export const listSparklines = defineRoute({
  method: 'GET',
  path: '/market/sparklines',
  access: 'public',
  scope: 'market',
  purpose: 'Reads the closes of the newest 96 quarter hours of several contracts, for lines without axes.',
  query: z.strictObject({ contractCodes }),
  replies: {
    200: z
      .object({
        /** In the requested order. A quarter hour without a trade is omitted; `times` are the starts, oldest first. */
        items: z.array(z.object({ contractCode, times: z.array(instant), closes: z.array(priceText) })),
      })
      .meta({ id: 'Sparklines' }),
  },
  errors: ['ContractNotFound'],
});

export const readPriceboard = defineRoute({
  method: 'GET',
  path: '/market/priceboard',
  access: 'public',
  scope: 'market',
  purpose: 'Reads the latest quote of every listed contract in one frame of the market feed.',
  replies: { 200: z.object({ seq, items: z.array(quote) }).meta({ id: 'Priceboard' }) },
  errors: [],
});

export const listPublicTrades = defineRoute({
  method: 'GET',
  path: '/trade/histories',
  access: 'public',
  scope: 'market',
  purpose: 'Reads the public tape of one contract, newest trade first.',
  query: z.strictObject({ contractCode, cursor: cursor.optional(), limit: limitText.optional() }),
  replies: { 200: listOf(publicTrade) },
  errors: ['ContractNotFound'],
});
