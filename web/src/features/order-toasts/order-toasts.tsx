/**
 * Shows one toast per order, from "sending" to "filled" in the same place. It listens to orders sent from this page, to
 * the investor feed, and to refused cancels. Mounted once. Muted kinds have no toast and are only announced to screen
 * readers, as toasts are too. Orders an earlier page sent without an answer are checked from here, because their toasts
 * continue here.
 */

import { LIMITS } from '@mua/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { soundFor } from '#desk/sounds.ts';
import { createOrderNotifier } from '#features/order-toasts/order-notifier.ts';
import { OrderToast } from '#features/order-toasts/order-toast.tsx';
import { StoryLine } from '#features/order-toasts/story-line.tsx';
import { kindOfStory, type ToastStory } from '#features/order-toasts/toast-story.ts';
import { subscribeAccountEvents } from '#ledger/account-events.ts';
import { subscribeOrderNotices } from '#orders/order-notices.ts';
import { findOrder } from '#orders/orders.ts';
import { resumeSentOrders, useSentOrders } from '#orders/sent-orders.ts';
import { AUDIBLE_KINDS, useNotices } from '#session/notice-store.ts';
import { type AccountActor, useActiveUser } from '#signed-in/actor.ts';

interface SaidStory {
  readonly key: number;
  readonly story: ToastStory;
}

/** A screen reader has already spoken the older ones. */
const SAID_KEPT = 5;

export interface OrderToastsProps {
  /** Only of orders that were sent from this page, and of what was asked for here: a desk beside it shows the others. */
  readonly isOwnOnly?: boolean;
}

export function OrderToasts({ isOwnOnly = false }: OrderToastsProps) {
  const [said, setSaid] = useState<readonly SaidStory[]>([]);
  const client = useQueryClient();
  useEffect(() => {
    const sentIds = new Set<string>();
    let isAnswering = false;
    const notify = (story: ToastStory) => {
      if (isOwnOnly && !isAnswering && !sentIds.has(story.id)) return;
      sound(story);
      if (isMuted(story)) {
        toast.dismiss(toastIdOf(story.id));
        setSaid((before) => [...before, { key: (before.at(-1)?.key ?? 0) + 1, story }].slice(-SAID_KEPT));
      } else show(story);
    };
    // Without an answer the toast stays as it is, and the next snapshot asks again.
    const ask = (actor: AccountActor, id: string) => void findOrder(client, actor, id).catch(() => undefined);
    const notifier = createOrderNotifier({ notify, ask });
    const stops = [
      subscribeAccountEvents(notifier.receive),
      subscribeOrderNotices((notice) => {
        isAnswering = true;
        notifier.notice(notice);
        isAnswering = false;
      }),
      useSentOrders.subscribe(({ orders }, before) => {
        for (const [id, sent] of orders) {
          sentIds.add(id);
          if (before.orders.get(id) !== sent) notifier.sent(sent);
        }
        for (const id of before.orders.keys()) if (!orders.has(id)) toast.dismiss(toastIdOf(id));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      // The next account must not see what its orders were.
      for (const id of shown) toast.dismiss(id);
      shown.clear();
    };
  }, [isOwnOnly, client]);
  useResumedOrders();
  return (
    <ul aria-live="polite" aria-relevant="additions" className="sr-only">
      {said.map(({ key, story }) => (
        <li key={key}>
          <StoryLine story={story} />
        </li>
      ))}
    </ul>
  );
}

/** Runs after the effect above, so that their toasts are shown. */
function useResumedOrders(): void {
  const client = useQueryClient();
  const userId = useActiveUser();
  useEffect(() => {
    if (userId !== null) void resumeSentOrders(client, userId);
  }, [client, userId]);
}

function isMuted(story: ToastStory): boolean {
  return useNotices.getState().muted.includes(kindOfStory(story));
}

function sound(story: ToastStory): void {
  const kind = kindOfStory(story);
  const stop = AUDIBLE_KINDS.find((each) => each === kind);
  // An answer that is still being looked for is not a refusal yet.
  if (stop && story.line.kind !== 'lost') soundFor(stop);
}

function toastIdOf(orderId: string): string {
  return `order-${orderId}`;
}

/** Ids of toasts, some of which have gone by themselves. */
const shown = new Set<string>();

function show(story: ToastStory): void {
  const id = toastIdOf(story.id);
  shown.add(id);
  toast.custom(() => <OrderToast story={story} onClose={() => toast.dismiss(id)} />, {
    id,
    duration: story.isLasting ? Number.POSITIVE_INFINITY : LIMITS.toast.durationMs,
  });
}
