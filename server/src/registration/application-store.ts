/**
 * Stores applications as rows. What was typed and read is sealed, so that a copy of the database reveals no document
 * number.
 */
import type { InvestorStatus } from '@mua/contract/entities/investor';
import {
  documentReading,
  type RegistrationFields,
  type RegistrationKind,
  registrationFields,
} from '@mua/contract/entities/registration';
import type { RegistrationCause } from '@mua/contract/http/operator-registrations';
import type { InvestorKind } from '@mua/core/engine';
import { z } from 'zod';
import type { Queryable } from '#db/transaction.ts';
import type { Secrets } from '#ground/secrets.ts';
import { APPROVED_STATUSES } from '#identity/accounts/investor-status.ts';

export interface Approval {
  readonly operatorId: string;
  readonly timeMs: number;
  readonly reason: string;
}

/** What was read, and the pictures that it was read from. */
const storedReading = z.object({ reading: documentReading, imageIds: z.array(z.string()) });
export type StoredReading = z.infer<typeof storedReading>;

export interface Application {
  readonly investorId: string;
  readonly ekycId: string;
  readonly kind: RegistrationKind;
  readonly status: InvestorStatus;
  readonly statusReason: string | null;
  /** Of the last return or refusal; null if its operator named none, or nothing was given back. */
  readonly cause: RegistrationCause | null;
  readonly nextStep: string | null;
  readonly agentCode: string | null;
  readonly fields: RegistrationFields;
  readonly reading: StoredReading | null;
  /** Since it was last submitted. */
  readonly approvals: readonly Approval[];
  readonly savedMs: number;
  readonly submittedMs: number | null;
  readonly decidedMs: number | null;
}

interface ApplicationRow {
  readonly investor_id: string;
  readonly ekyc_id: string;
  readonly kind: InvestorKind;
  readonly status: InvestorStatus;
  readonly status_reason: string | null;
  readonly cause: RegistrationCause | null;
  readonly next_step: string | null;
  readonly agent_code: string | null;
  readonly fields: string;
  readonly reading: string | null;
  readonly approvals: readonly Approval[];
  readonly saved_ms: bigint;
  readonly submitted_ms: bigint | null;
  readonly decided_ms: bigint | null;
}

export const APPLICATION_ROWS = `select r.*, i.kind, i.status, i.status_reason, i.next_step,
    (select cause from investor_act a where a.investor_id = r.investor_id and a.act in ('return', 'reject')
     order by act_id desc limit 1) as cause
  from registration r join investor i using (investor_id)`;

export function applicationOf(row: ApplicationRow, secrets: Secrets): Application {
  const open = (sealed: string, part: string): unknown =>
    JSON.parse(secrets.open(sealed, `registration ${part}:${row.investor_id}`));
  return {
    investorId: row.investor_id,
    ekycId: row.ekyc_id,
    kind: row.kind === 'business' ? 'BUSINESS' : 'PERSONAL',
    status: row.status,
    statusReason: row.status_reason,
    cause: row.cause,
    nextStep: row.next_step,
    agentCode: row.agent_code,
    fields: registrationFields.parse(open(row.fields, 'fields')),
    reading: row.reading === null ? null : (storedReading.safeParse(open(row.reading, 'reading')).data ?? null),
    approvals: row.approvals,
    savedMs: Number(row.saved_ms),
    submittedMs: row.submitted_ms === null ? null : Number(row.submitted_ms),
    decidedMs: row.decided_ms === null ? null : Number(row.decided_ms),
  };
}

/** Who is deleted without having become a customer leaves nothing behind: neither a case nor a claim to a document. */
export const IS_KEPT = `(i.deleted_ms is null or i.status in (${APPROVED_STATUSES.map((status) => `'${status}'`).join(', ')}))`;

export async function findApplication(
  client: Queryable,
  secrets: Secrets,
  investorId: string,
): Promise<Application | undefined> {
  const found = await client.query<ApplicationRow>(`${APPLICATION_ROWS} where investor_id = $1 and ${IS_KEPT}`, [
    investorId,
  ]);
  const [row] = found.rows;
  return row && applicationOf(row, secrets);
}

/** Reads it with a lock: until the transaction ends, nobody else can change the application or the status. */
export async function lockApplication(
  client: Queryable,
  secrets: Secrets,
  investorId: string,
): Promise<Application | undefined> {
  await client.query('select 1 from investor where investor_id = $1 for update', [investorId]);
  return findApplication(client, secrets, investorId);
}

/** Applications that wait for a decision, oldest first, then the decided ones, newest first. */
export async function findCases(client: Queryable, secrets: Secrets, most: number): Promise<Application[]> {
  const found = await client.query<ApplicationRow>(
    `${APPLICATION_ROWS} where r.submitted_ms is not null and i.deleted_ms is null
     order by (i.status = 'PENDING') desc, case when i.status = 'PENDING' then r.submitted_ms end,
       r.decided_ms desc nulls last, investor_id limit $1`,
    [most],
  );
  return found.rows.map((row) => applicationOf(row, secrets));
}

export async function insertApplication(
  client: Queryable,
  secrets: Secrets,
  fresh: Pick<Application, 'investorId' | 'ekycId' | 'kind' | 'agentCode' | 'fields'> & { readonly nowMs: number },
): Promise<void> {
  const { investorId, ekycId, agentCode, fields, nowMs } = fresh;
  await client.query(
    'insert into registration (investor_id, ekyc_id, agent_code, fields, saved_ms) values ($1, $2, $3, $4, $5)',
    [investorId, ekycId, agentCode, sealed(secrets, investorId, 'fields', fields), nowMs],
  );
}

export async function writeFields(
  client: Queryable,
  secrets: Secrets,
  saved: { readonly investorId: string; readonly fields: RegistrationFields; readonly nowMs: number },
): Promise<void> {
  const { investorId, fields, nowMs } = saved;
  await client.query('update registration set fields = $2, saved_ms = $3 where investor_id = $1', [
    ...[investorId, sealed(secrets, investorId, 'fields', fields), nowMs],
  ]);
}

/** Null forgets what was read. */
export async function writeReading(
  client: Queryable,
  secrets: Secrets,
  { investorId, reading }: { readonly investorId: string; readonly reading: StoredReading | null },
): Promise<void> {
  await client.query('update registration set reading = $2 where investor_id = $1', [
    ...[investorId, reading && sealed(secrets, investorId, 'reading', reading)],
  ]);
}

function sealed(secrets: Secrets, investorId: string, part: 'fields' | 'reading', value: object): string {
  return secrets.seal(JSON.stringify(value), `registration ${part}:${investorId}`);
}

/** A keyed hash that identifies a document, so that documents can be compared but not read. */
export function documentKeyOf(secrets: Secrets, { documentType, idNumber = '' }: RegistrationFields): string {
  return secrets.hash(`document ${documentType ?? 'CITIZEN_CARD'} ${idNumber.trim().toUpperCase()}`);
}

/** The unique constraint of the table is blind to deletions: their claims go when somebody else has the document. */
export async function releaseClaims(client: Queryable, documentKey: string): Promise<void> {
  await client.query(
    `update registration r set document_key = null from investor i
     where i.investor_id = r.investor_id and r.document_key = $1 and not ${IS_KEPT}`,
    [documentKey],
  );
}
