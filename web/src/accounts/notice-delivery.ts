/** How notices leave the page: quiet hours, what a locked screen shows, and how each channel is. */
import type {
  ChatChannel,
  ChatInvitation,
  NoticeChannel,
  NoticeDeliverySettings,
} from '@mua/contract/entities/notice-delivery';
import {
  changeNoticeDelivery,
  inviteToChat,
  leaveChat,
  readNoticeDelivery,
  testNoticeChannel,
} from '@mua/contract/http/notifications';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callAs } from '#signed-in/actor.ts';
import { createTurns } from '#wire/turns.ts';

const LOOK_AGAIN_MS = 700;

/** Read again and again while a test is under way. */
export function noticeDeliveryQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'notice-delivery'] as const,
    queryFn: ({ signal }) => callAs(userId, readNoticeDelivery, { signal }),
    refetchInterval: ({ state }) => (state.data?.channels.some(isTesting) ? LOOK_AGAIN_MS : false),
  });
}

export function isTesting({ test }: Pick<NoticeDeliverySettings['channels'][number], 'test'>): boolean {
  return test?.state === 'WAITING';
}

const take = createTurns<NoticeDeliverySettings>();

/** Throws `CallError`; the choice before it is shown again then. */
export async function changeDelivery(
  client: QueryClient,
  userId: string,
  change: Partial<Pick<NoticeDeliverySettings, 'quietHours' | 'detailsOnLockScreen'>>,
): Promise<void> {
  const { queryKey } = noticeDeliveryQuery(userId);
  const before = client.getQueryData(queryKey);
  const lay = () => client.setQueryData(queryKey, (known) => known && { ...known, ...change });
  // At once: the next press means the other.
  lay();
  const { reply, isLast } = take(() => callAs(userId, changeNoticeDelivery, { body: change }));
  try {
    // What is being read may put back what was there before.
    await client.cancelQueries({ queryKey });
    if (isLast()) lay();
    const settings = await reply;
    if (isLast()) client.setQueryData(queryKey, settings);
  } catch (error) {
    client.setQueryData(queryKey, before);
    // Which may have held a choice that was refused as well.
    if (isLast()) void client.invalidateQueries({ queryKey });
    throw error;
  }
}

/** Throws `CallError`. The channel's state tells what becomes of it. */
export async function testChannel(client: QueryClient, userId: string, channel: NoticeChannel): Promise<void> {
  const { queryKey } = noticeDeliveryQuery(userId);
  client.setQueryData(queryKey, await callAs(userId, testNoticeChannel, { body: { channel } }));
}

/** Throws `CallError`. With it the investor links the messenger, once. */
export function inviteChat(userId: string, channel: ChatChannel): Promise<ChatInvitation> {
  return callAs(userId, inviteToChat, { params: { channel }, body: {} });
}

/** Throws `CallError`. */
export async function endChat(client: QueryClient, userId: string, channel: ChatChannel): Promise<void> {
  const { queryKey } = noticeDeliveryQuery(userId);
  client.setQueryData(queryKey, await callAs(userId, leaveChat, { params: { channel } }));
}
