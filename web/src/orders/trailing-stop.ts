/**
 * Computes where a trailing stop stands at this moment. The server reports one only when it is placed, changed or
 * fired, so the screen follows live last trades by the engine's own rule: the tighter of the known stop and the last
 * price less (a sell) or plus (a buy) the trail. The stop shown never moves back, and a fetch may only tighten it.
 */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import { type Trail, tighterStop, trailingStopTicks } from '@mua/core/preview';
import { type PriceGrid, parseDecimal, rescale, type Ticks } from '@mua/core/values';
import { ticksFromWire } from '#wire/wire-ticks.ts';

export function trailOf(
  { trailAmount, trailPercent }: Pick<ConditionalOrder, 'trailAmount' | 'trailPercent'>,
  grid: PriceGrid | undefined,
): Trail | null {
  const ticks = ticksFromWire(trailAmount, grid);
  if (ticks !== null) return { kind: 'ticks', ticks };
  const decimal = trailPercent === null ? undefined : parseDecimal(trailPercent);
  const basisPoints = decimal && rescale(decimal, 2);
  return basisPoints === undefined ? null : { kind: 'percent', basisPoints: Number(basisPoints) };
}

/** The tightest stop seen for each order since its state of that seq. */
const seen = new Map<string, { readonly seq: number; readonly ticks: Ticks }>();
const REMEMBERED = 500;

/** Returns null for an order without a stop; for one that fired, the stop at which it did. */
export function liveStopTicks(
  order: ConditionalOrder,
  grid: PriceGrid | undefined,
  lastTicks: Ticks | null,
): Ticks | null {
  const { conditionalOrderId: id, seq, side, state } = order;
  const reported = ticksFromWire(order.currentStopPrice, grid);
  const trail = trailOf(order, grid);
  // The stop of an entry begins to trail with its first fill.
  const isFollowing = state === 'PENDING_ACTIVATION' && order.armedQuantity > 0;
  if (!isFollowing || trail === null || lastTicks === null) return reported;
  const before = seen.get(id);
  const known = [reported, before?.seq === seq ? before.ticks : null, trailingStopTicks(side, trail, lastTicks)];
  const ticks = known.filter((stop) => stop !== null).reduce((a, b) => tighterStop(side, a, b));
  seen.delete(id);
  seen.set(id, { seq, ticks });
  const [oldest] = seen.keys();
  if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest);
  return ticks;
}
