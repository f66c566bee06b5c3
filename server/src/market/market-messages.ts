/**
 * What one process tells others of the market: the exchange's tells the market's, and that one every reader (record 169).
 * Each message with updates has a number, from one on in each life of whoever tells, so that whoever misses one knows.
 * Levels and trades are rows without names, which halves them.
 */
import { BAR_INTERVALS, SESSION_STATES } from '@mua/core/values';
import { z } from 'zod';
import { defineQuestion } from '#bus/questions.ts';
import { marketMoment } from '#venue/port/engine-moment.ts';
import type { Bar, ContractUpdate, DayFigures, QuotedLevel, SessionUpdate, Trade } from '#venue/port/market-data.ts';

/** Price and lots. */
const levelRow = z.tuple([z.int(), z.int()]);
/** Id, time, price, lots, aggressor. */
const tradeRow = z.tuple([z.string(), z.int(), z.int(), z.int(), z.enum(['BUY', 'SELL'])]);
const ticksOrNone = z.int().nullable();

const day = z.object({
  openTicks: ticksOrNone,
  highTicks: ticksOrNone,
  lowTicks: ticksOrNone,
  settlementTicks: ticksOrNone,
  volumeLots: z.int(),
  openInterestLots: z.int().exactOptional(),
}) satisfies z.ZodType<DayFigures>;

const session = z.object({
  state: z.enum(SESSION_STATES),
  opensAtMs: z.int().nullable(),
  unscheduled: z.object({ isHalt: z.boolean() }).exactOptional(),
}) satisfies z.ZodType<SessionUpdate>;

const sentUpdate = z.object({
  contractCode: z.string(),
  timeMs: z.int(),
  hasGap: z.literal(true).exactOptional(),
  bids: z.array(levelRow).exactOptional(),
  asks: z.array(levelRow).exactOptional(),
  trades: z.array(tradeRow).exactOptional(),
  volumeAtPrice: z.array(levelRow).exactOptional(),
  day: day.exactOptional(),
  session: session.exactOptional(),
});

export type SentUpdate = z.input<typeof sentUpdate>;

export function toSent({ bids, asks, trades, volumeAtPrice, ...rest }: ContractUpdate): SentUpdate {
  return {
    ...rest,
    ...(bids ? { bids: bids.map(toLevelRow) } : {}),
    ...(asks ? { asks: asks.map(toLevelRow) } : {}),
    ...(trades ? { trades: trades.map(toTradeRow) } : {}),
    ...(volumeAtPrice ? { volumeAtPrice: volumeAtPrice.map(toLevelRow) } : {}),
  };
}

const contractUpdate = sentUpdate.transform(
  ({ bids, asks, trades, volumeAtPrice, ...rest }): ContractUpdate => ({
    ...rest,
    ...(bids ? { bids: bids.map(fromLevelRow) } : {}),
    ...(asks ? { asks: asks.map(fromLevelRow) } : {}),
    ...(trades ? { trades: trades.map(fromTradeRow) } : {}),
    ...(volumeAtPrice ? { volumeAtPrice: volumeAtPrice.map(fromLevelRow) } : {}),
  }),
);

function toLevelRow({ priceTicks, lots }: QuotedLevel): z.input<typeof levelRow> {
  return [priceTicks, lots];
}

function fromLevelRow([priceTicks, lots]: z.output<typeof levelRow>): QuotedLevel {
  return { priceTicks, lots };
}

function toTradeRow({ tradeId, timeMs, priceTicks, lots, aggressor }: Trade): z.input<typeof tradeRow> {
  return [tradeId, timeMs, priceTicks, lots, aggressor];
}

function fromTradeRow([tradeId, timeMs, priceTicks, lots, aggressor]: z.output<typeof tradeRow>): Trade {
  return { tradeId, timeMs, priceTicks, lots, aggressor };
}

/** Without updates it is a sign of life, with the number of the last that had some. */
export const marketMessage = marketMoment.extend({ updates: z.array(contractUpdate).exactOptional() });
export type MarketMessage = z.output<typeof marketMessage>;

const ANSWER_MS = 2_000;

/** Opening, its four prices and the lots. */
const barRow = z.tuple([z.int(), z.int(), z.int(), z.int(), z.int(), z.int()]);

/** Months of a past that has yet to be computed take a while. */
const BARS_MS = 6_000;
/** Everything that is on its way comes first. */
const REACHED_MS = 10_000;
/** So many fit in a message, whatever their figures. */
export const BARS_AT_ONCE = 2_500;

/**
 * Where a market is told of. A question is asked of one turn, or life, of whoever tells: the last one that was heard. One
 * that hangs, or whose machine is gone, gets none of what its successor is asked.
 */
function marketWire(name: string) {
  return {
    updates: `${name}.updates`,
    /** A part of everything that is known, as of its moment: contracts by their code, those after `after`. */
    snapshot: defineQuestion({
      subject: `${name}.*.snapshot`,
      asked: z.object({ after: z.string().nullable() }),
      told: marketMoment.extend({
        keepsItsPast: z.boolean(),
        contracts: z.array(contractUpdate),
        /** What the next part comes after; null: this was the last. */
        next: z.string().nullable(),
      }),
      withinMs: ANSWER_MS,
      isRead: true,
    }),
    bars: defineQuestion({
      subject: `${name}.*.bars`,
      asked: z.object({
        contractCode: z.string(),
        interval: z.enum(BAR_INTERVALS),
        beforeMs: z.int(),
        limit: z.int().min(0).max(BARS_AT_ONCE),
      }),
      told: z.array(barRow.transform(fromBarRow)),
      withinMs: BARS_MS,
      isRead: true,
    }),
    openInterest: defineQuestion({
      subject: `${name}.*.open-interest`,
      asked: z.object({ contractCode: z.string(), beforeMs: z.int(), limit: z.int().min(0).max(BARS_AT_ONCE) }),
      told: z.array(z.object({ endsMs: z.int(), lots: z.int() })),
      withinMs: ANSWER_MS,
      isRead: true,
    }),
  };
}
export type MarketWire = ReturnType<typeof marketWire>;

/** The question as it is asked of that turn. */
export function inTurn<Q extends { readonly subject: string }>(question: Q, turn: number): Q {
  return { ...question, subject: question.subject.replace('*', String(turn)) };
}

/** What every reader hears. */
export const MARKET = marketWire('market');
/** What the market's process hears of an exchange that is another process. */
export const EXCHANGE_MARKET = marketWire('exchange.market');

export type SnapshotPart = z.output<typeof MARKET.snapshot.told>;

/** From which moment on readers know what the exchange told of at that moment. */
export const MARKET_REACHED = defineQuestion({
  subject: 'market.*.reached',
  asked: marketMoment,
  told: marketMoment,
  withinMs: REACHED_MS,
  isRead: true,
});

export function toBarRow(bar: Bar): z.input<typeof barRow> {
  return [bar.openMs, bar.openTicks, bar.highTicks, bar.lowTicks, bar.closeTicks, bar.volumeLots];
}

function fromBarRow([openMs, openTicks, highTicks, lowTicks, closeTicks, volumeLots]: z.output<typeof barRow>): Bar {
  return { openMs, openTicks, highTicks, lowTicks, closeTicks, volumeLots };
}
