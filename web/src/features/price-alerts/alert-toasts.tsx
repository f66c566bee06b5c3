/**
 * Says that an alert was reached, seen and heard, while the page is open; and what came of one that was set with a click
 * on a chart. A message told again after a reconnect keeps its one toast. Toasts stand outside the router, so where they
 * lead is told to them from here.
 */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BellRing, TriangleAlert } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { subscribeAccountEvents } from '#data/account-events.ts';
import { type AlertNews, subscribeAlertNews } from '#data/alert-news.ts';
import { useContract } from '#data/contracts.ts';
import { serverNowMs } from '#data/market-clock.ts';
import { openAlerts } from '#data/open-alerts.ts';
import { followAlerts } from '#data/price-alerts.ts';
import { soundFor } from '#data/sounds.ts';
import { buttonVariants } from '#design/ui/button.tsx';
import { ToastCard } from '#design/ui/toast-card.tsx';
import { toast } from '#design/ui/toaster.tsx';
import { writtenError } from '#i18n/error-facts.ts';
import { noticeText } from '#i18n/notice-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useAlertText } from './alert-text.ts';

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

interface ReachedToastProps {
  readonly message: MailboxMessage;
  readonly onOpen: Open;
  readonly onClose: () => void;
}

function ReachedToast({ message, onOpen, onClose }: ReachedToastProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const code = message.contractCode ?? '';
  const contract = useContract(code);
  const { title, body, note } = noticeText({ t, format, grid: contract?.decimalFormat }, message, serverNowMs());
  return (
    <div data-testid="toast-alert">
      <ToastCard icon={<BellRing className="text-primary-text" />} title={title} onClose={onClose}>
        {body}
        {note !== null && <span className="block text-foreground">“{note}”</span>}
        <Target>
          <a
            href={`/trading/${code}`}
            onClick={(event) => {
              onClose();
              if (isPlain(event)) {
                event.preventDefault();
                onOpen(code);
              }
            }}
            className={buttonVariants({ variant: 'outline', size: 'sm' })}
          >
            {t(($) => $.alerts.view, { replace: { code } })}
          </a>
        </Target>
      </ToastCard>
    </div>
  );
}

function SetToast({ news, onClose }: { news: AlertNews; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { nameOf } = useAlertText();
  const code = 'alert' in news ? news.alert.contractCode : news.contractCode;
  const contract = useContract(code);
  if (!('alert' in news))
    return (
      <ToastCard
        icon={<TriangleAlert className="text-danger" />}
        title={t(($) => $.alerts.failed, { replace: { code } })}
        onClose={onClose}
      >
        {writtenError({ t, format, grid: contract?.decimalFormat }, news.refusal)}
      </ToastCard>
    );
  const change = () => {
    onClose();
    openAlerts({ contractCode: code, alertId: news.alert.alertId });
  };
  return (
    <ToastCard
      icon={<BellRing className="text-primary-text" />}
      title={t(($) => $.alerts.set, { replace: { code } })}
      onClose={onClose}
    >
      {nameOf(news.alert)}
      <Target>
        <button type="button" onClick={change} className={buttonVariants({ variant: 'outline', size: 'sm' })}>
          {t(($) => $.alerts.change)}
        </button>
      </Target>
    </ToastCard>
  );
}

/** Not into a new tab or window. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

function Target({ children }: { children: ReactNode }) {
  return <span className="mt-1.5 flex [&>*]:max-md:h-11">{children}</span>;
}
