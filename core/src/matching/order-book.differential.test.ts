/**
 * Random commands to the fast and the slow book: equal reports, depth and orders after every command; and the matching
 * invariants, checked from outside, without either book's code. Seeds are fixed, so every run is the same; a failure
 * prints seed and path for fast-check.
 */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DailyLimits } from '#instruments/daily-limit.ts';
import { audit } from '#matching/audit.ts';
import type { Book, BookListener } from '#matching/book.ts';
import {
  type BookCommand,
  brokenInvariants,
  type Happening,
  INVARIANT_RULES,
  seenBook,
} from '#matching/matching-invariants.ts';
import { NaiveBook } from '#matching/naive-book.ts';
import { OrderBook } from '#matching/order-book.ts';
import type { Duration, Side } from '#values/trading-words.ts';

const SEEDS = [1, 20_261_120, 77_777];
const RUNS = 150;
/** About a second each on a quiet machine; a busy one must not fail them. */
const TIMEOUT_MS = 60_000;

describe('the fast book and the slow one', () => {
  test.each(SEEDS)(
    'agree on everything, and both keep the laws (seed %i)',
    (seed) => {
      const count = { commands: 0, fired: 0, chains: 0 };
      const property = fc.property(fc.array(commands(), { minLength: 1, maxLength: 150, size: 'max' }), (list) => {
        const fast = watched((listener) => new OrderBook(INVARIANT_RULES, listener));
        const slow = watched((listener) => new NaiveBook(INVARIANT_RULES, listener));
        let limits: DailyLimits | null = null;
        for (const command of list) {
          if (!isWithin(command, limits)) continue;
          if (command.kind === 'limit') limits = command.limits;
          const before = seenBook(fast.book);
          for (const { reports, happened } of [fast, slow]) {
            reports.length = 0;
            happened.length = 0;
          }
          give(fast.book, command);
          give(slow.book, command);
          // As text: some ten thousand deep comparisons would take most of the time.
          expect(JSON.stringify(fast.reports)).toBe(JSON.stringify(slow.reports));
          expect(seen(fast.book)).toBe(seen(slow.book));
          const after = seenBook(fast.book);
          const faults = [...audit(fast.book), ...brokenInvariants(command, before, fast.happened, after, limits)];
          expect(faults.join('; ')).toBe('');
          const fired = fast.happened.filter(({ kind }) => kind === 'triggered').length;
          count.commands += 1;
          count.fired += fired;
          if (fired > 1) count.chains += 1;
        }
      });
      fc.assert(property, { seed, numRuns: RUNS });
      // Agreement on stops that never fire would prove little.
      expect(count.commands).toBeGreaterThan(5_000);
      expect(count.fired).toBeGreaterThan(count.commands / 10);
      expect(count.chains).toBeGreaterThan(100);
    },
    TIMEOUT_MS,
  );
});

/** The exchange refuses a price beyond the daily limits before the book is asked. */
function isWithin(command: BookCommand, limits: DailyLimits | null): boolean {
  if (limits === null) return true;
  const named = ((): (number | undefined)[] => {
    if (command.kind === 'submit') return [command.order.limitPriceTicks, command.order.stopPriceTicks];
    if (command.kind === 'modify') return [command.terms.limitPriceTicks, command.terms.stopPriceTicks];
    return command.kind === 'quote' ? [command.quote.priceTicks] : [];
  })();
  return named.every((ticks) => ticks === undefined || (ticks >= limits.lowestTicks && ticks <= limits.highestTicks));
}

function seen(book: Book): string {
  const { bestBidTicks, bestAskTicks, lastPriceTicks, lastLots, volumeLots, orderCount } = book;
  const facts = (order: object | null) => order && Object.entries(order).sort(([a], [b]) => (a < b ? -1 : 1));
  const orders = book.openOrders().map(facts);
  const stops = book.waitingStops().map(facts);
  const named = [...book.openOrders(), ...book.waitingStops()].map(({ orderId }) => facts(book.orderNamed(orderId)));
  expect(named).toEqual([...orders, ...stops]);
  expect(book.orderNamed('nobody')).toBeNull();
  const top = [bestBidTicks, bestAskTicks, lastPriceTicks, lastLots, volumeLots, orderCount, book.stopCount];
  return JSON.stringify([book.depth(100), orders, stops, top]);
}

function watched(open: (listener: BookListener) => Book) {
  const reports: unknown[] = [];
  const happened: Happening[] = [];
  const note =
    (kind: string) =>
    (...facts: unknown[]): void => {
      reports.push([kind, ...facts]);
    };
  const book = open({
    accepted: note('accepted'),
    rejected: note('rejected'),
    triggered: (orderId, priceTicks) => {
      reports.push(['triggered', orderId, priceTicks]);
      happened.push({ kind: 'triggered', orderId, priceTicks });
    },
    traded: (aggressorOrderId, restingOrderId, side, priceTicks, lots) => {
      reports.push(['traded', aggressorOrderId, restingOrderId, side, priceTicks, lots]);
      happened.push({ kind: 'traded', aggressorOrderId, restingOrderId, priceTicks, lots });
    },
    cancelled: (orderId, reason) => {
      reports.push(['cancelled', orderId, reason]);
      happened.push({ kind: 'cancelled', orderId });
    },
    expired: note('expired'),
    modified: note('modified'),
    modifyRejected: note('modifyRejected'),
    cancelRejected: note('cancelRejected'),
  });
  return { book, reports, happened };
}

function give(book: Book, command: BookCommand): void {
  if (command.kind === 'submit') book.submit(command.order);
  else if (command.kind === 'modify') book.modify(command.terms);
  else if (command.kind === 'cancel') book.cancel(command.orderId);
  else if (command.kind === 'quote') book.quote(command.quote);
  else if (command.kind === 'limit') book.setDailyLimits(command.limits);
  else book.endTradeDate(command.tradeDate);
}

