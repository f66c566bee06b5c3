/** Notices to an investor about a changed secret or address, or a new device: by mail or SMS, and in their mailbox. */
import type { NoticeCode, SecurityField } from '@mua/contract/entities/mailbox-message';
import type { Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import type { InvestorContact } from '#identity/accounts/investors.ts';
import type { Messages } from '#messages/messages.ts';
import { type TemplateName, timeText } from '#messages/templates.ts';
import type { InvestorMailbox } from '#notifications/investor-mailbox.ts';
import { instantText } from '#wire/wire-text.ts';

export interface SecurityNotices {
  /**
   * Writes notices to the given addresses in the transaction of the change. Call `messages.wake` after the commit.
   * `more`: facts of the template besides investor and time.
   */
  write(
    client: Queryable,
    template: TemplateName,
    to: Recipients,
    more?: Readonly<Record<string, string>>,
  ): Promise<void>;
}

/** An investor's contacts before the change. */
export type Recipients = Pick<InvestorContact, 'investorId' | 'language'> &
  Partial<Pick<InvestorContact, 'email' | 'phoneNumber'>>;

/** A notice that can't be sent is retried for a day. */
const NOTICE_MS = 24 * 3_600_000;

const FIELD_OF: Readonly<Partial<Record<TemplateName, SecurityField>>> = {
  passwordChanged: 'PASSWORD',
  emailChanged: 'EMAIL',
  phoneChanged: 'PHONE',
  secondSecretChanged: 'SECOND_SECRET',
  beneficiarySaved: 'BENEFICIARY',
};
const NEW_DEVICE: readonly TemplateName[] = ['newDevice', 'newUnknownDevice'];

export function createSecurityNotices(deps: {
  readonly messages: Messages;
  readonly mailbox: InvestorMailbox;
  readonly clock: Clock;
}): SecurityNotices {
  const { messages, mailbox, clock } = deps;

  async function intoMailbox(
    client: Queryable,
    investorId: string,
    template: TemplateName,
    device: string,
  ): Promise<void> {
    const write = (code: NoticeCode, facts: Readonly<Record<string, string>>) =>
      mailbox.write(client, investorId, code, facts);
    const field = FIELD_OF[template];
    if (field) await write('SecurityChanged', { field });
    if (NEW_DEVICE.includes(template)) await write('NewDevice', { device, at: instantText(clock.nowMs()) });
  }

  return {
    async write(client, template, { investorId, language, email, phoneNumber }, more = {}) {
      const nowMs = clock.nowMs();
      const facts = { investor: investorId, time: timeText(nowMs), ...more };
      const notice = { language, template, facts, expiresMs: nowMs + NOTICE_MS };
      if (email !== undefined) await messages.write(client, { ...notice, channel: 'email', to: email });
      if (phoneNumber !== undefined) await messages.write(client, { ...notice, channel: 'phone', to: phoneNumber });
      await intoMailbox(client, investorId, template, more.device ?? '');
    },
  };
}
