/**
 * Changes that need a code: password, email and phone number, and those of other rooms, which supply what theirs do
 * (`carryOut`). Started and verified by the same signed-in investor; the change is fixed when it starts.
 */
import type { OtpChannel, Taskflow, TaskPurpose } from '@mua/contract/entities/security';
import { TASK_PURPOSES } from '@mua/contract/entities/security';
import { LIMITS } from '@mua/contract/limits';
import type pg from 'pg';
import { z } from 'zod';
import type { Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import type { KeyedMutex } from '#ground/keyed-mutex.ts';
import type { Actor } from '#http/actor.ts';
import { createTokenBuckets } from '#http/token-buckets.ts';
import { readContact } from '#identity/accounts/investors.ts';
import type { SecurityNotices } from '#identity/accounts/security-notices.ts';
import type { OtpBudget } from '#identity/codes/otp-budget.ts';
import type { OtpTask, OtpTaskName } from '#identity/codes/otp-task-row.ts';
import type { NewOtpTask, OtpTasks } from '#identity/codes/otp-tasks.ts';
import { setPassword } from '#identity/codes/set-password.ts';
import { isCommonPassword } from '#identity/security/common-passwords.ts';
import type { Passwords } from '#identity/security/passwords.ts';
import type { Proofs, Prover } from '#identity/security/proofs.ts';
import { investorSubject } from '#identity/security/sign-in-attempts.ts';
import type { BrowserSessions } from '#identity/sessions/browser-sessions.ts';
import type { Language } from '#messages/language.ts';
import type { Messages } from '#messages/messages.ts';
import { replyError } from '#refusals/reply-error.ts';

/** The requester of a change, and the language for messages. */
export interface Asker extends Prover {
  readonly language: Language | undefined;
}

/** Purposes of other rooms. */
export type OthersPurpose = Exclude<TaskPurpose, keyof typeof payloads>;

/** Carries out the confirmed change, in the transaction that uses up the code. */
export type ConfirmedChange = (
  client: pg.ClientBase,
  confirmed: { readonly investorId: string; readonly payload: unknown },
) => Promise<Confirmed | undefined>;

export interface Confirmed {
  /** Of what was made or changed, for the reply. */
  readonly resultId?: string;
  /** Run after the commit, before the reply. The code is used up: what is thrown is the reply. */
  readonly afterwards?: () => Promise<void>;
}

/** What a verified task has done. */
export interface DoneTask {
  readonly purpose: TaskPurpose;
  readonly resultId: string | null;
}

type Begun = Pick<NewOtpTask, 'payload' | 'told' | 'channel' | 'recipient'>;

export interface Taskflows {
  /** A change of another room, which it carries out itself. */
  begin(asker: Asker, change: Begun & { readonly purpose: OthersPurpose }): Promise<Taskflow>;
  /** `again` answers whoever sends the right code again because its answer was lost: it throws what that answer was. */
  carryOut(purpose: OthersPurpose, change: ConfirmedChange, again?: (resultId: string) => Promise<void>): void;
  changePassword(
    asker: Asker,
    change: { readonly oldPassword: string; readonly newPassword: string; readonly channel: OtpChannel },
  ): Promise<Taskflow>;
  changeEmail(asker: Asker, email: string): Promise<Taskflow>;
  changePhone(asker: Asker, phoneNumber: string): Promise<Taskflow>;
  resend(investorId: string, taskId: string): Promise<Taskflow>;
  /** Carries out the task. A new password ends all sessions but the verifying one. */
  verify(by: Pick<Actor, 'investorId' | 'sessionId'>, taskId: string, code: string): Promise<DoneTask>;
}

const HOUR_S = 3600;

const payloads = {
  'change-password': z.strictObject({ passwordHash: z.string() }),
  'change-email': z.strictObject({ email: z.string() }),
  'change-phone': z.strictObject({ phoneNumber: z.string() }),
};

export function createTaskflows(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly browserSessions: BrowserSessions;
  readonly tasks: OtpTasks;
  readonly budget: OtpBudget;
  readonly exclusively: KeyedMutex;
  readonly proofs: Proofs;
  readonly passwords: Passwords;
  readonly messages: Messages;
  readonly notices: SecurityNotices;
}): Taskflows {
  const { pool, clock, browserSessions, tasks, budget, exclusively, proofs, passwords, messages, notices } = deps;

  const others = new Map<
    TaskPurpose,
    { readonly change: ConfirmedChange; readonly again: ((resultId: string) => Promise<void>) | undefined }
  >();

  /** A check whether an address is taken reveals something about others, so it is limited as starting tasks is. */
  const asked = createTokenBuckets(clock, {
    perSecond: LIMITS.otpTasksPerHour / HOUR_S,
    burst: LIMITS.otpTasksPerHour,
  });

  async function demandFree(investorId: string, column: 'email' | 'phone_number', value: string): Promise<void> {
    asked.demand(investorId);
    if (await isContactTaken(pool, column, value)) throw taken(column);
  }

  function begin(
    { investorId, address, language }: Asker,
    change: Begun & { readonly purpose: TaskPurpose },
  ): Promise<Taskflow> {
    const subject = investorSubject(investorId);
    return exclusively(`otp of ${subject}`, async () => {
      await budget.demandRoom({ subject }, LIMITS.otpTasksPerHour);
      const contact = await readContact(pool, investorId);
      const { taskId, delivery } = await tasks.begin({
        ...{ ...change, investorId, subject, address },
        language: language ?? contact.language,
      });
      return { taskId, purpose: change.purpose, ...delivery };
    });
  }

  /** Returns the work to be done after the commit. */
  async function apply(client: pg.ClientBase, task: OtpTask, survivingSession: string): Promise<Applied> {
    const { purpose, investorId, payload } = task;
    if (investorId === null || purpose === 'reset-password' || purpose === 'sign-up')
      throw new Error(`a taskflow is not for ${purpose}`);
    const { told: _said, ...values } = payloadOf(payload);
    if (purpose === 'change-password') {
      const { passwordHash } = payloads[purpose].parse(values);
      const change = { investorId, passwordHash, nowMs: clock.nowMs(), survivingSession };
      return { purpose, afterwards: await setPassword(client, change, { browserSessions, tasks, notices }) };
    }
    if (purpose !== 'change-email' && purpose !== 'change-phone') {
      const other = others.get(purpose);
      if (!other) throw new Error(`nobody carries out ${purpose}`);
      const done = await other.change(client, { investorId, payload: values });
      if (done?.resultId !== undefined) await tasks.noteResult(client, task, done.resultId);
      return { purpose, ...done };
    }
    const { investorId: id, language, email, phoneNumber } = await readContact(client, investorId);
    if (purpose === 'change-email') {
      const next = payloads[purpose].parse(values).email;
      if (await isContactTaken(client, 'email', next)) throw taken('email');
      await client.query('update investor set email = $2 where investor_id = $1', [investorId, next]);
      // Somebody who reads mail at the old address must not set a password with a code sent there.
      await tasks.voidOf(client, investorId, email);
      await notices.write(client, 'emailChanged', { investorId: id, language, email });
      return { purpose };
    }
    const next = payloads[purpose].parse(values).phoneNumber;
    if (await isContactTaken(client, 'phone_number', next)) throw taken('phone_number');
    await client.query('update investor set phone_number = $2 where investor_id = $1', [investorId, next]);
    await tasks.voidOf(client, investorId, phoneNumber);
    await notices.write(client, 'phoneChanged', { investorId: id, language, phoneNumber });
    return { purpose };
  }

  /** Whoever got no answer must not take it for a refusal, and do the same with another code. */
  async function tellAgain(name: OtpTaskName, code: string): Promise<DoneTask | undefined> {
    const { task, resultId } = (await tasks.resultAgain(name, code)) ?? {};
    const purpose = TASK_PURPOSES.find((one) => one === task?.purpose);
    if (purpose === undefined || resultId === undefined) return undefined;
    await others.get(purpose)?.again?.(resultId);
    return { purpose, resultId };
  }

  return {
    begin,
    carryOut: (purpose, change, again) => void others.set(purpose, { change, again }),
    async changePassword(asker, { oldPassword, newPassword, channel }) {
      await proofs.password(asker, oldPassword, 'UserChangePasswordIncorrect');
      if (isCommonPassword(newPassword)) throw replyError('PasswordTooCommon', {});
      const passwordHash = await passwords.hash(newPassword);
      const { email, phoneNumber } = await readContact(pool, asker.investorId);
      const recipient = channel === 'email' ? email : phoneNumber;
      return begin(asker, { purpose: 'change-password', payload: { passwordHash }, channel, recipient });
    },
    async changeEmail(asker, typed) {
      const email = typed.toLowerCase();
      await demandFree(asker.investorId, 'email', email);
      return begin(asker, { purpose: 'change-email', payload: { email }, channel: 'email', recipient: email });
    },
    async changePhone(asker, phoneNumber) {
      await demandFree(asker.investorId, 'phone_number', phoneNumber);
      const payload = { phoneNumber };
      return begin(asker, { purpose: 'change-phone', payload, channel: 'phone', recipient: phoneNumber });
    },
    async resend(investorId, taskId) {
      const resent = await tasks.resend({ taskId, investorId, purposes: TASK_PURPOSES });
      const purpose = TASK_PURPOSES.find((one) => one === resent?.task.purpose);
      if (!resent || !purpose) throw replyError('VerifyTaskflowFailed', { left: 0 });
      return { taskId, purpose, ...resent.delivery };
    },
    async verify({ investorId, sessionId }, taskId, code) {
      const name = { taskId, investorId, purposes: TASK_PURPOSES };
      const verified = await tasks.verify(name, code, (client, task) => apply(client, task, sessionId));
      if (!('done' in verified)) {
        const told = await tellAgain(name, code);
        if (told) return told;
        throw replyError('VerifyTaskflowFailed', { left: verified.left });
      }
      messages.wake();
      await verified.done.afterwards?.();
      const { purpose, resultId = null } = verified.done;
      return { purpose, resultId };
    },
  };
}

/** Without what its message said beside the code. */
function payloadOf(payload: string): Readonly<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(payload));
}

interface Applied {
  readonly purpose: TaskPurpose;
  readonly resultId?: string;
  readonly afterwards?: (() => void | Promise<void>) | undefined;
}

function taken(column: 'email' | 'phone_number'): Error {
  return column === 'email' ? replyError('EmailExisted', {}) : replyError('PhoneNumberExisted', {});
}

/**
 * Whether somebody has it already. Concurrent changes to the same address are caught by the table's unique constraint, as
 * DatabaseDuplicateKey.
 */
export async function isContactTaken(
  client: Queryable,
  column: 'email' | 'phone_number',
  value: string,
): Promise<boolean> {
  const found = await client.query(`select 1 from investor where ${column} = $1`, [value]);
  return found.rowCount !== 0;
}
