/**
 * Replaces the broker's read tables for late fills: an order that has left the engine's memory is handed back in its
 * final state, with the ids of its fills (server/src/venue/ended-orders.ts). Only durable orders are in it.
 */
import { type EndedOrder, type EngineEvent, isFinal, type Order, type OrderFill } from '@mua/core/engine';

export class EndedOrders {
  private readonly orders = new Map<string, Order>();
  /** By order, as rows of fills have them. */
  private readonly execIds = new Map<string, string[]>();

  /** A step has become durable. */
  learn(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.kind === 'orderChanged') this.orders.set(event.order.orderId, event.order);
      const fill = fillOf(event);
      if (fill) this.execIds.set(fill.orderId, [...(this.execIds.get(fill.orderId) ?? []), fill.execId]);
    }
  }

  /** `forming`: what is executed and on its way to the disk; whoever looks up an order waits for that. */
  recall(orderId: string, forming: readonly EngineEvent[]): EndedOrder | undefined {
    let found = this.orders.get(orderId);
    const seenExecIds = [...(this.execIds.get(orderId) ?? [])];
    for (const event of forming) {
      if (event.kind === 'orderChanged' && event.order.orderId === orderId) found = event.order;
      const fill = fillOf(event);
      if (fill?.orderId === orderId) seenExecIds.push(fill.execId);
    }
    return found && isFinal(found) ? { ...found, seenExecIds } : undefined;
  }
}

function fillOf(event: EngineEvent): OrderFill | undefined {
  return event.kind === 'orderFilled' || event.kind === 'lateFillBooked' ? event.fill : undefined;
}
