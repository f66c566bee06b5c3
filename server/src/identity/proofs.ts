/**
 * Proving once more who is there: password, authenticator code or PIN of an investor who is signed in. Failures are
 * counted with those at the door (the PIN's by themselves), so a stolen session guesses no faster than a stranger.
 */
import type pg from 'pg';
import type { Clock } from '#clock';
import { type ReplyError, replyError } from '#http/reply-error';
import type { Passwords } from './passwords.ts';
import { type LockCode, locked, type SignInAttempts } from './sign-in-attempts.ts';
import type { Sotp } from './sotp.ts';
import type { Turns } from './turns.ts';

/** Who proves something, from where. */
export interface Prover {
  readonly investorId: string;
  readonly address: string;
}

export interface Proofs {
  /** Each throws `wrong` (with the tries left, if it has such a fact), or LoginLocked. */
  password(
    prover: Prover,
    password: string,
    wrong: 'InvestorPasswordInvalid' | 'UserChangePasswordIncorrect',
  ): Promise<void>;
  /** Throws SotpWasNotSetting when the app is off. */
  sotp(prover: Prover, code: string): Promise<void>;
  /** Throws PinNotSet when there is none, and PinLocked. */
  pin(prover: Prover, pin: string): Promise<void>;
  /** Any other secret, counted alike. */
  counted(prover: Prover, isRight: () => Promise<boolean>, wrong: (left: number) => ReplyError): Promise<void>;
}

export function investorSubject(investorId: string): string {
  return `investor:${investorId}`;
}

/** Wrong PINs are counted by themselves: they bar the PIN, not the door. */
export function pinSubject(investorId: string): string {
  return `pin:${investorId}`;
}

export function createProofs(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly attempts: SignInAttempts;
  readonly sotp: Sotp;
  readonly inTurn: Turns;
}): Proofs {
  const { pool, clock, passwords, attempts, sotp, inTurn } = deps;

  async function count(
    subject: string,
    address: string,
    isRight: () => Promise<boolean>,
    wrong: (left: number) => ReplyError,
    lockCode: LockCode = 'LoginLocked',
  ): Promise<void> {
    await inTurn(subject, async () => {
      await attempts.check(subject, address, clock.nowMs(), lockCode);
      if (await isRight()) return attempts.forget(subject);
      const nowMs = clock.nowMs();
      const { left, lockedUntilMs } = await attempts.fail(subject, address, nowMs);
      throw left === 0 ? locked(lockedUntilMs, nowMs, lockCode) : wrong(left);
    });
  }

  async function readHash(investorId: string, column: 'password_hash' | 'pin_hash'): Promise<string | null> {
    const found = await pool.query<{ hash: string | null }>(
      `select ${column} as hash from credential where investor_id = $1`,
      [investorId],
    );
    return found.rows[0]?.hash ?? null;
  }

  return {
    counted: ({ investorId, address }, isRight, wrong) => count(investorSubject(investorId), address, isRight, wrong),
    password({ investorId, address }, password, code) {
      const isRight = async (): Promise<boolean> =>
        passwords.verify((await readHash(investorId, 'password_hash')) ?? undefined, password);
      return count(investorSubject(investorId), address, isRight, (left) => wrongSecret(code, left));
    },
    sotp({ investorId, address }, code) {
      const isRight = async (): Promise<boolean> => {
        const isProved = await sotp.prove(investorId, code);
        if (isProved === undefined) throw replyError('SotpWasNotSetting', {});
        return isProved;
      };
      return count(investorSubject(investorId), address, isRight, (left) => replyError('InvalidSotp', { left }));
    },
    pin({ investorId, address }, pin) {
      const isRight = async (): Promise<boolean> => {
        const hash = await readHash(investorId, 'pin_hash');
        if (hash === null) throw replyError('PinNotSet', {});
        return passwords.verify(hash, pin);
      };
      return count(
        pinSubject(investorId),
        address,
        isRight,
        (left) => replyError('InvalidPinOtp', { left }),
        'PinLocked',
      );
    },
  };
}

function wrongSecret(code: 'InvestorPasswordInvalid' | 'UserChangePasswordIncorrect', left: number): ReplyError {
  return code === 'InvestorPasswordInvalid' ? replyError(code, { left }) : replyError(code, {});
}
