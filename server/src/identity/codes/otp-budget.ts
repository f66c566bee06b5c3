/**
 * Limits how many codes are sent and how many wrong ones are checked (record 0109). A signed-in investor has one budget
 * of guesses over all tasks. A forgotten password can be claimed by anybody: there each requesting network has its own
 * budget, so that a stranger's guesses don't use up the owner's, and all networks together have another. Networks from
 * which the investor has signed in are exempt from the latter: strangers can't lock out the owner at home.
 */

import { LIMITS } from '@mua/contract/limits';
import { DAY_MS, HOUR_MS } from '@mua/core/values';
import type pg from 'pg';
import { inTransaction, type Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import { readHomeNetworks } from '#identity/sessions/sign-in-records.ts';
import { replyError } from '#refusals/reply-error.ts';

/** Whose guesses are counted together. */
export interface Guesser {
  readonly subject: string;
  /** Whose code may be guessed; null for an unknown address. */
  readonly investorId: string | null;
  /** The network that asked for the code; empty for a signed-in investor. */
  readonly network: string;
  /** Limit over all networks from which the investor has not signed in, per day. */
  readonly strangersPerDay: number;
}

/** Tasks that are counted together: all that match the given fields. */
export interface TaskCount {
  readonly subject?: string;
  readonly recipient?: string;
  readonly network?: string;
}

export interface OtpBudget {
  /** Records a failure before the code is compared; undefined if there were too many. */
  takeFailure(guesser: Guesser): Promise<string | undefined>;
  /** Removes the failure after a right code. */
  giveBack(client: Queryable, failureId: string): Promise<void>;
  /** Throws TooManyRequests if too many of these tasks began within an hour. */
  demandRoom(which: TaskCount, most: number): Promise<void>;
  /** Whether the investor has signed in from the network recently. */
  isHome(investorId: string | null, network: string): Promise<boolean>;
  /** Removes expired failures. */
  sweep(): Promise<void>;
}

export function createOtpBudget(pool: pg.Pool, clock: Clock): OtpBudget {
  return {
    takeFailure({ subject, investorId, network, strangersPerDay }) {
      const nowMs = clock.nowMs();
      return inTransaction(pool, async (client) => {
        // Otherwise two concurrent tasks would count before either has written.
        await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`otp ${subject}`]);
        const taken = await client.query<{ failure_id: string }>(
          `with counted as (
             select count(*) filter (where address = $1 and at_ms > $5) as within_hour,
               count(*) filter (where address = $1) as within_day,
               count(*) filter (where address <> all($2)) as of_strangers
             from otp_failure where subject = $3 and at_ms > $6
           )
           insert into otp_failure (subject, address, at_ms) select $3, $1, $4 from counted
           where within_hour < $7 and within_day < $8 and (of_strangers < $9 or $1 = any($2))
           returning failure_id::text`,
          [
            ...[network, await readHomeNetworks(client, investorId), subject, nowMs, nowMs - HOUR_MS, nowMs - DAY_MS],
            ...[LIMITS.otpFailuresPerHour, LIMITS.otpFailuresPerDay, strangersPerDay],
          ],
        );
        return taken.rows[0]?.failure_id;
      });
    },

    async giveBack(client, failureId) {
      await client.query('delete from otp_failure where failure_id = $1', [failureId]);
    },

    async demandRoom({ subject, recipient, network }, most) {
      const nowMs = clock.nowMs();
      const found = await pool.query<{ count: number; first_ms: bigint | null }>(
        `select count(*)::integer as count, min(created_ms) as first_ms from otp_task
         where ($1::text is null or subject = $1) and ($2::text is null or recipient = $2)
           and ($3::text is null or address = $3) and created_ms > $4`,
        [subject ?? null, recipient ?? null, network ?? null, nowMs - HOUR_MS],
      );
      const { count = 0, first_ms: firstMs = null } = found.rows[0] ?? {};
      if (count < most) return;
      throw replyError('TooManyRequests', { seconds: Math.ceil((Number(firstMs) + HOUR_MS - nowMs) / 1000) });
    },

    isHome: async (investorId, network) => (await readHomeNetworks(pool, investorId)).includes(network),

    async sweep() {
      await pool.query('delete from otp_failure where at_ms <= $1', [clock.nowMs() - DAY_MS]);
    },
  };
}
