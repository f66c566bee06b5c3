/**
 * A message of the mailbox in the reader's words: its code's title and body with the facts written out
 * (docs/rules/words.md#mailbox).
 */
import { type MailboxMessage, NOTICES } from '@mua/contract/entities/mailbox-message';
import { type FactWriter, writtenError, writtenFacts } from '#i18n/error-facts.ts';

export interface NoticeText {
  readonly title: string;
  readonly body: string;
  /** What the investor wrote to themselves; null where there is nothing. */
  readonly note: string | null;
}

/** `nowMs` is the market's time: a countdown runs to the message's deadline from there. */
export function noticeText(
  writer: FactWriter,
  message: Pick<MailboxMessage, 'code' | 'facts' | 'reason'>,
  nowMs: number,
): NoticeText {
  const { code, facts, reason } = message;
  const { t, format } = writer;
  const { deadline, note } = facts;
  const leftMs = typeof deadline === 'string' ? Math.max(0, Date.parse(deadline) - nowMs) : null;
  const replace = {
    ...writtenFacts(writer, NOTICES[code], facts),
    reason: reason ? writtenError(writer, reason) : '',
    countdown: format.countdown(leftMs),
  };
  return {
    title: t(($) => $.notifications[code].title, { replace }),
    body: t(($) => $.notifications[code].body, { replace }),
    note: typeof note === 'string' && note !== '' ? note : null,
  };
}
