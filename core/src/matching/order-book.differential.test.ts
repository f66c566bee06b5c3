/**
 * Random commands to the fast book and to the slow one: the same reports, the same depth, the same orders,
 * after every command; and the laws of trading, checked on what is seen, without either book's own idea of them.
 * Seeds are fixed, so a run never differs; a failure prints seed and path for fast-check.
 */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { VenueOrder } from '#orders/venue-messages';
import type { Duration, Side } from '#values/trading-words';
import { audit } from './audit.ts';
import type { Book, BookListener, BookRules, BookView, OpenOrder, OrderTerms, Quote } from './book.ts';
import { NaiveBook } from './naive-book.ts';
import { OrderBook } from './order-book.ts';

const SEEDS = [1, 20_261_120, 77_777];
const RUNS = 100;
/** A second each on a quiet machine; a busy one must not turn them red. */
const TIMEOUT_MS = 60_000;
/** Tight, so that collars bite within the few prices below. */
const RULES: BookRules = { collarBasisPoints: 2_000, collarMinimumTicks: 2 };

type Command =
  | { readonly kind: 'submit'; readonly order: VenueOrder }
  | { readonly kind: 'modify'; readonly terms: OrderTerms }
  | { readonly kind: 'cancel'; readonly orderId: string }
  | { readonly kind: 'quote'; readonly quote: Quote }
  | { readonly kind: 'end'; readonly tradeDate: string };

interface Fill {
  readonly aggressorOrderId: string;
  readonly restingOrderId: string;
  readonly priceTicks: number;
  readonly lots: number;
}

describe('the fast book and the slow one', () => {
  test.each(SEEDS)(
    'agree on everything, and both keep the laws (seed %i)',
    (seed) => {
      const property = fc.property(fc.array(commands(), { minLength: 1, maxLength: 150, size: 'max' }), (list) => {
        const fast = watched((listener) => new OrderBook(RULES, listener));
        const slow = watched((listener) => new NaiveBook(RULES, listener));
        for (const command of list) {
          const before = fast.book.openOrders();
          for (const { reports, fills } of [fast, slow]) {
            reports.length = 0;
            fills.length = 0;
          }
          give(fast.book, command);
          give(slow.book, command);
          // As text: some ten thousand deep comparisons would take most of the time.
          expect(JSON.stringify(fast.reports)).toBe(JSON.stringify(slow.reports));
          expect(seen(fast.book)).toBe(seen(slow.book));
          const after = fast.book.openOrders();
          expect([...audit(fast.book), ...brokenLaws(command, before, fast.fills, after)].join('; ')).toBe('');
        }
      });
      fc.assert(property, { seed, numRuns: RUNS });
    },
    TIMEOUT_MS,
  );
});

function seen(book: BookView): string {
  const { bestBidTicks, bestAskTicks, lastPriceTicks, lastLots, volumeLots, orderCount } = book;
  const orders = book.openOrders().map((order) => Object.entries(order).sort(([a], [b]) => (a < b ? -1 : 1)));
  const top = [bestBidTicks, bestAskTicks, lastPriceTicks, lastLots, volumeLots, orderCount];
  return JSON.stringify([book.depth(100), orders, top]);
}

/** Who would be matched is read off the book as it was before; nothing here asks how a book decides. */
function brokenLaws(
  command: Command,
  before: readonly OpenOrder[],
  fills: readonly Fill[],
  after: readonly OpenOrder[],
): string[] {
  const aggressor = aggressorOf(command, before);
  if (aggressor === null) return fills.length === 0 ? [] : [`${command.kind} traded`];
  const queue = before.filter((order) => order.side !== aggressor.side).map((order) => ({ ...order }));
  const faults: string[] = [];
  for (const fill of fills) {
    const head = queue[0];
    if (head === undefined) return [...faults, 'traded with nobody'];
    if (fill.restingOrderId !== head.orderId) faults.push(`${fill.restingOrderId} traded before ${head.orderId}`);
    if (fill.priceTicks !== head.priceTicks) faults.push(`traded at ${fill.priceTicks}, not ${head.priceTicks}`);
    if (head.ownerId === aggressor.ownerId) faults.push(`${head.ownerId} traded with itself`);
    const beyond = aggressor.side === 'BUY' ? fill.priceTicks - aggressor.limit : aggressor.limit - fill.priceTicks;
    if (beyond > 0) faults.push(`traded ${beyond} ticks beyond the limit`);
    if (fill.lots <= 0 || fill.lots > head.leavesLots) faults.push(`${fill.lots} lots of ${head.leavesLots} traded`);
    head.leavesLots -= fill.lots;
    if (head.leavesLots === 0) queue.shift();
  }
  const filled = fills.reduce((sum, fill) => sum + fill.lots, 0);
  const rests = after.find((order) => order.orderId === aggressor.orderId);
  if (filled > aggressor.lots) faults.push(`filled ${filled} of ${aggressor.lots}`);
  if (aggressor.duration === 'FOK' && filled !== 0 && filled !== aggressor.lots) faults.push('FOK filled in part');
  if (aggressor.mayRest ? rests && rests.leavesLots !== aggressor.lots - filled : rests) faults.push('rests wrongly');
  const others = after.filter((order) => order.side !== aggressor.side);
  if (others.map(line).join() !== queue.map(line).join()) faults.push('the other side changed by more than the fills');
  return faults;
}

