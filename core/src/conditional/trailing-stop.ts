/**
 * The trailing stop: it moves only in its owner's favour, by whole ticks, with last trades
 * (docs/rules/orders.md#types-and-times-in-force). A sell stop trails below the highest last trade since it began, a
 * buy stop above the lowest.
 */

import type { ConditionalOrder, Trail } from '#conditional/conditional-order.ts';
import type { Side } from '#values/trading-words.ts';
import type { Ticks } from '#values/units.ts';

/** Half the price. */
export const MAX_TRAIL_BASIS_POINTS = 5_000;

/** The distance in ticks. A share of a price is rounded down to whole ticks and is never less than one. */
export function trailDistanceTicks(trail: Trail, priceTicks: Ticks): Ticks {
  if (trail.kind === 'ticks') return trail.ticks;
  return Math.max(1, Math.floor((Math.abs(priceTicks) * trail.basisPoints) / 10_000));
}

export function trailingStopTicks(side: Side, trail: Trail, bestTicks: Ticks): Ticks {
  const distance = trailDistanceTicks(trail, bestTicks);
  return side === 'SELL' ? bestTicks - distance : bestTicks + distance;
}

/** The better of two stops for the order's owner: the higher one to sell, the lower one to buy. */
export function tighterStop(side: Side, a: Ticks, b: Ticks): Ticks {
  return side === 'SELL' ? Math.max(a, b) : Math.min(a, b);
}

export function stopIsReached(side: Side, stopTicks: Ticks, priceTicks: Ticks): boolean {
  return side === 'SELL' ? priceTicks <= stopTicks : priceTicks >= stopTicks;
}

/** Follows a price that is better than the best so far. The stop never moves back. */
export function follow(order: ConditionalOrder, priceTicks: Ticks): void {
  const { side, trail, bestTicks, currentStopTicks } = order;
  if (trail === null) return;
  const isBetter = bestTicks === null || (side === 'SELL' ? priceTicks > bestTicks : priceTicks < bestTicks);
  if (!isBetter) return;
  order.bestTicks = priceTicks;
  const stop = trailingStopTicks(side, trail, priceTicks);
  order.currentStopTicks = currentStopTicks === null ? stop : tighterStop(side, currentStopTicks, stop);
  order.initialStopTicks ??= order.currentStopTicks;
}
