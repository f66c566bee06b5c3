/**
 * Tells other processes of the market over the bus: what changed, every 50 ms; that it lives, every second; and to
 * whoever asks, everything that is known, and the venue's bars. The messages are market-messages.ts; who hears them is
 * remote-market.ts.
 */
import { type Bus, MESSAGE_LIMIT } from '#bus/bus.ts';
import { answerTo } from '#bus/questions.ts';
import type { Clock } from '#ground/clock.ts';
import { joinedVolume } from '#market/day-volume.ts';
import type { Market } from '#market/market.ts';
import { inTurn, MARKET, type MarketWire, type SentUpdate, toBarRow, toSent } from '#market/market-messages.ts';
import type { MarketMoment } from '#venue/port/engine-moment.ts';
import type { ContractUpdate, MarketData } from '#venue/port/market-data.ts';

const TELL_MS = 50;
const SIGN_OF_LIFE_MS = 1_000;
/** The rest is for its moment. */
const ROOM_BYTES = MESSAGE_LIMIT - 1_024;
/** Less than a message holds: everything else waits while a part is made. */
const PART_BYTES = 64 * 1_024;

export interface MarketBroadcast {
  /** Tells of everything until now at once, and what time it is. */
  tell(): MarketMoment;
  stop(): void;
}

interface MarketBroadcastOptions {
  readonly bus: Pick<Bus, 'publish' | 'serve'>;
  readonly market: Pick<Market, 'onUpdate' | 'contractCodes' | 'whole'>;
  readonly venue: MarketData;
  /** Where it is told; to every reader unless said otherwise. */
  readonly wire?: MarketWire;
  /** Of this life of whoever tells; a later one has a higher number. */
  readonly epoch: number;
  /** The engine's. */
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Real time, also where the engine's clock is moved by hand. */
  readonly wall: Pick<Clock, 'every'>;
  /** A message could not be sent: those who miss it ask for everything. */
  readonly onError: (error: unknown) => void;
  /** What a message has for contracts; tests take less. */
  readonly roomBytes?: number;
}

export function broadcastMarket(options: MarketBroadcastOptions): MarketBroadcast {
  const { bus, market, venue, epoch, clock, wall, onError, roomBytes = ROOM_BYTES, wire = MARKET } = options;
  const gathered = new Map<string, ContractUpdate>();
  let number = 0;
  let isStopped = false;

  function moment(): MarketMoment {
    return { epoch, number, timeMs: clock.nowMs(), marketMs: venue.marketTimeMs() };
  }

  function publish(text: string): void {
    try {
      bus.publish(wire.updates, text);
    } catch (error) {
      onError(error);
    }
  }

  function tellUpdates(): void {
    const texts = [...gathered.values()].flatMap((update) => textsOf(toSent(update), roomBytes));
    gathered.clear();
    for (const updates of messagesOf(texts, roomBytes)) {
      number += 1;
      publish(`${JSON.stringify(moment()).slice(0, -1)},"updates":[${updates.join(',')}]}`);
    }
  }

  function tell(): MarketMoment {
    tellUpdates();
    const now = moment();
    publish(JSON.stringify(now));
    return now;
  }

  market.onUpdate((updates) => {
    if (isStopped) return;
    for (const update of updates) gathered.set(update.contractCode, joined(gathered.get(update.contractCode), update));
  });
  const stops = [
    wall.every(TELL_MS, tellUpdates),
    wall.every(SIGN_OF_LIFE_MS, tell),
    answerTo(bus, inTurn(wire.snapshot, epoch), ({ after }) => {
      // A part is as of a number: what came since the last message must not be in it without one.
      tellUpdates();
      return {
        ...moment(),
        keepsItsPast: venue.keepsItsPast,
        ...partAfter(market, after, Math.min(roomBytes, PART_BYTES)),
      };
    }),
    answerTo(bus, inTurn(wire.bars, epoch), async (query) => (await venue.bars(query)).map(toBarRow)),
    answerTo(bus, inTurn(wire.openInterest, epoch), async (query) => [...((await venue.openInterest?.(query)) ?? [])]),
  ];
  return {
    tell,
    stop() {
      isStopped = true;
      for (const stop of stops) stop();
    },
  };
}

/** Two consecutive updates of a contract as one. */
function joined(earlier: ContractUpdate | undefined, later: ContractUpdate): ContractUpdate {
  if (!earlier) return later;
  const trades = [...(later.hasGap ? [] : (earlier.trades ?? [])), ...(later.trades ?? [])];
  const { volumeAtPrice: _known, ...before } = earlier;
  const volumeAtPrice = joinedVolume(earlier, later);
  return {
    ...before,
    ...later,
    trades,
    ...(volumeAtPrice ? { volumeAtPrice } : {}),
    ...(earlier.day && later.day ? { day: { ...earlier.day, ...later.day } } : {}),
  };
}

/** As JSON; trades that are too many for one message go ahead in several. */
function textsOf(update: SentUpdate, roomBytes: number): string[] {
  const text = JSON.stringify(update);
  const { trades = [] } = update;
  if (Buffer.byteLength(text) <= roomBytes || trades.length < 2) return [text];
  const { contractCode, timeMs, hasGap } = update;
  const half = Math.ceil(trades.length / 2);
  const { hasGap: _told, ...rest } = update;
  const ahead = { contractCode, timeMs, trades: trades.slice(0, half), ...(hasGap ? { hasGap } : {}) };
  return [...textsOf(ahead, roomBytes), ...textsOf({ ...rest, trades: trades.slice(half) }, roomBytes)];
}

/** In order, as few messages as carry them. */
function messagesOf(texts: readonly string[], roomBytes: number): string[][] {
  const messages: string[][] = [];
  let room = 0;
  for (const text of texts) {
    const bytes = Buffer.byteLength(text) + 1;
    if (bytes > room) {
      messages.push([]);
      room = roomBytes;
    }
    messages.at(-1)?.push(text);
    room -= bytes;
  }
  return messages;
}

function partAfter(
  market: Pick<Market, 'contractCodes' | 'whole'>,
  after: string | null,
  roomBytes: number,
): { contracts: SentUpdate[]; next: string | null } {
  const codes = market
    .contractCodes()
    .filter((code) => after === null || code > after)
    .sort();
  const contracts: SentUpdate[] = [];
  let room = roomBytes;
  for (const code of codes) {
    const whole = market.whole(code);
    if (!whole) continue;
    const sent = toSent(whole);
    room -= Buffer.byteLength(JSON.stringify(sent)) + 1;
    if (room < 0 && contracts.length > 0) return { contracts, next: contracts.at(-1)?.contractCode ?? null };
    contracts.push(sent);
  }
  return { contracts, next: null };
}
