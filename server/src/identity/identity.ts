/** Everything about who is who, put together for the server. */
import type pg from 'pg';
import type { Clock } from '#clock';
import type { Messages } from '#messages/messages';
import type { Sequencer } from '#trading/sequencer';
import { type AccountDeletion, createAccountDeletion } from './account-deletion.ts';
import { type AccountSecurity, createAccountSecurity } from './account-security.ts';
import { createJarCookie, type JarCookie } from './jar-cookie.ts';
import { createJars, type Jars } from './jars.ts';
import { createOtpBudget } from './otp-budget.ts';
import { createOtpTasks } from './otp-tasks.ts';
import { createPasswordReset, type PasswordReset } from './password-reset.ts';
import { createPasswords } from './passwords.ts';
import { createProofs, type Proofs } from './proofs.ts';
import type { Secrets } from './secrets.ts';
import { createSecurityNotices, type SecurityNotices } from './security-notices.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { type AttemptLimits, createSignInAttempts } from './sign-in-attempts.ts';
import { createSotp, type Sotp } from './sotp.ts';
import { createTaskflows, type Taskflows } from './taskflows.ts';
import { createTurns } from './turns.ts';

export interface Identity {
  readonly jars: Jars;
  readonly jarCookie: JarCookie;
  readonly signIn: SignIn;
  readonly proofs: Proofs;
  readonly sotp: Sotp;
  readonly taskflows: Taskflows;
  readonly passwordReset: PasswordReset;
  readonly accountSecurity: AccountSecurity;
  readonly accountDeletion: AccountDeletion;
  readonly notices: SecurityNotices;
  /** Removes what is too old to count. */
  sweep(): Promise<void>;
}

export function createIdentity(options: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly publicUrl: URL | undefined;
  readonly attemptLimits: AttemptLimits | undefined;
  readonly secrets: Secrets;
  readonly messages: Messages;
  readonly sequencer: Pick<Sequencer, 'state' | 'closeAccounts'>;
}): Identity {
  const { pool, clock, publicUrl, attemptLimits, secrets, messages, sequencer } = options;
  const jars = createJars(pool, clock);
  const passwords = createPasswords();
  const attempts = createSignInAttempts(pool, attemptLimits);
  const sotp = createSotp(pool, clock, secrets);
  const inTurn = createTurns();
  const proofs = createProofs({ pool, clock, passwords, attempts, sotp, inTurn });
  const budget = createOtpBudget(pool, clock);
  const tasks = createOtpTasks({ pool, clock, secrets, messages, budget });
  const notices = createSecurityNotices(messages, clock);
  const parts = {
    pool,
    clock,
    jars,
    passwords,
    attempts,
    sotp,
    inTurn,
    proofs,
    tasks,
    budget,
    messages,
    notices,
    sequencer,
  };
  return {
    ...{ jars, jarCookie: createJarCookie(publicUrl), proofs, sotp, notices },
    signIn: createSignIn(parts),
    taskflows: createTaskflows(parts),
    passwordReset: createPasswordReset(parts),
    accountSecurity: createAccountSecurity(parts),
    accountDeletion: createAccountDeletion(parts),
    async sweep() {
      await jars.sweep();
      await tasks.sweep();
      await budget.sweep();
      await attempts.sweep(clock.nowMs());
    },
  };
}
