/**
 * Tasks that wait for a code sent by mail or SMS: an investor's changes, forgotten passwords, sign-ups. Codes are
 * created and compared only here; otp-budget.ts counts them.
 *
 * - One statement takes a try before anything is compared. So however many guesses arrive at once, at most
 *   LIMITS.otpTries of a task are compared; a resent code adds none.
 * - A code belongs to its task, purpose, subject and payload: all of them are in its hash. What a task does is stored
 *   when it begins and never comes from the call that verifies.
 * - Whatever uses up a task takes its investor's lock before any row: a new password voids the other tasks, so two
 *   tasks verified at the same instant would otherwise wait for each other's rows.
 * - Unknown, foreign, used and exhausted tasks get the same answer: undefined. Only whoever sends the right code again,
 *   because its answer was lost, is told what it has done.
 */

import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { OtpChannel, OtpDelivery } from '@mua/contract/entities/security';
import { LIMITS } from '@mua/contract/limits';
import { DAY_MS } from '@mua/core/values';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction, type Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import type { Secrets } from '#ground/secrets.ts';
import { sha256 } from '#ground/sha256.ts';
import { networkOf } from '#http/network-of.ts';
import { maskRecipient } from '#identity/codes/mask-recipient.ts';
import type { Guesser, OtpBudget } from '#identity/codes/otp-budget.ts';
import {
  type OtpPurpose,
  type OtpTask,
  type OtpTaskName,
  type OtpTaskRow,
  readTask,
  taskOf,
} from '#identity/codes/otp-task-row.ts';
import type { Language } from '#messages/language.ts';
import type { Messages } from '#messages/messages.ts';
import type { TemplateName } from '#messages/templates.ts';
import { replyError } from '#refusals/reply-error.ts';
import { instantText } from '#wire/wire-text.ts';

const TEMPLATE_OF: Readonly<Record<OtpPurpose, TemplateName>> = {
  'change-password': 'codeToChangePassword',
  'change-email': 'codeToChangeEmail',
  'change-phone': 'codeToChangePhone',
  'sign-document': 'codeToSignDocument',
  'reject-document': 'codeToRejectDocument',
  'add-bank-account': 'codeToSaveBankAccount',
  'change-bank-account': 'codeToSaveBankAccount',
  'add-beneficiary': 'codeToSaveBeneficiary',
  'change-beneficiary': 'codeToSaveBeneficiary',
  'remove-beneficiary': 'codeToRemoveBeneficiary',
  withdraw: 'codeToWithdraw',
  'reset-password': 'codeToResetPassword',
  'sign-up': 'codeToSignUp',
};

export interface NewOtpTask {
  readonly purpose: OtpPurpose;
  /** Null for a sign-up, and for a reset of an unknown address, which looks like any other and never verifies. */
  readonly investorId: string | null;
  /** Identifies whose wrong codes and tasks are counted together; see otp-budget.ts. */
  readonly subject: string;
  /** What the task does when verified. */
  readonly payload: object;
  /** Facts of the message besides the code: who reads it sees what the code is for. */
  readonly told?: Readonly<Record<string, string>>;
  readonly channel: OtpChannel;
  readonly recipient: string;
  readonly language: Language;
  /** The requesting network address. */
  readonly address: string;
}

