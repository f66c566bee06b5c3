/**
 * What the process of the exchange and an engine tell each other: two closed lists, each message once and in order
 * (numbered-line.ts). Both are of one release, or of two that follow each other.
 */

import type { VenueOrder, VenueOrderView, VenueReport, VenueRequest } from '@mua/core/exchange';
import { DURATIONS, ORDER_TYPES, ROW_REASONS, SESSION_STATES, SIDES } from '@mua/core/values';
import { z } from 'zod';
import { marketMoment } from '#venue/port/engine-moment.ts';
import { lineFrame } from '#venue/remote/numbered-line.ts';

/** Engines speak here. */
export const TO_EXCHANGE = 'exchange.orders';
/** The exchange's process speaks here. */
export const FROM_EXCHANGE = 'exchange.reports';

/** A frame on its way, and between whom: both may be others by the time it arrives. */
export const exchangeFrame = lineFrame.extend({
  /** The engine's epoch; 0 while the exchange has not heard of any. */
  engine: z.int(),
  /** Of the exchange's process: when it began, in ms; null of an engine that does not know it yet. */
  life: z.number().nullable(),
});
export type ExchangeFrame = z.infer<typeof exchangeFrame>;

const keysOf = <K extends string>(list: Readonly<Record<K, unknown>>): K[] => Object.keys(list) as K[];

const duration = z.enum(keysOf(DURATIONS));
const ticks = z.int();
const lots = z.int();
const about = { orderId: z.string(), contractCode: z.string() };
const terms = {
  limitPriceTicks: ticks.exactOptional(),
  stopPriceTicks: ticks.exactOptional(),
  duration,
  expirationDate: z.string().exactOptional(),
};

const order = z.object({
  ...{ ...about, ...terms, ownerId: z.string(), avoidsOwnerId: z.string().exactOptional() },
  side: z.enum(keysOf(SIDES)),
  orderType: z.enum(keysOf(ORDER_TYPES)).exclude(['TRAILING_STOP', 'TPSL']),
  quantityLots: lots,
}) satisfies z.ZodType<VenueOrder>;

const asked = { requestId: z.string().exactOptional() };
const request = z.discriminatedUnion('kind', [
  z.object({ ...asked, kind: z.literal('submit'), order }),
  z.object({ ...asked, ...about, ...terms, kind: z.literal('modify'), quantityLots: lots }),
  z.object({ ...asked, ...about, kind: z.literal('cancel') }),
  z.object({ ...asked, ...about, kind: z.literal('status') }),
]) satisfies z.ZodType<VenueRequest>;

const view = z.object({
  ...{ ...terms, orderId: z.string(), filledLots: lots, leavesLots: lots },
}) satisfies z.ZodType<VenueOrderView>;

const said = { ...about, ...asked, execId: z.string() };
const refused = { ...said, reason: z.string() };
const ended = { ...said, reason: z.enum(ROW_REASONS) };
const report = z.discriminatedUnion('kind', [
  z.object({ ...said, kind: z.literal('accepted') }),
  z.object({ ...refused, kind: z.literal('rejected') }),
  z.object({ ...said, kind: z.literal('triggered'), priceTicks: ticks }),
  z.object({
    ...{ ...said, kind: z.literal('filled'), tradeId: z.string(), priceTicks: ticks, lots },
    legs: z.object({ nearTicks: ticks, farTicks: ticks }).exactOptional(),
  }),
  z.object({ ...ended, kind: z.literal('cancelled'), text: z.string().exactOptional() }),
  z.object({ ...ended, kind: z.literal('expired') }),
  z.object({ ...said, ...terms, kind: z.literal('modified'), quantityLots: lots }),
  z.object({ ...refused, kind: z.literal('modifyRejected') }),
  z.object({ ...refused, kind: z.literal('cancelRejected') }),
  z.object({ ...said, kind: z.literal('orderStatus'), order: view.nullable() }),
]) satisfies z.ZodType<VenueReport>;

