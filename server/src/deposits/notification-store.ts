/** Rows of `bank_notification`, and what operators have said about them. */
import type {
  BankNotification,
  BankNotificationCase,
  BankNotificationDecision,
  BankNotificationStatus,
  QueueCause,
} from '@mua/contract/http/bank-notifications';
import { LIMITS } from '@mua/contract/limits';
import type { Queryable } from '#db/transaction.ts';
import { instantText, storedInstant } from '#wire/wire-text.ts';

export interface NotificationRow {
  readonly notification_id: string;
  readonly bank_id: string;
  readonly account_number: string;
  readonly amount_vnd: bigint;
  readonly memo: string;
  readonly booked_ms: bigint;
  readonly received_ms: bigint;
  readonly status: BankNotificationStatus;
  readonly cause: QueueCause | null;
  readonly deposit_id: string | null;
  readonly account_id: string | null;
  readonly reference: string | null;
  readonly settled_ms: bigint | null;
}

/** Where a payment goes, and under which reference it stands in the ledger. */
export interface Destination {
  readonly accountId: string;
  readonly reference: string;
}

export interface NewNotification {
  readonly told: BankNotification;
  readonly receivedMs: number;
  readonly cause: QueueCause | null;
  readonly depositId: string | null;
  /** Null: it is queued. */
  readonly to: Destination | null;
}

/**
 * Returns the ids of those that were added, without those that the bank has used before. Added in the order of their
 * ids, so that two transactions with the same ones never wait for each other.
 */
export async function insertNotifications(
  client: Queryable,
  added: readonly NewNotification[],
): Promise<ReadonlySet<string>> {
  if (added.length === 0) return new Set();
  const told = added.map((one) => one.told);
  const inserted = await client.query<{ notification_id: string }>(
    `insert into bank_notification (notification_id, bank_id, account_number, amount_vnd, memo, booked_ms, received_ms,
       cause, deposit_id, account_id, reference, status)
     select n.*, case when n.account_id is null then 'QUEUED' else 'MATCHED' end
     from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::text[],
       $9::text[], $10::text[], $11::text[]) as n (notification_id, bank_id, account_number, amount_vnd, memo,
       booked_ms, received_ms, cause, deposit_id, account_id, reference)
     order by n.notification_id on conflict (notification_id) do nothing returning notification_id`,
    [
      told.map((one) => one.notificationId),
      told.map((one) => one.bankId),
      told.map((one) => one.accountNumber),
      told.map((one) => one.amount),
      told.map((one) => storable(one.memo)),
      told.map(bookedMsOf),
      added.map((one) => one.receivedMs),
      added.map((one) => one.cause),
      added.map((one) => one.depositId),
      added.map((one) => one.to?.accountId ?? null),
      added.map((one) => one.to?.reference ?? null),
    ],
  );
  return new Set(inserted.rows.map((row) => row.notification_id));
}

/** Whether the bank says the same as when it used the id first. */
export function isSame(row: NotificationRow, told: BankNotification): boolean {
  return (
    row.bank_id === told.bankId &&
    row.account_number === told.accountNumber &&
    row.amount_vnd === BigInt(told.amount) &&
    row.memo === storable(told.memo) &&
    Number(row.booked_ms) === bookedMsOf(told)
  );
}

export function bookedMsOf({ bookedAt }: Pick<BankNotification, 'bookedAt'>): number {
  return Date.parse(bookedAt);
}

/** PostgreSQL stores no zero character, and no half of a surrogate pair. */
function storable(memo: string): string {
  return memo.replace(/[\p{Cc}\p{Cs}]/gu, ' ');
}

export async function findNotification(
  client: Queryable,
  notificationId: string,
  lock: '' | 'for update' = '',
): Promise<NotificationRow | undefined> {
  const found = await client.query<NotificationRow>(
    `select * from bank_notification where notification_id = $1 ${lock}`,
    [notificationId],
  );
  return found.rows[0];
}

/** Those that are known, by their id. */
export async function findNotifications(
  client: Queryable,
  notificationIds: readonly string[],
): Promise<ReadonlyMap<string, NotificationRow>> {
  const found = await client.query<NotificationRow>('select * from bank_notification where notification_id = any($1)', [
    notificationIds,
  ]);
  return new Map(found.rows.map((row) => [row.notification_id, row]));
}

/** Those that belong to a sub-account and are not known to be there, oldest first. */
export async function findMatched(client: Queryable): Promise<readonly string[]> {
  const found = await client.query<{ notification_id: string }>(
    `select notification_id from bank_notification where status = 'MATCHED' order by ordinal`,
  );
  return found.rows.map((row) => row.notification_id);
}

/**
 * Which of the payments stand in the ledger, by their id. It has every posting of a command that is durable
 * (journal/read-pool.ts), so where none stands there was none.
 */
