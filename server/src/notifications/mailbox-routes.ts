/** Routes of mailboxes and of what goes into them (docs/rules/people.md#notices). */
import {
  changeNotificationSettings,
  countUnread,
  listMailbox,
  readAllMessages,
  readMessage,
  readNotificationSettings,
} from '@mua/contract/http/notifications';
import { pageSize } from '@mua/contract/wire';
import { type Bind, ok } from '#http/bind-route.ts';
import type { Mailbox } from '#notifications/mailbox.ts';
import type { NotificationSettings } from '#notifications/notification-settings.ts';

export function bindMailboxRoutes(bind: Bind, mailbox: Mailbox, settings: NotificationSettings): void {
  bind(listMailbox, async ({ params, query }) =>
    ok(await mailbox.list(params.accountId, { cursor: query.cursor, limit: pageSize(query.limit) })),
  );
  bind(countUnread, async ({ params }) => ok({ unread: await mailbox.unread(params.accountId) }));
  bind(readMessage, async ({ params }) => {
    await mailbox.markRead(params.accountId, params.mailboxId);
    return ok({ unread: await mailbox.unread(params.accountId) });
  });
  bind(readAllMessages, async ({ params }) => {
    await mailbox.markAllRead(params.accountId);
    return ok({ unread: await mailbox.unread(params.accountId) });
  });
  bind(readNotificationSettings, async ({ actor }) => ok({ items: await settings.read(actor.investorId) }));
  bind(changeNotificationSettings, async ({ actor, body }) =>
    ok({ items: await settings.change(actor.investorId, body) }),
  );
}
