/**
 * Operators' decisions about applications (docs/rules/people.md#approval): each act has a name and a reason, and is
 * written in one transaction with its change. A business needs two approvals, by two different people.
 */
import {
  REGISTRATION_ACTS,
  type RegistrationAct,
  type RegistrationCase,
  type RegistrationCause,
  type RegistrationDecision,
} from '@mua/contract/http/operator-registrations';
import { readingDifferences } from '@mua/contract/registration-rules';
import type pg from 'pg';
import { inTransaction, type Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import type { Secrets } from '#ground/secrets.ts';
import { moveStatus } from '#identity/accounts/investor-status.ts';
import { readContact } from '#identity/accounts/investors.ts';
import type { Messages } from '#messages/messages.ts';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { replyError } from '#refusals/reply-error.ts';
import type { Activation, PapersToSign } from '#registration/activation.ts';
import type { Applications } from '#registration/application.ts';
import { standingReading } from '#registration/application-faults.ts';
import { type Application, findApplication, findCases, lockApplication } from '#registration/application-store.ts';
import { toldReason } from '#registration/causes.ts';
import type { StatusNotices } from '#registration/status-notices.ts';
import { instantText } from '#wire/wire-text.ts';

export interface Decision {
  readonly operatorId: string;
  readonly reason: string;
  readonly cause?: RegistrationCause | undefined;
}

export interface Approvals {
  list(): Promise<RegistrationCase[]>;
  read(investorId: string): Promise<RegistrationCase>;
  approve(investorId: string, by: Decision): Promise<RegistrationCase>;
  /** Rejects the application, or returns it for completion. */
  turnDown(act: 'reject' | 'return', investorId: string, by: Decision): Promise<RegistrationCase>;
}

/** The newest of the decided applications are shown. */
const CASES_MAX = 500;

export interface ApprovalDeps {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly messages: Messages;
  readonly notices: StatusNotices;
  readonly applications: Applications;
  readonly activation: Activation;
  readonly papers: PapersToSign;
  /** Invalidates cached data of an investor, because the name may have changed. */
  readonly forgetInvestor: (investorId: string) => void;
}

export function createApprovals(deps: ApprovalDeps): Approvals {
  const { pool, secrets, messages, applications, activation, papers, forgetInvestor } = deps;

  async function casesOf(found: readonly Application[]): Promise<RegistrationCase[]> {
    const ids = found.map(({ investorId }) => investorId);
    const [states, decisions] = await Promise.all([papers.states(ids), decisionsOn(pool, ids)]);
    return Promise.all(
      found.map(async (application) => ({
        ...(await applications.record(pool, application)),
        ...readOf(application),
        approvals: application.approvals.map(({ operatorId, timeMs, reason }) => ({
          ...{ operatorId, reason },
          time: instantText(timeMs),
        })),
        approvalsNeeded: neededOf(application),
        decisions: decisions.get(application.investorId) ?? [],
        papers: [...(states.get(application.investorId) ?? [])],
      })),
    );
  }

  async function openAccount(investorId: string): Promise<void> {
    await activation.bringOn(investorId).catch((error: unknown) => {
      if (error instanceof JournalBusyError) throw replyError('InvestorTradingAccountLoginFailed', {});
      throw error;
    });
  }

  /** Whether an approval was committed without its sub-account being opened: then the rest is done again. */
  async function isHalfDone(investorId: string): Promise<boolean> {
    const application = await findApplication(pool, secrets, investorId);
    return application?.status === 'PENDING_ACTIVATE' && !activation.isOpened(investorId);
  }

  async function read(investorId: string): Promise<RegistrationCase> {
    const application = await demand(pool, await findApplication(pool, secrets, investorId), investorId);
    const [found] = await casesOf([application]);
    if (!found) throw new Error(`application of ${investorId} is gone`);
    return found;
  }

  return {
    async list() {
      const found = await findCases(pool, secrets, CASES_MAX);
      return (await casesOf(found)).map(masked);
    },
    read,
    async approve(investorId, by) {
      const isApproved =
        (await isHalfDone(investorId)) ||
        (await inTransaction(pool, (client) => addApproval(client, deps, investorId, by)));
      messages.wake();
      forgetInvestor(investorId);
      if (isApproved) await openAccount(investorId);
      return read(investorId);
    },
    async turnDown(act, investorId, by) {
      await inTransaction(pool, (client) => turnDown(client, deps, { act, investorId, by }));
      messages.wake();
      return read(investorId);
    },
  };
}

async function demand(
  client: Queryable,
  application: Application | undefined,
  investorId: string,
): Promise<Application> {
  if (application) return application;
  const known = await client.query('select 1 from investor where investor_id = $1', [investorId]);
  throw replyError(known.rowCount === 0 ? 'InvestorNotFound' : 'EkycRecordNotFound', {});
}

/** Locks the application, which must be waiting for a decision. */
async function demandPending(client: Queryable, secrets: Secrets, investorId: string): Promise<Application> {
  const application = await demand(client, await lockApplication(client, secrets, investorId), investorId);
  const { status } = application;
  if (status !== 'PENDING') throw replyError('RegistrationNotPending', { status });
  return application;
}

interface NotedAct {
  readonly act: RegistrationAct;
  readonly investorId: string;
  readonly by: Decision;
}

async function note(client: Queryable, clock: Clock, { act, investorId, by }: NotedAct): Promise<void> {
  await client.query(
    `insert into investor_act (time_ms, operator_id, act, investor_id, cause, reason)
     values ($1, $2, $3, $4, $5, $6)`,
    [clock.nowMs(), by.operatorId, act, investorId, by.cause ?? null, by.reason],
  );
}

/** By investor, newest first. */
async function decisionsOn(
  client: Queryable,
  investorIds: readonly string[],
): Promise<Map<string, RegistrationDecision[]>> {
  const found = await client.query<{
    investor_id: string;
    time_ms: bigint;
    act: RegistrationAct;
    operator_id: string;
    cause: RegistrationCause | null;
    reason: string;
  }>(
    `select investor_id, time_ms, act, operator_id, cause, reason from investor_act
     where investor_id = any($1) and act = any($2) order by act_id desc`,
    [investorIds, REGISTRATION_ACTS],
  );
  const decisions = new Map<string, RegistrationDecision[]>();
  for (const { investor_id: investorId, time_ms: timeMs, operator_id: operatorId, ...told } of found.rows) {
    const decision = { time: instantText(Number(timeMs)), operatorId, ...told };
    decisions.set(investorId, [...(decisions.get(investorId) ?? []), decision]);
  }
  return decisions;
}

async function decide(client: Queryable, notices: StatusNotices, { act, investorId, by }: NotedAct): Promise<void> {
  const { language } = await readContact(client, investorId);
  const reason = act === 'approve' ? null : toldReason(language, by.cause, by.reason);
  const move = await moveStatus(client, investorId, act, reason);
  // Deleted since it was submitted.
  if (!move) throw replyError('EkycRecordNotFound', {});
  await notices.write(client, move);
}

/** Adds an approval; true if it was the last one needed. */
async function addApproval(
  client: Queryable,
  { clock, secrets, notices }: ApprovalDeps,
  investorId: string,
  by: Decision,
): Promise<boolean> {
  const application = await demandPending(client, secrets, investorId);
  const { approvals, fields, kind } = application;
  if (approvals.some(({ operatorId }) => operatorId === by.operatorId)) throw replyError('SecondPersonRequired', {});
  const approval = { act: 'approve', investorId, by } as const;
  await note(client, clock, approval);
  const all = [...approvals, { operatorId: by.operatorId, timeMs: clock.nowMs(), reason: by.reason }];
  const isLast = all.length >= neededOf(application);
  await client.query(
    'update registration set approvals = $2, decided_ms = coalesce($3, decided_ms) where investor_id = $1',
    [investorId, JSON.stringify(all), isLast ? clock.nowMs() : null],
  );
  if (!isLast) return false;
  await decide(client, notices, approval);
  // The name as in the document, because contracts use it.
  const name = (kind === 'BUSINESS' ? fields.companyName : fields.fullName)?.trim();
  if (name) await client.query('update investor set full_name = $2 where investor_id = $1', [investorId, name]);
  return true;
}

async function turnDown(
  client: Queryable,
  { clock, secrets, notices }: ApprovalDeps,
  decision: NotedAct,
): Promise<void> {
  const { act, investorId } = decision;
  await demandPending(client, secrets, investorId);
  await note(client, clock, decision);
  await decide(client, notices, decision);
  // A rejected document may be used in another application.
  await client.query(
    `update registration set decided_ms = $2, document_key = case when $3 then null else document_key end
     where investor_id = $1`,
    [investorId, clock.nowMs(), act === 'reject'],
  );
}

/** A business needs two approvals. */
function neededOf({ kind }: Application): number {
  return kind === 'BUSINESS' ? 2 : 1;
}

/** What was read from the pictures that the application names, beside what was typed. */
function readOf(application: Application): Pick<RegistrationCase, 'reading' | 'differences'> {
  const { reading = null } = standingReading(application) ?? {};
  return { reading, differences: reading ? readingDifferences(application.fields, reading) : [] };
}

/** A list does not need full document numbers, nor all that was read. */
function masked(one: RegistrationCase): RegistrationCase {
  const { idNumber } = one.fields;
  const differences = one.differences.map((difference) =>
    difference.field === 'idNumber'
      ? { ...difference, typed: ending(difference.typed), read: ending(difference.read) }
      : difference,
  );
  const fields = idNumber ? { ...one.fields, idNumber: ending(idNumber) } : one.fields;
  return { ...one, fields, reading: null, differences };
}

function ending(number: string): string {
  return `•••${number.slice(-4)}`;
}
