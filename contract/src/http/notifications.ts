/**
 * The mailbox of a sub-account, or of an investor under the account number itself (docs/rules/people.md#notices): codes and facts, written in the reader's language by the
 * client.
 */
import { z } from 'zod';
import { mailboxMessage } from '#entities/mailbox-message.ts';
import {
  chatChannel,
  chatInvitation,
  noticeChannel,
  noticeDeliverySettings,
  quietHours,
} from '#entities/notice-delivery.ts';
import { NOTICE_CATEGORIES, noticeCategory, notificationSetting } from '#entities/notification-settings.ts';
import { accountParams } from '#http/investors.ts';
import { defineRoute } from '#route.ts';
import { count, cursor, limitText, listOf, opaqueId } from '#wire.ts';

const nothing = z.strictObject({});

const unreadCount = z.object({ unread: count }).meta({ id: 'UnreadCount' });

export const listMailbox = defineRoute({
  method: 'GET',
  path: '/notification/{accountId}/mailbox',
  access: 'account',
  takesInvestor: true,
  purpose: 'Lists the messages of a sub-account, newest first.',
  params: accountParams,
  query: z.strictObject({ cursor: cursor.optional(), limit: limitText.optional() }),
  replies: { 200: listOf(mailboxMessage) },
  errors: [],
});

export const countUnread = defineRoute({
  method: 'GET',
  path: '/notification/{accountId}/mailbox/unread-count',
  access: 'account',
  takesInvestor: true,
  purpose: 'Counts the messages of a sub-account that have not been read.',
  params: accountParams,
  replies: { 200: unreadCount },
  errors: [],
});

export const readMessage = defineRoute({
  method: 'POST',
  path: '/notification/{accountId}/mailbox/{mailboxId}/read',
  access: 'account',
  takesInvestor: true,
  audit: 'none',
  purpose: 'Marks one message as read; again is no mistake.',
  params: z.strictObject({ accountId: opaqueId, mailboxId: opaqueId }),
  body: nothing,
  replies: { 200: unreadCount },
  errors: [],
});

export const readAllMessages = defineRoute({
  method: 'POST',
  path: '/notification/{accountId}/mailbox/read-all',
  access: 'account',
  takesInvestor: true,
  audit: 'none',
  purpose: 'Marks every message of a sub-account as read.',
  params: accountParams,
  body: nothing,
  replies: { 200: unreadCount },
  errors: [],
});

const notificationSettings = z
  .object({ items: z.array(notificationSetting).max(NOTICE_CATEGORIES.length) })
  .meta({ id: 'NotificationSettings' });

export const readNotificationSettings = defineRoute({
  method: 'GET',
  path: '/investor/notification-settings',
  access: 'investor',
  purpose: 'Tells by which ways an investor gets which news, all categories.',
  replies: { 200: notificationSettings },
  errors: [],
});

export const changeNotificationSettings = defineRoute({
  method: 'POST',
  path: '/investor/notification-settings',
  access: 'investor',
  purpose: 'Changes the ways of one category; what is no choice is refused (BadRequest names the field).',
  body: z.strictObject({
    category: noticeCategory,
    mailbox: z.boolean().optional(),
    toast: z.boolean().optional(),
    push: z.boolean().optional(),
    mail: z.boolean().optional(),
    sms: z.boolean().optional(),
    telegram: z.boolean().optional(),
    zalo: z.boolean().optional(),
  }),
  replies: { 200: notificationSettings },
  errors: [],
});

export const readNoticeDelivery = defineRoute({
  method: 'GET',
  path: '/investor/notice-delivery',
  access: 'investor',
  purpose: 'Tells how notices leave the page: quiet hours, what a locked screen shows, and the state of each channel.',
  replies: { 200: noticeDeliverySettings },
  errors: [],
});

export const changeNoticeDelivery = defineRoute({
  method: 'POST',
  path: '/investor/notice-delivery',
  access: 'investor',
  purpose: 'Changes quiet hours or what a locked screen shows; what is left out stays as it is.',
  body: z.strictObject({ quietHours: quietHours.optional(), detailsOnLockScreen: z.boolean().optional() }),
  replies: { 200: noticeDeliverySettings },
  errors: [],
});

export const testNoticeChannel = defineRoute({
  method: 'POST',
  path: '/investor/notice-delivery/test',
  access: 'investor',
  audit: 'none',
  purpose:
    "Sends a test by one channel, the way every notice goes, and the channel's state tells what became of it; BadRequest where it is not offered or has no address.",
  body: z.strictObject({ channel: noticeChannel }),
  replies: { 202: noticeDeliverySettings },
  errors: [],
});

const chatParams = z.strictObject({ channel: chatChannel });

export const inviteToChat = defineRoute({
  method: 'POST',
  path: '/investor/notice-delivery/{channel}',
  access: 'investor',
  needs: 'step-up',
  purpose:
    'Makes the code by which the investor links a messenger, once and within ten minutes; NotFound where the installation has no account there.',
  params: chatParams,
  body: nothing,
  replies: { 200: chatInvitation },
  errors: [],
});

export const leaveChat = defineRoute({
  method: 'DELETE',
  path: '/investor/notice-delivery/{channel}',
  access: 'investor',
  purpose: 'Lets a messenger write to the investor no more; again is no mistake.',
  params: chatParams,
  replies: { 200: noticeDeliverySettings },
  errors: [],
});
