/** Adds held stops and conditional orders to their contract's trigger index and removes them. */
import { type ConditionalOrder, isWaiting } from '#conditional/conditional-order.ts';
import type { Level } from '#conditional/trigger-index.ts';
import { type EngineState, triggerIndexOf } from '#engine/state.ts';
import { isWaitingStop, type Order } from '#orders/order.ts';
import type { Ticks } from '#values/units.ts';

export function watchOrder(state: EngineState, order: Order): void {
  const level = stopLevel(order);
  if (level) triggerIndexOf(state, order.contractCode).add(level);
}

export function unwatchOrder(state: EngineState, order: Order): void {
  const level = stopLevel(order);
  if (level) triggerIndexOf(state, order.contractCode).remove(level);
}

export function watchConditional(state: EngineState, order: ConditionalOrder): void {
  if (!isArmed(order)) return;
  const index = triggerIndexOf(state, order.contractCode);
  for (const level of exitLevels(order)) index.add(level);
  if (order.trail !== null) index.trail(order);
}

export function unwatchConditional(state: EngineState, order: ConditionalOrder): void {
  if (!isArmed(order)) return;
  const index = triggerIndexOf(state, order.contractCode);
  for (const level of exitLevels(order)) index.remove(level);
  if (order.trail !== null) index.stopTrailing(order);
}

/** A pair is armed by its entry's fills before it waits for a price. */
function isArmed(order: ConditionalOrder): boolean {
  return isWaiting(order) && order.armedLots > 0;
}

function stopLevel(order: Order): Level | undefined {
  if (!order.isHeldByUs || !isWaitingStop(order) || order.stopPriceTicks === null) return undefined;
  return {
    ownerId: order.orderId,
    direction: order.side === 'BUY' ? 'UP' : 'DOWN',
    priceTicks: order.stopPriceTicks,
    sinceSeq: order.receivedSeq,
  };
}

/** A sell takes profit above and stops the loss below. */
function exitLevels(order: ConditionalOrder): Level[] {
  const { conditionalOrderId: ownerId, receivedSeq: sinceSeq, side, takeProfitTicks, stopLossTicks } = order;
  const levels: Level[] = [];
  const add = (priceTicks: Ticks | null, direction: Level['direction']): void => {
    if (priceTicks !== null) levels.push({ ownerId, direction, priceTicks, sinceSeq });
  };
  add(takeProfitTicks, side === 'SELL' ? 'UP' : 'DOWN');
  add(stopLossTicks, side === 'SELL' ? 'DOWN' : 'UP');
  return levels;
}