const session = { state: z.enum(SESSION_STATES), opensAtMs: z.int().nullable() };

/** A contract as it is at the broker: an exchange that opens begins with it, one that runs on is brought to it. */
const contractAtBroker = z.object({
  code: z.string(),
  /** The market's own if null. */
  settlementTicks: ticks.nullable(),
  session: session.state,
  opensAtMs: session.opensAtMs,
  isHalted: z.boolean(),
  tradeDate: z.string(),
});
export type ContractAtBroker = z.infer<typeof contractAtBroker>;

const contractCodes = z.array(z.string());

const toExchange = z.discriminatedUnion('kind', [
  /** The first of each line: a part of the contracts of the `hello` that follows. */
  z.object({ kind: z.literal('contracts'), contracts: z.array(contractAtBroker) }),
  /** `venueEpoch`: which exchange's orders the engine has in its books; null: none yet. */
  z.object({ kind: z.literal('hello'), venueEpoch: z.string().nullable() }),
  /** Void at an exchange of another epoch. */
  z.object({ kind: z.literal('requests'), epoch: z.string(), requests: z.array(request) }),
  /** The engine knows that the link was lost, and sends nothing until it has the answer: `open` and `back`. */
  z.object({ kind: z.literal('listOpen'), id: z.int() }),
  z.object({
    ...{ kind: z.literal('endTradeDate'), endedDate: z.string(), nextDate: z.string() },
    ...{ contractCodes, atMs: z.number() },
  }),
  z.object({ ...session, kind: z.literal('session'), contractCodes, atMs: z.number() }),
  /** New delivery months; what they are both sides know from the reference data. */
  z.object({ kind: z.literal('list'), contractCodes }),
  z.object({ kind: z.literal('halt'), contractCode: z.string(), isHalted: z.boolean() }),
  z.object({ kind: z.literal('link'), isUp: z.boolean(), reason: z.string() }),
  /** Answered by `settled` when everything due by then was told. */
  z.object({ kind: z.literal('settle'), id: z.int() }),
]);
export type ToExchange = z.infer<typeof toExchange>;

const stampedToExchange = z.object({ nowMs: z.number(), message: toExchange });

const fromExchange = z.discriminatedUnion('kind', [
  /** The answer to `hello`, after the link's state: it trades. */
  z.object({ kind: z.literal('opened') }),
  z.object({ kind: z.literal('restarted'), epoch: z.string() }),
  z.object({ kind: z.literal('lost'), reason: z.string() }),
  /** After `lost`: it can be asked how orders stand. */
  z.object({ kind: z.literal('mended') }),
  /** A part of the orders of the `back` that follows. */
  z.object({ kind: z.literal('open'), orders: z.array(view) }),
  /** Answers `listOpen` under its id, and `hello` under zero. */
  z.object({ kind: z.literal('back'), epoch: z.string(), id: z.int() }),
  z.object({ kind: z.literal('reports'), reports: z.array(report) }),
  /** Everything that was due was told on the line before it, and of the market up to that moment. */
  z.object({ kind: z.literal('settled'), id: z.int(), market: marketMoment }),
]);
export type FromExchange = z.infer<typeof fromExchange>;

/** The engine's time stands with each: a manual clock of the exchange follows it. */
export function encodeToExchange(message: ToExchange, nowMs: number): string {
  return JSON.stringify({ nowMs, message });
}

/** @throws ZodError */
export function decodeToExchange(text: string): { readonly nowMs: number; readonly message: ToExchange } {
  return stampedToExchange.parse(JSON.parse(text));
}

export function encodeFromExchange(message: FromExchange): string {
  return JSON.stringify(message);
}

/** @throws ZodError */
export function decodeFromExchange(text: string): FromExchange {
  return fromExchange.parse(JSON.parse(text));
}

/** So many requests, reports or orders go into one message, which is then far from what a frame carries. */
const AT_ONCE = 100;

export function inParts<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, part) =>
    all.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  );
}
