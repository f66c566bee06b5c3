/**
 * Hears who writes to the broker's Official Account. Whatever process of the installation is told: what an event changes is
 * a row, and a repetition changes nothing. Zalo waits two seconds, so it is answered before the person is. People write to
 * such an account for many reasons: only a code, the word that ends it, and the first word after a long silence are
 * answered here.
 */
import type { ZaloEvent } from '@mua/contract/http/zalo-events';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { acceptInvitation, endChat, endSilence, isLinkedBy, renameChat } from '#chats/chat-links.ts';
import type { ChatService } from '#chats/chat-service.ts';
import { chatAnswer } from '#chats/chat-words.ts';
import type { Clock } from '#ground/clock.ts';
import { outsideRequests } from '#ground/own-request.ts';
import type { Secrets } from '#ground/secrets.ts';
import { readCode } from '#zalo/link-code.ts';

const CHANNEL = 'zalo';
const END_WORDS = /^\/?(stop|dừng|dung)[.!]?$/i;
/** Of an id, so that somebody with two accounts there can tell them apart. */
const SHOWN_DIGITS = 4;

export interface ZaloEventsDeps {
  readonly pool: pg.Pool;
  /** Of the codes. */
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly secrets: Pick<Secrets, 'hash'>;
  readonly send: ChatService['send'];
  /** By which somebody calls themselves there; undefined where Zalo does not tell. */
  readonly nameOf: (userId: string) => Promise<string | undefined>;
  readonly log: FastifyBaseLogger;
}

export interface ZaloEvents {
  /** Resolves when what it changes is written. */
  take(event: ZaloEvent): Promise<void>;
  /** Resolves when everybody is answered. */
  settled(): Promise<void>;
}

export function hearZaloEvents(deps: ZaloEventsDeps): ZaloEvents {
  const { send, log } = deps;
  const answering = new Set<Promise<void>>();

  function reply(userId: string, { text, isNew }: Answer): void {
    const one = outsideRequests(async () => {
      await send(userId, text);
      if (isNew) await learnName(deps, userId);
    })
      .catch((err: unknown) => log.warn({ err }, 'somebody who wrote to the Zalo account was not answered'))
      .finally(() => answering.delete(one));
    answering.add(one);
  }

  return {
    async take({ event_name: name, timestamp, sender, follower, message }) {
      const writtenMs = Number(timestamp);
      if (name === 'unfollow' && follower) await endChat(deps.pool, CHANNEL, { chatId: follower.id, writtenMs });
      if (name !== 'user_send_text' || !sender) return;
      const answer = await answerTo(deps, { userId: sender.id, text: message?.text ?? '', writtenMs });
      if (answer) reply(sender.id, answer);
    },
    async settled() {
      while (answering.size > 0) await Promise.all(answering);
    },
  };
}

interface Written {
  readonly userId: string;
  readonly text: string;
  readonly writtenMs: number;
}

interface Answer {
  readonly text: string;
  /** Whether this has linked somebody. */
  readonly isNew: boolean;
}

/** Null of what is no word to us, or was answered before. */
async function answerTo(
  { pool, clock, secrets }: ZaloEventsDeps,
  { userId, text, writtenMs }: Written,
): Promise<Answer | null> {
  if (END_WORDS.test(text.trim().normalize('NFC'))) {
    await endChat(pool, CHANNEL, { chatId: userId, writtenMs });
    return { text: chatAnswer(CHANNEL, 'ended'), isNew: false };
  }
  const code = readCode(text);
  if (code === undefined) {
    const language = await endSilence(pool, CHANNEL, userId);
    return language ? { text: chatAnswer(CHANNEL, 'linked', language), isNew: false } : null;
  }
  const chat = { chatId: userId, name: `…${userId.slice(-SHOWN_DIGITS)}` };
  const invitation = { channel: CHANNEL, code, nowMs: clock.nowMs() } as const;
  const language = await acceptInvitation(pool, secrets, { ...invitation, chat, writtenMs });
  if (language) return { text: chatAnswer(CHANNEL, 'linked', language), isNew: true };
  const isRepeated = await isLinkedBy(pool, CHANNEL, { chatId: userId, writtenMs });
  return isRepeated ? null : { text: chatAnswer(CHANNEL, 'unknown'), isNew: false };
}

async function learnName({ pool, nameOf }: ZaloEventsDeps, userId: string): Promise<void> {
  const name = await nameOf(userId);
  if (name !== undefined) await renameChat(pool, CHANNEL, { chatId: userId, name });
}
