/** Notices by mail and SMS: letters like any other, through the ports of messages. */

import type { Queryable } from '#db/transaction.ts';
import { letterAddress } from '#deliveries/notice-paths.ts';
import type { NoticePort } from '#deliveries/notice-port.ts';
import { mailOf, smsOf } from '#deliveries/notice-words.ts';
import { readContact } from '#identity/accounts/investors.ts';
import { maskRecipient } from '#identity/codes/mask-recipient.ts';
import type { MessagePort } from '#messages/message-port.ts';

/** `publicUrl`: where the client is, for the link in a mail; without it there is none. */
export function mailNotices(client: Queryable, port: MessagePort, publicUrl: URL | undefined): NoticePort {
  return {
    channel: 'mail',
    atOnce: 5,
    showsOnLockScreen: false,
    showsAddress: true,
    addressOf: async (investorId) => maskRecipient((await readContact(client, investorId)).email),
    async send({ deliveryId: messageId, investorId, language, path, place, timeMs, ...written }) {
      const { email } = await readContact(client, investorId);
      const address = letterAddress({ path, place }, publicUrl);
      await port.send({ messageId, to: email, language, ...mailOf(written, language, { timeMs, address }) });
      return 'sent';
    },
  };
}

export function smsNotices(client: Queryable, port: MessagePort): NoticePort {
  return {
    channel: 'sms',
    atOnce: 5,
    showsOnLockScreen: true,
    showsAddress: false,
    addressOf: async (investorId) => maskRecipient((await readContact(client, investorId)).phoneNumber),
    async send({ deliveryId: messageId, investorId, language, ...written }) {
      const { phoneNumber } = await readContact(client, investorId);
      await port.send({ messageId, to: phoneNumber, language, subject: null, text: smsOf(written, language) });
      return 'sent';
    },
  };
}