export async function findPosted(
  client: Queryable,
  payments: readonly (Destination & { readonly notificationId: string })[],
): Promise<ReadonlySet<string>> {
  const found = await client.query<{ notification_id: string }>(
    `select notification_id from unnest($1::text[], $2::text[], $3::text[]) as n (notification_id, account_id, reference)
     cross join lateral (
       select from ledger_posting p
       where p.account_id = n.account_id and p.type = 'deposit' and p.reference = n.reference limit 1
     ) posted`,
    [
      payments.map((one) => one.notificationId),
      payments.map((one) => one.accountId),
      payments.map((one) => one.reference),
    ],
  );
  return new Set(found.rows.map((row) => row.notification_id));
}

/** Those of them that are on their way, locked in the order of all who lock several. */
const ON_THEIR_WAY = `
  select ordinal from bank_notification where notification_id = any($1) and status = 'MATCHED' order by ordinal for update`;

/** Returns the ids of those that were on their way until now. */
export async function noteCredited(
  client: Queryable,
  notificationIds: readonly string[],
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const noted = await client.query<{ notification_id: string }>(
    `update bank_notification set status = 'CREDITED', settled_ms = $2 where ordinal in (${ON_THEIR_WAY})
     returning notification_id`,
    [notificationIds, nowMs],
  );
  return new Set(noted.rows.map((row) => row.notification_id));
}

/** Their investors were deleted while they were on their way. */
export async function queueAgain(
  client: Queryable,
  notificationIds: readonly string[],
  cause: QueueCause,
): Promise<void> {
  await client.query(
    `update bank_notification set status = 'QUEUED', cause = $2, account_id = null, reference = null
     where ordinal in (${ON_THEIR_WAY})`,
    [notificationIds, cause],
  );
}

export async function assign(client: Queryable, notificationId: string, to: Destination): Promise<void> {
  await client.query(
    `update bank_notification set status = 'MATCHED', account_id = $2, reference = $3 where notification_id = $1`,
    [notificationId, to.accountId, to.reference],
  );
}

export async function noteReturned(client: Queryable, notificationId: string, nowMs: number): Promise<void> {
  await client.query(`update bank_notification set status = 'RETURNED', settled_ms = $2 where notification_id = $1`, [
    notificationId,
    nowMs,
  ]);
}

interface ActRow {
  readonly notification_id: string;
  readonly time_ms: bigint;
  readonly operator_id: string;
  readonly act: BankNotificationDecision['act'];
  readonly account_id: string | null;
  readonly reason: string;
}

export async function noteAct(
  client: Queryable,
  notificationId: string,
  act: Omit<BankNotificationDecision, 'time'> & { readonly nowMs: number },
): Promise<void> {
  await client.query(
    `insert into bank_notification_act (notification_id, time_ms, operator_id, act, account_id, reason)
     values ($1, $2, $3, $4, $5, $6)`,
    [notificationId, act.nowMs, act.operatorId, act.act, act.accountId, act.reason],
  );
}

/** Of each, oldest first. */
export async function actsOn(
  client: Queryable,
  notificationIds: readonly string[],
): Promise<ReadonlyMap<string, readonly BankNotificationDecision[]>> {
  const found = await client.query<ActRow>(
    'select * from bank_notification_act where notification_id = any($1) order by act_id',
    [notificationIds],
  );
  const acts = new Map<string, BankNotificationDecision[]>();
  for (const row of found.rows) {
    const { act, account_id: accountId, operator_id: operatorId, reason } = row;
    const said = { act, accountId, operatorId, reason, time: instantText(Number(row.time_ms)) };
    acts.set(row.notification_id, [...(acts.get(row.notification_id) ?? []), said]);
  }
  return acts;
}

/** More are not shown. */
const CASES_MAX = 500;

/** Those that wait, oldest first; then the others, newest first. */
export async function findCases(client: Queryable): Promise<BankNotificationCase[]> {
  const found = await client.query<NotificationRow>(
    `select * from bank_notification order by status <> 'QUEUED',
       case when status = 'QUEUED' then ordinal else -ordinal end limit $1`,
    [CASES_MAX],
  );
  const acts = await actsOn(
    client,
    found.rows.map((row) => row.notification_id),
  );
  return found.rows.map((row) => caseOf(row, acts.get(row.notification_id) ?? []));
}

export function caseOf(row: NotificationRow, decisions: readonly BankNotificationDecision[]): BankNotificationCase {
  return {
    notificationId: row.notification_id,
    bankId: row.bank_id,
    accountNumber: row.account_number,
    amount: row.amount_vnd.toString(),
    memo: row.memo,
    bookedAt: instantText(Number(row.booked_ms)),
    receivedAt: instantText(Number(row.received_ms)),
    status: row.status,
    cause: row.cause,
    depositId: row.deposit_id,
    accountId: row.account_id,
    settledAt: storedInstant(row.settled_ms),
    decisions: [...decisions],
    decisionsNeeded: neededFor(row),
  };
}

export function neededFor({ amount_vnd: amountVnd }: Pick<NotificationRow, 'amount_vnd'>): 1 | 2 {
  return amountVnd > BigInt(LIMITS.depositAloneVnd) ? 2 : 1;
}
