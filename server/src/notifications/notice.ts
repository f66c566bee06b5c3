/** A message without its place in a mailbox: a code with its facts (docs/rules/words.md#mailbox), in wire units. */
import type { MailboxMessage, NoticeCode } from '@mua/contract/entities/mailbox-message';
import type { Facts } from '@mua/contract/errors';

export interface Notice
  extends Pick<MailboxMessage, 'accountId' | 'code' | 'facts' | 'reason' | 'contractCode' | 'orderId'> {
  /** What a sub-account is told once: another message with the same word is not stored. */
  readonly once?: string;
}

export function notice(accountId: string, code: NoticeCode, facts: Facts, more: Partial<Notice> = {}): Notice {
  return { accountId, code, facts, reason: null, contractCode: null, orderId: null, ...more };
}
