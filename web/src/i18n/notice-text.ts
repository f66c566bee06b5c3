/**
 * Writes a message of the mailbox in the reader's language: its code's title and body with the facts
 * (docs/rules/words.md#mailbox).
 */
import { type MailboxMessage, NOTICES, SECURITY_FIELDS } from '@mua/contract/entities/mailbox-message';
import { type FactWriter, writtenError, writtenFacts } from '#i18n/error-facts.ts';

export interface NoticeText {
  readonly title: string;
  readonly body: string;
  /** The investor's note to themselves; null without one. */
  readonly note: string | null;
}

/** Writes one message; `nowMs` is the market's time, from which a countdown runs to the message's deadline. */
export function noticeText(
  writer: FactWriter,
  message: Pick<MailboxMessage, 'code' | 'facts' | 'reason'>,
  nowMs: number,
): NoticeText {
  const { code, facts, reason } = message;
  const { t, format } = writer;
  const { deadline, note } = facts;
  const leftMs = typeof deadline === 'string' ? Math.max(0, Date.parse(deadline) - nowMs) : null;
  const field = SECURITY_FIELDS.find((each) => each === facts.field);
  const replace = {
    // An order's end may have none.
    reason: '',
    ...writtenFacts(writer, NOTICES[code], facts),
    ...(reason && { reason: writtenError(writer, reason) }),
    countdown: format.countdown(leftMs),
    ...(field && { field: t(($) => $.notifications.securityField[field]) }),
  };
  return {
    title: t(($) => $.notifications[code].title, { replace }),
    body: t(($) => $.notifications[code].body, { replace }),
    note: typeof note === 'string' && note !== '' ? note : null,
  };
}
