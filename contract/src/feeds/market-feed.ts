/**
 * The market feeds `/market/v1.0` and `/exchange/v1.0` (docs/rules/connections.md#feeds): prices, depth, tape and bars,
 * public.
 */
import { z } from 'zod';
import { candle } from '#entities/candle.ts';
import { depth } from '#entities/depth.ts';
import { quote, quoteChange } from '#entities/prices.ts';
import { publicTrade } from '#entities/public-trade.ts';
import type { Acknowledge, Heartbeat } from '#feeds/messages.ts';
import { LIMITS } from '#limits.ts';
import { contractCode, listingCode, seq } from '#wire.ts';

export const MARKET_EVENTS = ['prices', 'depth', 'trades', 'candles'] as const;
export const marketEvent = z.enum(MARKET_EVENTS).meta({ id: 'MarketEvent' });
export type MarketEvent = z.infer<typeof marketEvent>;

/** `afterSeq` is the last seq that the client has of this event; if it is too old, a snapshot is sent. */
export const marketSubscribe = z
  .strictObject({
    event: marketEvent,
    /** Spreads have no bars. */
    codes: z.array(listingCode).min(1).max(LIMITS.codesPerSubscription),
    afterSeq: seq.optional(),
  })
  .meta({ id: 'MarketSubscribe' });
export type MarketSubscribe = z.infer<typeof marketSubscribe>;

export const marketUnsubscribe = z.strictObject({ event: marketEvent }).meta({ id: 'MarketUnsubscribe' });
export type MarketUnsubscribe = z.infer<typeof marketUnsubscribe>;

/** The current one-minute bar, or the one that just closed; longer intervals are built from these. */
export const candleChange = candle.extend({ code: contractCode }).meta({ id: 'CandleChange' });
export type CandleChange = z.infer<typeof candleChange>;

/**
 * The state of the subscribed codes at `seq`: a complete quote or depth for each, the newest trades (oldest first), the
 * current minute's bar.
 */
export const marketSnapshot = z
  .discriminatedUnion('event', [
    z.object({ event: z.literal('prices'), seq, items: z.array(quote) }),
    z.object({ event: z.literal('depth'), seq, items: z.array(depth) }),
    z.object({ event: z.literal('trades'), seq, items: z.array(publicTrade) }),
    z.object({ event: z.literal('candles'), seq, items: z.array(candleChange) }),
  ])
  .meta({ id: 'MarketSnapshot' });
export type MarketSnapshot = z.infer<typeof marketSnapshot>;

/**
 * One frame of changes. `seq` grows per event and skips frames without the subscribed codes. Quotes have only changed
 * fields; depths are complete; several changes of one code in an interval are merged.
 */
export const marketUpdate = z
  .discriminatedUnion('event', [
    z.object({ event: z.literal('prices'), seq, items: z.array(quoteChange) }),
    z.object({ event: z.literal('depth'), seq, items: z.array(depth) }),
    z.object({ event: z.literal('trades'), seq, items: z.array(publicTrade) }),
    z.object({ event: z.literal('candles'), seq, items: z.array(candleChange) }),
  ])
  .meta({ id: 'MarketUpdate' });
export type MarketUpdate = z.infer<typeof marketUpdate>;

/** Event maps for socket.io's types. */
export interface MarketClientEvents {
  subscribe: (request: MarketSubscribe, acknowledge: Acknowledge) => void;
  unsubscribe: (request: MarketUnsubscribe, acknowledge: Acknowledge) => void;
}
export interface MarketServerEvents {
  snapshot: (message: MarketSnapshot) => void;
  update: (message: MarketUpdate) => void;
  heartbeat: (message: Heartbeat) => void;
}
