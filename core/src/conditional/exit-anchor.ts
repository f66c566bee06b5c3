/**
 * Where exits stand that keep a distance from their entry: from its average fill price, rounded away from it to whole
 * ticks; before the first fill from the price at which it should fill (docs/rules/orders.md#exits-by-distance).
 */
import type { ExitDistances } from '#conditional/conditional-order.ts';
import type { Side } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';

/** An average may lie between two ticks: the sum of ticks x lots, and the lots. */
export interface AnchorPrice {
  readonly notional: number;
  /** At least 1. */
  readonly lots: Lots;
}

export interface AnchoredExits {
  readonly takeProfitTicks: Ticks | null;
  readonly stopLossTicks: Ticks | null;
}

/** `side` is that of the exits, which close. */
export function anchoredExits(side: Side, distances: ExitDistances, { notional, lots }: AnchorPrice): AnchoredExits {
  const above = (ticks: Ticks): Ticks => Math.ceil(notional / lots) + ticks;
  // Plus 0: zero has no sign.
  const below = (ticks: Ticks): Ticks => Math.floor(notional / lots) - ticks + 0;
  const [profit, loss] = side === 'SELL' ? [above, below] : [below, above];
  const { takeProfitTicks, stopLossTicks } = distances;
  return {
    takeProfitTicks: takeProfitTicks === null ? null : profit(takeProfitTicks),
    stopLossTicks: stopLossTicks === null ? null : loss(stopLossTicks),
  };
}
