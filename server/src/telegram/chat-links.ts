/** Chats in which the bot may write to an investor, and the addresses by which they came about. */
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inTransaction, type Queryable } from '#db/transaction.ts';
import type { Secrets } from '#ground/secrets.ts';
import { type Language, languageOrDefault } from '#messages/language.ts';

/** Whoever makes an address uses it at once. */
export const INVITATION_MS = 10 * 60_000;

const CHANNEL = 'telegram';

type Hash = Pick<Secrets, 'hash'>;

/** A code that its owner shows to the bot; an earlier one of theirs is void. */
export async function makeInvitation(pool: pg.Pool, secrets: Hash, investorId: string, nowMs: number): Promise<string> {
  const code = randomBytes(24).toString('base64url');
  await inTransaction(pool, async (client) => {
    await client.query(
      'delete from notice_chat_invitation where (investor_id = $1 and channel = $2) or expires_ms <= $3',
      [investorId, CHANNEL, nowMs],
    );
    await client.query('insert into notice_chat_invitation values ($1, $2, $3, $4)', [
      ...[secrets.hash(`chat ${code}`), investorId, CHANNEL, nowMs + INVITATION_MS],
    ]);
  });
  return code;
}

export interface Chat {
  readonly chatId: string;
  readonly name: string;
}

/** Uses the code up. Returns the language of whose chat it is now; undefined if nobody has made that code in time. */
export async function acceptInvitation(
  pool: pg.Pool,
  secrets: Hash,
  { code, chat, nowMs }: { readonly code: string; readonly chat: Chat; readonly nowMs: number },
): Promise<Language | undefined> {
  return inTransaction(pool, async (client) => {
    const used = await client.query<{ investor_id: string; language: string | null }>(
      `delete from notice_chat_invitation invitation using investor
       where code_hash = $1 and channel = $2 and expires_ms > $3 and investor.investor_id = invitation.investor_id
         and deleted_ms is null
       returning investor.investor_id, investor.language`,
      [secrets.hash(`chat ${code}`), CHANNEL, nowMs],
    );
    const [owner] = used.rows;
    if (!owner) return undefined;
    await client.query(
      `insert into notice_chat values ($1, $2, $3, $4, $5)
       on conflict (investor_id, channel) do update set
         chat_id = excluded.chat_id, name = excluded.name, linked_ms = excluded.linked_ms`,
      [owner.investor_id, CHANNEL, chat.chatId, chat.name, nowMs],
    );
    return languageOrDefault(owner.language);
  });
}

export async function chatOf(client: Queryable, investorId: string): Promise<Chat | undefined> {
  const found = await client.query<{ chat_id: string; name: string }>(
    'select chat_id, name from notice_chat where investor_id = $1 and channel = $2',
    [investorId, CHANNEL],
  );
  const [row] = found.rows;
  return row && { chatId: row.chat_id, name: row.name };
}

/** With `chatId` only if it is still that one. */
export async function forgetChat(client: Queryable, investorId: string, chatId: string | null = null): Promise<void> {
  await client.query(
    'delete from notice_chat where investor_id = $1 and channel = $2 and chat_id = coalesce($3, chat_id)',
    [investorId, CHANNEL, chatId],
  );
}

/** Its owner has sent /stop: of whomever it told, it tells nobody. */
export async function silenceChat(client: Queryable, chatId: string): Promise<void> {
  await client.query('delete from notice_chat where chat_id = $1 and channel = $2', [chatId, CHANNEL]);
}
