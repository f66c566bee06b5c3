/**
 * One toast for each order, from "sending" to "filled" in the same place. It listens to what was sent from this page,
 * to the investor feed, and to refused cancels. Mounted once; draws nothing itself.
 */

import { useEffect } from 'react';
import { subscribeAccountEvents } from '#data/account-events.ts';
import { subscribeOrderNotices } from '#data/order-notices.ts';
import { useSentOrders } from '#data/sent-orders.ts';
import { toast } from '#design/ui/toaster.tsx';
import { createTeller } from './order-teller.ts';
import { OrderToast } from './order-toast.tsx';
import { storyOfSent, type ToastStory } from './toast-story.ts';

const SHOWN_MS = 4000;

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
