/** Passwords as argon2id hashes. Few are computed at once, so that a crowd at sign-in does not take all cores. */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { replyError } from '#refusals/reply-error.ts';

/** Half of the cores: on two, orders keep one. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2));
const WAITING_MAX = 200;

export interface Passwords {
  /** False for a wrong password and for an unknown investor, after the same time. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
  /** Hashes a new password or PIN, in the same queue. */
  hash(password: string): Promise<string>;
}

export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

export function createPasswords(): Passwords {
  const stranger = hashPassword('nobody has this password');
  const waiting: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < AT_ONCE) {
      running += 1;
      return;
    }
    if (waiting.length >= WAITING_MAX) throw replyError('TooManyRequests', { seconds: 5 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Passes the slot to the next in the queue. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  async function inLine<T>(count: () => Promise<T>): Promise<T> {
    await enter();
    try {
      return await count();
    } finally {
      leave();
    }
  }

  return {
    verify: (passwordHash, password) =>
      inLine(async () => {
        const isRight = await verify(passwordHash ?? (await stranger), password);
        return isRight && passwordHash !== undefined;
      }),
    hash: (password) => inLine(() => hashPassword(password)),
  };
}
