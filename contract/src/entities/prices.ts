/**
 * Moving prices in compact form, as in the market feed and at the client (docs/rules/entities.md#prices). In a contract
 * the same values are called: last matchPrice, lastLots matchVolume, bid bidPrice, bidLots bidVolume, ask askPrice,
 * askLots askVolume, settlement settlementPrice.
 */
import { z } from 'zod';
import { instant, listingCode, lots, priceText, sessionState } from '#wire.ts';

/** Every price field of one contract. Null means absent, unlike zero. */
export const quote = z
  .object({
    code: listingCode,
    last: priceText.nullable(),
    lastLots: lots.nullable(),
    bid: priceText.nullable(),
    bidLots: lots.nullable(),
    ask: priceText.nullable(),
    askLots: lots.nullable(),
    open: priceText.nullable(),
    high: priceText.nullable(),
    low: priceText.nullable(),
    settlement: priceText.nullable(),
    /** Lots traded on this trade date. */
    volume: lots,
    session: sessionState,
    /** When the quote was last confirmed; a quote that does not change is restamped too. */
    time: instant,
  })
  .meta({ id: 'Quote' });
export type Quote = z.infer<typeof quote>;

/** The code and the changed fields since the previous message. */
export const quoteChange = quote.partial().required({ code: true }).meta({ id: 'QuoteChange' });
export type QuoteChange = z.infer<typeof quoteChange>;

/**
 * The prices list (docs/rules/entities.md#prices): the latest quote of each contract, by code. Held by the client,
 * outside React.
 */
export const pricesList = z.record(listingCode, quote).meta({ id: 'PricesList' });
export type PricesList = z.infer<typeof pricesList>;
