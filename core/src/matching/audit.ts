/**
 * The invariants of a book that its state shows, for tests and the simulator. Those that show only during trading (no
 * trade-through, priority, FOK, self-trade) are checked by order-book.differential.test.ts after each command.
 */

import type { BookDepthLevel, BookView, OpenOrder, WaitingStop } from '#matching/book.ts';
import type { Side } from '#values/trading-words.ts';
import type { Ticks } from '#values/units.ts';
import { isWhole } from '#values/whole-numbers.ts';

/** Every broken invariant as one English line for the developer; empty if the book is sound. */
export function audit(book: BookView): string[] {
  const orders = book.openOrders();
  const depth = book.depth(Number.MAX_SAFE_INTEGER);
  return [
    ...auditSide('BUY', depth.bids, orders),
    ...auditSide('SELL', depth.asks, orders),
    ...auditOrders(orders),
    ...auditTop(book, depth.bids[0]?.priceTicks ?? null, depth.asks[0]?.priceTicks ?? null),
    ...broken(book.orderCount !== orders.length, `${book.orderCount} orders are indexed, ${orders.length} rest`),
    ...auditStops(book, orders),
  ];
}

function auditSide(side: Side, levels: readonly BookDepthLevel[], orders: readonly OpenOrder[]): string[] {
  const faults: string[] = [];
  const queue = orders.filter((order) => order.side === side);
  let taken = 0;
  let better: BookDepthLevel | null = null;
  for (const level of levels) {
    const { priceTicks } = level;
    if (better !== null && (side === 'BUY' ? priceTicks >= better.priceTicks : priceTicks <= better.priceTicks)) {
      faults.push(`${side} levels are not sorted: ${better.priceTicks} before ${priceTicks}`);
    }
    if (level.orders <= 0) faults.push(`${side} ${priceTicks} is an empty level`);
    const at = queue.slice(taken, taken + level.orders);
    taken += level.orders;
    if (at.some((order) => order.priceTicks !== priceTicks)) faults.push(`${side} ${priceTicks} holds another price`);
    const lots = at.reduce((sum, order) => sum + order.leavesLots, 0);
    if (lots !== level.lots) faults.push(`${side} ${priceTicks} shows ${level.lots} lots, its orders have ${lots}`);
    better = level;
  }
  if (taken !== queue.length) faults.push(`${side} levels count ${taken} orders, ${queue.length} rest`);
  return faults;
}

function auditOrders(orders: readonly OpenOrder[]): string[] {
  const ids = new Set(orders.map((order) => order.orderId));
  return [
    ...broken(ids.size !== orders.length, 'an order id rests twice'),
    ...orders.flatMap((order) => [
      ...broken(!isWhole(order.priceTicks), `${order.orderId} rests at ${order.priceTicks} ticks`),
      ...broken(!isWhole(order.leavesLots) || order.leavesLots <= 0, `${order.orderId} has ${order.leavesLots} lots`),
      ...broken(!isWhole(order.filledLots) || order.filledLots < 0, `${order.orderId} filled ${order.filledLots}`),
      ...broken(order.duration === 'IOC' || order.duration === 'FOK', `${order.orderId} rests with ${order.duration}`),
      ...broken(
        (order.duration === 'GTD') !== (order.expirationDate !== undefined),
        `${order.orderId} is ${order.duration} with expiration date ${order.expirationDate}`,
      ),
    ]),
  ];
}

/** docs/rules/orders.md#stops: stops that are due have fired, and a fired stop waits no more. */
function auditStops(book: BookView, orders: readonly OpenOrder[]): string[] {
  const stops = book.waitingStops();
  const last = book.lastPriceTicks;
  const resting = new Set(orders.map((order) => order.orderId));
  const waiting = new Set(stops.map((stop) => stop.orderId));
  return [
    ...broken(book.stopCount !== stops.length, `${book.stopCount} stops are counted, ${stops.length} wait`),
    ...broken(waiting.size !== stops.length, 'a stop waits twice'),
    ...stops.flatMap((stop, at) => [
      ...broken(resting.has(stop.orderId), `${stop.orderId} waits and rests`),
      ...broken(last !== null && isDue(stop, last), `${stop.orderId} waits at ${stop.stopPriceTicks}, last is ${last}`),
      ...broken(!isWhole(stop.quantityLots) || stop.quantityLots <= 0, `${stop.orderId} has ${stop.quantityLots} lots`),
      ...broken(stop.duration === 'IOC' || stop.duration === 'FOK', `${stop.orderId} waits with ${stop.duration}`),
      ...broken(firesBefore(stop, stops[at - 1]), `${stop.orderId} fires before ${stops[at - 1]?.orderId}`),
    ]),
  ];
}

function isDue({ side, stopPriceTicks }: WaitingStop, lastTicks: Ticks): boolean {
  return side === 'BUY' ? lastTicks >= stopPriceTicks : lastTicks <= stopPriceTicks;
}

/** Buys from the lowest, then sells from the highest; the order of equal ones can't be seen here. */
function firesBefore(stop: WaitingStop, other: WaitingStop | undefined): boolean {
  if (other === undefined) return false;
  if (stop.side !== other.side) return stop.side === 'BUY';
  return stop.side === 'BUY' ? stop.stopPriceTicks < other.stopPriceTicks : stop.stopPriceTicks > other.stopPriceTicks;
}

function auditTop(book: BookView, bidTicks: Ticks | null, askTicks: Ticks | null): string[] {
  return [
    ...broken(bidTicks !== null && askTicks !== null && bidTicks >= askTicks, `crossed: ${bidTicks} / ${askTicks}`),
    ...broken(book.bestBidTicks !== bidTicks, `best bid ${book.bestBidTicks}, depth says ${bidTicks}`),
    ...broken(book.bestAskTicks !== askTicks, `best ask ${book.bestAskTicks}, depth says ${askTicks}`),
  ];
}

function broken(isBroken: boolean, fault: string): string[] {
  return isBroken ? [fault] : [];
}
