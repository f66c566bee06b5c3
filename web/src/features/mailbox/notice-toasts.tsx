/**
 * Keeps the mailbox up to date while the page is open, and says news of money, application and security where the
 * investor wants it. Toasts stand outside
 * the router, so where they lead is told to them from here.
 */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { followMailbox, newestQuery, refetchMailbox } from '#accounts/mailbox-changes.ts';
import { goesBy } from '#accounts/notification-settings.ts';
import { serverNowMs } from '#clock/market-clock.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { ToastCard } from '#design/ui/feedback/toast-card.tsx';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { rollOf, targetOf } from '#features/mailbox/notice-target.ts';
import { useOpenedNotice, WAITING_NOTICE } from '#features/mailbox/use-opened-notice.ts';
import { noticeText } from '#i18n/notice-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { subscribeAccountEvents } from '#ledger/account-events.ts';
import { useTradingAccount } from '#signed-in/accounts.ts';
import { useActiveUser } from '#signed-in/actor.ts';

/** Longer than news of one's own doing: somebody looks elsewhere and must find it. */
const SHOWN_MS = 20_000;
/** Letters to an investor are part of no step of the engine, so no feed carries them. */
const LOOK_MS = 60_000;

export function NoticeToasts() {
  const client = useQueryClient();
  const router = useRouter();
  const userId = useActiveUser();
  const accountId = useTradingAccount()?.accountId;
  const actor = userId === null || accountId === undefined ? null : { userId, accountId };
  const { data: newest } = useQuery({ ...newestQuery(actor), enabled: actor !== null, refetchInterval: LOOK_MS });
  /** Of the sub-account that is shown, by id; null until the mailbox was read once. */
  const known = useRef<{ readonly accountId: string; readonly ids: Set<string> } | null>(null);
  const open = useOpenedNotice();
  const show = useEffectEvent(async (to: string, message: MailboxMessage) => {
    if (!(await goesBy(client, to, message.code, 'toast'))) return;
    const target = targetOf(message);
    const go = () => {
      void open({ userId: to, accountId: message.accountId, rollOf: rollOf(message), target });
      if (target) void router.navigate(target);
    };
    showNotice(message, target && go);
  });
  useEffect(() => followMailbox(client), [client]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another investor, or another sub-account, is the reason.
  useEffect(() => () => void toast.dismiss(WAITING_NOTICE), [userId, accountId]);
  useEffect(
    () =>
      subscribeAccountEvents(({ userId: to, items, isSnapshot }) => {
        for (const item of items) {
          if (item.kind !== 'message') continue;
          known.current?.ids.add(item.message.mailboxId);
          if (!isSnapshot) void show(to, item.message);
        }
      }),
    [],
  );
  useEffect(() => {
    if (!newest || userId === null || accountId === undefined) return;
    const before = known.current?.accountId === accountId ? known.current.ids : null;
    const letters = before ? newest.filter(({ mailboxId }) => !before.has(mailboxId)) : [];
    known.current = { accountId, ids: new Set([...(before ?? []), ...newest.map(({ mailboxId }) => mailboxId)]) };
    for (const letter of letters) void show(userId, letter);
    // The first look also finds what came before this part of the page was there.
    if (letters.length > 0 || !before) void refetchMailbox(client, { userId, accountId });
  }, [client, newest, userId, accountId]);
  return null;
}

function showNotice(message: MailboxMessage, onOpen: (() => void) | null): void {
  const id = `notice-${message.mailboxId}`;
  const onClose = () => toast.dismiss(id);
  toast.custom(() => <NoticeToast message={message} onOpen={onOpen} onClose={onClose} />, { id, duration: SHOWN_MS });
}

interface NoticeToastProps {
  readonly message: MailboxMessage;
  readonly onOpen: (() => void) | null;
  readonly onClose: () => void;
}

function NoticeToast({ message, onOpen, onClose }: NoticeToastProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { title, body } = noticeText({ t, format }, message, serverNowMs());
  const open = () => {
    onClose();
    onOpen?.();
  };
  return (
    <div data-testid={`toast-${message.code}`}>
      <ToastCard icon={<Inbox className="text-primary-text" />} title={title} onClose={onClose}>
        {body}
        {onOpen && (
          <span className="mt-1.5 flex">
            <Button size="sm" variant="outline" className="max-md:h-11" onClick={open}>
              {t(($) => $.settings.news.view)}
            </Button>
          </span>
        )}
      </ToastCard>
    </div>
  );
}