export interface OtpTasks {
  begin(task: NewOtpTask): Promise<{ taskId: string; delivery: OtpDelivery }>;
  /** Undefined if there is no such task for this caller, or it can't be verified any more. */
  resend(name: OtpTaskName): Promise<{ task: OtpTask; delivery: OtpDelivery } | undefined>;
  /**
   * Uses one try. With the right code the work is done in the transaction that uses up the task; if it throws, the task
   * stays as it was, except for the try. Returns the result, or the tries left.
   */
  verify<T>(
    name: OtpTaskName,
    code: string,
    work: (client: pg.ClientBase, task: OtpTask) => Promise<T>,
  ): Promise<{ readonly done: T } | { readonly left: number }>;
  /** Uses up a verified reset, in the transaction that sets the new password. Undefined if there is none. */
  finishReset(client: Queryable, sessionId: string): Promise<string | undefined>;
  /** Whether there is such a verified reset, without using it up. */
  isVerifiedReset(sessionId: string): Promise<boolean>;
  /** Invalidates the investor's open codes: all, or those sent to one address. */
  voidOf(client: Queryable, investorId: string, recipient?: string): Promise<void>;
  /**
   * Whether this is the id of a sign-up that can still be verified or sent another code; `orVerified`, or of one that
   * was verified just now, whose answer may have been lost on its way.
   */
  isSigningUp(sessionId: string, orVerified?: boolean): Promise<boolean>;
  /** Notes what a task has made, in the transaction that uses it up. */
  noteResult(client: Queryable, task: OtpTask, resultId: string): Promise<void>;
  /** What a task made that was carried out just now by this code, whose answer may have been lost. Uses one try. */
  resultAgain(name: OtpTaskName, code: string): Promise<{ task: OtpTask; resultId: string } | undefined>;
  /** Of a sign-up that was verified just now, whether it was by this code, which uses one try; else undefined. */
  hasSignedUp(sessionId: string, code: string): Promise<boolean | undefined>;
  /** Removes tasks that no longer count. */
  sweep(): Promise<void>;
}

/** Kept in the payload, for the messages that are sent again. */
const told = z.object({ told: z.record(z.string(), z.string()).default({}) });

function toldIn({ payload }: Pick<OtpTask, 'payload'>): Readonly<Record<string, string>> {
  return told.parse(JSON.parse(payload)).told;
}

/**
 * Setting a clock back must not prolong codes: one that appears to be sent later than now is void, and another may be
 * requested at once. Corrections smaller than this are normal and are tolerated.
 */
const CLOCK_SLACK_MS = 10_000;
const IS_VERIFIED_RESET = `purpose = 'reset-password' and done_ms is null and expires_ms > $2
  and verified_ms <= $2::bigint + ${CLOCK_SLACK_MS}`;

