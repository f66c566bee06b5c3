/** Builds the identity services of the server. */
import type pg from 'pg';
import type { KeyedLocks } from '#db/keyed-locks.ts';
import type { Clock } from '#ground/clock.ts';
import { type KeyedMutex, TRIES_AT_ONCE } from '#ground/keyed-mutex.ts';
import type { Neighbours } from '#ground/neighbours.ts';
import type { Secrets } from '#ground/secrets.ts';
import { type AccountDeletion, createAccountDeletion } from '#identity/accounts/account-deletion.ts';
import { createSecurityNotices, type SecurityNotices } from '#identity/accounts/security-notices.ts';
import { createOtpBudget, type OtpBudget } from '#identity/codes/otp-budget.ts';
import { createOtpTasks, type OtpTasks } from '#identity/codes/otp-tasks.ts';
import { createPasswordReset, type PasswordReset } from '#identity/codes/password-reset.ts';
import { createTaskflows, type Taskflows } from '#identity/codes/taskflows.ts';
import { type AccountSecurity, createAccountSecurity } from '#identity/security/account-security.ts';
import { createPasswords, type Passwords } from '#identity/security/passwords.ts';
import { createProofs, type Proofs } from '#identity/security/proofs.ts';
import { createSignIn, type SignIn } from '#identity/security/sign-in.ts';
import { type AttemptLimits, createSignInAttempts } from '#identity/security/sign-in-attempts.ts';
import { createTotp, type Totp } from '#identity/security/totp.ts';
import { type BrowserSessionCookie, createBrowserSessionCookie } from '#identity/sessions/browser-session-cookie.ts';
import { type BrowserSessions, createBrowserSessions } from '#identity/sessions/browser-sessions.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { Messages } from '#messages/messages.ts';
import type { InvestorMailbox } from '#notifications/investor-mailbox.ts';

export interface Identity {
  readonly browserSessions: BrowserSessions;
  readonly browserSessionCookie: BrowserSessionCookie;
  readonly signIn: SignIn;
  readonly proofs: Proofs;
  readonly totp: Totp;
  readonly taskflows: Taskflows;
  readonly passwordReset: PasswordReset;
  readonly accountSecurity: AccountSecurity;
  readonly accountDeletion: AccountDeletion;
  readonly notices: SecurityNotices;
  /** Used to create a sign-up. */
  readonly tasks: OtpTasks;
  readonly budget: OtpBudget;
  readonly passwords: Passwords;
  readonly exclusively: KeyedMutex;
  /** Removes records that are too old to count. */
  sweep(): Promise<void>;
}

export function createIdentity(options: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly wall: Pick<Clock, 'nowMs'>;
  readonly neighbours: Neighbours | undefined;
  readonly locks: KeyedLocks;
  readonly publicUrl: URL | undefined;
  readonly attemptLimits: AttemptLimits | undefined;
  readonly secrets: Secrets;
  readonly messages: Messages;
  readonly mailbox: InvestorMailbox;
  readonly sequencer: Pick<Sequencer, 'state' | 'closeAccounts'>;
}): Identity {
  const { pool, clock, wall, neighbours, locks, publicUrl, attemptLimits, secrets, messages, mailbox } = options;
  const { sequencer } = options;
  const browserSessions = createBrowserSessions({ pool, clock, wall, neighbours });
  const passwords = createPasswords();
  const attempts = createSignInAttempts(pool, attemptLimits);
  const totp = createTotp(pool, clock, secrets);
  const exclusively = locks.mutex('identity', TRIES_AT_ONCE);
  const proofs = createProofs({ pool, clock, passwords, attempts, totp, exclusively });
  const budget = createOtpBudget(pool, clock);
  const tasks = createOtpTasks({ pool, clock, secrets, messages, budget });
  const notices = createSecurityNotices({ messages, mailbox, clock });
  const parts = {
    pool,
    clock,
    browserSessions,
    passwords,
    attempts,
    totp,
    exclusively,
    proofs,
    tasks,
    budget,
    messages,
    notices,
    sequencer,
  };
  return {
    ...{ browserSessions, browserSessionCookie: createBrowserSessionCookie(publicUrl), proofs, totp, notices },
    ...{ tasks, budget, passwords, exclusively },
    signIn: createSignIn(parts),
    taskflows: createTaskflows(parts),
    passwordReset: createPasswordReset(parts),
    accountSecurity: createAccountSecurity(parts),
    accountDeletion: createAccountDeletion(parts),
    async sweep() {
      await browserSessions.sweep();
      await tasks.sweep();
      await budget.sweep();
      await attempts.sweep(clock.nowMs());
    },
  };
}
