/**
 * What waits for a price in one contract: fixed levels, sorted so that only those due are visited, and trailing stops,
 * whose level moves with the price. Order of firing within a price step: levels waiting above, from the lowest, then
 * levels waiting below, from the highest, equal ones by time (docs/rules/orders.md#stops: buy stops first, from the
 * lowest, then sell stops from the highest).
 */
import { byName } from '#conditional/by-name.ts';
import type { ConditionalOrder } from '#conditional/conditional-order.ts';
import { TrailingStops } from '#conditional/trailing-stops.ts';
import type { Ticks } from '#values/units.ts';

/** The direction from which the price must reach the level: from below (`UP`) or from above (`DOWN`). */
export type Direction = 'UP' | 'DOWN';

/** A price level. `ownerId` names an order or a conditional order. */
export interface Level {
  readonly ownerId: string;
  readonly direction: Direction;
  readonly priceTicks: Ticks;
  /** Journal position since which it waits: earlier ones fire first. */
  readonly sinceSeq: number;
}

/** Last, highest and lowest trade since the previous step; their order in time is not known. */
export interface PriceStep {
  readonly lastTicks: Ticks;
  readonly highTicks: Ticks;
  readonly lowTicks: Ticks;
}

/** A level that was reached, and the price that reached it. */
export interface Due extends Level {
  readonly reachedTicks: Ticks;
}

/**
 * A level that was set or moved since the previous price step is held against the last price alone, and so is what such a
 * trail follows: the step's highest and lowest may be from before it.
 */
export class TriggerIndex {
  /** Lowest first. */
  readonly #above: Level[] = [];
  /** Highest first. */
  readonly #below: Level[] = [];
  readonly #trailing = { BUY: new TrailingStops('BUY'), SELL: new TrailingStops('SELL') };
  /** Owners of what was set or moved since the previous step. */
  readonly #fresh = new Set<string>();

  get isEmpty(): boolean {
    const { BUY, SELL } = this.#trailing;
    return this.#above.length === 0 && this.#below.length === 0 && BUY.isEmpty && SELL.isEmpty;
  }

  /** In a fixed order, for a snapshot. */
  get fresh(): readonly string[] {
    return [...this.#fresh].sort();
  }

  /** As a snapshot has it. */
  restoreFresh(ownerIds: readonly string[]): void {
    this.#fresh.clear();
    for (const ownerId of ownerIds) this.#fresh.add(ownerId);
  }

  /** A price step is over: whatever waits by now was there before the next one. */
  endStep(): void {
    this.#fresh.clear();
  }

  add(level: Level): void {
    this.#fresh.add(level.ownerId);
    const levels = this.#levels(level.direction);
    levels.splice(placeOf(levels, level), 0, level);
  }

  remove(level: Level): void {
    this.#fresh.delete(level.ownerId);
    const levels = this.#levels(level.direction);
    for (let at = placeOf(levels, level); at < levels.length; at += 1) {
      const known = levels[at];
      if (!known || compareLevels(known, level) !== 0) return;
      if (known.ownerId !== level.ownerId) continue;
      levels.splice(at, 1);
      return;
    }
  }

  trail(order: ConditionalOrder): void {
    this.#fresh.add(order.conditionalOrderId);
    this.#trailing[order.side].add(order);
  }

  stopTrailing(order: ConditionalOrder): void {
    this.#fresh.delete(order.conditionalOrderId);
    this.#trailing[order.side].remove(order);
  }

  /** Everything due on this step, in order of firing; nothing is removed. Trailing stops are moved by the price. */
  reached(step: PriceStep): Due[] {
    const { lastTicks, highTicks, lowTicks } = step;
    const due: Due[] = [];
    for (const level of this.#above) {
      if (level.priceTicks > highTicks) break;
      const reachedTicks = this.#fresh.has(level.ownerId) ? lastTicks : highTicks;
      if (level.priceTicks <= reachedTicks) due.push({ ...level, reachedTicks });
    }
    for (const level of this.#below) {
      if (level.priceTicks < lowTicks) break;
      const reachedTicks = this.#fresh.has(level.ownerId) ? lastTicks : lowTicks;
      if (level.priceTicks >= reachedTicks) due.push({ ...level, reachedTicks });
    }
    const { BUY, SELL } = this.#trailing;
    const isFresh = ({ conditionalOrderId }: ConditionalOrder): boolean => this.#fresh.has(conditionalOrderId);
    const trailing = [
      ...BUY.reached({ adverseTicks: highTicks, favourableTicks: lowTicks, lastTicks }, isFresh),
      ...SELL.reached({ adverseTicks: lowTicks, favourableTicks: highTicks, lastTicks }, isFresh),
    ];
    if (trailing.length === 0) return due;
    return [...due, ...trailing.map(({ order, reachedTicks }) => dueTrail(order, reachedTicks))].sort(compareLevels);
  }

  #levels(direction: Direction): Level[] {
    return direction === 'UP' ? this.#above : this.#below;
  }
}

function dueTrail(order: ConditionalOrder, reachedTicks: Ticks): Due {
  const { conditionalOrderId: ownerId, side, currentStopTicks, receivedSeq: sinceSeq } = order;
  const direction = side === 'SELL' ? 'DOWN' : 'UP';
  return { ownerId, direction, priceTicks: currentStopTicks ?? reachedTicks, sinceSeq, reachedTicks };
}

/** Sorts in order of firing; whoever came at once, as the orders of a group, by name: a restored index has the same. */
function compareLevels(a: Level, b: Level): number {
  if (a.direction !== b.direction) return a.direction === 'UP' ? -1 : 1;
  const byPrice = a.direction === 'UP' ? a.priceTicks - b.priceTicks : b.priceTicks - a.priceTicks;
  return byPrice || a.sinceSeq - b.sinceSeq || byName(a.ownerId, b.ownerId);
}

/** The first index at which the level, or one of the same rank, is or belongs. */
function placeOf(levels: readonly Level[], level: Level): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const known = levels[middle];
    if (known && compareLevels(known, level) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
