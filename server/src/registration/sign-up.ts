/**
 * From a stranger to an investor (docs/rules/people.md#registration). No investor exists before the code is verified:
 * what was typed is stored in a task of identity/codes, whose id is the sign-up's, and becomes investor, password and
 * application in the transaction that uses up the code. If an email, a phone number or an account number has been taken
 * in the meantime, the error names it. A closed tab does no harm, because sign-ups with one address stand beside each
 * other until one of them is verified: nobody can end somebody else's.
 *
 * The specification wants taken addresses to be reported. So these checks are limited like sign-ups, and the password
 * is hashed before anything is looked up, which makes all answers take equally long.
 */
import { randomBytes } from 'node:crypto';
import type { RegistrationFields, RegistrationKind, RegistrationSession } from '@mua/contract/entities/registration';
import { LIMITS } from '@mua/contract/limits';
import type pg from 'pg';
import { z } from 'zod';
import type { Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import type { KeyedMutex } from '#ground/keyed-mutex.ts';
import type { Secrets } from '#ground/secrets.ts';
import { networkOf } from '#http/network-of.ts';
import { createTokenBuckets } from '#http/token-buckets.ts';
import { addInvestor } from '#identity/accounts/investors.ts';
import type { SecurityNotices } from '#identity/accounts/security-notices.ts';
import type { OtpBudget } from '#identity/codes/otp-budget.ts';
import type { OtpTask } from '#identity/codes/otp-task-row.ts';
import type { OtpTasks } from '#identity/codes/otp-tasks.ts';
import { isContactTaken } from '#identity/codes/taskflows.ts';
import { isCommonPassword } from '#identity/security/common-passwords.ts';
import type { Passwords } from '#identity/security/passwords.ts';
import type { BrowserSessions, Entered } from '#identity/sessions/browser-sessions.ts';
import { noteDevice } from '#identity/sessions/known-devices.ts';
import type { Requester } from '#identity/sessions/requester.ts';
import { recordSignIn } from '#identity/sessions/sign-in-records.ts';
import { replyError } from '#refusals/reply-error.ts';
import { agentCodeOf, findAgent } from '#registration/agents.ts';
import { insertApplication } from '#registration/application-store.ts';
import { drawInvestorCode, isCodeTaken, nearestFreeCodes } from '#registration/investor-codes.ts';

export interface SignUpRequest {
  readonly kind: RegistrationKind;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
  readonly fullName: string;
  readonly agentCode?: string | undefined;
  readonly customerCode?: string | undefined;
  readonly companyName?: string | undefined;
  readonly taxCode?: string | undefined;
  readonly language: (typeof LIMITS.languages)[number];
  /** The requesting network address. */
  readonly address: string;
}

export interface SignUp {
  begin(request: SignUpRequest): Promise<RegistrationSession>;
  resend(sessionId: string): Promise<RegistrationSession>;
  /**
   * From here on the investor exists and is signed in. Throws InvestorEmailExisted if this very code has done it before,
   * and what an unknown sign-up gets if another code has.
   */
  verify(
    sessionId: string,
    code: string,
    requester: Requester & { readonly cookie: string | undefined },
  ): Promise<Entered>;
}

const payload = z.strictObject({
  kind: z.enum(['PERSONAL', 'BUSINESS']),
  email: z.string(),
  phone: z.string(),
  passwordHash: z.string(),
  fullName: z.string(),
  agentCode: z.string().nullable(),
  customerCode: z.string().nullable(),
  companyName: z.string().nullable(),
  taxCode: z.string().nullable(),
  language: z.enum(LIMITS.languages),
});
type Payload = z.infer<typeof payload>;

export interface SignUpDeps {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly tasks: OtpTasks;
  readonly budget: OtpBudget;
  readonly passwords: Passwords;
  readonly exclusively: KeyedMutex;
  readonly browserSessions: BrowserSessions;
  readonly notices: SecurityNotices;
  /** Draws account numbers; replaced in tests. */
  readonly drawCode?: () => string;
}

const HOUR_S = 3600;

export function createSignUp(deps: SignUpDeps): SignUp {
  const { pool, clock, tasks, budget, passwords, exclusively } = deps;
  const asked = createTokenBuckets(clock, {
    perSecond: LIMITS.registrationsPerHour / HOUR_S,
    burst: LIMITS.registrationsPerHour,
  });
  const named = (sessionId: string) => ({ taskId: sessionId, purposes: ['sign-up'] as const });

  async function demandFree({ email, phone, customerCode, agentCode }: Payload): Promise<void> {
    if (await isContactTaken(pool, 'email', email)) throw replyError('InvestorEmailExisted', {});
    if (await isContactTaken(pool, 'phone_number', phone)) throw replyError('InvestorPhoneExisted', {});
    if (agentCode !== null && !(await findAgent(pool, agentCode))) throw replyError('BrokerNotFound', {});
    if (customerCode !== null && (await isCodeTaken(pool, customerCode))) throw await codeTaken(pool, customerCode);
  }

  async function sendCode(wanted: Payload, address: string): Promise<RegistrationSession> {
    const { email: recipient, language } = wanted;
    const network = networkOf(address);
    await budget.demandRoom({ recipient, network }, LIMITS.otpTasksPerAskerPerHour);
    await budget.demandRoom({ recipient }, LIMITS.otpSignUpsPerHour);
    const { taskId, delivery } = await tasks.begin({
      ...{ purpose: 'sign-up', investorId: null, subject: `sign-up of ${recipient}`, payload: wanted },
      ...{ channel: 'email', recipient, language, address },
    });
    return { sessionId: taskId, ...delivery };
  }

  return {
    async begin(request) {
      const network = networkOf(request.address);
      asked.demand(network);
      if (isCommonPassword(request.password)) throw replyError('PasswordTooCommon', {});
      const wanted = payloadOf(request, await passwords.hash(request.password));
      await demandFree(wanted);
      return exclusively(`otp from ${network}`, async () => {
        await budget.demandRoom({ network }, LIMITS.otpTasksPerAddressPerHour);
        return exclusively(`otp to ${wanted.email}`, () => sendCode(wanted, request.address));
      });
    },
    async resend(sessionId) {
      const resent = await tasks.resend(named(sessionId));
      if (!resent) throw replyError('VerifyTaskflowFailed', { left: 0 });
      return { sessionId, ...resent.delivery };
    },
    async verify(sessionId, code, requester) {
      const verified = await tasks.verify(named(sessionId), code, (client, task) => enterInvestor(client, task, deps));
      if ('done' in verified) return enter(deps, verified.done, requester);
      const isDone = await tasks.hasSignedUp(sessionId, code);
      if (isDone === undefined) throw replyError('VerifyTaskflowFailed', { left: verified.left });
      throw isDone ? replyError('InvestorEmailExisted', {}) : replyError('NotFound', {});
    },
  };
}

function payloadOf(request: SignUpRequest, passwordHash: string): Payload {
  const { kind, phone, fullName, agentCode, customerCode, companyName, taxCode, language } = request;
  const isBusiness = kind === 'BUSINESS';
  return {
    ...{ kind, email: request.email.toLowerCase(), phone, passwordHash, fullName, language },
    // An empty form field names no agent.
    agentCode: agentCode?.trim() ? agentCodeOf(agentCode) : null,
    customerCode: customerCode ?? null,
    companyName: isBusiness ? (companyName ?? null) : null,
    taxCode: isBusiness ? (taxCode ?? null) : null,
  };
}

/**
 * Runs in the transaction that uses up the code: creates investor, password and application, and takes over the
 * pictures.
 */
async function enterInvestor(
  client: pg.ClientBase,
  task: OtpTask,
  { clock, secrets, drawCode = drawInvestorCode }: SignUpDeps,
): Promise<string> {
  const wanted = payload.parse(JSON.parse(task.payload));
  const { kind, agentCode, companyName, taxCode, fullName } = wanted;
  const investorId = await addUnderFreeCode(client, wanted, drawCode);
  const fields: RegistrationFields = {
    fullName,
    ...(companyName === null ? {} : { companyName }),
    ...(taxCode === null ? {} : { taxCode }),
  };
  const ekycId = randomBytes(16).toString('base64url');
  await insertApplication(client, secrets, { investorId, ekycId, kind, agentCode, fields, nowMs: clock.nowMs() });
  await client.query('update registration_picture set investor_id = $1, session_hash = null where session_hash = $2', [
    investorId,
    task.idHash,
  ]);
  return investorId;
}

async function addUnderFreeCode(client: Queryable, wanted: Payload, drawCode: () => string): Promise<string> {
  const { customerCode, kind, email, phone, passwordHash, fullName, companyName, language } = wanted;
  for (let draws = 0; draws < LIMITS.investorCodeDraws; draws += 1) {
    const investorId = customerCode ?? drawCode();
    const person = {
      ...{ investorId, email, phoneNumber: phone, language, status: 'DRAFT' as const },
      ...(kind === 'BUSINESS'
        ? { kind: 'business' as const, fullName: companyName ?? fullName }
        : { kind: 'individual' as const, fullName }),
    };
    if (await addInvestor(client, person, passwordHash)) return investorId;
    if (await isContactTaken(client, 'email', email)) throw replyError('InvestorEmailExisted', {});
    if (await isContactTaken(client, 'phone_number', phone)) throw replyError('InvestorPhoneExisted', {});
    if (customerCode !== null) throw await codeTaken(client, customerCode);
  }
  throw replyError('InvestorCodeGenerationFailed', {});
}

async function codeTaken(client: Queryable, code: string): Promise<Error> {
  const [free = ''] = await nearestFreeCodes(client, code, 1);
  return replyError('IdInvestorCodeExisted', { free });
}

/** Signs in as with a password. If that fails, the investor can still sign in with the password. */
async function enter(
  { clock, browserSessions, notices }: SignUpDeps,
  investorId: string,
  { cookie, device, address, language }: Requester & { readonly cookie: string | undefined },
): Promise<Entered> {
  const entered = await browserSessions.signIn(cookie, investorId, { device, address }, async (client) => {
    const nowMs = clock.nowMs();
    await noteDevice(client, { investorId, device, address, language, nowMs }, notices);
    await recordSignIn(client, { investorId, atMs: nowMs, outcome: 'signed-in', device, address });
    return true;
  });
  if (!entered) throw replyError('Unauthorized', {});
  return entered;
}
