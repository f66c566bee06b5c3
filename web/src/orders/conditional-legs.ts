/**
 * The prices at which a conditional order waits, as the chart and the ladder draw them: its take profit, its stop loss,
 * its trailing stop where that is now; what moving one of them requests, and what it would close. Pure.
 */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Order } from '@mua/contract/entities/order';
import type { Facts } from '@mua/contract/errors';
import type { ModifyConditionalRequest } from '@mua/contract/http/conditional-orders';
import { MAX_TRAIL_BASIS_POINTS, type Trail } from '@mua/core/preview';
import { formatDecimal, type PriceGrid, priceToText, type Ticks } from '@mua/core/values';
import { liveStopTicks, trailOf } from '#orders/trailing-stop.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

export type ConditionalLeg = 'takeProfit' | 'stopLoss' | 'trail';

export interface LegAtPrice {
  readonly leg: ConditionalLeg;
  readonly ticks: Ticks;
}

/** Without the legs that it has not. */
export function legsOf(order: ConditionalOrder, grid: PriceGrid, markTicks: Ticks | null): readonly LegAtPrice[] {
  const legs: readonly (readonly [ConditionalLeg, Ticks | null])[] = [
    ['takeProfit', ticksFromWire(order.takeProfit, grid)],
    ['stopLoss', ticksFromWire(order.stopLoss, grid)],
    ['trail', liveStopTicks(order, grid, markTicks)],
  ];
  return legs.flatMap(([leg, ticks]) => (ticks === null ? [] : [{ leg, ticks }]));
}

/** If what it closes is still to be opened: the price of its entry, which is one of these live orders. */
export function entryTicksOf(
  { parentOrderCode }: ConditionalOrder,
  orders: readonly Order[],
  grid: PriceGrid,
): Ticks | null {
  const entry = parentOrderCode === null ? undefined : orders.find(({ orderId }) => orderId === parentOrderCode);
  return entry ? ticksFromWire(entry.limitPrice ?? entry.stopPrice, grid) : null;
}

export interface LegFault {
  readonly code: string;
  readonly facts: Facts;
}

/** A fault where a trail would be shorter than a tick, or longer than the engine allows. */
export function legMovedTo(
  order: ConditionalOrder,
  from: LegAtPrice,
  to: { readonly ticks: Ticks; readonly grid: PriceGrid },
): ModifyConditionalRequest | LegFault {
  const { conditionalOrderId } = order;
  if (from.leg !== 'trail') return { conditionalOrderId, [from.leg]: priceToText(to.ticks, to.grid) };
  const terms = trailMovedTo(order, from.ticks, to);
  const tick = priceToText(1, to.grid);
  return terms ? { conditionalOrderId, ...terms } : { code: 'TrailInvalid', facts: { min: tick, tick } };
}

/** Its price follows the best one at a distance: moving the price changes the distance. */
function trailMovedTo(
  order: ConditionalOrder,
  fromTicks: Ticks,
  { ticks, grid }: { readonly ticks: Ticks; readonly grid: PriceGrid },
): Pick<ModifyConditionalRequest, 'trailAmount' | 'trailPercent'> | null {
  const trail = trailOf(order, grid);
  if (trail === null) return null;
  const away = order.side === 'SELL' ? 1 : -1;
  const best = bestOf(trail, fromTicks, away);
  const distance = (best - ticks) * away;
  if (distance < 1) return null;
  if (trail.kind === 'ticks') return { trailAmount: priceToText(distance, grid) };
  const basisPoints = Math.round((distance * 10_000) / Math.max(1, Math.abs(best)));
  if (basisPoints < 1 || basisPoints > MAX_TRAIL_BASIS_POINTS) return null;
  return { trailPercent: formatDecimal(BigInt(basisPoints), 2) };
}

/** The best price so far, derived from the stop; if the distance is a percentage, it is accurate to a tick or two. */
function bestOf(trail: Trail, stopTicks: Ticks, away: number): number {
  if (trail.kind === 'ticks') return stopTicks + away * trail.ticks;
  return Math.round(stopTicks / (1 - (away * trail.basisPoints) / 10_000));
}
