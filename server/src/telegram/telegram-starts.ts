/**
 * Hears who starts the bot, by asking Telegram for what was written to it: so no address of ours has to be reachable from
 * outside. One process asks; what it had no time for is told again to the next one, and a code counts once.
 */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { acceptInvitation, endChat, isLinkedBy } from '#chats/chat-links.ts';
import { chatAnswer } from '#chats/chat-words.ts';
import type { Clock } from '#ground/clock.ts';
import { outsideRequests } from '#ground/own-request.ts';
import type { Secrets } from '#ground/secrets.ts';
import type { ReceivedText, TelegramApi } from '#telegram/telegram-api.ts';

const CHANNEL = 'telegram';

/** After Telegram did not answer. */
const PAUSE_MS = 5_000;

export interface TelegramStartsDeps {
  readonly pool: pg.Pool;
  /** Of the codes. */
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Of the machine: Telegram's world goes on where ours is stopped. */
  readonly wall: Pick<Clock, 'at' | 'nowMs'>;
  readonly secrets: Pick<Secrets, 'hash'>;
  readonly api: TelegramApi;
  readonly log: FastifyBaseLogger;
}

export interface TelegramStarts {
  close(): Promise<void>;
}

export function hearTelegramStarts(deps: TelegramStartsDeps): TelegramStarts {
  const { api, wall, log } = deps;
  const end = new AbortController();

  async function pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = wall.at(wall.nowMs() + PAUSE_MS, resolve);
      end.signal.addEventListener('abort', () => {
        cancel();
        resolve();
      });
    });
  }

  async function listen(): Promise<void> {
    let offset = 0;
    while (!end.signal.aborted) {
      try {
        for (const { text, nextOffset } of await api.updates(offset, end.signal)) {
          if (text) await take(deps, text);
          offset = nextOffset;
        }
      } catch (err) {
        if (end.signal.aborted) return;
        log.warn({ err }, 'it was not heard who starts the Telegram bot');
        await pause();
      }
    }
  }

  const listening = outsideRequests(listen);
  return {
    async close() {
      end.abort();
      await listening;
    },
  };
}

/** What was written down stays, though its answer may get lost. */
async function take(deps: TelegramStartsDeps, received: ReceivedText): Promise<void> {
  const answer = await answerTo(deps, received);
  if (answer === null) return;
  await deps.api
    .send(received.chatId, answer)
    .catch((err: unknown) => deps.log.warn({ err }, 'the Telegram bot could not answer'));
}

/** Null of what was answered before. */
async function answerTo({ pool, clock, secrets }: TelegramStartsDeps, received: ReceivedText): Promise<string | null> {
  const { chatId, name, text, writtenMs } = received;
  if (/^\/stop\b/.test(text)) {
    await endChat(pool, CHANNEL, { chatId, writtenMs });
    return chatAnswer(CHANNEL, 'ended');
  }
  const code = /^\/start ([\w-]{20,64})$/.exec(text.trim())?.[1];
  const chat = { chatId, name };
  const language =
    code && (await acceptInvitation(pool, secrets, { channel: CHANNEL, code, nowMs: clock.nowMs(), chat, writtenMs }));
  if (language) return chatAnswer(CHANNEL, 'linked', language);
  const isRepeated = code !== undefined && (await isLinkedBy(pool, CHANNEL, { chatId, writtenMs }));
  return isRepeated ? null : chatAnswer(CHANNEL, 'unknown');
}
