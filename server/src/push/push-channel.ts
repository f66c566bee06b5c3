/**
 * Notices by Web Push: to every browser that the investor lets us notify. A letter is sent once one of them has it and
 * the others had a few tries; which have it already is remembered meanwhile, so that nobody is told twice. A crash
 * forgets it: the repetition takes the place of the first, because it has the same topic.
 */
import type { PushMessage } from '@mua/contract/entities/push-message';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { seenPath } from '#deliveries/notice-paths.ts';
import { type NoticeLetter, type NoticePort, RetryLater } from '#deliveries/notice-port.ts';
import { createBatches } from '#ground/batches.ts';
import type { Clock } from '#ground/clock.ts';
import type { Secrets } from '#ground/secrets.ts';
import type { SendPush } from '#push/push-sender.ts';
import { noteSent, type SentNote, type StoredSubscription, subscriptionsOf } from '#push/push-subscriptions.ts';

export interface PushChannelDeps {
  readonly pool: pg.Pool;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Makes topics that say nothing to a push service. */
  readonly secrets: Pick<Secrets, 'hash'>;
  readonly send: SendPush;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Where thousands are due at once, what the database is asked is shared by so many. */
const AT_ONCE = 300;
/** Asked or noted in one statement. */
const MOST_OF_A_BATCH = 300;
/** How often those are tried that have not taken it, where another device has. */
const PARTLY_TRIES = 3;
/** Letters that some devices have and others not. The oldest is forgotten for one more. */
const PARTLY_MAX = 1_000;
/** A push service that wants more time is asked again all the same: a margin call must not wait for a day. */
const LONGEST_WAIT_MS = 15 * 60_000;
const SHORTEST_TTL_S = 60;
/** Push services keep nothing for longer. */
const LONGEST_TTL_S = 28 * 24 * 3600;
const TOPIC_LETTERS = 32;

interface Partly {
  readonly takenBy: Set<string>;
  tries: number;
}

export function createPushChannel({ pool, clock, secrets, send, log }: PushChannelDeps): NoticePort {
  const partly = new Map<string, Partly>();
  const devicesOf = createBatches<string, readonly StoredSubscription[]>({
    most: MOST_OF_A_BATCH,
    async run(investorIds) {
      const known = await subscriptionsOf(pool, [...new Set(investorIds)]);
      return (investorId) => known.get(investorId) ?? [];
    },
  });
  const notes = createBatches<SentNote, void>({
    most: MOST_OF_A_BATCH,
    async run(sent) {
      await noteSent(pool, sent);
      return () => {};
    },
  });

  /** Whether it has it, is gone, or when to try again. */
  async function sendTo(device: StoredSubscription, letter: NoticeLetter): Promise<'taken' | 'gone' | RetryLater> {
    const ttlSeconds = Math.round((letter.expiresMs - clock.nowMs()) / 1000);
    const outcome = await send(device, messageOf(letter, secrets), {
      urgency: letter.isUrgent ? 'high' : 'normal',
      ttlSeconds: Math.min(Math.max(ttlSeconds, SHORTEST_TTL_S), LONGEST_TTL_S),
    });
    await notes.add({ deviceId: device.deviceId, outcome: outcome.kind, atMs: clock.nowMs() });
    if (outcome.kind !== 'failed') return outcome.kind;
    log.warn({ deviceId: device.deviceId, reason: outcome.reason }, 'a push service has not taken a notice');
    return new RetryLater(outcome.reason, outcome.retryMs ?? 0);
  }

  function remember(deliveryId: string, known: Partly): void {
    const oldest = partly.keys().next().value;
    if (partly.size >= PARTLY_MAX && oldest !== undefined) partly.delete(oldest);
    partly.set(deliveryId, known);
  }

  return {
    channel: 'push',
    atOnce: AT_ONCE,
    showsOnLockScreen: true,
    showsAddress: false,
    async addressOf(investorId) {
      const devices = await devicesOf.add(investorId);
      if (devices.length === 0) return null;
      return devices
        .map(({ device }) => device || '–')
        .join(' · ')
        .slice(0, 200);
    },
    async send(letter) {
      const { deliveryId } = letter;
      const known = partly.get(deliveryId) ?? { takenBy: new Set(), tries: 0 };
      const devices = (await devicesOf.add(letter.investorId)).filter(({ deviceId }) => !known.takenBy.has(deviceId));
      const results = await Promise.all(
        devices.map(async (device) => {
          const result = await sendTo(device, letter);
          if (result === 'taken') known.takenBy.add(device.deviceId);
          return result;
        }),
      );
      known.tries += 1;
      const refused = results.filter((result) => result instanceof RetryLater);
      const soonest = soonestOf(refused);
      partly.delete(deliveryId);
      if (known.takenBy.size > 0) {
        const isNewsThen = soonest && clock.nowMs() + soonest.retryAfterMs < letter.expiresMs;
        if (!isNewsThen || known.tries >= PARTLY_TRIES) return 'sent';
        remember(deliveryId, known);
      }
      if (!soonest) return 'gone';
      throw new RetryLater(soonest.message, Math.min(soonest.retryAfterMs, LONGEST_WAIT_MS));
    },
  };
}

/** One that asks for a long time does not put off the others. */
function soonestOf(refused: readonly RetryLater[]): RetryLater | undefined {
  return refused.toSorted((one, other) => one.retryAfterMs - other.retryAfterMs)[0];
}

function messageOf(letter: NoticeLetter, secrets: Pick<Secrets, 'hash'>): PushMessage {
  const { title, text, language } = letter;
  const topic = secrets.hash(`push topic ${letter.topic}`).slice(0, TOPIC_LETTERS);
  return { title, text, url: seenPath(letter), language, topic };
}
