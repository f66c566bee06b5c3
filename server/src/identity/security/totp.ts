/** Codes of an authenticator app (TOTP, RFC 6238): one step of clock error either way, and each code once. */
import { LIMITS } from '@mua/contract/limits';
import { generateSecret, generateURI, verifySync } from 'otplib';
import type pg from 'pg';
import type { Queryable } from '#db/transaction.ts';
import { type Clock, timeOfDayMs } from '#ground/clock.ts';
import type { Secrets } from '#ground/secrets.ts';
import { replyError } from '#refusals/reply-error.ts';

/** Shown in the app above the account. */
const ISSUER = 'Mùa';
const STEP_S = 30;

export interface Totp {
  /**
   * Creates a secret, active from its first right code on; an unconfirmed one is replaced. Throws SotpAlreadyOn while
   * an app is active: replacing it would turn it off without a code.
   */
  begin(investorId: string): Promise<{ secret: string; uri: string }>;
  /** Turns on the new secret; `undefined` if there is none. */
  confirm(investorId: string, code: string): Promise<boolean | undefined>;
  /** Whether the code is right and unused; `undefined` if the app is off. A right code is used up. */
  prove(investorId: string, code: string): Promise<boolean | undefined>;
  remove(client: Queryable, investorId: string): Promise<void>;
}

export function createTotp(pool: pg.Pool, clock: Clock, secrets: Secrets): Totp {
  const about = (investorId: string): string => `sotp:${investorId}`;

  async function read(investorId: string, column: 'sotp_secret' | 'new_sotp_secret'): Promise<string | undefined> {
    const found = await pool.query<{ sealed: string | null }>(
      `select ${column} as sealed from credential where investor_id = $1`,
      [investorId],
    );
    const sealed = found.rows[0]?.sealed;
    return sealed ? secrets.open(sealed, about(investorId)) : undefined;
  }

  /** The time step of the code. */
  function stepOf(secret: string, code: string): number | undefined {
    const epoch = Math.floor(timeOfDayMs(clock) / 1000);
    const token = code.length === LIMITS.totpDigits && /^\d+$/.test(code) ? code : undefined;
    if (token === undefined) return undefined;
    const result = verifySync({ secret, token, epoch, period: STEP_S, epochTolerance: STEP_S });
    return result.valid ? Math.floor(epoch / STEP_S) + result.delta : undefined;
  }

  return {
    async begin(investorId) {
      const secret = generateSecret();
      const begun = await pool.query(
        'update credential set new_sotp_secret = $2 where investor_id = $1 and sotp_secret is null',
        [investorId, secrets.seal(secret, about(investorId))],
      );
      if (begun.rowCount !== 1) throw replyError('SotpAlreadyOn', {});
      return { secret, uri: generateURI({ issuer: ISSUER, label: investorId, secret, period: STEP_S }) };
    },
    async confirm(investorId, code) {
      const secret = await read(investorId, 'new_sotp_secret');
      if (secret === undefined) return undefined;
      const step = stepOf(secret, code);
      if (step === undefined) return false;
      const confirmed = await pool.query(
        `update credential set sotp_secret = new_sotp_secret, new_sotp_secret = null, sotp_step = $2
         where investor_id = $1 and new_sotp_secret is not null and sotp_secret is null`,
        [investorId, step],
      );
      return confirmed.rowCount === 1;
    },
    async prove(investorId, code) {
      const secret = await read(investorId, 'sotp_secret');
      if (secret === undefined) return undefined;
      const step = stepOf(secret, code);
      if (step === undefined) return false;
      // Comparing and using up are one statement: of two requests with the same code one succeeds.
      const used = await pool.query(
        'update credential set sotp_step = $2 where investor_id = $1 and sotp_secret is not null and sotp_step < $2',
        [investorId, step],
      );
      return used.rowCount === 1;
    },
    async remove(client, investorId) {
      await client.query('update credential set sotp_secret = null, new_sotp_secret = null where investor_id = $1', [
        investorId,
      ]);
    },
  };
}
