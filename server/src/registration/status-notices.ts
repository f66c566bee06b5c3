/** Notices of a changed status to the investor: by mail, and in their own mailbox (docs/rules/people.md#notices). */
import type { InvestorStatus } from '@mua/contract/entities/investor';
import type { NoticeCode } from '@mua/contract/entities/mailbox-message';
import type { Queryable } from '#db/transaction.ts';
import type { StatusMove } from '#identity/accounts/investor-status.ts';
import { readContact } from '#identity/accounts/investors.ts';
import type { SecurityNotices } from '#identity/accounts/security-notices.ts';
import type { TemplateName } from '#messages/templates.ts';
import type { InvestorMailbox } from '#notifications/investor-mailbox.ts';
import { wantsMail } from '#notifications/notification-settings.ts';

export interface StatusNotices {
  /** Writes the notices in the transaction of the change. Call `messages.wake` after the commit. */
  write(client: Queryable, move: StatusMove): Promise<void>;
}

/** A draft needs no notice: its owner has just begun it. */
const NOTICE_OF: Readonly<Partial<Record<InvestorStatus, NoticeCode>>> = {
  PENDING: 'StatusPending',
  INCOMPLETE: 'StatusIncomplete',
  REJECTED: 'StatusRejected',
  PENDING_ACTIVATE: 'StatusPendingActivate',
  ACTIVE: 'StatusActive',
  INACTIVE: 'StatusInactive',
};
const TEMPLATE_OF: Readonly<Partial<Record<InvestorStatus, TemplateName>>> = {
  PENDING: 'statusPending',
  INCOMPLETE: 'statusIncomplete',
  REJECTED: 'statusRejected',
  PENDING_ACTIVATE: 'statusPendingActivate',
  ACTIVE: 'statusActive',
};

export function createStatusNotices(mailbox: InvestorMailbox, notices: SecurityNotices): StatusNotices {
  return {
    async write(client, { investorId, from, to, reason, nextStep }) {
      const code = NOTICE_OF[to];
      if (code !== undefined) await mailbox.write(client, investorId, code, { nextStep, reason: reason ?? '' });
      const template = TEMPLATE_OF[to];
      // An investor asks for reinstatement on the phone and is told there.
      if (template === undefined || from === 'INACTIVE') return;
      if (!(await wantsMail(client, investorId, 'ACCOUNT'))) return;
      const { language, email } = await readContact(client, investorId);
      await notices.write(client, template, { investorId, language, email }, { reason: reason ?? '' });
    },
  };
}
