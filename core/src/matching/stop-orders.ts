/**
 * The waiting stops of one book, sorted by firing order, and the prints they have not been checked against.
 * docs/rules/orders.md#stops: of those due on one print buy stops fire first, from the lowest stop price, then sell
 * stops from the highest, equal ones by time; prints caused by fired stops are queued (breadth first).
 * Stops are in levels of their own, by stop price, so the next one due is the first of the best level. Invariants: a
 * stop either waits here or rests in the book; after an operation none that waits is due on the last trade; records are
 * reused, so a quiet market allocates nothing.
 */

import type { WaitingStop } from '#matching/book.ts';
import { BookSide } from '#matching/book-side.ts';
import { durationTerms } from '#matching/good-until.ts';
import type { OrderIndex } from '#matching/order-index.ts';
import { levelOf, type PriceLevel, RestingOrder } from '#matching/price-level.ts';
import type { VenueOrder } from '#orders/venue-messages.ts';
import type { Side } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';
import { assert } from '#values/whole-numbers.ts';

/** A waiting stop; a subclass, so that resting orders stay small. The price of its level is the stop price. */
export class StopOrder extends RestingOrder {
  side: Side;
  /** Of a STOP_LIMIT; null for a STOP, which becomes a market order. */
  limitPriceTicks: Ticks | null;

  constructor() {
    super();
    this.side = 'BUY';
    this.limitPriceTicks = null;
  }
}

export class StopOrders {
  readonly #index: OrderIndex;
  /** Buy stops are sorted like offers, lowest price first, and sell stops like bids. */
  readonly #buys = new BookSide('SELL');
  readonly #sells = new BookSide('BUY');
  readonly #spare: StopOrder[] = [];
  #count = 0;
  /** Prints on which a stop was due: a queue that keeps its memory. */
  readonly #prints: Ticks[] = [];
  #printCount = 0;
  #printsSeen = 0;

  /** Takes the book's index: ids are unique over resting and waiting orders. */
  constructor(index: OrderIndex) {
    this.#index = index;
  }

  get count(): number {
    return this.#count;
  }

  get hasPrints(): boolean {
    return this.#printCount > 0;
  }

  add(order: VenueOrder, until: string): void {
    assert(order.stopPriceTicks !== undefined, 'a stop without a stop price reached the book');
    assert((order.orderType === 'STOP_LIMIT') === (order.limitPriceTicks !== undefined), 'a stop has a wrong limit');
    const stop = this.#spare.pop() ?? new StopOrder();
    stop.orderId = order.orderId;
    stop.ownerId = order.ownerId;
    stop.goodUntil = until;
    stop.side = order.side;
    stop.limitPriceTicks = order.limitPriceTicks ?? null;
    stop.leavesLots = order.quantityLots;
    this.#side(stop).levelAt(order.stopPriceTicks).append(stop);
    this.#index.add(stop);
    this.#count += 1;
  }

  /**
   * Changes a stop. A new stop or limit price, or more lots, loses the place among equal stops; fewer or the same lots
   * keep it (docs/rules/orders.md#stops).
   */
  change(
    stop: StopOrder,
    to: { readonly stopPriceTicks: Ticks; readonly lots: Lots; readonly isRepriced: boolean },
  ): void {
    const { stopPriceTicks, lots, isRepriced } = to;
    const level = levelOf(stop);
    if (!isRepriced && stopPriceTicks === level.priceTicks && lots <= stop.leavesLots) {
      level.reduce(stop, stop.leavesLots - lots);
      return;
    }
    this.#leave(stop, level);
    stop.leavesLots = lots;
    this.#side(stop).levelAt(stopPriceTicks).append(stop);
  }

  remove(stop: StopOrder): void {
    this.#leave(stop, levelOf(stop));
    this.#index.remove(stop);
    this.#count -= 1;
  }

  /** Returns a removed stop to the pool, dropping its strings, once the caller has read it. */
  release(stop: StopOrder): void {
    stop.orderId = '';
    stop.ownerId = '';
    stop.goodUntil = 'DAY';
    this.#spare.push(stop);
  }

  // ---- firing ----

  /** Notes a trade if a stop is due on it: no stop is added before the operation is over. */
  notePrint(priceTicks: Ticks): void {
    if (dueLevel(this.#buys, priceTicks) === null && dueLevel(this.#sells, priceTicks) === null) return;
    this.#prints[this.#printCount] = priceTicks;
    this.#printCount += 1;
  }

  /** The oldest print not checked yet; null if there is none. */
  nextPrint(): Ticks | null {
    if (this.#printsSeen < this.#printCount) {
      this.#printsSeen += 1;
      return this.#prints[this.#printsSeen - 1] ?? null;
    }
    this.#printCount = 0;
    this.#printsSeen = 0;
    return null;
  }

  /** Removes and returns the next stop due on this print; null if there is none. */
  takeDue(printTicks: Ticks): StopOrder | null {
    const stop = (dueLevel(this.#buys, printTicks) ?? dueLevel(this.#sells, printTicks))?.first ?? null;
    if (stop === null) return null;
    assert(stop instanceof StopOrder, 'an order that is no stop waits for a trigger');
    this.remove(stop);
    return stop;
  }

  inFiringOrder(): StopOrder[] {
    return [this.#buys, this.#sells].flatMap((side) =>
      side.orders().map((stop) => {
        assert(stop instanceof StopOrder, 'an order that is no stop waits for a trigger');
        return stop;
      }),
    );
  }

  #side(stop: StopOrder): BookSide {
    return stop.side === 'BUY' ? this.#buys : this.#sells;
  }

  #leave(stop: StopOrder, level: PriceLevel): void {
    level.remove(stop);
    if (level.orderCount === 0) this.#side(stop).drop(level);
  }
}

/** The first level that this print fires: a touched stop price counts as reached. */
function dueLevel(side: BookSide, printTicks: Ticks): PriceLevel | null {
  const level = side.best;
  return level !== null && side.isAtLeastAsGood(level.priceTicks, printTicks) ? level : null;
}

export function waitingStop(stop: StopOrder): WaitingStop {
  const { orderId, ownerId, side, leavesLots: quantityLots, limitPriceTicks } = stop;
  const terms = { orderId, ownerId, side, stopPriceTicks: levelOf(stop).priceTicks, quantityLots };
  const until = durationTerms(stop.goodUntil);
  return limitPriceTicks === null ? { ...terms, ...until } : { ...terms, limitPriceTicks, ...until };
}
