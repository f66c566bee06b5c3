/** Rows of `deposit`, each with what has become of it, which follows from the payments under its memo. */
import type { Deposit, DepositBank, DepositStatus } from '@mua/contract/entities/deposit';
import { vietQrText } from '@mua/contract/vietqr/vietqr';
import type { Queryable } from '#db/transaction.ts';
import { instantText, storedInstant } from '#wire/wire-text.ts';

export interface DepositRow {
  readonly ordinal: bigint;
  readonly deposit_id: string;
  readonly account_id: string;
  readonly bank: DepositBank;
  readonly amount_vnd: bigint;
  readonly memo: string;
  readonly created_ms: bigint;
  readonly expires_ms: bigint;
}

interface StoodRow extends DepositRow {
  readonly received_vnd: bigint | null;
  readonly credited_ms: bigint | null;
  readonly checking_vnd: bigint | null;
  readonly is_gone: boolean | null;
}

const WITH_PAYMENTS = `
  select d.*, paid.amount_vnd as received_vnd, paid.settled_ms as credited_ms, other.checking_vnd, other.is_gone
  from deposit d
  left join lateral (
    select amount_vnd, settled_ms from bank_notification
    where deposit_id = d.deposit_id and account_id = d.account_id and status = 'CREDITED' order by ordinal limit 1
  ) paid on true
  left join lateral (
    select (sum(amount_vnd) filter (where status = 'QUEUED'))::bigint as checking_vnd,
      bool_or(status = 'RETURNED' or account_id <> d.account_id) as is_gone
    from bank_notification where deposit_id = d.deposit_id
  ) other on true`;

export interface NewDeposit {
  readonly depositId: string;
  readonly accountId: string;
  readonly bank: DepositBank;
  readonly amountVnd: bigint;
  readonly memo: string;
  readonly nowMs: number;
  readonly expiresMs: number;
}

/** False if the memo is somebody's already. */
export async function insertDeposit(client: Queryable, one: NewDeposit): Promise<boolean> {
  const added = await client.query(
    `insert into deposit (deposit_id, account_id, bank, amount_vnd, memo, created_ms, expires_ms)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (memo) do nothing`,
    [one.depositId, one.accountId, JSON.stringify(one.bank), one.amountVnd, one.memo, one.nowMs, one.expiresMs],
  );
  return added.rowCount === 1;
}

/** Those beyond the newest so many wait no longer; what comes for them is looked at. */
export async function expireOldest(client: Queryable, accountId: string, kept: number, nowMs: number): Promise<void> {
  await client.query(
    `update deposit set expires_ms = $3 where ordinal in (
       select ordinal from deposit where ordinal in (
         select ordinal from deposit d where account_id = $1 and expires_ms > $3
           and not exists (select from bank_notification where deposit_id = d.deposit_id)
         order by ordinal desc offset $2)
       order by ordinal for update)`,
    [accountId, kept, nowMs],
  );
}

export async function findDeposit(
  client: Queryable,
  { accountId, depositId, nowMs }: { readonly accountId: string; readonly depositId: string; readonly nowMs: number },
): Promise<Deposit | undefined> {
  const found = await client.query<StoodRow>(`${WITH_PAYMENTS} where d.account_id = $1 and d.deposit_id = $2`, [
    accountId,
    depositId,
  ]);
  return found.rows.map((row) => depositOf(row, nowMs))[0];
}

export interface DepositPage {
  /** Null: of all sub-accounts. */
  readonly accountId: string | null;
  /** Those before it. */
  readonly before: string | null;
  readonly limit: number;
  readonly nowMs: number;
}

/** Newest first, each with its place. */
export async function findDeposits(
  client: Queryable,
  { accountId, before, limit, nowMs }: DepositPage,
): Promise<{ readonly ordinal: bigint; readonly deposit: Deposit }[]> {
  const found = await client.query<StoodRow>(
    `${WITH_PAYMENTS} where ($1::text is null or d.account_id = $1) and ($2::bigint is null or d.ordinal < $2)
     order by d.ordinal desc limit $3`,
    [accountId, before, limit],
  );
  return found.rows.map((row) => ({ ordinal: row.ordinal, deposit: depositOf(row, nowMs) }));
}

