/**
 * Counts failed sign-ins and proofs, by investor (or unknown name, so that both look alike) and by address. A lock only
 * prevents signing in: existing sessions continue, or anybody could sign out anybody. A network from which the investor
 * has signed in counts by itself, and so does a session that has moved on from there: strangers lock out strangers
 * (record 149).
 */
import { LIMITS } from '@mua/contract/limits';
import type pg from 'pg';
import { networkOf } from '#http/network-of.ts';
import { readHomeNetworks } from '#identity/sessions/sign-in-records.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface AttemptLimits {
  readonly perSubject: number;
  readonly subjectWindowMs: number;
  readonly perAddress: number;
  readonly addressWindowMs: number;
}

export const ATTEMPT_LIMITS: AttemptLimits = {
  perSubject: LIMITS.loginFailuresPerAccount,
  subjectWindowMs: LIMITS.loginFailureWindowMs,
  perAddress: LIMITS.loginFailuresPerAddress,
  addressWindowMs: LIMITS.loginAddressWindowMs,
};

/** The first lock; each further failure doubles it, up to the window. */
const FIRST_LOCK_MS = 60_000;

/** A locked sign-in is unlocked by a new password, a locked PIN by a new PIN. */
export type LockCode = 'LoginLocked' | 'PinLocked';

export interface SignInAttempts {
  /**
   * For whom failures at this address count: for the investor's network, or `elsewhere` if they have not signed in from
   * it. Without an investor it is `elsewhere`, after the same work.
   */
  subjectAt(investorId: string | null, address: string, elsewhere: string): Promise<string>;
  /** Throws `code` while the subject or the address is locked. */
  check(subject: string, address: string, nowMs: number, code?: LockCode): Promise<void>;
  /** Counts a failure; returns the tries left before the subject is locked. */
  fail(subject: string, address: string, nowMs: number): Promise<{ left: number; lockedUntilMs: number }>;
  forget(subject: string): Promise<void>;
  /** Forgets those of the investor everywhere. */
  forgetInvestor(investorId: string): Promise<void>;
  /** Removes expired rows. */
  sweep(nowMs: number): Promise<void>;
}

interface AttemptRow {
  readonly subject: string;
  readonly failures: number;
  readonly locked_until_ms: bigint;
}

export function createSignInAttempts(pool: pg.Pool, limits: AttemptLimits = ATTEMPT_LIMITS): SignInAttempts {
  async function addFailure(subject: string, windowMs: number, nowMs: number): Promise<number> {
    const counted = await pool.query<{ failures: number }>(
      `insert into sign_in_attempt as known values ($1, 1, $2::bigint + $3::bigint, 0)
       on conflict (subject) do update set
         failures = case when known.window_ends_ms <= $2::bigint then 1 else known.failures + 1 end,
         window_ends_ms = case when known.window_ends_ms <= $2::bigint or $4 then $2::bigint + $3::bigint
                          else known.window_ends_ms end
       returning failures`,
      [subject, nowMs, windowMs, !subject.startsWith('address:')],
    );
    return counted.rows[0]?.failures ?? 0;
  }

  async function lock(subject: string, untilMs: number): Promise<void> {
    await pool.query('update sign_in_attempt set locked_until_ms = $2 where subject = $1', [subject, untilMs]);
  }

  return {
    async subjectAt(investorId, address, elsewhere) {
      const homes = await readHomeNetworks(pool, investorId);
      const network = networkOf(address);
      return investorId !== null && homes.includes(network)
        ? `${investorSubject(investorId)} at ${network}`
        : elsewhere;
    },
    async check(subject, address, nowMs, code) {
      const known = await pool.query<AttemptRow>('select * from sign_in_attempt where subject = any($1)', [
        [subject, addressSubject(address)],
      ]);
      const untilMs = Math.max(0, ...known.rows.map((row) => Number(row.locked_until_ms)));
      if (untilMs > nowMs) throw locked(untilMs, nowMs, code);
    },
    async fail(subject, address, nowMs) {
      const { perSubject, subjectWindowMs, perAddress, addressWindowMs } = limits;
      const failures = await addFailure(subject, subjectWindowMs, nowMs);
      const fromAddress = await addFailure(addressSubject(address), addressWindowMs, nowMs);
      if (fromAddress >= perAddress) await lock(addressSubject(address), nowMs + addressWindowMs);
      if (failures < perSubject) return { left: perSubject - failures, lockedUntilMs: 0 };
      const lockMs = Math.min(FIRST_LOCK_MS * 2 ** (failures - perSubject), subjectWindowMs);
      await lock(subject, nowMs + lockMs);
      return { left: 0, lockedUntilMs: nowMs + lockMs };
    },
    async forget(subject) {
      await pool.query('delete from sign_in_attempt where subject = $1', [subject]);
    },
    async forgetInvestor(investorId) {
      const subject = investorSubject(investorId);
      await pool.query('delete from sign_in_attempt where subject = $1 or starts_with(subject, $2)', [
        subject,
        `${subject} `,
      ]);
    },
    async sweep(nowMs) {
      await pool.query('delete from sign_in_attempt where window_ends_ms <= $1 and locked_until_ms <= $1', [nowMs]);
    },
  };
}

export function investorSubject(investorId: string): string {
  return `investor:${investorId}`;
}

/** Whoever holds a session, away from the networks of its investor. */
export function sessionSubject(investorId: string): string {
  return `${investorSubject(investorId)} in a session`;
}

function addressSubject(address: string): string {
  return `address:${networkOf(address)}`;
}

export function locked(untilMs: number, nowMs: number, code: LockCode = 'LoginLocked'): Error {
  return replyError(code, { minutes: Math.max(1, Math.ceil((untilMs - nowMs) / 60_000)) });
}
