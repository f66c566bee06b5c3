/**
 * What a client showed when its user sent an order, as the client tells it: kept with the order and shown in its
 * timeline, believed by no rule. Bounded, because every order may carry one.
 */
import { z } from 'zod';
import { count, instant, lots, priceText } from '#wire.ts';

/** A feed as its client knew it: silent for too long is `STALLED`, slow to answer is `WEAK`, not up yet `CONNECTING`. */
export const SEEN_CONNECTIONS = ['CONNECTED', 'WEAK', 'STALLED', 'CONNECTING', 'DISCONNECTED'] as const;

const seenConnection = z.enum(SEEN_CONNECTIONS).meta({ id: 'SeenConnection' });
export type SeenConnection = z.infer<typeof seenConnection>;

const seenLevel = z.strictObject({ price: priceText, lots }).meta({ id: 'SeenLevel' });

export const decisionQuote = z
  .strictObject({
    /** The client's time of the click, corrected by what it knew of the server's. */
    seenAt: instant,
    /** Null where no price was shown yet. */
    quote: z
      .strictObject({ last: priceText.nullable(), bid: priceText.nullable(), ask: priceText.nullable() })
      .nullable(),
    /** How old the quote was; null without one. */
    quoteAgeMs: count.nullable(),
    /** The best level of each side; null where no book of the contract was open. */
    book: z.strictObject({ bid: seenLevel.nullable(), ask: seenLevel.nullable() }).nullable(),
    connections: z.strictObject({
      /** The feed that carries the contract's prices. */
      market: seenConnection,
      investor: seenConnection,
    }),
  })
  .meta({ id: 'Sighting' });
export type DecisionQuote = z.infer<typeof decisionQuote>;
