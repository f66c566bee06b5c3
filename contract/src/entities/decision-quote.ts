/**
 * What the client showed when its user sent an order, as it claims: stored with the order and shown in its timeline,
 * used by no rule. Bounded, because every order may have one.
 */
import { z } from 'zod';
import { count, instant, lots, priceText } from '#wire.ts';

/** State of a feed at the client: `STALLED` if silent for too long, `WEAK` if slow, `CONNECTING` if not up yet. */
export const SEEN_CONNECTIONS = ['CONNECTED', 'WEAK', 'STALLED', 'CONNECTING', 'DISCONNECTED'] as const;

const seenConnection = z.enum(SEEN_CONNECTIONS).meta({ id: 'SeenConnection' });
export type SeenConnection = z.infer<typeof seenConnection>;

const seenLevel = z.strictObject({ price: priceText, lots }).meta({ id: 'SeenLevel' });

export const decisionQuote = z
  .strictObject({
    /** The client's time of the click, corrected by its estimate of the server's clock. */
    seenAt: instant,
    /** Null if no price was shown yet. */
    quote: z
      .strictObject({ last: priceText.nullable(), bid: priceText.nullable(), ask: priceText.nullable() })
      .nullable(),
    /** Age of the quote; null without one. */
    quoteAgeMs: count.nullable(),
    /** The best level of each side; null if no book of the contract was open. */
    book: z.strictObject({ bid: seenLevel.nullable(), ask: seenLevel.nullable() }).nullable(),
    connections: z.strictObject({
      /** State of the feed with the contract's prices. */
      market: seenConnection,
      investor: seenConnection,
    }),
  })
  .meta({ id: 'Sighting' });
export type DecisionQuote = z.infer<typeof decisionQuote>;
