/**
 * Holds the tape of the contract on the desk, newest first, in ticks. It covers one contract at a time, like the order
 * book.
 */
import type { PublicTrade } from '@mua/contract/entities/public-trade';
import { type Lots, type PriceGrid, priceFromText, type Side, type Ticks } from '@mua/core/values';
import { createFrameValue, type FrameValue, useFrameValue } from '#clock/frame-value.ts';

/** More than fits on a screen; older trades come from the server. */
export const TAPE_MAX = 200;

export interface TradeTicks {
  readonly tradeId: string;
  readonly priceTicks: Ticks;
  readonly lots: Lots;
  /** Side of the aggressor. */
  readonly side: Side;
  readonly timeMs: number;
}

export interface Tape {
  readonly code: string;
  readonly trades: readonly TradeTicks[];
}

export const tapeValue: FrameValue<Tape | null> = createFrameValue<Tape | null>(null);

const NO_TRADES: readonly TradeTicks[] = [];

/** Returns the trades of `code`, newest first; empty until they have come. `watchTrades` subscribes to them. */
export function useTape(code: string): readonly TradeTicks[] {
  const tape = useFrameValue(tapeValue);
  return tape?.code === code ? tape.trades : NO_TRADES;
}

/** Puts newer trades (oldest first, as the wire has them) before the known ones; a trade seen twice stays once. */
export function withTrades(
  known: readonly TradeTicks[],
  incoming: readonly PublicTrade[],
  grid: PriceGrid,
): TradeTicks[] {
  const seen = new Set(known.map(({ tradeId }) => tradeId));
  const fresh = incoming.flatMap((trade) => {
    const reading = priceFromText(trade.price, grid);
    if (reading.kind !== 'price' || seen.has(trade.tradeId)) return [];
    const { tradeId, lots, side, time } = trade;
    return { tradeId, priceTicks: reading.ticks, lots, side, timeMs: Date.parse(time) };
  });
  return [...fresh.reverse(), ...known].slice(0, TAPE_MAX);
}
