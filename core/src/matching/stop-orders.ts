/**
 * The stops of one book that wait for their trigger, sorted as they fire, and the prints they still have to look at.
 * docs/rules/orders.md#stops: of those due on one print buy stops fire first, from the lowest stop price, then
 * sell stops from the highest, equal ones by time; prints that fired stops cause queue behind (breadth first).
 * They stand in levels of their own, at their stop prices, so the next one due is the first of the best level, however
 * many wait. Invariants: a stop waits here or rests in the book, never both; none that waits is due on the last trade
 * once an operation is over; stops, levels and the print queue are used again, so a quiet market makes no garbage.
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

/** What a stop needs beyond an order that rests, apart so that those stay small. Its level's price is the stop price. */
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
  /** Buy stops are sorted as offers are, the lowest price first, and sell stops as bids. */
  readonly #buys = new BookSide('SELL');
  readonly #sells = new BookSide('BUY');
  readonly #spare: StopOrder[] = [];
  #count = 0;
  /** Prints that were due for somebody when they happened: a queue that keeps its memory. */
  readonly #prints: Ticks[] = [];
  #printCount = 0;
  #printsSeen = 0;

  /** The book's own index: an id is taken once, whether it waits or rests. */
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
   * A new price, stop or limit, or more lots lose the place among equal stops; fewer lots, or the same, keep it (trading
   * rules, "Readings: Stops").
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

  /** Back into the pool, holding on to no text, once the caller has read what it needs of a removed stop. */
  release(stop: StopOrder): void {
    stop.orderId = '';
    stop.ownerId = '';
    stop.goodUntil = 'DAY';
    this.#spare.push(stop);
  }

  // ---- firing ----

  /** A trade happened. Kept if a stop is due on it now: none starts to wait before the operation is over. */
  notePrint(priceTicks: Ticks): void {
    if (dueLevel(this.#buys, priceTicks) === null && dueLevel(this.#sells, priceTicks) === null) return;
    this.#prints[this.#printCount] = priceTicks;
    this.#printCount += 1;
  }

  /** The oldest print not looked at yet; null when there is none. */
  nextPrint(): Ticks | null {
    if (this.#printsSeen < this.#printCount) {
      this.#printsSeen += 1;
      return this.#prints[this.#printsSeen - 1] ?? null;
    }
    this.#printCount = 0;
    this.#printsSeen = 0;
    return null;
  }

  /** Removes the stop whose turn it is on this print; null when no more are due. */
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

/** The first level, when this print fires it: a stop price counts as reached when it is touched. */
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
