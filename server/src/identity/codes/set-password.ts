/**
 * Sets a new password with all its consequences in one transaction: the hash, the end of all other open codes and of
 * the sessions opened with the old one, and a notice to the owner.
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
  /** The session that continues, or null. */
  readonly survivingSession: string | null;
}

export interface NewPasswordDeps {
  readonly browserSessions: Pick<BrowserSessions, 'revokeWithin'>;
  readonly tasks: Pick<OtpTasks, 'voidOf'>;
  readonly notices: SecurityNotices;
}

/** Returns what to call after the commit: it closes the sockets of the ended sessions. */
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
  // Somebody who knew the old password may have started another change with it.
  await tasks.voidOf(client, investorId);
  await notices.write(client, 'passwordChanged', await readContact(client, investorId));
  return browserSessions.revokeWithin(client, investorId, { but: survivingSession });
}
