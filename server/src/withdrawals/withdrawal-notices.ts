/**
 * What an investor hears of the end of a withdrawal that was not their own doing, by mail and in the mailbox of the
 * sub-account: once, in the transaction that notes that they were told.
 */
import { readFileSync } from 'node:fs';
import { WITHDRAW_CAUSES } from '@mua/contract/entities/withdraw-request';
import { LIMITS } from '@mua/contract/limits';
import type pg from 'pg';
import { z } from 'zod';
import { shownAs } from '#banking/bank-accounts.ts';
import { inTransaction, type Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import { SERVER_FOLDER } from '#ground/server-files.ts';
import { readContact } from '#identity/accounts/investors.ts';
import type { SecurityNotices } from '#identity/accounts/security-notices.ts';
import type { Language } from '#messages/language.ts';
import type { Messages } from '#messages/messages.ts';
import { type TemplateName, vndText } from '#messages/templates.ts';
import type { InvestorMailbox } from '#notifications/investor-mailbox.ts';
import { wantsMail } from '#notifications/notification-settings.ts';
import { noteTold, type StoredRequest } from '#withdrawals/withdrawal-store.ts';

export interface WithdrawalNoticesDeps {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly messages: Messages;
  readonly notices: SecurityNotices;
  readonly mailbox: InvestorMailbox;
}

const CAUSES = z
  .record(z.enum(LIMITS.languages), z.record(z.enum(WITHDRAW_CAUSES), z.string().min(1).max(100)))
  .parse(JSON.parse(readFileSync(new URL('templates/withdrawal-causes.json', SERVER_FOLDER), 'utf8')));

/** Tells of each end once, however often it is called. */
export function createWithdrawalNotices(deps: WithdrawalNoticesDeps): (requestId: string) => Promise<void> {
  const { pool, clock, messages } = deps;
  return async (requestId) => {
    await inTransaction(pool, async (client) => {
      const request = await noteTold(client, requestId, clock.nowMs());
      if (request) await write(client, deps, request);
    });
    messages.wake();
  };
}

async function write(
  client: Queryable,
  { mailbox, notices }: WithdrawalNoticesDeps,
  request: StoredRequest,
): Promise<void> {
  const { accountId, investorId, amountVnd, status, reference } = request;
  const contact = await readContact(client, investorId);
  const { bank, number } = shownAs(request.beneficiary);
  const beneficiary = `${bank} ${number}`;
  const amount = amountVnd.toString();
  const { phoneNumber: _mailOnly, ...to } = contact;
  const facts = { amount: vndText(amountVnd, contact.language), beneficiary, account: accountId };
  const mail = async (template: TemplateName, more: Readonly<Record<string, string>> = {}): Promise<void> => {
    if (await wantsMail(client, investorId, 'MONEY')) await notices.write(client, template, to, { ...facts, ...more });
  };
  switch (status) {
    case 'PAID':
      await mailbox.write(client, accountId, 'WithdrawPaid', { amount, beneficiary });
      return mail('withdrawPaid', { reference: reference ?? '' });
    case 'REFUSED': {
      const reason = toldReason(request, contact.language);
      await mailbox.write(client, accountId, 'WithdrawRejected', { amount, reason });
      return mail('withdrawRejected', { reason });
    }
    case 'MARGIN_NEEDED':
      await mailbox.write(client, accountId, 'WithdrawReleased', { amount, account: accountId });
      return mail('withdrawReleased');
    default:
      return;
  }
}

function toldReason({ cause, reason }: StoredRequest, language: Language): string {
  return cause === null ? (reason ?? '') : `${CAUSES[language][cause]}: ${reason}`;
}
