/**
 * Positions (docs/rules/entities.md#position): one net position per sub-account and contract, and one settled row per
 * round turn (an opening and a closing fill part, first in, first out).
 */
import { z } from 'zod';
import {
  contractCode,
  currencyCode,
  currencyText,
  instant,
  lots,
  moneyText,
  opaqueId,
  priceText,
  seq,
  side,
  sideCode,
  signedLots,
  tradeDate,
} from '#wire.ts';

/** The rest of one opening fill. */
export const openLot = z.object({ lots, price: priceText, time: instant }).meta({ id: 'OpenLot' });
export type OpenLot = z.infer<typeof openLot>;

/** The two sides of the net: one of buyQuantity and sellQuantity is 0. */
export const openPosition = z
  .object({
    accountId: opaqueId,
    contractCode,
    buyQuantity: lots,
    sellQuantity: lots,
    /** buyQuantity less sellQuantity. In a feed, 0 means that the position is closed. */
    netLots: signedLots,
    /** The mark used for profit and margin; null before the first price. */
    marketPrice: priceText.nullable(),
    /** Of the newest opening fill. */
    filledPrice: priceText,
    /** Of the open lots, with two decimals more than the contract's prices. */
    averagePrice: priceText,
    /** Of the contract's prices and of `estimatedProfit`. */
    currency: currencyCode,
    estimatedProfit: currencyText.nullable(),
    /** The same, for contracts in USD; null for JPY and MYR. */
    estimatedProfitUsd: currencyText.nullable(),
    estimatedProfitVnd: moneyText.nullable(),
    lastTradeDay: tradeDate,
    closeOutAt: instant.nullable(),
    /** Oldest first, the order in which they close. */
    openLots: z.array(openLot),
    seq,
  })
  .meta({ id: 'OpenPosition' });
export type OpenPosition = z.infer<typeof openPosition>;

export const settledPosition = z
  .object({
    settledId: opaqueId,
    accountId: opaqueId,
    contractCode,
    /** Of the closed position: BUY for a long. */
    side,
    sideCode,
    /** Equal: the lots of this round turn. */
    buyQuantity: lots,
    sellQuantity: lots,
    buyPrice: priceText,
    buyTime: instant,
    sellPrice: priceText,
    sellTime: instant,
    /** When it closed: the later of the two. */
    settleTime: instant,
    currency: currencyCode,
    actualProfit: currencyText,
    /** The same, for contracts in USD; null for JPY and MYR. */
    actualProfitUsd: currencyText.nullable(),
    /** At the conversion rate of the closing time, rounded once for this row. */
    actualProfitVnd: moneyText,
    seq,
  })
  .meta({ id: 'SettledPosition' });
export type SettledPosition = z.infer<typeof settledPosition>;
