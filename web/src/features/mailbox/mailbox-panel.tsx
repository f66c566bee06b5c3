/** The list behind the bell: newest first; opening a message's subject marks it read, and a button marks all. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellRing, CheckCheck, Inbox, Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { mailboxQuery } from '#accounts/mailbox.ts';
import { markAllRead } from '#accounts/mailbox-changes.ts';
import { Button, buttonVariants } from '#design/ui/controls/button.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { Skeleton } from '#design/ui/feedback/skeleton.tsx';
import { Popover, PopoverClose, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import { Tooltip } from '#design/ui/overlays/tooltip.tsx';
import { openAlerts } from '#desk/open-alerts.ts';
import { BellButton } from '#features/mailbox/bell-button.tsx';
import { MessageRow } from '#features/mailbox/message-row.tsx';
import type { AccountActor } from '#signed-in/actor.ts';

export function MailboxPanel({ actor, unread }: { actor: AccountActor; unread: number }) {
  const { t } = useTranslation();
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>
        <BellButton unread={unread} />
      </PopoverTrigger>
      <PopoverContent className="w-[26rem] p-0" aria-label={t(($) => $.mailbox.title)}>
        <Messages actor={actor} unread={unread} />
      </PopoverContent>
    </Popover>
  );
}

function Messages({ actor, unread }: { actor: AccountActor; unread: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    mailboxQuery(actor),
  );
  const messages = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section aria-label={t(($) => $.mailbox.title)} className="flex max-h-[min(32rem,70dvh)] flex-col">
      <header className="flex min-h-10 shrink-0 items-center justify-between border-border border-b pr-1.5 pl-3">
        <h2 className="font-semibold">{t(($) => $.mailbox.title)}</h2>
        <PopoverClose asChild>
          <Button variant="ghost" size="sm" className="mr-1 ml-auto max-md:h-11" onClick={() => openAlerts()}>
            <BellRing aria-hidden className="size-3.5" />
            {t(($) => $.alerts.title)}
          </Button>
        </PopoverClose>
        <Tooltip content={t(($) => $.settings.news.title)} side="bottom">
          <PopoverClose asChild>
            <Link
              to="/account-overview/alerts"
              aria-label={t(($) => $.settings.news.title)}
              className={buttonVariants({ variant: 'ghost', size: 'icon-sm', className: 'max-md:size-11' })}
            >
              <Settings aria-hidden />
            </Link>
          </PopoverClose>
        </Tooltip>
        <Button
          variant="ghost"
          size="sm"
          className="max-md:h-11"
          disabled={unread === 0}
          onClick={() => void markAllRead(client, actor).catch(() => refetch())}
        >
          <CheckCheck aria-hidden className="size-3.5" />
          {t(($) => $.mailbox.readAll)}
        </Button>
      </header>
      <div className="min-h-0 overflow-y-auto">
        {isPending && <Skeleton className="m-3 h-24" />}
        {isError && (
          <EmptyState
            icon={Inbox}
            title={t(($) => $.mailbox.failed)}
            action={
              <Button size="sm" variant="outline" onClick={() => void refetch()}>
                {t(($) => $.shell.action.retry)}
              </Button>
            }
          />
        )}
        {data && messages.length === 0 && <EmptyState icon={Inbox} title={t(($) => $.empty.mailbox)} />}
        <ul>
          {messages.map((message) => (
            <MessageRow key={message.mailboxId} actor={actor} message={message} />
          ))}
        </ul>
        {hasNextPage && (
          <Button
            variant="ghost"
            size="sm"
            className="m-2 w-[calc(100%-1rem)] max-md:h-11"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t(($) => $.mailbox.more)}
          </Button>
        )}
      </div>
    </section>
  );
}
