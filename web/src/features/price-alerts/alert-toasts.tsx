/**
 * Says that an alert was reached, seen and heard, while the page is open; and what came of one that was set with a click
 * on a chart. A message told again after a reconnect keeps its one toast. Toasts stand outside the router, so where they
 * lead is told to them from here.
 */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { subscribeAccountEvents } from '#data/account-events.ts';
import { type AlertNews, subscribeAlertNews } from '#data/alert-news.ts';
import { followAlerts } from '#data/price-alerts.ts';
import { soundFor } from '#data/sounds.ts';
import { toast } from '#design/ui/toaster.tsx';
import { ReachedToast, SetToast } from './alert-toast.tsx';

/** Longer than news of one's own doing: somebody looks elsewhere and must find it. */
const REACHED_MS = 20_000;
const SET_MS = 5000;

export function AlertToasts() {
  const client = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => followAlerts(client), [client]);
  useEffect(
    () =>
      subscribeAccountEvents(({ items, isSnapshot }) => {
        if (isSnapshot) return;
        const open = (code: string) => void navigate({ to: '/trading/$code', params: { code } });
        for (const item of items)
          if (item.kind === 'message' && item.message.code === 'PriceAlert') showReached(item.message, open);
      }),
    [navigate],
  );
  useEffect(() => subscribeAlertNews(showSet), []);
  return null;
}

type Open = (code: string) => void;

function showReached(message: MailboxMessage, open: Open): void {
  const id = `alert-${message.mailboxId}`;
  soundFor('alert');
  toast.custom(() => <ReachedToast message={message} onOpen={open} onClose={() => toast.dismiss(id)} />, {
    id,
    duration: REACHED_MS,
  });
}

function showSet(news: AlertNews): void {
  const id = `alert-set-${'alert' in news ? news.alert.alertId : news.contractCode}`;
  toast.custom(() => <SetToast news={news} onClose={() => toast.dismiss(id)} />, { id, duration: SET_MS });
}
