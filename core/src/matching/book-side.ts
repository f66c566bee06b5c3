/**
 * One side of a book: its price levels, in one array, worst price first and best last. Most orders come and go near the
 * best price, so inserting or dropping a level moves few neighbours, and a binary search over some hundred prices is
 * cheaper than a hash table.
 */

import type { BookDepthLevel } from '#matching/book.ts';
import { PriceLevel, type RestingOrder } from '#matching/price-level.ts';
import { type Side, sideSign } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';
import { assert } from '#values/whole-numbers.ts';

export class BookSide {
  readonly side: Side;
  readonly #sign: 1 | -1;
  readonly #levels: PriceLevel[] = [];
  readonly #spare: PriceLevel[] = [];

  constructor(side: Side) {
    this.side = side;
    this.#sign = sideSign(side);
  }

  get best(): PriceLevel | null {
    return this.fromBest(0);
  }

  /** The level with `rank` better ones before it; null beyond the worst. */
  fromBest(rank: number): PriceLevel | null {
    const levels = this.#levels;
    return rank < levels.length ? (levels[levels.length - 1 - rank] ?? null) : null;
  }

  /** Whether, on this side, one price is matched before another or together with it. */
  isAtLeastAsGood(priceTicks: Ticks, asTicks: Ticks): boolean {
    return this.#sign === 1 ? priceTicks >= asTicks : priceTicks <= asTicks;
  }

  /** The level at a price, created if absent. The caller appends an order at once: no level stays empty. */
  levelAt(priceTicks: Ticks): PriceLevel {
    const place = this.#placeOf(priceTicks);
    const found = place < this.#levels.length ? this.#levels[place] : undefined;
    if (found !== undefined && found.priceTicks === priceTicks) return found;
    const opened = this.#spare.pop() ?? new PriceLevel(this.side);
    opened.priceTicks = priceTicks;
    // Nearly all new prices are at or near the best one, at the end of the array.
    if (place === this.#levels.length) this.#levels.push(opened);
    else this.#levels.splice(place, 0, opened);
    return opened;
  }

  /** Removes a level whose last order has left. */
  drop(level: PriceLevel): void {
    assert(level.orderCount === 0 && level.lots === 0, 'a level with orders was dropped');
    const place = this.#placeOf(level.priceTicks);
    assert(this.#levels[place] === level, 'a level was dropped from a side it is not in');
    if (place === this.#levels.length - 1) this.#levels.pop();
    else this.#levels.splice(place, 1);
    this.#spare.push(level);
  }

  /**
   * Whether an all-or-nothing order can fill: there are enough lots, at this price or better, ahead of the
   * first order that it may not meet. Those lots don't count, nor do those behind them: the order would stop there, partially filled.
   */
  canFillWhole(lots: Lots, worstTicks: Ticks, isBarred: (ownerId: string) => boolean): boolean {
    let missingLots = lots;
    for (let rank = 0; rank < this.#levels.length; rank += 1) {
      const level = this.fromBest(rank);
      if (level === null || !this.isAtLeastAsGood(level.priceTicks, worstTicks)) return false;
      for (let order = level.first; order !== null; order = order.next) {
        if (isBarred(order.ownerId)) return false;
        missingLots -= order.leavesLots;
        if (missingLots <= 0) return true;
      }
    }
    return false;
  }

  /** Up to `levels` levels, best first. */
  depth(levels: number): BookDepthLevel[] {
    const depth: BookDepthLevel[] = [];
    for (let rank = 0; rank < levels; rank += 1) {
      const level = this.fromBest(rank);
      if (level === null) break;
      depth.push({ priceTicks: level.priceTicks, lots: level.lots, orders: level.orderCount });
    }
    return depth;
  }

  /** Every order in matching order. */
  orders(): RestingOrder[] {
    const orders: RestingOrder[] = [];
    for (let rank = 0; rank < this.#levels.length; rank += 1) {
      for (let order = this.fromBest(rank)?.first ?? null; order !== null; order = order.next) orders.push(order);
    }
    return orders;
  }

  /** Index of the first level that is at least as good as the price: where the price is or belongs. */
  #placeOf(priceTicks: Ticks): number {
    const levels = this.#levels;
    let low = 0;
    let high = levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const level = levels[middle];
      if (level !== undefined && this.isAtLeastAsGood(level.priceTicks, priceTicks)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
