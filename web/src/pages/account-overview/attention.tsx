/**
 * Everything that needs attention in all sub-accounts: a margin level reached or a deficit, positions near their
 * close-out day, a channel by which no notice arrives, unread messages. The worst comes first.
 */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import type { ChannelStatus } from '@mua/contract/entities/notice-delivery';
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellRing, CalendarClock, CircleCheck, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { mailboxQuery, unreadQuery } from '#accounts/mailbox.ts';
import { serverNowMs, useEverySecond } from '#clock/market-clock.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { askOfTrading } from '#desk/trading-question.ts';
import { MessageRow } from '#features/mailbox/message-row.tsx';
import { useOpenedNotice } from '#features/mailbox/use-opened-notice.ts';
import { marginLevelMessage } from '#features/margin-levels/margin-alert.tsx';
import type { SubAccountRow } from '#features/sub-accounts/sub-account-row.ts';
import { withNoticesWords } from '#i18n/i18n.ts';
import { noticeText } from '#i18n/notice-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { AttentionItem } from '#pages/account-overview/attention-item.tsx';
import { type NearCloseOut, useNearCloseOuts } from '#pages/account-overview/near-close-outs.ts';
import type { AccountActor } from '#signed-in/actor.ts';

/** Most channels work, and their words are those of a page of its own. */
const DeadChannelItem = lazy(async () => ({
  default: (await withNoticesWords(() => import('#pages/account-overview/dead-channel-item.tsx'))).DeadChannelItem,
}));

export interface AttentionProps {
  readonly userId: string;
  readonly rows: readonly SubAccountRow[];
}

export function Attention({ userId, rows }: AttentionProps) {
  const { t } = useTranslation();
  const unhealthy = rows.flatMap((row) => {
    const message = row.live && marginLevelMessage(row.live.status);
    return message ? [{ row, message }] : [];
  });
  const indebted = rows.filter(({ live }) => live && BigInt(live.status.deficit) > 0n);
  const nearing = useNearCloseOuts(rows);
  const deadChannels = useDeadChannels(userId);
  const unread = useUnread(userId, rows);
  const items = [unhealthy, indebted, nearing, deadChannels, unread];
  const isQuiet = items.every(({ length }) => length === 0);
  return (
    <div data-testid="attention">
      <h2 className="px-5 pt-4 pb-2 text-14">{t(($) => $.accounts.attention)}</h2>
      {isQuiet && (
        <EmptyState
          icon={CircleCheck}
          title={t(($) => $.accounts.nothingToHeed)}
          hint={t(($) => $.accounts.nothingHint)}
          className="pt-8 pb-12"
        />
      )}
      <ul className="max-h-100 overflow-y-auto">
        {unhealthy.map(({ row, message }) => (
          <MarginLevelItem key={row.account.accountId} row={row} message={message} />
        ))}
        {indebted.map((row) => (
          <DeficitItem key={row.account.accountId} row={row} />
        ))}
        {nearing.map((one) => (
          <CloseOutItem key={`${one.row.account.accountId} ${one.contractCode}`} userId={userId} {...one} />
        ))}
        <Suspense>
          {deadChannels.map((status) => (
            <DeadChannelItem key={status.channel} status={status} />
          ))}
        </Suspense>
        {unread.map(({ row, messages }) => (
          <UnreadItem
            key={row.account.accountId}
            actor={{ userId, accountId: row.account.accountId }}
            row={row}
            messages={messages}
          />
        ))}
      </ul>
    </div>
  );
}

function useDeadChannels(userId: string): readonly ChannelStatus[] {
  const { data } = useQuery({
    queryKey: [userId, 'dead-channels'] as const,
    queryFn: async ({ signal }) =>
      (await import('#pages/account-overview/dead-channels.ts')).readDeadChannels(userId, signal),
  });
  return data ?? NONE;
}

const NONE = [] as const;

