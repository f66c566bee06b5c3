/** What an investor is written when a secret or an address of theirs has changed, or a new device came in. */

import type { Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import type { InvestorContact } from '#identity/accounts/investors.ts';
import type { Messages } from '#messages/messages.ts';
import { type TemplateName, timeText } from '#messages/templates.ts';

export interface SecurityNotices {
  /**
   * Written with the change it tells of, to the addresses that are given. Call `messages.wake` after the commit. `more`:
   * what the template says beside investor and time.
   */
  write(
    client: Queryable,
    template: TemplateName,
    to: Recipients,
    more?: Readonly<Record<string, string>>,
  ): Promise<void>;
}

/** Some of an investor's contacts, as they were before the change. */
export type Recipients = Pick<InvestorContact, 'investorId' | 'language'> &
  Partial<Pick<InvestorContact, 'email' | 'phoneNumber'>>;

/** A notice that could not be sent for a day is old news, but better late than never until then. */
const NOTICE_MS = 24 * 3_600_000;

export function createSecurityNotices(messages: Messages, clock: Clock): SecurityNotices {
  return {
    async write(client, template, { investorId, language, email, phoneNumber }, more = {}) {
      const nowMs = clock.nowMs();
      const facts = { investor: investorId, time: timeText(nowMs), ...more };
      const notice = { language, template, facts, expiresMs: nowMs + NOTICE_MS };
      if (email !== undefined) await messages.write(client, { ...notice, channel: 'email', to: email });
      if (phoneNumber !== undefined) await messages.write(client, { ...notice, channel: 'phone', to: phoneNumber });
    },
  };
}
