/**
 * Changes the mailbox of a sub-account once it was read: what its feed brings, what is read here (and on the server
 * then), and letters that no feed carries. What its investor does not want in it is left out here as it is there.
 */
import { DAMPED_CODES, type MailboxMessage, type NoticeCode } from '@mua/contract/entities/mailbox-message';
import { CATEGORY_OF } from '@mua/contract/entities/notification-settings';
import { listMailbox, readAllMessages, readMessage } from '@mua/contract/http/notifications';
import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { mailboxQuery, unreadQuery } from '#accounts/mailbox.ts';
import { goesBy } from '#accounts/notification-settings.ts';
import { subscribeAccountEvents } from '#ledger/account-events.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { callAs } from '#signed-in/actor.ts';

interface Page {
  readonly items: MailboxMessage[];
  readonly nextCursor: string | null;
}
type Pages = InfiniteData<Page, string | null>;

/** The newest few, to see what has come; null reads nothing. */
export function newestQuery(actor: AccountActor | null) {
  const { userId, accountId } = actor ?? { userId: '', accountId: '' };
  return queryOptions({
    queryKey: [userId, 'newest-messages', accountId] as const,
    queryFn: async ({ signal }) =>
      (await callAs(userId, listMailbox, { params: { accountId }, query: { limit: '5' }, signal })).items,
  });
}

/** For messages that came without the feed. */
export async function refetchMailbox(client: QueryClient, actor: AccountActor): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: unreadQuery(actor).queryKey }),
    client.invalidateQueries({ queryKey: mailboxQuery(actor).queryKey }),
  ]);
}

/**
 * Lays what the feed reports into the cache: new messages on top, and the unread count. Returns a function that stops
 * it.
 */
export function followMailbox(client: QueryClient): () => void {
  return subscribeAccountEvents(({ userId, accountId, items }) => {
    const actor = { userId, accountId };
    for (const item of items) {
      if (item.kind === 'unread') client.setQueryData(unreadQuery(actor).queryKey, item.unread);
      if (item.kind === 'message') void addMessage(client, actor, item.message);
    }
  });
}

async function addMessage(client: QueryClient, actor: AccountActor, message: MailboxMessage): Promise<void> {
  if (!(await goesBy(client, actor.userId, message.code, 'mailbox'))) return;
  // Only the server knows whether the mailbox has it, or an earlier one that says the same: some are told once of a copy.
  if (message.code.startsWith('Copy') || DAMPED_CODES.has(message.code)) return refetchMailbox(client, actor);
  const { queryKey } = unreadQuery(actor);
  const pages = client.getQueryData(mailboxQuery(actor).queryKey)?.pages;
  const known = pages?.flatMap(({ items }) => items) ?? [];
  if (known.some(({ mailboxId }) => mailboxId === message.mailboxId)) return;
  const replaced = known.filter((earlier) => takesPlaceOf(message, earlier));
  client.setQueryData<Pages>(mailboxQuery(actor).queryKey, (data) => data && withMessage(data, message));
  // Without the list only the server knows whether an unread part fill goes.
  if (!pages && FILLS.includes(message.code)) return client.invalidateQueries({ queryKey });
  const byUnread = 1 - replaced.filter(({ isRead }) => !isRead).length;
  client.setQueryData<number>(queryKey, (unread) => (unread ?? 0) + byUnread);
}

function withMessage(data: Pages, message: MailboxMessage): Pages {
  const [first, ...others] = data.pages.map(({ items, nextCursor }) => ({
    items: items.filter((earlier) => !takesPlaceOf(message, earlier)),
    nextCursor,
  }));
  return first ? { ...data, pages: [{ ...first, items: [message, ...first.items] }, ...others] } : data;
}

const FILLS: readonly NoticeCode[] = ['OrderPartiallyFilled', 'OrderFilled'];

/** The part fills of an order are one line that counts up. */
function takesPlaceOf({ code, orderId }: MailboxMessage, earlier: MailboxMessage): boolean {
  return FILLS.includes(code) && earlier.code === 'OrderPartiallyFilled' && earlier.orderId === orderId;
}

export async function markRead(client: QueryClient, actor: AccountActor, mailboxId: string): Promise<void> {
  const params = { accountId: actor.accountId, mailboxId };
  const { unread } = await callAs(actor.userId, readMessage, { params, body: {} });
  noteRead(client, actor, unread, (message) => message.mailboxId === mailboxId);
}

/** Of the newest: a margin call that somebody knows of. */
export async function markMarginRead(client: QueryClient, actor: AccountActor): Promise<void> {
  await markMarginOf(client, actor, await newestOf(actor));
}

/**
 * A notice that somebody opened from outside the page. A margin call took the place of those before it there; one that
 * has come since is not seen.
 */
export async function markSeen(client: QueryClient, actor: AccountActor, mailboxId: string): Promise<void> {
  await markRead(client, actor, mailboxId);
  const items = await newestOf(actor);
  const at = items.findIndex((one) => one.mailboxId === mailboxId && CATEGORY_OF[one.code] === 'MARGIN');
  if (at >= 0) await markMarginOf(client, actor, items.slice(at));
}

/** The newest first. */
async function newestOf({ userId, accountId }: AccountActor): Promise<readonly MailboxMessage[]> {
  return (await callAs(userId, listMailbox, { params: { accountId }, query: { limit: '50' } })).items;
}

async function markMarginOf(client: QueryClient, actor: AccountActor, items: readonly MailboxMessage[]): Promise<void> {
  const unread = items.filter(({ isRead, code }) => !isRead && CATEGORY_OF[code] === 'MARGIN');
  await Promise.all(unread.map(({ mailboxId }) => markRead(client, actor, mailboxId)));
}

export async function markAllRead(client: QueryClient, actor: AccountActor): Promise<void> {
  const { accountId } = actor;
  const { unread } = await callAs(actor.userId, readAllMessages, { params: { accountId }, body: {} });
  noteRead(client, actor, unread, () => true);
}

function noteRead(
  client: QueryClient,
  actor: AccountActor,
  unread: number,
  isIt: (message: MailboxMessage) => boolean,
): void {
  client.setQueryData(unreadQuery(actor).queryKey, unread);
  client.setQueryData<Pages>(
    mailboxQuery(actor).queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.map((message) => (isIt(message) ? { ...message, isRead: true } : message)),
        })),
      },
  );
}
