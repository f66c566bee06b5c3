/**
 * One toast for each order, from "sending" to "filled" in the same place. It listens to what was sent from this page,
 * to the investor feed, and to refused cancels. Mounted once; draws nothing itself.
 */

import type { Fill } from '@mua/contract/entities/fill';
import type { Order } from '@mua/contract/entities/order';
import { useEffect } from 'react';
import { subscribeAccountEvents } from '#data/account-events.ts';
import type { AccountEvent } from '#data/account-ledger.ts';
import { type OrderNotice, subscribeOrderNotices } from '#data/order-notices.ts';
import { useSentOrders } from '#data/sent-orders.ts';
import { toast } from '#design/ui/toaster.tsx';
import { OrderToast } from './order-toast.tsx';
import { storyOfOrder, storyOfSent, type ToastStory } from './toast-story.ts';

const SHOWN_MS = 4000;
const KEPT = 500;

export function OrderToasts() {
  useEffect(() => {
    const teller = createTeller(show);
    const stops = [
      subscribeAccountEvents(teller.hear),
      subscribeOrderNotices(teller.notice),
      useSentOrders.subscribe(({ orders }, before) => {
        for (const [id, sent] of orders) {
          const story = before.orders.get(id) === sent ? null : storyOfSent(sent);
          if (story) show(story);
        }
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return null;
}

function show(story: ToastStory): void {
  const id = `order-${story.id}`;
  toast.custom(() => <OrderToast story={story} onClose={() => toast.dismiss(id)} />, {
    id,
    duration: story.isLasting ? Number.POSITIVE_INFINITY : SHOWN_MS,
  });
}

/** Remembers the last state and the fills of each order, so that a change and a fee can be told. */
export function createTeller(tell: (story: ToastStory) => void): {
  hear: (event: AccountEvent) => void;
  notice: (notice: OrderNotice) => void;
} {
  const orders = new Map<string, Order>();
  const fills = new Map<string, readonly Fill[]>();
  return { hear, notice };

  /** A snapshot is what is, not what happened: it is remembered and not told. */
  function hear({ items, isSnapshot }: AccountEvent): void {
    for (const item of items) if (item.kind === 'fill') keepFill(item.fill);
    const newest = new Map(items.flatMap((item) => (item.kind === 'order' ? [[item.order.orderId, item.order]] : [])));
    for (const [orderId, order] of newest) {
      const before = orders.get(orderId);
      if (!isSnapshot) tell(storyOfOrder(order, before, fills.get(orderId) ?? []));
      // While a change is under way the terms to compare with are those from before it.
      if (!order.pendingModify || !before) keep(orders, orderId, order);
    }
  }

  function keepFill(fill: Fill): void {
    const known = fills.get(fill.orderId) ?? [];
    if (!known.some(({ fillId }) => fillId === fill.fillId)) keep(fills, fill.orderId, [...known, fill]);
  }

  function notice({ kind, order, code, facts }: OrderNotice): void {
    const story = storyOfOrder(order, undefined, []);
    tell({ ...story, icon: 'refused', line: { kind, code, facts }, isLasting: false });
  }
}

function keep<T>(map: Map<string, T>, id: string, value: T): void {
  map.delete(id);
  map.set(id, value);
  const [oldest] = map.keys();
  if (map.size > KEPT && oldest !== undefined) map.delete(oldest);
}
