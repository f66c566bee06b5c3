/** One message: what happened, why and when; a click marks it read and leads to what it is about, in its sub-account. */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import { useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { markRead } from '#accounts/mailbox-changes.ts';
import { serverNowMs } from '#clock/market-clock.ts';
import { cn } from '#design/class-names.ts';
import { rollOf, targetOf } from '#features/mailbox/notice-target.ts';
import { useOpenedNotice } from '#features/mailbox/use-opened-notice.ts';
import { withNoticesWords } from '#i18n/i18n.ts';
import { noticeText } from '#i18n/notice-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useWrittenAs } from '#market/use-written-as.ts';
import type { AccountActor } from '#signed-in/actor.ts';

const DeliveryTexts = lazy(async () => ({
  default: (await withNoticesWords(() => import('#features/mailbox/delivery-texts.tsx'))).DeliveryTexts,
}));

export function MessageRow({ actor, message }: { actor: AccountActor; message: MailboxMessage }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const contract = useWrittenAs(message.contractCode ?? '');
  const text = noticeText({ t, format, grid: contract?.decimalFormat }, message, serverNowMs());
  const target = targetOf(message);
  const open = useOpenedNotice();
  const read = () => {
    // If marking it fails, the message is listed as unread again: nothing is lost.
    if (!message.isRead) void markRead(client, actor, message.mailboxId).catch(() => undefined);
    // What leads nowhere is only read.
    if (target) void open({ userId: actor.userId, accountId: message.accountId, rollOf: rollOf(message), target });
  };
  return (
    <li className="border-border border-b last:border-b-0">
      <Target link={target} onOpen={read}>
        <span className="flex items-baseline justify-between gap-2">
          <span className={cn('min-w-0', !message.isRead && 'font-semibold')}>
            {!message.isRead && <span className="mr-1.5 inline-block size-1.5 rounded-full bg-primary align-middle" />}
            {!message.isRead && <span className="sr-only">{t(($) => $.mailbox.unread)}</span>}
            {text.title}
          </span>
          <time dateTime={message.createdAt} className="shrink-0 text-12 text-fg-3 tabular-nums">
            {format.dateTime(message.createdAt)}
          </time>
        </span>
        {text.body.trim() !== '' && <span className="mt-0.5 block text-12 text-fg-2">{text.body}</span>}
        {text.note !== null && <span className="mt-0.5 block text-12 text-fg-3">“{text.note}”</span>}
        {message.deliveries.length > 0 && (
          <Suspense>
            <DeliveryTexts deliveries={message.deliveries} />
          </Suspense>
        )}
      </Target>
    </li>
  );
}

function Target({
  link,
  onOpen,
  children,
}: {
  link: Pick<LinkProps, 'to' | 'params'> | null;
  onOpen: () => void;
  children: ReactNode;
}) {
  const className = 'block w-full px-3 py-2.5 text-left hover:bg-surface-2 focus-visible:bg-surface-2';
  if (link === null)
    return (
      <button type="button" className={className} onClick={onOpen}>
        {children}
      </button>
    );
  return (
    <Link {...link} className={className} onClick={onOpen}>
      {children}
    </Link>
  );
}
