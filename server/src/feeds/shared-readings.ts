/**
 * Reads for subscribers of the investor feed without holding up everybody's lists: few readings at once, so that most
 * connections to the database are left to others; fewer still of one investor, whatever number of sockets ask; and equal
 * ones that wait are one, encoded once. One that has begun is not joined: who came later has missed what was published
 * in between.
 */
import { NAMESPACES } from '@mua/contract/feeds/messages';
import { LIMITS } from '@mua/contract/limits';
import { type FirstReading, type ReadingDeps, readFirst } from '#feeds/account-reading.ts';
import { type SharedMessage, sharedMessage } from '#feeds/socket-wire.ts';
import type { Clock } from '#ground/clock.ts';
import type { Load } from '#ground/load.ts';
import { createTurns } from '#ground/turns.ts';
import { createTokenBuckets } from '#http/token-buckets.ts';

export interface SharedReading {
  /** Journal position of what was read. */
  readonly seq: number;
  readonly isSnapshot: boolean;
  /** Null if nothing has happened since. */
  readonly message: SharedMessage | null;
}

export interface SharedReadings {
  /** Throws `TooManyRequests` if the investor asks too often or too much at once. */
  first(accountId: string, afterSeq: number | undefined): Promise<SharedReading>;
  /** Any other reading for a subscriber of the sub-account. */
  inTurn<T>(accountId: string, read: () => Promise<T>): Promise<T>;
}

/** A third of the database's connections. Everybody may come at once after a restart. */
const READINGS = { atOnce: 4, atOnceOfKey: 2, waiting: 2 * LIMITS.connections, waitingOfKey: 100 };
/** All sockets of a browser session with some sub-accounts each come at once, and then hardly ever. */
const RATE = { perSecond: 20, burst: 5 * LIMITS.socketsPerJar };

export function createSharedReadings(
  deps: ReadingDeps & {
    readonly ownerOf: (accountId: string) => string | undefined;
    readonly load: Load;
    readonly wall: Clock;
    /** Resolves when what is durable can be read; throws RecordsBehind. */
    readonly followed: () => Promise<void>;
  },
): SharedReadings {
  const turns = createTurns(READINGS, () => deps.load.noteShed('turns'));
  const rate = createTokenBuckets(deps.wall, RATE);
  const waiting = new Map<string, Promise<SharedReading>>();
  function joinable(key: string, reading: Promise<SharedReading>): void {
    waiting.set(key, reading);
    // It was refused a turn.
    reading.catch(() => {
      if (waiting.get(key) === reading) waiting.delete(key);
    });
  }

  const ownerOf = (accountId: string): string => deps.ownerOf(accountId) ?? accountId;

  /** While nothing can be read, nobody waits for a turn: all are told together. */
  async function inTurn<T>(accountId: string, read: () => Promise<T>): Promise<T> {
    await deps.followed();
    return turns.take(ownerOf(accountId), read);
  }

  return {
    inTurn,
    first(accountId, afterSeq) {
      rate.demand(ownerOf(accountId));
      const key = `${accountId} ${afterSeq ?? ''}`;
      const known = waiting.get(key);
      if (known) return known;
      const reading = inTurn(accountId, async () => {
        waiting.delete(key);
        return encoded(await readFirst(deps, accountId, afterSeq), afterSeq ?? 0);
      });
      joinable(key, reading);
      return reading;
    },
  };
}

function encoded({ kind, message }: FirstReading, afterSeq: number): SharedReading {
  const isSnapshot = kind === 'snapshot';
  if (!message) return { seq: afterSeq, isSnapshot, message: null };
  const event = isSnapshot ? 'snapshot' : 'update';
  return { seq: message.seq, isSnapshot, message: sharedMessage(NAMESPACES.investor, event, JSON.stringify(message)) };
}
