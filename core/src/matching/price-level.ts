/**
 * One price level: the queue of its orders, first come first matched. The queue is linked through the orders
 * themselves, so joining, leaving and trading touch no other order and allocate nothing; orders and levels come from
 * pools.
 * Invariants: a level in a book has at least one order; `lots` and `orderCount` are the sums over the queue.
 */
import type { Side } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';
import { assert } from '#values/whole-numbers.ts';

/**
 * An order in the book. Price and side are those of its level, which saves two words per order. Mutable and reused, so
 * only core/matching may hold one, and never beyond the call.
 */
export class RestingOrder {
  orderId: string;
  ownerId: string;
  /** DAY, GTC, or the last trade date of a GTD order: the order's whole duration in one word. */
  goodUntil: string;
  leavesLots: Lots;
  filledLots: Lots;
  /** Null only while the order is pooled or moves between levels. */
  level: PriceLevel | null;
  previous: RestingOrder | null;
  next: RestingOrder | null;
  /** Chain of order-index.ts. */
  nextInBucket: RestingOrder | null;

  constructor() {
    this.orderId = '';
    this.ownerId = '';
    this.goodUntil = 'DAY';
    this.leavesLots = 0;
    this.filledLots = 0;
    this.level = null;
    this.previous = null;
    this.next = null;
    this.nextInBucket = null;
  }
}

export class PriceLevel {
  side: Side;
  priceTicks: Ticks;
  lots: Lots;
  orderCount: number;
  first: RestingOrder | null;
  last: RestingOrder | null;

  constructor(side: Side) {
    this.side = side;
    this.priceTicks = 0;
    this.lots = 0;
    this.orderCount = 0;
    this.first = null;
    this.last = null;
  }

  append(order: RestingOrder): void {
    const last = this.last;
    order.level = this;
    order.previous = last;
    order.next = null;
    if (last === null) this.first = order;
    else last.next = order;
    this.last = order;
    this.lots += order.leavesLots;
    this.orderCount += 1;
  }

  remove(order: RestingOrder): void {
    const { previous, next } = order;
    if (previous === null) this.first = next;
    else previous.next = next;
    if (next === null) this.last = previous;
    else next.previous = previous;
    order.level = null;
    order.previous = null;
    order.next = null;
    this.lots -= order.leavesLots;
    this.orderCount -= 1;
  }

  /** Reduces open lots; the order keeps its place in the queue. */
  reduce(order: RestingOrder, byLots: Lots): void {
    order.leavesLots -= byLots;
    this.lots -= byLots;
  }
}

export function levelOf(order: RestingOrder): PriceLevel {
  const { level } = order;
  assert(level !== null, 'an order in the index is in no level');
  return level;
}