/**
 * Held until the caller's transaction ends: whoever else brings a payment for one of them waits. Whoever locks several
 * locks them in this order, so that no two wait for each other.
 */
export async function lockDeposits(client: Queryable, memos: readonly string[]): Promise<DepositRow[]> {
  if (memos.length === 0) return [];
  const found = await client.query<DepositRow>(
    'select * from deposit where memo = any($1) order by ordinal for update',
    [memos],
  );
  return found.rows;
}

/** A deposit and whose it is, as the engine knows it. */
export interface OwnedDeposit {
  readonly depositId: string;
  readonly investorId: string;
}

/** How a deposit and its owner stand. */
export interface DepositState {
  readonly isPaid: boolean;
  readonly isSuspended: boolean;
  readonly isDeleted: boolean;
}

/** By their id; without those whose owner nobody knows. */
export async function findDepositStates(
  client: Queryable,
  deposits: readonly OwnedDeposit[],
): Promise<ReadonlyMap<string, DepositState>> {
  if (deposits.length === 0) return new Map();
  const found = await client.query<{
    deposit_id: string;
    is_suspended: boolean;
    is_deleted: boolean;
    is_paid: boolean;
  }>(
    // With a limit it is looked up for each deposit; as `exists` every payment that ever came would be read.
    `select d.deposit_id, i.is_suspended, i.deleted_ms is not null as is_deleted, paid.is_paid is not null as is_paid
     from unnest($1::text[], $2::text[]) as d (deposit_id, investor_id) join investor i using (investor_id)
     left join lateral (
       select true as is_paid from bank_notification n
       where n.deposit_id = d.deposit_id and n.status in ('MATCHED', 'CREDITED') limit 1
     ) paid on true`,
    [deposits.map((one) => one.depositId), deposits.map((one) => one.investorId)],
  );
  return new Map(
    found.rows.map(({ deposit_id, is_suspended, is_deleted, is_paid }) => [
      deposit_id,
      { isPaid: is_paid, isSuspended: is_suspended, isDeleted: is_deleted },
    ]),
  );
}

/** Whether money of this sum has come for the sub-account that an operator is looking at. */
export async function isBeingChecked(client: Queryable, accountId: string, amountVnd: bigint): Promise<boolean> {
  const found = await client.query(
    `select from bank_notification n join deposit d using (deposit_id)
     where d.account_id = $1 and n.status = 'QUEUED' and (n.amount_vnd = $2 or d.amount_vnd = $2) limit 1`,
    [accountId, amountVnd],
  );
  return found.rowCount === 1;
}

/** Whose deposit it is; undefined where nobody is there any more who could be told of it. */
export async function findOwner(
  client: Queryable,
  depositId: string,
): Promise<{ readonly investorId: string; readonly accountId: string } | undefined> {
  const found = await client.query<{ investor_id: string; account_id: string }>(
    `select investor_id, account_id
     from deposit join trading_account using (account_id) join investor using (investor_id)
     where deposit_id = $1 and deleted_ms is null`,
    [depositId],
  );
  const [row] = found.rows;
  return row && { investorId: row.investor_id, accountId: row.account_id };
}

function depositOf(row: StoodRow, nowMs: number): Deposit {
  const { bank, memo, amount_vnd: amountVnd } = row;
  return {
    depositId: row.deposit_id,
    accountId: row.account_id,
    amount: amountVnd.toString(),
    bank,
    memo,
    qrPayload: vietQrText({ bin: bank.bin, accountNumber: bank.accountNumber, amountVnd, memo }),
    status: statusOf(row, nowMs),
    createdAt: instantText(Number(row.created_ms)),
    expiresAt: instantText(Number(row.expires_ms)),
    received: row.received_vnd?.toString() ?? null,
    creditedAt: storedInstant(row.credited_ms),
    checking: row.checking_vnd?.toString() ?? null,
  };
}

function statusOf({ credited_ms, checking_vnd, is_gone, expires_ms }: StoodRow, nowMs: number): DepositStatus {
  if (credited_ms !== null) return 'CREDITED';
  if (checking_vnd !== null) return 'CHECKING';
  if (is_gone) return 'RETURNED';
  return Number(expires_ms) <= nowMs ? 'EXPIRED' : 'WAITING';
}