function useUnread(userId: string, rows: readonly SubAccountRow[]) {
  const ids = useMemo(() => rows.map(({ account }) => account.accountId), [rows]);
  const counts = useQueries({ queries: ids.map((accountId) => unreadQuery({ userId, accountId })) });
  return rows.flatMap((row, index) => {
    const messages = counts[index]?.data ?? 0;
    return messages > 0 ? [{ row, messages }] : [];
  });
}

type MarginLevelMessage = NonNullable<ReturnType<typeof marginLevelMessage>>;

function MarginLevelItem({ row: { account }, message }: { row: SubAccountRow; message: MarginLevelMessage }) {
  const { t } = useTranslation();
  const format = useFormat();
  // Updates every second, so that the countdown runs.
  useEverySecond(() => Math.floor(serverNowMs() / 1000));
  const number = format.accountNumber(account.subAccountCode);
  const { title, body } = noticeText({ t, format }, message, serverNowMs());
  return (
    <AttentionItem icon={TriangleAlert} tone={message.code === 'Margin100' ? 'text-warning' : 'text-danger'}>
      <Link
        to="/account-overview/property/$accountId"
        params={{ accountId: account.accountId }}
        className="font-medium hover:text-primary-text hover:underline max-md:inline-block max-md:py-3"
      >
        {number}: {title}
      </Link>
      <span className="block text-12 text-fg-2 tabular-nums">{body}</span>
    </AttentionItem>
  );
}

function DeficitItem({ row: { account, live } }: { row: SubAccountRow }) {
  const { t } = useTranslation();
  const format = useFormat();
  const fill = { account: format.accountNumber(account.subAccountCode), amount: format.vnd(live?.status.deficit) };
  return (
    <AttentionItem icon={TriangleAlert} tone="text-danger">
      <span className="font-medium">{t(($) => $.accounts.deficit, fill)}</span>
      <span className="block text-12 text-fg-2">{t(($) => $.accounts.deficitHint)}</span>
    </AttentionItem>
  );
}

function CloseOutItem({ userId, row: { account }, contractCode, message }: NearCloseOut & { readonly userId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const open = useOpenedNotice();
  const { title, body } = noticeText({ t, format }, message, serverNowMs());
  const target = { to: '/trading/$code', params: { code: contractCode } } as const;
  return (
    <AttentionItem icon={CalendarClock} tone="text-warning">
      <Link
        {...target}
        onClick={() => void open({ userId, accountId: account.accountId, rollOf: null, target })}
        className="font-medium hover:text-primary-text hover:underline max-md:inline-block max-md:py-3"
      >
        {title}
      </Link>
      <span className="ml-2 text-12 text-fg-3">{format.accountNumber(account.subAccountCode)}</span>
      <span className="block text-12 text-fg-2 tabular-nums">{body}</span>
      <Button
        size="sm"
        variant="outline"
        className="mt-1.5 max-md:h-11"
        data-testid="roll"
        onClick={() => askOfTrading({ kind: 'roll', actor: { userId, accountId: account.accountId }, contractCode })}
      >
        {t(($) => $.positions.roll)}
      </Button>
    </AttentionItem>
  );
}

/** Enough to show what it is about; the account's notification bell has all of them. */
const MOST_MESSAGES = 3;

function UnreadItem({ actor, row, messages }: { actor: AccountActor; row: SubAccountRow; messages: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useInfiniteQuery(mailboxQuery(actor));
  const newest: readonly MailboxMessage[] =
    data?.pages.flatMap(({ items }) => items.filter((one) => !one.isRead)) ?? [];
  const account = format.accountNumber(row.account.subAccountCode);
  return (
    <AttentionItem icon={BellRing} tone="text-primary-text" below={<Messages actor={actor} messages={newest} />}>
      <span className="font-medium">{t(($) => $.accounts.unread, { account, messages: format.volume(messages) })}</span>
    </AttentionItem>
  );
}

function Messages({ actor, messages }: { actor: AccountActor; messages: readonly MailboxMessage[] }) {
  return (
    <ul className="pl-8">
      {messages.slice(0, MOST_MESSAGES).map((message) => (
        <MessageRow key={message.mailboxId} actor={actor} message={message} />
      ))}
    </ul>
  );
}