export function createOtpTasks(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly messages: Messages;
  readonly budget: OtpBudget;
}): OtpTasks {
  const { pool, clock, secrets, messages, budget } = deps;

  function codeHash(code: string, task: Pick<OtpTask, 'idHash' | 'purpose' | 'subject' | 'payload'>): string {
    return secrets.hash(JSON.stringify([task.idHash, task.purpose, task.subject, task.payload, code]));
  }

  async function send(client: Queryable, task: OtpTask, code: string, isSentNowhere: boolean): Promise<void> {
    const { channel, recipient: to, language, purpose, expiresMs } = task;
    const facts = { ...toldIn(task), code, minutes: String(LIMITS.otpTtlMs / 60_000) };
    await messages.write(
      client,
      { channel, to, language, template: TEMPLATE_OF[purpose], facts, expiresMs },
      isSentNowhere,
    );
  }

  /** Uses one try of a task that was done just now. */
  async function tryAgain(
    { taskId, purposes, investorId }: OtpTaskName,
    code: string,
  ): Promise<{ readonly row: OtpTaskRow; readonly isSame: boolean } | undefined> {
    // The right code used a try as well, perhaps the last one.
    const found = await pool.query<OtpTaskRow>(
      `update otp_task set tries = tries + 1
       where id_hash = $1 and purpose = any($2) and ($3::text is null or investor_id = $3) and done_ms is not null
         and expires_ms > $4 and tries <= $5
       returning *`,
      [sha256(taskId), purposes, investorId ?? null, clock.nowMs(), LIMITS.otpTries],
    );
    const [row] = found.rows;
    return row && { row, isSame: isSame(codeHash(code, taskOf(row)), row.code_hash) };
  }

  return {
    async begin(input) {
      const taskId = randomBytes(16).toString('base64url');
      const nowMs = clock.nowMs();
      const idHash = sha256(taskId);
      const { purpose, investorId, subject, channel, recipient, language } = input;
      const network = networkOf(input.address);
      const payload = JSON.stringify(input.told ? { ...input.payload, told: input.told } : input.payload);
      const unsigned = { idHash, purpose, investorId, subject, payload };
      const code = freshCode();
      const task: OtpTask = {
        ...{ ...unsigned, codeHash: codeHash(code, unsigned), channel, recipient, language, network },
        ...{ createdMs: nowMs, sentMs: nowMs, expiresMs: nowMs + LIMITS.otpTtlMs, tries: 0, resends: 0 },
      };
      await inTransaction(pool, async (client) => {
        await client.query(
          `insert into otp_task (id_hash, purpose, investor_id, subject, payload, channel, recipient, language, address,
             code_hash, created_ms, sent_ms, expires_ms)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12)`,
          [
            ...[idHash, purpose, investorId, subject, task.payload, channel, recipient, language, network],
            ...[task.codeHash, nowMs, task.expiresMs],
          ],
        );
        await send(client, task, code, isForNobody(task));
      });
      messages.wake();
      return { taskId, delivery: deliveryOf(task) };
    },

    async resend(name) {
      const nowMs = clock.nowMs();
      const task = await readTask(pool, name);
      if (!task || !mayBeSentAgain(task, nowMs)) return undefined;
      const code = freshCode();
      const next: OtpTask = {
        ...task,
        codeHash: codeHash(code, task),
        ...{ sentMs: nowMs, expiresMs: nowMs + LIMITS.otpTtlMs, resends: task.resends + 1 },
      };
      const isSent = await inTransaction(pool, async (client) => {
        const renewed = await client.query(
          `update otp_task set code_hash = $2, sent_ms = $3, expires_ms = $4, resends = resends + 1
           where id_hash = $1 and verified_ms is null and resends < $5
             and (sent_ms <= $6 or sent_ms > $3::bigint + ${CLOCK_SLACK_MS})`,
          [
            ...[task.idHash, next.codeHash, nowMs, next.expiresMs],
            ...[LIMITS.otpResends, nowMs - LIMITS.otpResendGapMs],
          ],
        );
        if (renewed.rowCount !== 1) return false;
        await send(client, next, code, isForNobody(task));
        return true;
      });
      if (!isSent) {
        // With no resends left, only a new task helps, which is possible once this code expires.
        const untilMs = task.resends >= LIMITS.otpResends ? task.expiresMs : task.sentMs + LIMITS.otpResendGapMs;
        throw replyError('ResendTaskflowOtpFailed', { seconds: Math.max(1, Math.ceil((untilMs - nowMs) / 1000)) });
      }
      messages.wake();
      return { task: next, delivery: deliveryOf(next) };
    },

    async verify(name, code, work) {
      const nowMs = clock.nowMs();
      const taken = await pool.query<OtpTaskRow>(
        `update otp_task set tries = tries + 1
         where id_hash = $1 and purpose = any($2) and ($3::text is null or investor_id = $3) and tries < $4
           and expires_ms > $5 and sent_ms <= $5::bigint + ${CLOCK_SLACK_MS} and verified_ms is null
         returning *`,
        [sha256(name.taskId), name.purposes, name.investorId ?? null, LIMITS.otpTries, nowMs],
      );
      const row = taken.rows[0];
      if (!row) {
        // An expired code can be resent; the remaining tries carry over.
        const outOfDate = await readTask(pool, name);
        return { left: outOfDate && mayBeSentAgain(outOfDate, nowMs) ? LIMITS.otpTries - outOfDate.tries : 0 };
      }
      const task = taskOf(row);
      const left = LIMITS.otpTries - task.tries;
      const failureId = await budget.takeFailure(guesserOf(task));
      if (failureId === undefined) return { left };
      if (!isSame(codeHash(code, task), task.codeHash) || isForNobody(task)) return { left };
      const done = await inTransaction(pool, async (client) => {
        await lockTasksOf(client, task.investorId ?? task.subject);
        // Uses the current code once: fails if it was resent or used concurrently. A reset is completed by the new
        // password, which has as much time as a code.
        const used = await client.query(
          `update otp_task set verified_ms = $2, done_ms = case when purpose <> 'reset-password' then $2::bigint end,
             expires_ms = $4
           where id_hash = $1 and verified_ms is null and code_hash = $3`,
          [task.idHash, nowMs, task.codeHash, nowMs + LIMITS.otpTtlMs],
        );
        if (used.rowCount !== 1) return undefined;
        await budget.giveBack(client, failureId);
        return { done: await work(client, task) };
      });
      return done ?? { left };
    },

    async finishReset(client, sessionId) {
      const idHash = sha256(sessionId);
      const named = await client.query<{ investor_id: string | null }>(
        'select investor_id from otp_task where id_hash = $1',
        [idHash],
      );
      const investorId = named.rows[0]?.investor_id ?? null;
      if (investorId === null) return undefined;
      await lockTasksOf(client, investorId);
      const used = await client.query<{ investor_id: string }>(
        `update otp_task set done_ms = $2 where id_hash = $1 and ${IS_VERIFIED_RESET} returning investor_id`,
        [idHash, clock.nowMs()],
      );
      return used.rows[0]?.investor_id;
    },

    async isVerifiedReset(sessionId) {
      const found = await pool.query(`select 1 from otp_task where id_hash = $1 and ${IS_VERIFIED_RESET}`, [
        sha256(sessionId),
        clock.nowMs(),
      ]);
      return found.rowCount === 1;
    },

    async voidOf(client, investorId, recipient) {
      await client.query(
        `update otp_task set verified_ms = coalesce(verified_ms, $2), done_ms = $2
         where investor_id = $1 and done_ms is null and ($3::text is null or recipient = $3)`,
        [investorId, clock.nowMs(), recipient ?? null],
      );
    },

    async isSigningUp(sessionId, orVerified = false) {
      const found = await pool.query(
        `select 1 from otp_task where id_hash = $1 and purpose = 'sign-up'
           and (verified_ms is null and created_ms > $2 or $4 and done_ms is not null and expires_ms > $3)`,
        [sha256(sessionId), clock.nowMs() - LIMITS.otpTaskMs, clock.nowMs(), orVerified],
      );
      return found.rowCount === 1;
    },

    async noteResult(client, { idHash }, resultId) {
      await client.query('update otp_task set result_id = $2 where id_hash = $1', [idHash, resultId]);
    },

    async resultAgain(name, code) {
      const again = await tryAgain(name, code);
      if (!again?.isSame || again.row.result_id === null) return undefined;
      return { task: taskOf(again.row), resultId: again.row.result_id };
    },

    async hasSignedUp(sessionId, code) {
      return (await tryAgain({ taskId: sessionId, purposes: ['sign-up'] }, code))?.isSame;
    },

    async sweep() {
      await pool.query('delete from otp_task where created_ms <= $1', [clock.nowMs() - DAY_MS]);
    },
  };
}

