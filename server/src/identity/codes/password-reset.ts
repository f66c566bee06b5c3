/**
 * Forgotten passwords (docs/rules/people.md#codes): a session sends a code, the code verifies it, and a verified
 * session sets one new password. An unknown address gets the same treatment, with a code that is sent nowhere: neither
 * replies nor their duration reveal whether an address belongs to an investor.
 */
import type { OtpChannel, ResetSession } from '@mua/contract/entities/security';
import { LIMITS } from '@mua/contract/limits';
import type pg from 'pg';
import { inTransaction } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import type { KeyedMutex } from '#ground/keyed-mutex.ts';
import { sha256 } from '#ground/sha256.ts';
import { networkOf } from '#http/network-of.ts';
import type { SecurityNotices } from '#identity/accounts/security-notices.ts';
import type { OtpBudget, TaskCount } from '#identity/codes/otp-budget.ts';
import type { OtpTaskName } from '#identity/codes/otp-task-row.ts';
import type { OtpTasks } from '#identity/codes/otp-tasks.ts';
import { setPassword } from '#identity/codes/set-password.ts';
import { isCommonPassword } from '#identity/security/common-passwords.ts';
import type { Passwords } from '#identity/security/passwords.ts';
import { investorSubject, type SignInAttempts } from '#identity/security/sign-in-attempts.ts';
import type { BrowserSessions } from '#identity/sessions/browser-sessions.ts';
import type { Language } from '#messages/language.ts';
import type { Messages } from '#messages/messages.ts';
import { ReplyError, replyError } from '#refusals/reply-error.ts';

export interface ResetRequest {
  readonly channel: OtpChannel;
  readonly recipient: string;
  /** The requesting network address. */
  readonly address: string;
  readonly language: Language | undefined;
}

export interface PasswordReset {
  begin(request: ResetRequest): Promise<ResetSession>;
  verify(sessionId: string, code: string): Promise<void>;
  resend(sessionId: string): Promise<ResetSession>;
  finish(sessionId: string, password: string): Promise<void>;
}

export function createPasswordReset(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly tasks: OtpTasks;
  readonly budget: OtpBudget;
  readonly exclusively: KeyedMutex;
  readonly passwords: Passwords;
  readonly attempts: SignInAttempts;
  readonly browserSessions: BrowserSessions;
  readonly messages: Messages;
  readonly notices: SecurityNotices;
}): PasswordReset {
  const { pool, clock, tasks, budget, exclusively, passwords, attempts, browserSessions, messages, notices } = deps;
  const named = (sessionId: string): OtpTaskName => ({ taskId: sessionId, purposes: ['reset-password'] });

  /** The owner of an address; null if unknown. */
  async function findOwner({
    channel,
    recipient,
  }: ResetRequest): Promise<{ investorId: string; language: Language } | null> {
    const column = channel === 'email' ? 'email' : 'phone_number';
    const found = await pool.query<{ investor_id: string; language: Language }>(
      `select investor_id, language from investor where ${column} = $1 and deleted_ms is null`,
      [recipient],
    );
    const row = found.rows[0];
    return row ? { investorId: row.investor_id, language: row.language } : null;
  }

  /**
   * Limits requests over all addresses of an owner, and more tightly per requesting network, so that others are left.
   */
  async function demandRoom(which: TaskCount, network: string, isAtHome: boolean): Promise<void> {
    await budget.demandRoom({ ...which, network }, LIMITS.otpTasksPerAskerPerHour);
    if (!isAtHome) await budget.demandRoom(which, LIMITS.otpTasksPerHour);
  }

  async function begin(request: ResetRequest): Promise<ResetSession> {
    const { channel, recipient, address } = request;
    const network = networkOf(address);
    const owner = await findOwner(request);
    const isAtHome = await budget.isHome(owner?.investorId ?? null, network);
    await demandRoom({ recipient }, network, isAtHome);
    const nobody = `nobody:${sha256(recipient)}`;
    const subject = owner ? `reset of ${investorSubject(owner.investorId)}` : nobody;
    // The owner's other address must not differ from a stranger's, so too many requests are ignored silently here.
    const hasRoom = await demandRoom({ subject }, network, isAtHome).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ReplyError) return false;
        throw error;
      },
    );
    const addressee = hasRoom ? owner : null;
    const { taskId, delivery } = await tasks.begin({
      purpose: 'reset-password',
      investorId: addressee?.investorId ?? null,
      subject: addressee ? subject : nobody,
      ...{ payload: {}, channel, recipient, address },
      language: request.language ?? owner?.language ?? LIMITS.defaultLanguage,
    });
    return { sessionId: taskId, ...delivery };
  }

  return {
    begin: (typed) => {
      const request = { ...typed, recipient: typed.recipient.toLowerCase() };
      const { address, recipient } = request;
      const network = networkOf(address);
      return exclusively(`otp from ${network}`, async () => {
        await budget.demandRoom({ network }, LIMITS.otpTasksPerAddressPerHour);
        return exclusively(`otp to ${recipient}`, () => begin(request));
      });
    },
    async verify(sessionId, code) {
      const verified = await tasks.verify(named(sessionId), code, async () => {});
      if ('done' in verified) return;
      if (verified.left === 0) throw replyError('InvestorForgotPasswordSessionInvalid', {});
      throw replyError('InvestorForgotPasswordOtpInvalid', { left: verified.left });
    },
    async resend(sessionId) {
      const resent = await tasks.resend(named(sessionId));
      if (!resent) throw replyError('InvestorForgotPasswordSessionInvalid', {});
      return { sessionId, ...resent.delivery };
    },
    async finish(sessionId, password) {
      if (!(await tasks.isVerifiedReset(sessionId))) throw replyError('InvestorForgotPasswordSessionInvalid', {});
      if (isCommonPassword(password)) throw replyError('PasswordTooCommon', {});
      const passwordHash = await passwords.hash(password);
      const { investorId, endSessions } = await inTransaction(pool, async (client) => {
        const owner = await tasks.finishReset(client, sessionId);
        if (owner === undefined) throw replyError('InvestorForgotPasswordSessionInvalid', {});
        const change = { investorId: owner, passwordHash, nowMs: clock.nowMs(), survivingSession: null };
        return {
          investorId: owner,
          endSessions: await setPassword(client, change, { browserSessions, tasks, notices }),
        };
      });
      endSessions();
      messages.wake();
      await attempts.forgetInvestor(investorId);
    },
  };
}
