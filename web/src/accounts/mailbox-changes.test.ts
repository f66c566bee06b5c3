// @vitest-environment jsdom
/** What the feed brings into the mailbox: part fills as one line, and nothing its investor does not want there. */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import { defaultSetting, NOTICE_CATEGORIES } from '@mua/contract/entities/notification-settings';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mailboxQuery, unreadQuery } from '#accounts/mailbox.ts';
import { followMailbox, markMarginRead } from '#accounts/mailbox-changes.ts';
import { notificationSettingsQuery } from '#accounts/notification-settings.ts';
import { applyAccountEvent } from '#ledger/account-events.ts';
import { ACTOR } from '#mock/sample-records.ts';
import { useAuth } from '#session/auth-store.ts';

vi.stubEnv('VITE_APP_NAME', 'Mùa');

let client: QueryClient;
let stop = () => {};

beforeEach(() => {
  client = new QueryClient();
  stop = followMailbox(client);
  choose({});
  client.setQueryData(unreadQuery(ACTOR).queryKey, 0);
});
afterEach(() => stop());

function choose(orders: { mailbox?: boolean }): void {
  const items = NOTICE_CATEGORIES.map((category) => ({
    ...defaultSetting(category),
    ...(category === 'ORDERS' ? orders : {}),
  }));
  client.setQueryData(notificationSettingsQuery(ACTOR.userId).queryKey, items);
}

function openList(...items: MailboxMessage[]): void {
  client.setQueryData(mailboxQuery(ACTOR).queryKey, { pages: [{ items, nextCursor: null }], pageParams: [null] });
}

function message(mailboxId: string, part: Partial<MailboxMessage> = {}): MailboxMessage {
  return {
    ...{ mailboxId, accountId: ACTOR.accountId, code: 'OrderPartiallyFilled', facts: {}, reason: null },
    ...{
      contractCode: 'ZCEZ26',
      orderId: 'o-1',
      isRead: false,
      createdAt: '2026-11-20T05:00:00.000Z',
      deliveries: [],
      seq: 1,
    },
    ...part,
  };
}

function arrive(...messages: MailboxMessage[]): void {
  for (const each of messages)
    applyAccountEvent(client, { ...ACTOR, isSnapshot: false, items: [{ kind: 'message', message: each }] });
}

const ids = () =>
  client.getQueryData(mailboxQuery(ACTOR).queryKey)?.pages.flatMap(({ items }) => items.map((one) => one.mailboxId));
const unread = () => client.getQueryData(unreadQuery(ACTOR).queryKey);

test('a part fill takes the place of the one before it, and counts once', async () => {
  openList();
  arrive(message('1-0'), message('2-0', { orderId: 'o-2' }), message('3-0'));
  await vi.waitFor(() => expect(ids()).toEqual(['3-0', '2-0']));
  expect(unread()).toBe(2);
  arrive(message('4-0', { code: 'OrderFilled' }), message('4-0', { code: 'OrderFilled' }));
  await vi.waitFor(() => expect(ids()).toEqual(['4-0', '2-0']));
  expect(unread()).toBe(2);
});

test('one that was read is unread again with the next fill', async () => {
  openList(message('1-0', { isRead: true }));
  arrive(message('2-0'));
  await vi.waitFor(() => expect(ids()).toEqual(['2-0']));
  expect(unread()).toBe(1);
});

test('without the list the server is asked how many are unread', async () => {
  const invalidated = vi.spyOn(client, 'invalidateQueries');
  arrive(message('1-0'));
  await vi.waitFor(() => expect(invalidated).toHaveBeenCalledWith({ queryKey: unreadQuery(ACTOR).queryKey }));
});

test.each(['Margin100', 'Margin70', 'CopyMaxLoss', 'CopySkipped'] as const)(
  '%s may be told already: the server is asked for the list',
  async (code) => {
    const invalidated = vi.spyOn(client, 'invalidateQueries');
    openList();
    arrive(message('1-0', { code, orderId: null }));
    await vi.waitFor(() => expect(invalidated).toHaveBeenCalledWith({ queryKey: mailboxQuery(ACTOR).queryKey }));
    expect(invalidated).toHaveBeenCalledWith({ queryKey: unreadQuery(ACTOR).queryKey });
    expect(ids()).toEqual([]);
  },
);

test('what its investor does not want in it is neither listed nor counted', async () => {
  choose({ mailbox: false });
  openList();
  arrive(message('1-0', { code: 'OrderRejected' }), message('2-0', { code: 'Margin40', orderId: null }));
  await vi.waitFor(() => expect(ids()).toEqual(['2-0']));
  expect(unread()).toBe(1);
});

test('who knows of a margin call has read its notices, and nothing else', async () => {
  const read: string[] = [];
  useAuth.getState().addAccount({ user: { userId: ACTOR.userId }, accessToken: { value: 'a slot' } });
  const items = [
    message('1-0', { code: 'Margin100' }),
    message('2-0', { code: 'Margin40', isRead: true }),
    message('3-0', { code: 'PriceAlert' }),
    message('4-0', { code: 'Margin70' }),
  ];
  vi.stubGlobal('fetch', async (address: string) => {
    const [, id] = /mailbox\/(\S+)\/read$/.exec(address) ?? [];
    if (id !== undefined) read.push(id);
    return Response.json(id === undefined ? { items, nextCursor: null } : { unread: 1 });
  });
  openList(...items);
  await markMarginRead(client, ACTOR);
  vi.unstubAllGlobals();
  useAuth.getState().signOutAll();
  expect(read.sort()).toEqual(['1-0', '4-0']);
  expect(unread()).toBe(1);
});
