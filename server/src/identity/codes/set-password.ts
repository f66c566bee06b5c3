/**
 * What every new password brings with it, all of it in one transaction: the hash, the end of whatever else waited for a
 * code and of the sessions that the old one opened, a word to its owner.
 */
import type pg from 'pg';
import { readContact } from '#identity/accounts/investors.ts';
import type { SecurityNotices } from '#identity/accounts/security-notices.ts';
import type { OtpTasks } from '#identity/codes/otp-tasks.ts';
import type { BrowserSessions } from '#identity/sessions/browser-sessions.ts';

export interface NewPassword {
  readonly investorId: string;
  readonly passwordHash: string;
  readonly nowMs: number;
  /** The one that goes on; null when none does. */
  readonly survivingSession: string | null;
}

export interface NewPasswordDeps {
  readonly browserSessions: Pick<BrowserSessions, 'revokeWithin'>;
  readonly tasks: Pick<OtpTasks, 'voidOf'>;
  readonly notices: SecurityNotices;
}

/** What it answers is to be called after the commit: it closes what hangs on the sessions. */
export async function setPassword(
  client: pg.ClientBase,
  { investorId, passwordHash, nowMs, survivingSession }: NewPassword,
  { browserSessions, tasks, notices }: NewPasswordDeps,
): Promise<() => void> {
  await client.query('update credential set password_hash = $2, password_changed_ms = $3 where investor_id = $1', [
    investorId,
    passwordHash,
    nowMs,
  ]);
  // Whoever knew the old password may have begun another change with it.
  await tasks.voidOf(client, investorId);
  await notices.write(client, 'passwordChanged', await readContact(client, investorId));
  return browserSessions.revokeWithin(client, investorId, { but: survivingSession });
}
