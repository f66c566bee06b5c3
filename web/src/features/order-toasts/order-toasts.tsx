/**
 * One toast for each order, from "sending" to "filled" in the same place. It listens to what was sent from this page,
 * to the investor feed, and to refused cancels. Mounted once; draws nothing itself. What an earlier page sent without an
 * answer is asked for from here, because here its toast goes on.
 */

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeAccountEvents } from '#data/account-events.ts';
import { useActiveUser } from '#data/actor.ts';
import { subscribeOrderNotices } from '#data/order-notices.ts';
import { resumeSentOrders, useSentOrders } from '#data/sent-orders.ts';
import { toast } from '#design/ui/toaster.tsx';
import { createTeller } from './order-teller.ts';
import { OrderToast } from './order-toast.tsx';
import type { ToastStory } from './toast-story.ts';

const SHOWN_MS = 4000;

export function OrderToasts() {
  useEffect(() => {
    const teller = createTeller(show);
    const stops = [
      subscribeAccountEvents(teller.hear),
      subscribeOrderNotices(teller.notice),
      useSentOrders.subscribe(({ orders }, before) => {
        for (const [id, sent] of orders) if (before.orders.get(id) !== sent) teller.sent(sent);
        for (const id of before.orders.keys()) if (!orders.has(id)) toast.dismiss(toastIdOf(id));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  useResumedOrders();
  return null;
}

/** After the effect above, so that their toasts are heard of. */
function useResumedOrders(): void {
  const client = useQueryClient();
  const userId = useActiveUser();
  useEffect(() => {
    if (userId !== null) void resumeSentOrders(client, userId);
  }, [client, userId]);
}

function toastIdOf(orderId: string): string {
  return `order-${orderId}`;
}

function show(story: ToastStory): void {
  const id = toastIdOf(story.id);
  toast.custom(() => <OrderToast story={story} onClose={() => toast.dismiss(id)} />, {
    id,
    duration: story.isLasting ? Number.POSITIVE_INFINITY : SHOWN_MS,
  });
}
