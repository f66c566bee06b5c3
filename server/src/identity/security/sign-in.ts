/** Signs in with a password: failures have one reply and one duration, whether the name is known or not. */
import type pg from 'pg';
import type { Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import type { KeyedMutex } from '#ground/keyed-mutex.ts';
import { sha256 } from '#ground/sha256.ts';
import {
  findCredential,
  type InvestorCredential,
  isStillGood,
  normalizeUsername,
} from '#identity/accounts/investors.ts';
import type { SecurityNotices } from '#identity/accounts/security-notices.ts';
import type { Passwords } from '#identity/security/passwords.ts';
import { investorSubject, locked, type SignInAttempts } from '#identity/security/sign-in-attempts.ts';
import type { Totp } from '#identity/security/totp.ts';
import type { SignInOrigin } from '#identity/sessions/browser-session-store.ts';
import type { BrowserSessions, Entered } from '#identity/sessions/browser-sessions.ts';
import { noteDevice } from '#identity/sessions/known-devices.ts';
import { recordSignIn, type SignInOutcome } from '#identity/sessions/sign-in-records.ts';
import type { Language } from '#messages/language.ts';
import type { Messages } from '#messages/messages.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface SignInRequest extends SignInOrigin {
  readonly username: string;
  readonly password: string;
  readonly sotpCode?: string | undefined;
  readonly cookie: string | undefined;
  /** The browser's language, stored for later messages to the investor. */
  readonly language: Language | undefined;
}

export type SignIn = (request: SignInRequest) => Promise<Entered>;

export function createSignIn(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly browserSessions: BrowserSessions;
  readonly passwords: Passwords;
  readonly attempts: SignInAttempts;
  readonly totp: Totp;
  readonly exclusively: KeyedMutex;
  readonly messages: Messages;
  readonly notices: SecurityNotices;
}): SignIn {
  const { pool, clock, browserSessions, passwords, attempts, totp, exclusively, messages, notices } = deps;

  async function record(
    client: Queryable,
    request: SignInRequest,
    investorId: string,
    outcome: SignInOutcome,
  ): Promise<void> {
    const { device, address } = request;
    await recordSignIn(client, { investorId, atMs: clock.nowMs(), outcome, device, address });
  }

  /** Counts a failure and returns its error. The one that triggers the lock is recorded as the lock. */
  async function failure(
    request: SignInRequest,
    known: InvestorCredential | undefined,
    subject: string,
    outcome: 'wrong-password' | 'wrong-code',
  ): Promise<Error> {
    const nowMs = clock.nowMs();
    const { left, lockedUntilMs } = await attempts.fail(subject, request.address, nowMs);
    if (known) await record(pool, request, known.investorId, left === 0 ? 'locked' : outcome);
    if (left === 0) return locked(lockedUntilMs, nowMs);
    return replyError(outcome === 'wrong-code' ? 'InvalidSotp' : 'LoginWrongInfo', { left });
  }

  async function prove(
    request: SignInRequest,
    known: InvestorCredential | undefined,
    subject: string,
  ): Promise<InvestorCredential> {
    const { address, password, sotpCode } = request;
    await attempts.check(subject, address, clock.nowMs());
    const isRight = await passwords.verify(known?.passwordHash, password);
    if (!isRight || !known) throw await failure(request, known, subject, 'wrong-password');
    const { investorId } = known;
    if (known.hasTotp) {
      // Earlier failures stay counted: the password alone clears nothing.
      if (sotpCode === undefined) throw replyError('SotpRequired', {});
      if (!(await totp.prove(investorId, sotpCode))) throw await failure(request, known, subject, 'wrong-code');
    }
    await attempts.forget(subject);
    if (known.isDeleted) throw replyError('InvestorDeleted', {});
    if (known.isSuspended) {
      await record(pool, request, investorId, 'suspended');
      throw replyError('LoginAccountIsSupended', {});
    }
    return known;
  }

  return async function signIn(request) {
    const { cookie, device, address, language } = request;
    const username = normalizeUsername(request.username);
    const known = await findCredential(pool, username);
    const stranger = known ? investorSubject(known.investorId) : `name:${sha256(username)}`;
    const subject = await attempts.subjectAt(known?.investorId ?? null, address, stranger);
    const proved = await exclusively(subject, () => prove(request, known, subject));
    const { investorId } = proved;
    let isOwnerNotified = false;
    // Everything in one short transaction, because orders wait for it.
    const entered = await browserSessions.signIn(cookie, investorId, { device, address }, async (client) => {
      if (!(await isStillGood(client, proved))) return false;
      isOwnerNotified = await noteDevice(
        client,
        { investorId, device, address, language, nowMs: clock.nowMs() },
        notices,
      );
      await record(client, request, investorId, 'signed-in');
      if (language)
        await client.query('update investor set language = $2 where investor_id = $1', [investorId, language]);
      return true;
    });
    // Password, authenticator app or suspension changed meanwhile: the sign-in is checked again against the new state.
    if (!entered) return signIn(request);
    if (isOwnerNotified) messages.wake();
    return entered;
  };
}
