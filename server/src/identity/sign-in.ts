/** Signing in with a password: one answer and one duration for whoever can't, known or not. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '#clock';
import type { Actor, Jar } from '#http/actor';
import { replyError } from '#http/reply-error';
import { findCredential, type InvestorCredential, normalizeUsername } from './investors.ts';
import type { Jars } from './jars.ts';
import type { Passwords } from './passwords.ts';
import { locked, type SignInAttempts } from './sign-in-attempts.ts';

export interface SignInRequest {
  readonly username: string;
  readonly password: string;
  readonly address: string;
  readonly cookie: string | undefined;
}

export type SignIn = (request: SignInRequest) => Promise<{ cookie: string; jar: Jar; actor: Actor }>;

export function createSignIn(options: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly jars: Jars;
  readonly passwords: Passwords;
  readonly attempts: SignInAttempts;
}): SignIn {
  const { pool, clock, jars, passwords, attempts } = options;
  const inTurn = createTurns();

  async function prove(
    request: SignInRequest,
    known: InvestorCredential | undefined,
    subject: string,
  ): Promise<string> {
    const { address, password } = request;
    await attempts.check(subject, address, clock.nowMs());
    const isRight = await passwords.verify(known?.passwordHash, password);
    if (!isRight || !known) {
      const nowMs = clock.nowMs();
      const { left, lockedUntilMs } = await attempts.fail(subject, address, nowMs);
      throw left === 0 ? locked(lockedUntilMs, nowMs) : replyError('LoginWrongInfo', { left });
    }
    await attempts.forget(subject);
    if (known.isSuspended) throw replyError('LoginAccountIsSupended', {});
    return known.investorId;
  }

  return async (request) => {
    const username = normalizeUsername(request.username);
    const known = await findCredential(pool, username);
    const subject = known ? `investor:${known.investorId}` : `name:${digest(username)}`;
    const investorId = await inTurn(subject, () => prove(request, known, subject));
    return jars.signIn(request.cookie, investorId);
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

const WAITING_MAX = 50;

/** Tries of one subject go one after another, so that two hundred at once are still counted one by one. */
function createTurns(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>();
  return async (key, task) => {
    const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (line.length >= WAITING_MAX) throw replyError('TooManyRequests', { seconds: 5 });
    lines.set(key, line);
    line.length += 1;
    const turn = line.last.then(task, task);
    line.last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(key);
    }
  };
}
