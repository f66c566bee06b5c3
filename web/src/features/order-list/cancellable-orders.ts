/** Collects what "cancel all" includes: live orders that may be cancelled now, and waiting conditional orders. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Order } from '@mua/contract/entities/order';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { orderRights } from '#features/order-list/order-status-row.ts';
import { conditionalOrdersQuery } from '#orders/conditional-orders.ts';
import { liveOrdersQuery } from '#orders/orders.ts';
import type { WirePrices } from '#orders/sent-order.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export interface CancellableOrder {
  readonly id: string;
  readonly contractCode: string;
  readonly side: Order['side'];
  readonly quantity: number;
  readonly prices: WirePrices;
  /** What it was placed with; null for an order alone. */
  readonly groupId: string | null;
  /**
   * A stop or a conditional order that only reduces a position, or the other order of such a stop's pair: the server keeps
   * it on request.
   */
  readonly isProtective: boolean;
}

export interface CancellableOrders {
  readonly orders: readonly CancellableOrder[];
  /** Number of orders on pages not loaded, which are cancelled too. */
  readonly unnamed: number;
}

interface KnownCancellable extends CancellableOrders {
  /** Both lists have been loaded. */
  readonly isKnown: boolean;
}

export function useCancellable(actor: AccountActor): KnownCancellable {
  const live = useInfiniteQuery(liveOrdersQuery(actor)).data?.pages;
  const waiting = useInfiniteQuery(conditionalOrdersQuery(actor, 'pending')).data?.pages;
  return useMemo(() => {
    const rows = live?.flatMap(({ items }) => items) ?? [];
    const conditionals = waiting?.flatMap(({ items }) => items) ?? [];
    const guarded = new Set(rows.filter(isProtectiveStop).map((order) => pairOf(order) ?? order.orderId));
    const working = rows
      .filter((order) => orderRights(order).canCancel)
      .map((order) => cancellableOrder(order, guarded.has(pairOf(order) ?? order.orderId)));
    return {
      orders: [...working, ...conditionals.map(cancellableConditional)],
      isKnown: live !== undefined && waiting !== undefined,
      unnamed: unloaded(live?.[0]?.total, rows) + unloaded(waiting?.[0]?.total, conditionals),
    };
  }, [live, waiting]);
}

function unloaded(total: number | undefined, loaded: readonly unknown[]): number {
  return Math.max(0, (total ?? 0) - loaded.length);
}

function isProtectiveStop({ orderType, isReduceOnly }: Order): boolean {
  return isReduceOnly && (orderType === 'STOP' || orderType === 'STOP_LIMIT');
}

/** One order of a pair ends with the other. */
function pairOf({ group }: Order): string | undefined {
  return group?.kind === 'OCO' ? group.groupId : undefined;
}

function cancellableOrder(order: Order, isProtective: boolean): CancellableOrder {
  const { orderId: id, contractCode, side, quantity, filledQuantity, orderType, limitPrice, stopPrice } = order;
  const prices = { orderType, limitPrice, stopPrice };
  return {
    ...{ id, contractCode, side, prices },
    quantity: quantity - filledQuantity,
    groupId: order.group?.groupId ?? null,
    isProtective,
  };
}

function cancellableConditional(order: ConditionalOrder): CancellableOrder {
  const { conditionalOrderId: id, contractCode, side, quantity, isReduceOnly } = order;
  const { orderType, trailAmount, trailPercent, takeProfit, stopLoss } = order;
  const prices = { orderType, trailAmount, trailPercent, takeProfit, stopLoss };
  return { id, contractCode, side, quantity, prices, groupId: null, isProtective: isReduceOnly };
}
