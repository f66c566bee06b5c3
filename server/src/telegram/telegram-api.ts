/**
 * Telegram's Bot API (https://core.telegram.org/bots/api), as far as notices need it. The token is part of each address,
 * so no address is ever put into an error or a log.
 */
import { z } from 'zod';
import { RetryLater } from '#deliveries/notice-port.ts';

/** A message that somebody wrote to the bot in a private chat. */
export interface ReceivedText {
  readonly chatId: string;
  readonly name: string;
  readonly text: string;
  /** By Telegram's clock. */
  readonly writtenMs: number;
}

export interface Update {
  /** Null of what is no text to the bot. */
  readonly text: ReceivedText | null;
  /** From where the next question goes on when this one is done; what is before it is not told again. */
  readonly nextOffset: number;
}

export interface TelegramApi {
  /** By which the bot is addressed. */
  username(): Promise<string>;
  /** Waits until something comes, or for half a minute. Rejects where Telegram does not answer. */
  updates(offset: number, signal: AbortSignal): Promise<Update[]>;
  /** `gone`: the chat has blocked the bot, or is no more. Rejects where it was not taken. */
  send(chatId: string, text: string): Promise<'sent' | 'gone'>;
}

const PATIENCE_MS = 10_000;
const POLL_SECONDS = 30;
const NAME_MAX = 100;

const failure = z.object({
  ok: z.literal(false),
  error_code: z.number().int(),
  description: z.string().default(''),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
});
const bot = z.object({ username: z.string().min(1) });
const update = z.object({
  update_id: z.number().int(),
  message: z
    .object({
      date: z.number().int(),
      chat: z.object({
        id: z.number().int(),
        type: z.string(),
        username: z.string().optional(),
        first_name: z.string().optional(),
        last_name: z.string().optional(),
      }),
      text: z.string().optional(),
    })
    .optional(),
});

export function createTelegramApi({ token, api }: { readonly token: string; readonly api: string }): TelegramApi {
  async function call<T extends z.ZodType>(
    method: string,
    body: object,
    result: T,
    signal = AbortSignal.timeout(PATIENCE_MS),
  ): Promise<z.infer<T> | z.infer<typeof failure>> {
    const response = await fetch(`${api}/bot${token}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal,
    }).catch(() => {
      throw new Error(`Telegram did not answer ${method}`);
    });
    const answer: unknown = await response.json().catch(() => undefined);
    const success = z.object({ ok: z.literal(true), result: z.unknown() }).safeParse(answer);
    if (success.success) return result.parse(success.data.result);
    const refused = failure.safeParse(answer);
    if (refused.success) return refused.data;
    throw new Error(`Telegram answered ${method} with ${response.status}`);
  }

  let known: Promise<string> | undefined;

  async function readUsername(): Promise<string> {
    const found = await call('getMe', {}, bot);
    if ('ok' in found) throw new Error(`Telegram refused getMe: ${found.error_code}`);
    return found.username;
  }

  return {
    username() {
      known ??= readUsername().catch((error: unknown) => {
        known = undefined;
        throw error;
      });
      return known;
    },
    async updates(offset, signal) {
      const until = AbortSignal.any([signal, AbortSignal.timeout(POLL_SECONDS * 1000 + PATIENCE_MS)]);
      const question = { offset, timeout: POLL_SECONDS, allowed_updates: ['message'] };
      const found = await call('getUpdates', question, z.array(update), until);
      if ('ok' in found) throw new Error(`Telegram refused getUpdates: ${found.error_code}`);
      return found.map((one) => ({ text: textOf(one), nextOffset: one.update_id + 1 }));
    },
    async send(chatId, text) {
      const message = { chat_id: chatId, text, link_preview_options: { is_disabled: true } };
      const found = await call('sendMessage', message, z.object({ message_id: z.number() }));
      if (!('ok' in found)) return 'sent';
      const { error_code: code, description, parameters } = found;
      // 403: it has blocked the bot, or its owner is no more.
      if (code === 403 || (code === 400 && /chat not found/i.test(description))) return 'gone';
      const waitMs = (parameters?.retry_after ?? 0) * 1000;
      throw new RetryLater(`Telegram refused sendMessage: ${code}`, waitMs);
    },
  };
}

function textOf({ message }: z.infer<typeof update>): ReceivedText | null {
  if (message?.text === undefined || message.chat.type !== 'private') return null;
  const { id, username, first_name: first = '', last_name: last = '' } = message.chat;
  const name = username === undefined ? `${first} ${last}`.trim() : `@${username}`;
  return { chatId: String(id), name: name.slice(0, NAME_MAX), text: message.text, writtenMs: message.date * 1000 };
}
