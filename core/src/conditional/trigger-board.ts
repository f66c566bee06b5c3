/**
 * What waits for a price in one contract: fixed levels, kept sorted so that only the due ones are looked at, and
 * trailing stops, whose level moves with the price. Order of firing on one price step: levels waiting above, from the
 * lowest, then levels waiting below, from the highest, equal ones by time (trading rules, "Readings: Stops": buy stops
 * first, from the lowest, then sell stops from the highest).
 */
import { type ConditionalOrder, isWaiting } from './conditional-order.ts';
import { follow, stopIsReached } from './trailing-stop.ts';

/** Which way the price must come: to the level from below (`UP`), or from above (`DOWN`). */
export type Direction = 'UP' | 'DOWN';

/** One level that something waits for. `ownerId` names an order or a conditional order. */
export interface Level {
  readonly ownerId: string;
  readonly direction: Direction;
  readonly priceTicks: number;
  /** Journal position from which it waits: earlier ones fire first. */
  readonly sinceSeq: number;
}

/** Last, highest and lowest trade since the step before; the order of the three is not known. */
export interface PriceStep {
  readonly lastTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
}

/** A level that was reached, and the price that did. */
export interface Due extends Level {
  readonly reachedTicks: number;
}

export class TriggerBoard {
  /** From the lowest. */
  readonly #above: Level[] = [];
  /** From the highest. */
  readonly #below: Level[] = [];
  readonly #trailing = new Map<string, ConditionalOrder>();

  get isEmpty(): boolean {
    return this.#above.length === 0 && this.#below.length === 0 && this.#trailing.size === 0;
  }

  add(level: Level): void {
    const levels = this.#levels(level.direction);
    levels.splice(placeOf(levels, level), 0, level);
  }

  remove(level: Level): void {
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
    this.#trailing.set(order.conditionalOrderId, order);
  }

  stopTrailing(conditionalOrderId: string): void {
    this.#trailing.delete(conditionalOrderId);
  }

  /**
   * What is due on this step, in order of firing; nothing is taken off. Trailing stops are first held against the
   * step as they stood before it, then they follow it, then they are held against its last price: the extremes may
   * have come in either order, so neither may fire a stop that the other one moved.
   */
  reached(step: PriceStep): Due[] {
    const due: Due[] = [];
    for (const level of this.#above) {
      if (level.priceTicks > step.highTicks) break;
      due.push({ ...level, reachedTicks: step.highTicks });
    }
    for (const level of this.#below) {
      if (level.priceTicks < step.lowTicks) break;
      due.push({ ...level, reachedTicks: step.lowTicks });
    }
    const fixed = due.length;
    for (const order of this.#trailing.values()) {
      const reached = trailTo(order, step);
      if (reached) due.push(reached);
    }
    return due.length === fixed ? due : due.sort(compareLevels);
  }

  #levels(direction: Direction): Level[] {
    return direction === 'UP' ? this.#above : this.#below;
  }
}

function trailTo(order: ConditionalOrder, step: PriceStep): Due | undefined {
  if (!isWaiting(order)) return undefined;
  const isSell = order.side === 'SELL';
  const against = isSell ? step.lowTicks : step.highTicks;
  const before = order.currentStopTicks;
  if (before !== null && stopIsReached(order.side, before, against)) return dueTrail(order, before, against);
  follow(order, isSell ? step.highTicks : step.lowTicks);
  const after = order.currentStopTicks;
  if (after !== null && stopIsReached(order.side, after, step.lastTicks)) return dueTrail(order, after, step.lastTicks);
  return undefined;
}

function dueTrail(order: ConditionalOrder, priceTicks: number, reachedTicks: number): Due {
  const direction = order.side === 'SELL' ? 'DOWN' : 'UP';
  return {
    ownerId: order.conditionalOrderId,
    direction,
    priceTicks,
    sinceSeq: order.receivedSeq,
    reachedTicks,
  };
}

/** In order of firing. */
function compareLevels(a: Level, b: Level): number {
  if (a.direction !== b.direction) return a.direction === 'UP' ? -1 : 1;
  const byPrice = a.direction === 'UP' ? a.priceTicks - b.priceTicks : b.priceTicks - a.priceTicks;
  return byPrice === 0 ? a.sinceSeq - b.sinceSeq : byPrice;
}

/** The first place at which the level, or one of the same rank, stands or belongs. */
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
