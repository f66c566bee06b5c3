/**
 * The trailing stops of one side of one contract, in order of firing, so that a price visits only those that it
 * reaches, and moves them only when it is better than the worst best price among them.
 */

import { byName } from '#conditional/by-name.ts';
import type { ConditionalOrder } from '#conditional/conditional-order.ts';
import { follow, stopIsReached } from '#conditional/trailing-stop.ts';
import type { Side } from '#values/trading-words.ts';
import type { Ticks } from '#values/units.ts';

/**
 * One price step from this side's view: the extreme towards the stops, the extreme away from them, and the last price.
 */
export interface SideStep {
  readonly adverseTicks: Ticks;
  readonly favourableTicks: Ticks;
  readonly lastTicks: Ticks;
}

export class TrailingStops {
  readonly #side: Side;
  /** In order of firing; orders that have seen no price yet come last. */
  readonly #orders: ConditionalOrder[] = [];
  /** The worst best price of any order here; null when one has seen none. */
  #slowestBest: Ticks | null = null;

  constructor(side: Side) {
    this.#side = side;
  }

  get isEmpty(): boolean {
    return this.#orders.length === 0;
  }

  add(order: ConditionalOrder): void {
    let low = 0;
    let high = this.#orders.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const known = this.#orders[middle];
      if (known && byStop(known, order, this.#side) <= 0) low = middle + 1;
      else high = middle;
    }
    this.#orders.splice(low, 0, order);
    const isFirst = this.#orders.length === 1;
    this.#slowestBest = isFirst ? order.bestTicks : slower(this.#side, this.#slowestBest, order.bestTicks);
  }

  remove(order: ConditionalOrder): void {
    const at = this.#orders.indexOf(order);
    if (at >= 0) this.#orders.splice(at, 1);
  }

  /**
   * The orders due, each with the price that reached it. They are compared with the adverse extreme first, then the
   * others follow the favourable one and are compared with the last price: the extremes may have come in either order,
   * so neither may fire a stop that the other one moved. What is fresh knows the last price alone.
   */
  reached(
    { adverseTicks, favourableTicks, lastTicks }: SideStep,
    isFresh: (order: ConditionalOrder) => boolean,
  ): { order: ConditionalOrder; reachedTicks: Ticks }[] {
    const inReach = this.#from(0, adverseTicks);
    const due = inReach.filter((order) => !isFresh(order));
    const isAll = due.length === inReach.length && !this.#isNewExtreme(favourableTicks);
    if (isAll) return due.map((order) => ({ order, reachedTicks: adverseTicks }));
    const ofExtreme = new Set(due);
    for (const order of this.#orders)
      if (!ofExtreme.has(order)) follow(order, isFresh(order) ? lastTicks : favourableTicks);
    this.#settle();
    const later = this.#orders.filter((order) => !ofExtreme.has(order));
    return [
      ...due.map((order) => ({ order, reachedTicks: adverseTicks })),
      ...later.filter((order) => this.#isDue(order, lastTicks)).map((order) => ({ order, reachedTicks: lastTicks })),
    ];
  }

  /** The orders from an index on that the price reaches. */
  #from(place: number, priceTicks: Ticks): ConditionalOrder[] {
    const due: ConditionalOrder[] = [];
    for (let at = place; at < this.#orders.length; at += 1) {
      const order = this.#orders[at];
      if (!order || !this.#isDue(order, priceTicks)) break;
      due.push(order);
    }
    return due;
  }

  #isDue({ currentStopTicks }: ConditionalOrder, priceTicks: Ticks): boolean {
    return currentStopTicks !== null && stopIsReached(this.#side, currentStopTicks, priceTicks);
  }

  /** Whether the price is better than the best price of some order here. */
  #isNewExtreme(priceTicks: Ticks): boolean {
    if (this.#orders.length === 0) return false;
    const slowest = this.#slowestBest;
    return slowest === null || (this.#side === 'SELL' ? priceTicks > slowest : priceTicks < slowest);
  }

  #settle(): void {
    this.#orders.sort((a, b) => byStop(a, b, this.#side));
    let slowest = this.#orders[0]?.bestTicks ?? null;
    for (const { bestTicks } of this.#orders) slowest = slower(this.#side, slowest, bestTicks);
    this.#slowestBest = slowest;
  }
}

/** The worse of two best prices; null is the worst. */
function slower(side: Side, a: Ticks | null, b: Ticks | null): Ticks | null {
  if (a === null || b === null) return null;
  return side === 'SELL' ? Math.min(a, b) : Math.max(a, b);
}

/** Sorts sell stops from the highest, buy stops from the lowest, equal ones by time and name; those without a price last. */
function byStop(a: ConditionalOrder, b: ConditionalOrder, side: Side): number {
  if (a.currentStopTicks === null || b.currentStopTicks === null)
    return Number(a.currentStopTicks === null) - Number(b.currentStopTicks === null);
  const distance = a.currentStopTicks - b.currentStopTicks;
  const byPrice = side === 'SELL' ? -distance : distance;
  return byPrice || a.receivedSeq - b.receivedSeq || byName(a.conditionalOrderId, b.conditionalOrderId);
}
