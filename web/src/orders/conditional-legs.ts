/**
 * The prices at which a conditional order waits, as the chart and the ladder draw them: its take profit, its stop loss,
 * its trailing stop where that is now; what moving one of them requests, and what it would close. Pure.
 */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Order } from '@mua/contract/entities/order';
import type { Facts } from '@mua/contract/errors';
import type { ModifyConditionalRequest } from '@mua/contract/http/conditional-orders';
import { MAX_TRAIL_BASIS_POINTS, stopIsReached, type Trail } from '@mua/core/preview';
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

export interface LegTarget {
  readonly ticks: Ticks;
  readonly grid: PriceGrid;
  /** The engine's mark: last trade, else settlement. */
  readonly markTicks: Ticks | null;
}

/**
 * A fault where a trail would be shorter than a tick, or longer than the engine allows. Where its stop would be reached
 * already too: of a stop loss the engine refuses that, while a trail given as a distance would close at market at once.
 */
export function legMovedTo(
  order: ConditionalOrder,
  from: LegAtPrice,
  to: LegTarget,
): ModifyConditionalRequest | LegFault {
  const { conditionalOrderId } = order;
  if (from.leg !== 'trail') return { conditionalOrderId, [from.leg]: priceToText(to.ticks, to.grid) };
  const terms = trailMovedTo(order, from.ticks, to);
  const tick = priceToText(1, to.grid);
  if (!terms) return { code: 'TrailInvalid', facts: { min: tick, tick } };
  return reachedFault(order, to) ?? { conditionalOrderId, ...terms };
}

/** Until its entry fills it is compared with no market. */
function reachedFault(
  { side, armedQuantity }: ConditionalOrder,
  { ticks, grid, markTicks }: LegTarget,
): LegFault | undefined {
  if (armedQuantity === 0 || markTicks === null || !stopIsReached(side, ticks, markTicks)) return undefined;
  return { code: 'StopLossWrongSide', facts: { price: priceToText(markTicks, grid) } };
}

/** Its price follows the best one at a distance: moving the price changes the distance. */
function trailMovedTo(
  order: ConditionalOrder,
  fromTicks: Ticks,
  { ticks, grid }: LegTarget,
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
