/** A listed contract (docs/rules/entities.md#contract): its facts, its terms of trade, and its latest prices. */
import { COMMODITY_GROUPS, type OrderType } from '@mua/core/values';
import { z } from 'zod';
import { marginLevels } from '#entities/margin.ts';
import { feeClass } from '#entities/service-package.ts';
import {
  commodityCode,
  contractCode,
  count,
  currencyCode,
  currencyText,
  decimalText,
  duration,
  instant,
  localName,
  lots,
  moneyText,
  percentText,
  priceText,
  productType,
  sessionState,
  tradeDate,
} from '#wire.ts';

/**
 * The decimal format (docs/rules/market.md#price-formats), in the shape of core's PriceGrid: one tick is `tickUnits` x
 * 10^-`scale` of the price unit, and `display` selects decimals or CBOT eighths (`357'6`) for people. On the wire
 * prices are always decimal.
 */
export const decimalFormat = z
  .object({ scale: count, tickUnits: count, display: z.enum(['decimal', 'eighths']) })
  .meta({ id: 'DecimalFormat' });
export type DecimalFormat = z.infer<typeof decimalFormat>;

/** `reason` names why an open market rests (break, halt) or null; `changesAt` is the next opening or closing. */
export const session = z
  .object({ state: sessionState, changesAt: instant.nullable(), reason: z.string().max(64).nullable() })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof session>;

/** Times in force of each order type that may be placed in the contract, at the exchange or held by the broker. */
const durations = z.array(duration).optional();
const durationsByType = z.object({
  MARKET: durations,
  LIMIT: durations,
  STOP: durations,
  STOP_LIMIT: durations,
  TRAILING_STOP: durations,
  TPSL: durations,
} satisfies Record<OrderType, typeof durations>);

/**
 * What core/preview needs to compute the numbers by which the server decides, as now in force. All of it is dated and
 * changes by notice.
 */
export const tradingTerms = z
  .object({
    /** Of prices, tick value and profit. */
    currency: currencyCode,
    /** Value of one tick of one lot, in `currency`. */
    tickValue: currencyText,
    /** Dong for one unit of `currency`, and since when. */
    fxRate: decimalText,
    fxRateFrom: instant,
    /** The exchange's margin for one lot at 100 %, in `currency`, and since when. */
    exchangeMargin: currencyText,
    exchangeMarginFrom: instant,
    /** The broker's margin in percent of the exchange's, by kind of investor. */
    marginPercent: z.object({ individual: count, business: count }),
    /** Dong for one lot and side, without a service package. */
    feePerLot: moneyText,
    /** By which a service package's fee is found. */
    feeClass,
    /** Dong for one lot, by kind of investor. */
    marginPerLot: z.object({ individual: moneyText, business: moneyText }),
    /** Null if the broker has no margin levels. */
    marginLevels: marginLevels.nullable(),
    maxLotsPerOrder: lots,
    /** Worst case of position and working orders of one sub-account. */
    maxLotsPerContract: lots,
    durations: durationsByType,
    /** A price further from the reference is refused: the larger of the share and the ticks. */
    bandPercent: percentText,
    bandMinTicks: count,
    /** A price further from the reference causes a warning. */
    warnPercent: percentText,
    warnMinTicks: count,
    /** The reach of a market order from the best opposite price. */
    collarPercent: percentText,
    collarMinTicks: count,
  })
  .meta({ id: 'TradingTerms' });
export type TradingTerms = z.infer<typeof tradingTerms>;

export const contract = z
  .object({
    code: contractCode,
    name: localName,
    commodityCode,
    commodityName: localName,
    group: z.enum(COMMODITY_GROUPS),
    productType,
    exchange: z.string().max(32),
    /** `2026-12` */
    expiryMonth: z.string().regex(/^\d{4}-\d{2}$/),
    /** Contract size, in `sizeUnit`. */
    size: decimalText,
    sizeUnit: z.string().max(32),
    /** `cent/bushel` */
    priceUnit: z.string().max(32),
    /** Smallest move as people quote it, in the price unit; equal to `tickSize`, which is used for sums. */
    minimumPriceStep: priceText,
    tickSize: priceText,
    decimalFormat,
    firstNotificationDate: tradeDate.nullable(),
    /** The last delivery-notice day; null where unknown. */
    lastNotificationDate: tradeDate.nullable(),
    lastTradeDay: tradeDate,
    /** The broker's deadline for holders: longs before first notice, shorts before the last trading day. */
    closeOutAt: z.object({ long: instant.nullable(), short: instant.nullable() }),
    /**
     * Sessions until the close-out day of a position, by side: 0 on and after that day; null where no plan is known.
     */
    sessionsLeft: z.object({ long: count, short: count }).nullable(),
    /** The exchange's trade date now, or from the next opening on; not the calendar day. */
    tradeDate,
    /**
     * The exchange's daily limits of this trade date, inclusive: no trade above `upper` or below `lower`. Null if the
     * commodity has no such limit or no settlement price is known.
     */
    dailyLimits: z.object({ upper: priceText, lower: priceText }).nullable(),
    /** The exchange's margin for one lot at 100 %, in dong at the dated rate; null until one is in force. */
    initialMargin: moneyText.nullable(),
    /** Lots in one order. */
    maxLots: lots,
    /** Null until a margin and a conversion rate are in force: such a contract can't be traded yet. */
    terms: tradingTerms.nullable(),
    session,

    settlementPrice: priceText.nullable(),
    /** The reference of price band and change: the last settlement, else the last trade. */
    referencePrice: priceText.nullable(),
    open: priceText.nullable(),
    close: priceText.nullable(),
    high: priceText.nullable(),
    low: priceText.nullable(),
    bidPrice: priceText.nullable(),
    bidVolume: lots.nullable(),
    askPrice: priceText.nullable(),
    askVolume: lots.nullable(),
    matchPrice: priceText.nullable(),
    matchVolume: lots.nullable(),
    /** Match price less settlement price; null when either is missing. */
    change: priceText.nullable(),
    /** Null when the settlement price is missing or zero. */
    changePercent: percentText.nullable(),
    /** Lots traded on this trade date. */
    volume: lots,
    openInterest: lots.nullable(),
    /** The time of these prices. */
    pricesAt: instant.nullable(),
  })
  .meta({ id: 'Contract' });
export type Contract = z.infer<typeof contract>;
