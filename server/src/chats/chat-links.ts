/** Chats in which the installation may write to an investor, and the codes by which they came about. */
import type { ChatChannel } from '@mua/contract/entities/notice-delivery';
import type pg from 'pg';
import { inTransaction, type Queryable } from '#db/transaction.ts';
import type { Secrets } from '#ground/secrets.ts';
import { type Language, languageOrDefault } from '#messages/language.ts';

/** Whoever makes a code uses it at once. */
export const INVITATION_MS = 10 * 60_000;

type Hash = Pick<Secrets, 'hash'>;

interface Invitation {
  readonly channel: ChatChannel;
  readonly code: string;
  readonly nowMs: number;
}

/** Remembers a code; an earlier one of its owner is void. */
export async function writeInvitation(
  pool: pg.Pool,
  secrets: Hash,
  { channel, code, investorId, nowMs }: Invitation & { readonly investorId: string },
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(
      'delete from notice_chat_invitation where (investor_id = $1 and channel = $2) or expires_ms <= $3',
      [investorId, channel, nowMs],
    );
    await client.query('insert into notice_chat_invitation values ($1, $2, $3, $4)', [
      ...[secrets.hash(`chat ${code}`), investorId, channel, nowMs + INVITATION_MS],
    ]);
  });
}

export interface Chat {
  readonly chatId: string;
  readonly name: string;
}

/** Uses the code up. Returns the language of whose chat it is now; undefined if nobody has made that code in time. */
export async function acceptInvitation(
  pool: pg.Pool,
  secrets: Hash,
  { channel, code, nowMs, chat, writtenMs }: Invitation & { readonly chat: Chat; readonly writtenMs: number },
): Promise<Language | undefined> {
  return inTransaction(pool, async (client) => {
    const used = await client.query<{ investor_id: string; language: string | null }>(
      `delete from notice_chat_invitation invitation using investor
       where code_hash = $1 and channel = $2 and expires_ms > $3 and investor.investor_id = invitation.investor_id
         and deleted_ms is null
       returning investor.investor_id, investor.language`,
      [secrets.hash(`chat ${code}`), channel, nowMs],
    );
    const [owner] = used.rows;
    if (!owner) return undefined;
    await client.query(
      `insert into notice_chat (investor_id, channel, chat_id, name, linked_ms) values ($1, $2, $3, $4, $5)
       on conflict (investor_id, channel) do update set
         chat_id = excluded.chat_id, name = excluded.name, linked_ms = excluded.linked_ms, is_silent = false`,
      [owner.investor_id, channel, chat.chatId, chat.name, writtenMs],
    );
    return languageOrDefault(owner.language);
  });
}

/** Whether the code of that very message linked the chat: it is told again of what it was answered to. */
export async function isLinkedBy(
  client: Queryable,
  channel: ChatChannel,
  { chatId, writtenMs }: { readonly chatId: string; readonly writtenMs: number },
): Promise<boolean> {
  const linked = await client.query('select from notice_chat where chat_id = $1 and channel = $2 and linked_ms = $3', [
    chatId,
    channel,
    writtenMs,
  ]);
  return (linked.rowCount ?? 0) > 0;
}

export async function chatOf(client: Queryable, channel: ChatChannel, investorId: string): Promise<Chat | undefined> {
  const found = await client.query<{ chat_id: string; name: string }>(
    'select chat_id, name from notice_chat where investor_id = $1 and channel = $2',
    [investorId, channel],
  );
  const [row] = found.rows;
  return row && { chatId: row.chat_id, name: row.name };
}

/** With `chatId` only if it is still that one. */
export async function forgetChat(
  client: Queryable,
  channel: ChatChannel,
  { investorId, chatId = null }: { readonly investorId: string; readonly chatId?: string | null },
): Promise<void> {
  await client.query(
    'delete from notice_chat where investor_id = $1 and channel = $2 and chat_id = coalesce($3, chat_id)',
    [investorId, channel, chatId],
  );
}

/**
 * Its owner has ended it: of whomever it told, it tells nobody. What they wrote before they linked it anew, and was heard
 * late, ends nothing.
 */
export async function endChat(
  client: Queryable,
  channel: ChatChannel,
  { chatId, writtenMs }: { readonly chatId: string; readonly writtenMs: number },
): Promise<void> {
  await client.query('delete from notice_chat where chat_id = $1 and channel = $2 and linked_ms <= $3', [
    ...[chatId, channel, writtenMs],
  ]);
}

/** Its owner has to write before we may. */
export async function noteSilence(client: Queryable, channel: ChatChannel, chatId: string): Promise<void> {
  await client.query('update notice_chat set is_silent = true where chat_id = $1 and channel = $2', [chatId, channel]);
}

/** Its owner has written. Returns their language if they had to; undefined if they had not, or it is nobody's chat. */
export async function endSilence(
  client: Queryable,
  channel: ChatChannel,
  chatId: string,
): Promise<Language | undefined> {
  const ended = await client.query<{ language: string | null }>(
    `update notice_chat chat set is_silent = false from investor
     where chat_id = $1 and channel = $2 and is_silent and investor.investor_id = chat.investor_id
     returning investor.language`,
    [chatId, channel],
  );
  const [owner] = ended.rows;
  return owner && languageOrDefault(owner.language);
}

/** As the messenger names its owner. */
export async function renameChat(client: Queryable, channel: ChatChannel, { chatId, name }: Chat): Promise<void> {
  await client.query('update notice_chat set name = $3 where chat_id = $1 and channel = $2', [chatId, channel, name]);
}