function mayBeSentAgain({ tries, createdMs }: OtpTask, nowMs: number): boolean {
  return tries < LIMITS.otpTries && createdMs + LIMITS.otpTaskMs > nowMs;
}

function freshCode(): string {
  return String(randomInt(10 ** LIMITS.otpDigits)).padStart(LIMITS.otpDigits, '0');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function deliveryOf(task: OtpTask): OtpDelivery {
  const resendAt = instantText(task.sentMs + LIMITS.otpResendGapMs);
  return {
    channel: task.channel,
    sentTo: maskRecipient(task.recipient),
    expiresAt: instantText(task.expiresMs),
    resendAt,
    resendAfter: resendAt,
    triesLeft: LIMITS.otpTries - task.tries,
    resendsLeft: LIMITS.otpResends - task.resends,
  };
}

/** Its code is sent nowhere and never verifies. */
function isForNobody({ purpose, investorId }: OtpTask): boolean {
  return investorId === null && purpose !== 'sign-up';
}

/** Until the transaction ends, no other task of this investor (or investor to be) can be used up. */
async function lockTasksOf(client: Queryable, investorId: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`otp tasks of ${investorId}`]);
}

function guesserOf({ purpose, subject, investorId, network }: OtpTask): Guesser {
  // For these two, nobody is signed in.
  const isClaimed = purpose === 'reset-password' || purpose === 'sign-up';
  const { otpFailuresOfSignUpsPerDay, otpFailuresOfStrangersPerDay } = LIMITS;
  const strangersPerDay = purpose === 'sign-up' ? otpFailuresOfSignUpsPerDay : otpFailuresOfStrangersPerDay;
  return { subject, investorId, network: isClaimed ? network : '', strangersPerDay };
}
