/**
 * The limit orders that rest in one book: two sorted sides, and the pool of their records.
 * Invariants: a resting order is in the index and in one level; a level that has lost its last order has left its side.
 */

import type { Depth, OpenOrder } from '#matching/book.ts';
import { BookSide } from '#matching/book-side.ts';
import { durationTerms } from '#matching/good-until.ts';
import type { OrderIndex } from '#matching/order-index.ts';
import { levelOf, type PriceLevel, RestingOrder } from '#matching/price-level.ts';
import { oppositeSide, type Side } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';

/** The rest of an order that has matched all it could. */
interface Remainder {
  readonly orderId: string;
  readonly ownerId: string;
  readonly side: Side;
  readonly leavesLots: Lots;
  readonly worstPriceTicks: Ticks;
}

export class RestingOrders {
  readonly #index: OrderIndex;
  readonly #bids = new BookSide('BUY');
  readonly #asks = new BookSide('SELL');
  /** Chained through `next`. */
  #spare: RestingOrder | null = null;

  /** Takes the book's index: ids are unique over resting and waiting orders. */
  constructor(index: OrderIndex) {
    this.#index = index;
  }

  side(side: Side): BookSide {
    return side === 'BUY' ? this.#bids : this.#asks;
  }

  opposite(side: Side): BookSide {
    return this.side(oppositeSide(side));
  }

  /** Adds a new order behind all others at its price. */
  add(remainder: Remainder, filledLots: Lots, until: string): void {
    const order = this.#spare ?? new RestingOrder();
    this.#spare = order.next;
    order.orderId = remainder.orderId;
    order.ownerId = remainder.ownerId;
    order.goodUntil = until;
    order.leavesLots = remainder.leavesLots;
    order.filledLots = filledLots;
    this.#index.add(order);
    this.side(remainder.side).levelAt(remainder.worstPriceTicks).append(order);
  }

  /** Removes an order from its level, and an emptied level from its side. The order is still in the index. */
  leave(order: RestingOrder, level: PriceLevel): void {
    level.remove(order);
    if (level.orderCount === 0) this.side(level.side).drop(level);
  }

  /** Removes an order without a level from the index and returns it to the pool, dropping its strings. */
  forget(order: RestingOrder): void {
    this.#index.remove(order);
    order.orderId = '';
    order.ownerId = '';
    order.goodUntil = 'DAY';
    order.next = this.#spare;
    this.#spare = order;
  }

  end(order: RestingOrder): void {
    this.leave(order, levelOf(order));
    this.forget(order);
  }

  depth(levels: number): Depth {
    return { bids: this.#bids.depth(levels), asks: this.#asks.depth(levels) };
  }

  /** Bids before asks, each side in matching order. */
  inMatchingOrder(): RestingOrder[] {
    return [...this.#bids.orders(), ...this.#asks.orders()];
  }
}

export function openOrder(order: RestingOrder): OpenOrder {
  const { side, priceTicks } = levelOf(order);
  const { orderId, ownerId, leavesLots, filledLots } = order;
  return { orderId, ownerId, side, priceTicks, leavesLots, filledLots, ...durationTerms(order.goodUntil) };
}
