/** The secrets besides the password: which are set, the PIN, the authenticator app. */
import type { SecurityInformation } from '@mua/contract/entities/security';
import type pg from 'pg';
import { inTransaction } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import type { Actor } from '#http/actor.ts';
import { readContact } from '#identity/accounts/investors.ts';
import type { SecurityNotices } from '#identity/accounts/security-notices.ts';
import type { Passwords } from '#identity/security/passwords.ts';
import { type Proofs, type Prover, pinSubject } from '#identity/security/proofs.ts';
import type { SignInAttempts } from '#identity/security/sign-in-attempts.ts';
import { isSimplePin } from '#identity/security/simple-pins.ts';
import type { Totp } from '#identity/security/totp.ts';
import type { BrowserSessions } from '#identity/sessions/browser-sessions.ts';
import type { Messages } from '#messages/messages.ts';
import { replyError } from '#refusals/reply-error.ts';
import { instantOrNull, storedInstant } from '#wire/wire-text.ts';

export interface AccountSecurity {
  /** The state for this slot; `actor` from the current browser session. */
  read(actor: Actor): Promise<SecurityInformation>;
  setPin(investorId: string, pin: string, isAskedForTrading: boolean): Promise<void>;
  askPinForTrading(investorId: string, isAsked: boolean): Promise<void>;
  confirmTotp(prover: Prover, code: string): Promise<void>;
  removeTotp(prover: Prover, code: string): Promise<void>;
}

export function createAccountSecurity(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly browserSessions: BrowserSessions;
  readonly passwords: Passwords;
  readonly attempts: SignInAttempts;
  readonly proofs: Proofs;
  readonly totp: Totp;
  readonly messages: Messages;
  readonly notices: SecurityNotices;
}): AccountSecurity {
  const { pool, clock, browserSessions, passwords, attempts, proofs, totp, messages, notices } = deps;

  /** Changes a second secret, notifies its owner, and refreshes what is cached. */
  async function change(investorId: string, work: (client: pg.ClientBase) => Promise<unknown>): Promise<void> {
    await inTransaction(pool, async (client) => {
      await work(client);
      await notices.write(client, 'secondSecretChanged', await readContact(client, investorId));
    });
    browserSessions.forgetInvestor(investorId);
    messages.wake();
  }

  return {
    async read({ investorId, stepUpUntilMs, pinUntilMs }) {
      const found = await pool.query<{
        has_pin: boolean;
        is_pin_asked: boolean;
        has_sotp: boolean;
        password_changed_ms: bigint | null;
        deletion_requested_ms: bigint | null;
      }>(
        `select c.pin_hash is not null as has_pin, c.is_pin_asked, c.sotp_secret is not null as has_sotp,
           c.password_changed_ms, i.deletion_requested_ms
         from investor i join credential c using (investor_id) where investor_id = $1`,
        [investorId],
      );
      const row = found.rows[0];
      if (!row) throw replyError('Unauthorized', {});
      const nowMs = clock.nowMs();
      const ahead = (untilMs: number): string | null => instantOrNull(untilMs > nowMs ? untilMs : null);
      return {
        hasPin: row.has_pin,
        isPinAskedForTrading: row.is_pin_asked,
        hasSotp: row.has_sotp,
        passwordChangedAt: storedInstant(row.password_changed_ms),
        deletionRequestedAt: storedInstant(row.deletion_requested_ms),
        stepUpUntil: ahead(stepUpUntilMs),
        pinUnlockedUntil: ahead(pinUntilMs),
      };
    },
    async setPin(investorId, pin, isAskedForTrading) {
      if (isSimplePin(pin)) throw replyError('PinTooSimple', {});
      const pinHash = await passwords.hash(pin);
      await change(investorId, async (client) => {
        await client.query('update credential set pin_hash = $2, is_pin_asked = $3 where investor_id = $1', [
          investorId,
          pinHash,
          isAskedForTrading,
        ]);
        // A new PIN is asked for in every session.
        await client.query('update jar_account set pin_until_ms = 0 where investor_id = $1', [investorId]);
      });
      await attempts.forget(pinSubject(investorId));
    },
    async askPinForTrading(investorId, isAsked) {
      await change(investorId, async (client) => {
        const set = await client.query(
          'update credential set is_pin_asked = $2 where investor_id = $1 and pin_hash is not null',
          [investorId, isAsked],
        );
        if (set.rowCount !== 1) throw replyError('PinNotSet', {});
      });
    },
    async confirmTotp(prover, code) {
      await proofs.newApp(prover, code);
      await change(prover.investorId, async () => {});
    },
    async removeTotp(prover, code) {
      await proofs.totp(prover, code);
      await change(prover.investorId, (client) => totp.remove(client, prover.investorId));
    },
  };
}
