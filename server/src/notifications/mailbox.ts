/**
 * The mailbox of a sub-account: messages of the steps that caused them, and those to its investor. What they
 * don't want to read of is left out when the mailbox is read, so that nothing is lost when they change their mind.
 */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import type { NoticeDelivery } from '@mua/contract/entities/notice-delivery';
import { CATEGORY_OF, isChoice } from '@mua/contract/entities/notification-settings';
import type pg from 'pg';
import type { Notice } from '#notifications/notice.ts';
import type { Page } from '#orders/order-queries.ts';
import { replyError } from '#refusals/reply-error.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';
import { instantText } from '#wire/wire-text.ts';

export interface Mailbox {
  list(accountId: string, page: Page): Promise<{ items: MailboxMessage[]; nextCursor: string | null }>;
  unread(accountId: string): Promise<number>;
  /** A message of another account is refused as not found. */
  markRead(accountId: string, mailboxId: string): Promise<void>;
  markAllRead(accountId: string): Promise<void>;
}

export const MESSAGE_COLUMNS = 'seq, ordinal, time_ms, is_read, record';

const INVESTOR = '(select investor_id from trading_account where account_id = $1)';
/** Of the mailbox of the sub-account or investor $1. */
const OWN = `account_id = any(array[$1, ${INVESTOR}])`;
/** The codes that an investor may switch off, with their categories: names of ours, no input. */
const SWITCHABLE = Object.entries(CATEGORY_OF)
  .filter(([, category]) => isChoice(category, 'mailbox'))
  .map(([code, category]) => `('${code}', '${category}')`)
  .join(', ');
/** What the mailbox of $1 shows. */
export const SHOWN = `${OWN} and not exists (
  select from notification_choice c join (values ${SWITCHABLE}) as switchable (code, category) using (category)
  where c.investor_id = coalesce(${INVESTOR}, $1) and c.delivery = 'mailbox' and not c.is_on
    and switchable.code = mailbox_message.record ->> 'code')`;

/** By which ways each message leaves the page, in the order of the ways; test rows have no place. */
const DELIVERIES_OF = `
coalesce((
  select json_agg(json_build_object(
    'channel', channel, 'state', state, 'atMs', coalesce(done_ms, due_ms), 'cause', cause) order by delivery_id)
  from notice_delivery delivery
  where delivery.seq = mailbox_message.seq and delivery.ordinal = mailbox_message.ordinal
), '[]') as deliveries`;

interface StoredDelivery extends Omit<NoticeDelivery, 'at'> {
  readonly atMs: number;
}

export interface MessageRow {
  readonly seq: bigint;
  readonly ordinal: number;
  readonly time_ms: bigint;
  readonly is_read: boolean;
  readonly record: Notice;
}

export function storedMessage({ seq, ordinal, time_ms: timeMs, is_read: isRead, record }: MessageRow): MailboxMessage {
  return messageOf(record, { seq: Number(seq), ordinal, timeMs: Number(timeMs), isRead });
}

export function messageOf(
  { once: _written, ...notice }: Notice,
  place: { readonly seq: number; readonly ordinal: number; readonly timeMs: number; readonly isRead: boolean },
): MailboxMessage {
  const { seq, ordinal, timeMs, isRead } = place;
  return { ...notice, mailboxId: `${seq}-${ordinal}`, isRead, createdAt: instantText(timeMs), deliveries: [], seq };
}

export function createMailbox(pool: pg.Pool): Mailbox {
  return {
    async list(accountId, { cursor, limit }) {
      const [seq = null, ordinal = null] = decodeCursor(cursor, /^message (\d{1,15}) (\d{1,9})$/) ?? [];
      const found = await pool.query<MessageRow & { readonly deliveries: readonly StoredDelivery[] }>(
        `select ${MESSAGE_COLUMNS}, ${DELIVERIES_OF} from mailbox_message
         where ${SHOWN} and ($2::bigint is null or (seq, ordinal) < ($2, $3::integer))
         order by seq desc, ordinal desc limit $4`,
        [accountId, seq, ordinal, limit + 1],
      );
      const rows = found.rows.slice(0, limit);
      const last = found.rows.length > limit ? rows.at(-1) : undefined;
      return {
        items: rows.map((row) => ({
          ...storedMessage(row),
          deliveries: row.deliveries.map(({ atMs, ...delivery }) => ({ ...delivery, at: instantText(atMs) })),
        })),
        nextCursor: last ? encodeCursor('message', last.seq, last.ordinal) : null,
      };
    },
    async unread(accountId) {
      const found = await pool.query<{ unread: number }>(
        `select count(*)::integer as unread from mailbox_message where ${SHOWN} and not is_read`,
        [accountId],
      );
      return found.rows[0]?.unread ?? 0;
    },
    async markRead(accountId, mailboxId) {
      const [, seq, ordinal] = /^(\d{1,15})-(\d{1,9})$/.exec(mailboxId) ?? [];
      const marked = await pool.query(
        `update mailbox_message set is_read = true where ${OWN} and seq = $2 and ordinal = $3`,
        [accountId, seq ?? -1, ordinal ?? -1],
      );
      if (marked.rowCount !== 1) throw replyError('NotFound', {});
    },
    async markAllRead(accountId) {
      await pool.query(`update mailbox_message set is_read = true where ${SHOWN} and not is_read`, [accountId]);
    },
  };
}
