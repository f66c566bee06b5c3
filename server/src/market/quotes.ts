/**
 * The newest data in memory: one quote, ten levels and the last trades of each contract, as published by the venue.
 * Plain numbers; the wire converts ticks to text.
 */

import { DayVolume } from '#market/day-volume.ts';
import type { QuoteView } from '#market/market-view.ts';
import type { ContractUpdate, QuotedLevel, SessionUpdate, Trade } from '#venue/port/market-data.ts';

/** Trades per contract: what lies before is not shown, and whoever has fewer has all there were. */
export const TAPE_LENGTH = 500;
/** The tape is trimmed when it exceeds its length by this, not with every trade. */
const TAPE_SLACK = 100;

export interface Quotes {
  take(updates: readonly ContractUpdate[]): void;
  quote(contractCode: string): QuoteView | undefined;
  depth(contractCode: string): Sides | undefined;
  /** Newest first; `before` is a trade's id, and only older ones are returned. Empty if that trade is unknown. */
  tape(contractCode: string, before: string | null, limit: number): readonly Trade[];
  /** Lots of the current trade date at each price, the highest first, as far as its trades are known. */
  volumeAtPrice(contractCode: string): readonly QuotedLevel[];
  contractCodes(): string[];
  /** Everything that is known of a contract as one update, its tape included. */
  whole(contractCode: string): ContractUpdate | undefined;
  forget(): void;
}

export interface Sides {
  readonly bids: readonly QuotedLevel[];
  readonly asks: readonly QuotedLevel[];
}

interface Known {
  quote: QuoteView;
  sides: Sides;
  /** Oldest first. */
  readonly tape: Trade[];
  readonly volume: DayVolume;
  /** The last act of the exchange outside its calendar, while the session is as that has left it. */
  unscheduled: SessionUpdate['unscheduled'];
}

export function createQuotes(): Quotes {
  const known = new Map<string, Known>();
  return {
    take(updates) {
      for (const update of updates) {
        const entry = known.get(update.contractCode) ?? unknown(update);
        known.set(update.contractCode, entry);
        takeOne(entry, update);
      }
    },
    quote: (code) => known.get(code)?.quote,
    depth: (code) => known.get(code)?.sides,
    tape(code, before, limit) {
      const tape = known.get(code)?.tape.slice(-TAPE_LENGTH) ?? [];
      const end = before === null ? tape.length : tape.findLastIndex(({ tradeId }) => tradeId === before);
      return tape.slice(Math.max(0, end - limit), Math.max(0, end)).reverse();
    },
    volumeAtPrice: (code) => known.get(code)?.volume.rows ?? [],
    contractCodes: () => [...known.keys()],
    whole(code) {
      const entry = known.get(code);
      return entry && asOneUpdate(entry);
    },
    forget: () => known.clear(),
  };
}

function asOneUpdate({ quote, sides, tape, volume, unscheduled }: Known): ContractUpdate {
  const { contractCode, timeMs, openTicks, highTicks, lowTicks, settlementTicks, volumeLots, openInterestLots } = quote;
  return {
    ...{ contractCode, timeMs, ...sides, trades: tape.slice(-TAPE_LENGTH), volumeAtPrice: volume.rows },
    day: {
      ...{ openTicks, highTicks, lowTicks, settlementTicks, volumeLots },
      ...(openInterestLots === null ? {} : { openInterestLots }),
    },
    session: { state: quote.session, opensAtMs: quote.opensAtMs, ...(unscheduled ? { unscheduled } : {}) },
  };
}

function unknown({ contractCode, timeMs }: ContractUpdate): Known {
  return {
    quote: {
      contractCode,
      lastTicks: null,
      lastLots: null,
      lastMs: null,
      bidTicks: null,
      bidLots: null,
      askTicks: null,
      askLots: null,
      openTicks: null,
      highTicks: null,
      lowTicks: null,
      settlementTicks: null,
      volumeLots: 0,
      openInterestLots: null,
      session: 'CLOSED',
      opensAtMs: null,
      timeMs,
    },
    sides: { bids: [], asks: [] },
    tape: [],
    volume: new DayVolume(),
    unscheduled: undefined,
  };
}

function takeOne(entry: Known, update: ContractUpdate): void {
  const { timeMs, bids, asks, trades = [], day, session } = update;
  const quote: { -readonly [K in keyof QuoteView]: QuoteView[K] } = { ...entry.quote, timeMs };
  if (bids) {
    quote.bidTicks = bids[0]?.priceTicks ?? null;
    quote.bidLots = bids[0]?.lots ?? null;
  }
  if (asks) {
    quote.askTicks = asks[0]?.priceTicks ?? null;
    quote.askLots = asks[0]?.lots ?? null;
  }
  if (bids || asks) entry.sides = { bids: bids ?? entry.sides.bids, asks: asks ?? entry.sides.asks };
  // A tape has no holes.
  if (update.hasGap) entry.tape.length = 0;
  const last = trades.at(-1);
  if (last) {
    quote.lastTicks = last.priceTicks;
    quote.lastLots = last.lots;
    quote.lastMs = last.timeMs;
    entry.tape.push(...trades);
    if (entry.tape.length > TAPE_LENGTH + TAPE_SLACK) entry.tape.splice(0, entry.tape.length - TAPE_LENGTH);
  }
  entry.volume.take(update, entry.tape);
  if (day) Object.assign(quote, day);
  if (session) {
    quote.session = session.state;
    quote.opensAtMs = session.opensAtMs;
    entry.unscheduled = session.unscheduled;
  }
  entry.quote = quote;
}