interface Aggressor {
  readonly orderId: string;
  readonly ownerId: string;
  readonly side: Side;
  readonly lots: number;
  readonly limit: number;
  readonly duration: Duration;
  readonly mayRest: boolean;
}

function aggressorOf(command: Command, before: readonly OpenOrder[]): Aggressor | null {
  if (command.kind === 'submit') {
    const { order } = command;
    if (before.some((open) => open.orderId === order.orderId)) return null;
    const { orderId, ownerId, side, duration, quantityLots: lots, limitPriceTicks } = order;
    const best = before.find((open) => open.side !== side)?.priceTicks ?? 0;
    const away = Math.max(2, Math.floor(Math.abs(best) / 5));
    const limit = limitPriceTicks ?? (side === 'BUY' ? best + away : best - away);
    const mayRest = limitPriceTicks !== undefined && duration !== 'IOC' && duration !== 'FOK';
    return { orderId, ownerId, side, lots, limit, duration, mayRest };
  }
  if (command.kind === 'quote') {
    const { lots, priceTicks: limit, ...who } = command.quote;
    return { ...who, lots, limit, duration: 'DAY', mayRest: true };
  }
  if (command.kind === 'modify') {
    const { terms } = command;
    const order = before.find((open) => open.orderId === terms.orderId);
    if (order === undefined) return null;
    const lots = Math.max(0, terms.quantityLots - order.filledLots);
    const limit = terms.limitPriceTicks ?? order.priceTicks;
    return { ...order, lots, limit, duration: terms.duration, mayRest: true };
  }
  return null;
}

function line(order: OpenOrder): string {
  return `${order.orderId}:${order.leavesLots}@${order.priceTicks}`;
}

function watched(open: (listener: BookListener) => Book) {
  const reports: unknown[] = [];
  const fills: Fill[] = [];
  const note =
    (kind: string) =>
    (...facts: unknown[]): void => {
      reports.push([kind, ...facts]);
    };
  const book = open({
    accepted: note('accepted'),
    rejected: note('rejected'),
    traded: (aggressorOrderId, restingOrderId, side, priceTicks, lots) => {
      reports.push(['traded', aggressorOrderId, restingOrderId, side, priceTicks, lots]);
      fills.push({ aggressorOrderId, restingOrderId, priceTicks, lots });
    },
    cancelled: note('cancelled'),
    expired: note('expired'),
    modified: note('modified'),
    modifyRejected: note('modifyRejected'),
    cancelRejected: note('cancelRejected'),
  });
  return { book, reports, fills };
}

function give(book: Book, command: Command): void {
  if (command.kind === 'submit') book.submit(command.order);
  else if (command.kind === 'modify') book.modify(command.terms);
  else if (command.kind === 'cancel') book.cancel(command.orderId);
  else if (command.kind === 'quote') book.quote(command.quote);
  else book.endTradeDate(command.tradeDate);
}

/** Few prices around zero, few owners, few ids: orders meet, ids come twice, owners meet themselves. */
function commands(): fc.Arbitrary<Command> {
  const orderId = fc.integer({ min: 1, max: 25 }).map((number) => `O${number}`);
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

  const order = fc
    .record({ orderId, ownerId, side, quantityLots: lots, duration: any, contractCode: fc.constant('ZCEZ26') })
    .chain((terms) => date.map((expirationDate) => dated(terms, expirationDate)));
  const limit = fc.tuple(order, away).map(
    ([terms, ticks]): Command => ({
      kind: 'submit',
      order: { ...terms, orderType: 'LIMIT', limitPriceTicks: priced(terms.side, ticks) },
    }),
  );
  const market = order.map((terms): Command => ({ kind: 'submit', order: { ...terms, orderType: 'MARKET' } }));
  const modify = fc
    .tuple(
      fc.record({ orderId, quantityLots: lots, duration: resting }),
      fc.option(fc.integer({ min: -5, max: 5 }), { nil: undefined, freq: 1 }),
      date,
    )
    .map(([terms, limitPriceTicks, expirationDate]): Command => {
      const whole = limitPriceTicks === undefined ? terms : { ...terms, limitPriceTicks };
      return { kind: 'modify', terms: dated(whole, expirationDate) };
    });
  const cancel = orderId.map((id): Command => ({ kind: 'cancel', orderId: id }));
  const quote = fc.tuple(side, fc.integer({ min: 1, max: 3 }), away, fc.integer({ min: 0, max: 9 })).map(
    ([quoteSide, rank, ticks, quoteLots]): Command => ({
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
  const end = date.map((tradeDate): Command => ({ kind: 'end', tradeDate }));
  return fc.oneof(
    { weight: 12, arbitrary: limit },
    { weight: 3, arbitrary: market },
    { weight: 6, arbitrary: modify },
    { weight: 3, arbitrary: cancel },
    { weight: 5, arbitrary: quote },
    { weight: 1, arbitrary: end },
  );
}
