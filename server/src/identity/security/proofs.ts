/**
 * Step-up proofs: password, authenticator code or PIN of a signed-in investor. Failures count together with failed
 * sign-ins from the investor's own networks (those of the PIN by themselves), or together with those of all sessions that
 * are elsewhere: a stolen session guesses no faster than a stranger, and a stranger at the door bars none (record 149). A
 * partial proof clears none of them (record 99).
 */
import type pg from 'pg';
import type { Clock } from '#ground/clock.ts';
import type { KeyedMutex } from '#ground/keyed-mutex.ts';
import type { Passwords } from '#identity/security/passwords.ts';
import { type LockCode, locked, type SignInAttempts, sessionSubject } from '#identity/security/sign-in-attempts.ts';
import type { Totp } from '#identity/security/totp.ts';
import { type ReplyError, replyError } from '#refusals/reply-error.ts';

/** The investor who proves something, and from where. */
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
  /** Throws InvalidSotp, or SotpWasNotSetting if the app is off. */
  totp(prover: Prover, code: string): Promise<void>;
  /** Turns on a new app by its first code. Throws InvalidSotp, or SotpWasNotSetting if none was begun. */
  newApp(prover: Prover, code: string): Promise<void>;
  /** Throws PinNotSet if there is none, or PinLocked. */
  pin(prover: Prover, pin: string): Promise<void>;
}

/** Wrong PINs count separately: they lock the PIN, not the sign-in. */
export function pinSubject(investorId: string): string {
  return `pin:${investorId}`;
}

export function createProofs(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly attempts: SignInAttempts;
  readonly totp: Totp;
  readonly exclusively: KeyedMutex;
}): Proofs {
  const { pool, clock, passwords, attempts, totp, exclusively } = deps;

  async function count(
    subject: string,
    address: string,
    prove: () => Promise<Proof>,
    wrong: (left: number) => ReplyError,
    lockCode: LockCode = 'LoginLocked',
  ): Promise<void> {
    await exclusively(subject, async () => {
      await attempts.check(subject, address, clock.nowMs(), lockCode);
      const proof = await prove();
      if (proof === 'whole') await attempts.forget(subject);
      if (proof !== 'wrong') return;
      const nowMs = clock.nowMs();
      const { left, lockedUntilMs } = await attempts.fail(subject, address, nowMs);
      throw left === 0 ? locked(lockedUntilMs, nowMs, lockCode) : wrong(left);
    });
  }

  function subjectOf({ investorId, address }: Prover): Promise<string> {
    return attempts.subjectAt(investorId, address, sessionSubject(investorId));
  }

  async function read(investorId: string): Promise<CredentialRow | undefined> {
    const found = await pool.query<CredentialRow>(
      'select password_hash, pin_hash, sotp_secret is not null as has_sotp from credential where investor_id = $1',
      [investorId],
    );
    return found.rows[0];
  }

  async function countCode({ investorId, address }: Prover, check: () => Promise<boolean | undefined>): Promise<void> {
    const prove = async (): Promise<Proof> => {
      const isRight = await check();
      if (isRight === undefined) throw replyError('SotpWasNotSetting', {});
      return isRight ? 'part' : 'wrong';
    };
    const subject = await subjectOf({ investorId, address });
    return count(subject, address, prove, (left) => replyError('InvalidSotp', { left }));
  }

  return {
    async password({ investorId, address }, password, code) {
      const prove = async (): Promise<Proof> => {
        const known = await read(investorId);
        if (!(await passwords.verify(known?.password_hash, password))) return 'wrong';
        return known?.has_sotp ? 'part' : 'whole';
      };
      const subject = await subjectOf({ investorId, address });
      return count(subject, address, prove, (left) => wrongSecret(code, left));
    },
    totp: (prover, code) => countCode(prover, () => totp.prove(prover.investorId, code)),
    newApp: (prover, code) => countCode(prover, () => totp.confirm(prover.investorId, code)),
    pin({ investorId, address }, pin) {
      const prove = async (): Promise<Proof> => {
        const hash = (await read(investorId))?.pin_hash ?? null;
        if (hash === null) throw replyError('PinNotSet', {});
        return (await passwords.verify(hash, pin)) ? 'whole' : 'wrong';
      };
      return count(
        pinSubject(investorId),
        address,
        prove,
        (left) => replyError('InvalidPinOtp', { left }),
        'PinLocked',
      );
    },
  };
}

interface CredentialRow {
  readonly password_hash: string;
  readonly pin_hash: string | null;
  readonly has_sotp: boolean;
}

/** Relative to everything that this investor's sign-in requires; a PIN is always whole. */
type Proof = 'wrong' | 'part' | 'whole';

function wrongSecret(code: 'InvestorPasswordInvalid' | 'UserChangePasswordIncorrect', left: number): ReplyError {
  return code === 'InvestorPasswordInvalid' ? replyError(code, { left }) : replyError(code, {});
}
