/**
 * Records the market that is played to a page: quotes of everything listed, and depth, trades and bars of one contract.
 */
import type { Candle } from '@mua/contract/entities/candle';
import type { Contract } from '@mua/contract/entities/contract';
import { NAMESPACES } from '@mua/contract/feeds/messages';
import { priceFromText, priceToText } from '@mua/core/values';
import { MINUTE, NOW, type PlayedEvent, ROUND } from '#played-feed.ts';
import type { SyntheticMarket } from '#synthetic-market.ts';

export const FRAME_MS = 50;
const FRAMES_PER_SECOND = 1000 / FRAME_MS;
/** The frames are played in a loop. */
const FRAMES = 480;
/** Updates per second of the selected contract. */
const DESK_UPDATES = 50;
const BARS = 10_000;
const MINUTE_MS = 60_000;

/** Builds quotes of all contracts, on the feed that carries each. */
export function priceFeeds(
  market: SyntheticMarket,
  fieldsPerSecond: number,
): Record<string, Record<string, PlayedEvent>> {
  const acm = new Set(market.contracts.filter(({ productType }) => productType === 'ACM').map(({ code }) => code));
  const frames = Array.from({ length: FRAMES }, () => market.move(fieldsPerSecond / FRAMES_PER_SECOND));
  const quotes = market.quotes();
  const feed = (isOurs: (code: string) => boolean): Record<string, PlayedEvent> => {
    const ours = <T extends { readonly code: string }>(items: readonly T[]) =>
      items.filter(({ code }) => isOurs(code)).map((item) => ({ ...item, time: NOW }));
    return {
      prices: {
        snapshot: { event: 'prices', seq: 0, items: ours(quotes) },
        frames: frames.map((items) => {
          const mine = ours(items);
          return mine.length === 0 ? null : { event: 'prices', seq: 0, items: mine };
        }),
      },
    };
  };
  return {
    [NAMESPACES.market]: feed((code) => !acm.has(code)),
    [NAMESPACES.exchange]: feed((code) => acm.has(code)),
  };
}

/** Builds depth, trades and the current minute of one contract, fifty times a second in all. */
export function deskEvents(contract: Contract): Record<string, PlayedEvent> {
  const { code, decimalFormat: grid } = contract;
  const base = lastTicks(contract);
  const price = (ticks: number) => priceToText(ticks, grid);
  const swing = (frame: number) => Math.round(6 * Math.sin(frame / 17)) + (frame % 3);
  const side = (from: number, step: number, frame: number) =>
    Array.from({ length: 10 }, (_, level) => ({
      price: price(from + level * step),
      lots: 1 + ((frame * 7 + level * 13) % 90),
    }));
  const depth = (frame: number) => ({
    code,
    bids: side(base + swing(frame) - 1, -1, frame),
    asks: side(base + swing(frame) + 1, 1, frame),
    time: NOW,
  });
  const trade = (frame: number) => ({
    ...{ tradeId: `t${ROUND}-${frame}`, code, price: price(base + swing(frame)), lots: 1 + (frame % 20), time: NOW },
    ...(frame % 2 === 0 ? { side: 'BUY', sideCode: 1 } : { side: 'SELL', sideCode: 2 }),
  });
  const minute = (frame: number) => ({
    ...{ code, time: MINUTE },
    ...{ open: price(base), high: price(base + 8), low: price(base - 8), close: price(base + swing(frame)) },
    volume: 100 + frame,
  });
  const event = (name: string, itemOf: (frame: number) => object, isDue: (frame: number) => boolean): PlayedEvent => ({
    snapshot: { event: name, seq: 0, items: [itemOf(0)] },
    frames: Array.from({ length: FRAMES }, (_, frame) =>
      isDue(frame) ? { event: name, seq: 0, items: [itemOf(frame)] } : null,
    ),
  });
  const perSecond = DESK_UPDATES - FRAMES_PER_SECOND * 2;
  return {
    depth: event('depth', depth, () => true),
    trades: event('trades', trade, () => true),
    candles: event('candles', minute, (frame) => frame % (FRAMES_PER_SECOND / perSecond) === 0),
  };
}

export function barsOf(contract: Contract): Candle[] {
  const { decimalFormat: grid } = contract;
  const base = lastTicks(contract);
  const until = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const at = (bar: number) => base + Math.round(30 * Math.sin(bar / 240) + 8 * Math.sin(bar / 13));
  return Array.from({ length: BARS }, (_, bar) => {
    const [open, close] = [at(bar), at(bar + 1)];
    return {
      time: new Date(until - (BARS - bar) * MINUTE_MS).toISOString(),
      open: priceToText(open, grid),
      high: priceToText(Math.max(open, close) + (bar % 4), grid),
      low: priceToText(Math.min(open, close) - (bar % 3), grid),
      close: priceToText(close, grid),
      volume: 50 + ((bar * 31) % 400),
    };
  });
}

function lastTicks({ matchPrice, settlementPrice, decimalFormat }: Contract): number {
  const reading = priceFromText(matchPrice ?? settlementPrice ?? '', decimalFormat);
  if (reading.kind !== 'price') throw new Error('the contract has no price');
  return reading.ticks;
}