/**
 * Few prices around zero, few owners, few ids: orders meet, stops chain, ids come twice, owners meet themselves.
 * `freq: 2` leaves a term out in one of two; fast-check's 1 would always do so.
 */
function commands(): fc.Arbitrary<BookCommand> {
  const orderId = fc.integer({ min: 1, max: 25 }).map((number) => `O${number}`);
  const stopId = fc.integer({ min: 1, max: 15 }).map((number) => `T${number}`);
  const anyId = fc.oneof(orderId, stopId);
  const ownerId = fc.constantFrom('anna', 'binh', 'chi');
  const side = fc.constantFrom<Side>('BUY', 'SELL');
  // Counted from the middle, 0: mostly on the own side of it, so that queues build up, and sometimes across.
  const away = fc.integer({ min: -2, max: 5 });
  const priced = (of: Side, ticks: number): number => (of === 'BUY' ? 0 - ticks : ticks);
  const lots = fc.integer({ min: 1, max: 9 });
  const date = fc.constantFrom('2026-11-19', '2026-11-20', '2026-11-23');
  const any = fc.constantFrom<Duration>('DAY', 'GTC', 'GTD', 'IOC', 'FOK');
  const resting = fc.constantFrom<Duration>('DAY', 'GTC', 'GTD');
  const dated = <T extends { readonly duration: Duration }>(terms: T, expirationDate: string) =>
    terms.duration === 'GTD' ? { ...terms, expirationDate } : terms;

  const contractCode = fc.constant('ZCEZ26');
  const order = fc
    .record({ orderId, ownerId, side, quantityLots: lots, duration: any, contractCode })
    .chain((terms) => date.map((expirationDate) => dated(terms, expirationDate)));
  // Only an order that never rests avoids anybody.
  const avoiding = fc.option(fc.record({ avoidsOwnerId: ownerId }), { nil: undefined, freq: 2 });
  const limited = fc.tuple(order, away, avoiding).map(
    ([terms, ticks, avoids]): BookCommand => ({
      kind: 'submit',
      order: {
        ...terms,
        ...(terms.duration === 'IOC' || terms.duration === 'FOK' ? avoids : {}),
        orderType: 'LIMIT',
        limitPriceTicks: priced(terms.side, ticks),
      },
    }),
  );
  const market = fc
    .tuple(order, avoiding)
    .map(([terms, avoids]): BookCommand => ({ kind: 'submit', order: { ...terms, ...avoids, orderType: 'MARKET' } }));
  // A buy stop waits above the middle, a sell stop below; some are met when they come.
  const stop = fc
    .tuple(
      fc.record({ orderId: stopId, ownerId, side, quantityLots: lots, duration: resting, contractCode }),
      date,
      fc.integer({ min: -1, max: 3 }),
      fc.option(fc.integer({ min: -2, max: 2 }), { nil: undefined, freq: 2 }),
    )
    .map(([terms, expirationDate, ticks, beyond]): BookCommand => {
      const whole = dated({ ...terms, stopPriceTicks: priced(terms.side, 0 - ticks) }, expirationDate);
      const { stopPriceTicks } = whole;
      if (beyond === undefined) return { kind: 'submit', order: { ...whole, orderType: 'STOP' } };
      return { kind: 'submit', order: { ...whole, orderType: 'STOP_LIMIT', limitPriceTicks: stopPriceTicks + beyond } };
    });
  const anyTicks = fc.option(fc.integer({ min: -5, max: 5 }), { nil: undefined, freq: 2 });
  const modify = fc
    .tuple(fc.record({ orderId: anyId, quantityLots: lots, duration: resting }), anyTicks, anyTicks, fc.boolean(), date)
    .map(([terms, limitPriceTicks, stopTicks, isOfStop, expirationDate]): BookCommand => {
      const limit = limitPriceTicks === undefined ? {} : { limitPriceTicks };
      const stopPrice = isOfStop && stopTicks !== undefined ? { stopPriceTicks: stopTicks } : {};
      return { kind: 'modify', terms: dated({ ...terms, ...limit, ...stopPrice }, expirationDate) };
    });
  const cancel = anyId.map((id): BookCommand => ({ kind: 'cancel', orderId: id }));
  const quote = fc.tuple(side, fc.integer({ min: 1, max: 3 }), away, fc.integer({ min: 0, max: 9 })).map(
    ([quoteSide, rank, ticks, quoteLots]): BookCommand => ({
      kind: 'quote',
      quote: {
        orderId: `maker-${quoteSide}-${rank}`,
        ownerId: 'maker',
        side: quoteSide,
        priceTicks: priced(quoteSide, ticks),
        lots: quoteLots,
      },
    }),
  );
  const limitAway = fc.integer({ min: 2, max: 6 });
  const limit = fc.option(fc.tuple(limitAway, limitAway), { nil: null, freq: 2 }).map((range): BookCommand => {
    const limits = range === null ? null : { lowestTicks: 0 - range[0], highestTicks: range[1] };
    return { kind: 'limit', limits };
  });
  const end = date.map((tradeDate): BookCommand => ({ kind: 'end', tradeDate }));
  return fc.oneof(
    { weight: 12, arbitrary: limited },
    { weight: 10, arbitrary: stop },
    { weight: 3, arbitrary: market },
    { weight: 6, arbitrary: modify },
    { weight: 3, arbitrary: cancel },
    { weight: 5, arbitrary: quote },
    { weight: 1, arbitrary: end },
    { weight: 1, arbitrary: limit },
  );
}
