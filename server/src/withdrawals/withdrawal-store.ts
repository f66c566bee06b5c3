/**
 * Rows of requests to be paid. What people decide is written here before the engine hears of it; what the engine has
 * done follows its step (journal/projections/withdrawal-rows.ts). No statement here waits for the
 * engine: a lock that is held meanwhile would stop the projector.
 */
import type { WithdrawCause, WithdrawStatus } from '@mua/contract/entities/withdraw-request';
import type { ReplyCode } from '@mua/contract/errors';
import type { Vnd } from '@mua/core/values';
import type { Queryable } from '#db/transaction.ts';

/** An account that is paid, as the code confirmed it. */
export interface Beneficiary {
  readonly accountId: string;
  readonly accountNumber: string;
  readonly holderName: string;
  readonly bankCode: string;
}

export interface NewRequest {
  readonly requestId: string;
  readonly investorId: string;
  readonly accountId: string;
  readonly amountVnd: Vnd;
  readonly beneficiary: Beneficiary;
  readonly note: string;
  readonly askedMs: number;
  readonly approvalsNeeded: number;
}

export interface StoredApproval {
  readonly operatorId: string;
  readonly timeMs: number;
  readonly reason: string;
}

export interface StoredRequest extends NewRequest {
  readonly requestNo: bigint;
  readonly status: WithdrawStatus;
  readonly heldMs: number | null;
  readonly approvedMs: number | null;
  readonly endedMs: number | null;
  readonly reference: string | null;
  readonly failure: { readonly code: ReplyCode; readonly facts: Readonly<Record<string, unknown>> } | null;
  readonly approvals: readonly StoredApproval[];
  readonly rejectedBy: string | null;
  readonly cause: WithdrawCause | null;
  readonly reason: string | null;
  readonly reportedReference: string | null;
  /** Who has said, before telling the bank, that it is told. */
  readonly sentBy: { readonly operatorId: string; readonly timeMs: number } | null;
}

interface Row {
  readonly request_no: bigint;
  readonly request_id: string;
  readonly investor_id: string;
  readonly account_id: string;
  readonly amount_vnd: bigint;
  readonly beneficiary: Beneficiary;
  readonly note: string;
  readonly status: WithdrawStatus;
  readonly asked_ms: bigint;
  readonly held_ms: bigint | null;
  readonly approved_ms: bigint | null;
  readonly ended_ms: bigint | null;
  readonly reference: string | null;
  readonly failure: StoredRequest['failure'];
  readonly approvals: StoredApproval[];
  readonly approvals_needed: number;
  readonly rejected_by: string | null;
  readonly cause: WithdrawCause | null;
  readonly reason: string | null;
  readonly reported_reference: string | null;
  readonly sending_by: string | null;
  readonly sending_ms: bigint | null;
}

