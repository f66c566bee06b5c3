/** What has left the page of late: when, what, by which channels, and whether it arrived and was seen. */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { mailboxQuery } from '#accounts/mailbox.ts';
import { serverNowMs } from '#clock/market-clock.ts';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { DeliveryTexts } from '#features/mailbox/delivery-texts.tsx';
import { noticeText } from '#i18n/notice-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useAlertActor } from '#lists/price-alerts.ts';
import { useWrittenAs } from '#market/use-written-as.ts';
import { type AccountActor, errorCodeOf } from '#signed-in/actor.ts';

const SHOWN = 8;
const MOST_PAGES = 10;

export function SentList() {
  const { t } = useTranslation();
  const actor = useAlertActor();
  if (actor === null) return null;
  return (
    <Card data-testid="sent-list" className="overflow-hidden p-0">
      <h2 className="border-border border-b px-4 py-2.5 font-semibold text-14">{t(($) => $.notices.sent.title)}</h2>
      <Rows actor={actor} />
    </Card>
  );
}

function Rows({ actor }: { actor: AccountActor }) {
  const { t } = useTranslation();
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(mailboxQuery(actor));
  const sent = data?.pages.flatMap(({ items }) => items).filter(({ deliveries }) => deliveries.length > 0) ?? [];
  // Most messages stay in the app; what left it may lie pages behind.
  const isLooking = sent.length < SHOWN && hasNextPage && (data?.pages.length ?? 0) < MOST_PAGES;
  useEffect(() => {
    if (isLooking && !isFetching) void fetchNextPage();
  }, [isLooking, isFetching, fetchNextPage]);
  if (error && !data)
    return (
      <ErrorPanel panel={t(($) => $.notices.sent.panel)} code={errorCodeOf(error)} onRetry={() => void refetch()} />
    );
  if (!data || (sent.length === 0 && isLooking)) return <SkeletonRows rows={3} columns={['text', 'number']} />;
  if (sent.length === 0) return <EmptyState icon={Send} title={t(($) => $.notices.sent.none)} />;
  return (
    <ul className="divide-y divide-border">
      {sent.slice(0, SHOWN).map((message) => (
        <SentRow key={message.mailboxId} message={message} />
      ))}
    </ul>
  );
}

function SentRow({ message }: { message: MailboxMessage }) {
  const { t } = useTranslation();
  const format = useFormat();
  const contract = useWrittenAs(message.contractCode ?? '');
  const { title } = noticeText({ t, format, grid: contract?.decimalFormat }, message, serverNowMs());
  return (
    <li className="grid gap-0.5 px-4 py-2 text-12">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 text-13">{title}</span>
        <span className="shrink-0 text-fg-3">
          {message.isRead ? t(($) => $.notices.sent.read) : t(($) => $.notices.sent.unread)}
        </span>
      </p>
      <DeliveryTexts deliveries={message.deliveries} />
    </li>
  );
}