export async function addRequest(client: Queryable, request: NewRequest): Promise<void> {
  const { requestId, investorId, accountId, amountVnd, beneficiary, note, askedMs, approvalsNeeded } = request;
  await client.query(
    `insert into withdraw_request
       (request_id, investor_id, account_id, amount_vnd, beneficiary, note, asked_ms, approvals_needed)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [requestId, investorId, accountId, amountVnd, JSON.stringify(beneficiary), note, askedMs, approvalsNeeded],
  );
}

export async function findRequest(client: Queryable, requestId: string): Promise<StoredRequest | undefined> {
  const found = await client.query<Row>('select * from withdraw_request where request_id = $1', [requestId]);
  const [row] = found.rows;
  return row && requestOf(row);
}

/** What an investor has asked for since then, over all sub-accounts, less what was given back or never held. */
export async function askedSince(client: Queryable, investorId: string, sinceMs: number): Promise<Vnd> {
  const found = await client.query<{ sum: string }>(
    `select coalesce(sum(amount_vnd), 0)::text as sum from withdraw_request
     where investor_id = $1 and asked_ms > $2 and rejected_by is null
       and status in ('ASKED', 'HELD', 'APPROVED', 'PAID')`,
    [investorId, sinceMs],
  );
  return BigInt(found.rows[0]?.sum ?? 0);
}

/** Of a sub-account, newest first. */
export async function pageOfRequests(
  client: Queryable,
  accountId: string,
  page: { readonly before: string | null; readonly limit: number },
): Promise<StoredRequest[]> {
  const found = await client.query<Row>(
    `select * from withdraw_request where account_id = $1 and ($2::bigint is null or request_no < $2)
     order by request_no desc limit $3`,
    [accountId, page.before, page.limit],
  );
  return found.rows.map(requestOf);
}

/** Those under way, oldest first, then the newest that have ended. */
export async function findCases(client: Queryable, limit: number): Promise<StoredRequest[]> {
  const found = await client.query<Row>(
    `select * from withdraw_request
     order by ended_ms is not null, case when ended_ms is null then request_no else -request_no end limit $1`,
    [limit],
  );
  return found.rows.map(requestOf);
}

/** What a start goes on with: neither ended nor, having ended, told. */
export async function findUnfinished(client: Queryable): Promise<StoredRequest[]> {
  const found = await client.query<Row>(
    'select * from withdraw_request where ended_ms is null or told_ms is null order by request_no',
  );
  return found.rows.map(requestOf);
}

/** Which of them have ended. */
export async function findEnded(client: Queryable, requestIds: readonly string[]): Promise<string[]> {
  if (requestIds.length === 0) return [];
  const found = await client.query<{ request_id: string }>(
    'select request_id from withdraw_request where request_id = any($1) and ended_ms is not null',
    [requestIds],
  );
  return found.rows.map((row) => row.request_id);
}

/** False where it is no longer held, or somebody has refused it. */
export async function noteApproval(client: Queryable, requestId: string, approval: StoredApproval): Promise<boolean> {
  const noted = await client.query(
    `update withdraw_request set approvals = approvals || $2::jsonb
     where request_id = $1 and status = 'HELD' and rejected_by is null`,
    [requestId, JSON.stringify([approval])],
  );
  return noted.rowCount === 1;
}

/** False where it is not approved, refused or paid by now, or being sent by somebody else. */
export async function noteSending(
  client: Queryable,
  requestId: string,
  { operatorId, timeMs }: NonNullable<StoredRequest['sentBy']>,
): Promise<boolean> {
  const noted = await client.query(
    `update withdraw_request set sending_by = $2, sending_ms = $3
     where request_id = $1 and status = 'APPROVED' and rejected_by is null and reported_reference is null
       and sending_by is null`,
    [requestId, operatorId, timeMs],
  );
  return noted.rowCount === 1;
}

export interface Rejection {
  readonly rejectedBy: string;
  readonly cause: WithdrawCause | null;
  readonly reason: string;
  /** The operator says so of one that is being sent. */
  readonly bankDoesNotPay: boolean;
}

/** False where it has ended, or the bank has paid it, or may be paying it. */
export async function noteRejection(client: Queryable, requestId: string, rejection: Rejection): Promise<boolean> {
  const { rejectedBy, cause, reason, bankDoesNotPay } = rejection;
  const noted = await client.query(
    `update withdraw_request set rejected_by = $2, cause = $3, reason = $4
     where request_id = $1 and ended_ms is null and held_ms is not null and reported_reference is null
       and (sending_by is null or $5)`,
    [requestId, rejectedBy, cause, reason, bankDoesNotPay],
  );
  return noted.rowCount === 1;
}

/** False where it is not approved, refused by now, or reported as paid under another reference. */
export async function notePayment(client: Queryable, requestId: string, reference: string): Promise<boolean> {
  const noted = await client.query(
    `update withdraw_request set reported_reference = $2
     where request_id = $1 and status = 'APPROVED' and rejected_by is null
       and (reported_reference is null or reported_reference = $2)`,
    [requestId, reference],
  );
  return noted.rowCount === 1;
}

/** The engine was never asked, or has not taken it. */
export async function noteFailure(
  client: Queryable,
  requestId: string,
  failure: NonNullable<StoredRequest['failure']>,
  nowMs: number,
): Promise<void> {
  await client.query(
    `update withdraw_request set status = 'FAILED', failure = $2, ended_ms = $3
     where request_id = $1 and status = 'ASKED'`,
    [requestId, JSON.stringify({ code: failure.code, facts: failure.facts }), nowMs],
  );
}

/** What has ended and was not told yet, as told from now on; undefined where there is nothing to tell. */
export async function noteTold(
  client: Queryable,
  requestId: string,
  nowMs: number,
): Promise<StoredRequest | undefined> {
  const found = await client.query<Row>(
    `update withdraw_request set told_ms = $2
     where request_id = $1 and ended_ms is not null and told_ms is null returning *`,
    [requestId, nowMs],
  );
  const [row] = found.rows;
  return row && requestOf(row);
}

function requestOf(row: Row): StoredRequest {
  return {
    requestNo: row.request_no,
    requestId: row.request_id,
    investorId: row.investor_id,
    accountId: row.account_id,
    amountVnd: row.amount_vnd,
    beneficiary: row.beneficiary,
    note: row.note,
    status: row.status,
    askedMs: Number(row.asked_ms),
    heldMs: msOf(row.held_ms),
    approvedMs: msOf(row.approved_ms),
    endedMs: msOf(row.ended_ms),
    reference: row.reference,
    failure: row.failure,
    approvals: row.approvals,
    approvalsNeeded: row.approvals_needed,
    rejectedBy: row.rejected_by,
    cause: row.cause,
    reason: row.reason,
    reportedReference: row.reported_reference,
    sentBy: row.sending_by === null ? null : { operatorId: row.sending_by, timeMs: Number(row.sending_ms) },
  };
}

function msOf(timeMs: bigint | null): number | null {
  return timeMs === null ? null : Number(timeMs);
}
