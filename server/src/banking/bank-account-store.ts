/** Rows of bank accounts: those that investors have registered as their own, and those that withdrawals are paid to. */
import type { Queryable } from '#db/transaction.ts';

export type BankAccountKind = 'REGISTERED' | 'BENEFICIARY';

export interface AccountFields {
  readonly accountNumber: string;
  readonly holderName: string;
  readonly bankCode: string;
  readonly branch: string | null;
}

export interface StoredAccount extends AccountFields {
  readonly accountId: string;
  readonly changedMs: number;
}

export interface OwnedAccount {
  readonly investorId: string;
  readonly kind: BankAccountKind;
  readonly accountId: string;
}

interface Row {
  readonly account_id: string;
  readonly account_number: string;
  readonly holder_name: string;
  readonly bank_code: string;
  readonly branch: string | null;
  readonly changed_ms: bigint;
}

/** In the order in which they were last changed. */
export async function listAccounts(
  client: Queryable,
  { investorId, kind }: Omit<OwnedAccount, 'accountId'>,
): Promise<StoredAccount[]> {
  const found = await client.query<Row>(
    'select * from bank_account where investor_id = $1 and kind = $2 order by changed_ms, account_id',
    [investorId, kind],
  );
  return found.rows.map(accountOf);
}

/** As long as the caller's transaction lasts, nobody changes it. */
export async function lockAccount(
  client: Queryable,
  { investorId, kind, accountId }: OwnedAccount,
): Promise<StoredAccount | undefined> {
  const found = await client.query<Row>(
    'select * from bank_account where investor_id = $1 and kind = $2 and account_id = $3 for share',
    [investorId, kind, accountId],
  );
  const [row] = found.rows;
  return row && accountOf(row);
}

export async function isTaken(
  client: Queryable,
  { investorId, kind, accountId }: OwnedAccount,
  { bankCode, accountNumber }: AccountFields,
): Promise<boolean> {
  const found = await client.query(
    `select from bank_account
     where investor_id = $1 and kind = $2 and bank_code = $3 and account_number = $4 and account_id <> $5`,
    [investorId, kind, bankCode, accountNumber, accountId],
  );
  return found.rowCount !== 0;
}

export async function countAccounts(
  client: Queryable,
  { investorId, kind }: Pick<OwnedAccount, 'investorId' | 'kind'>,
): Promise<number> {
  const found = await client.query<{ count: bigint }>(
    'select count(*) as count from bank_account where investor_id = $1 and kind = $2',
    [investorId, kind],
  );
  return Number(found.rows[0]?.count ?? 0);
}

/** False where the investor has this account already. */
export async function addAccount(
  client: Queryable,
  { investorId, kind, accountId }: OwnedAccount,
  { accountNumber, holderName, bankCode, branch }: AccountFields,
  nowMs: number,
): Promise<boolean> {
  const added = await client.query(
    `insert into bank_account
       (account_id, investor_id, kind, account_number, holder_name, bank_code, branch, changed_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [accountId, investorId, kind, accountNumber, holderName, bankCode, branch, nowMs],
  );
  return added.rowCount === 1;
}

/** False where it is gone. */
export async function changeAccount(
  client: Queryable,
  { investorId, kind, accountId }: OwnedAccount,
  { accountNumber, holderName, bankCode, branch }: AccountFields,
  nowMs: number,
): Promise<boolean> {
  const changed = await client.query(
    `update bank_account set account_number = $4, holder_name = $5, bank_code = $6, branch = $7, changed_ms = $8
     where investor_id = $1 and kind = $2 and account_id = $3`,
    [investorId, kind, accountId, accountNumber, holderName, bankCode, branch, nowMs],
  );
  return changed.rowCount === 1;
}

/** False where it is gone. */
export async function removeAccount(
  client: Queryable,
  { investorId, kind, accountId }: OwnedAccount,
): Promise<boolean> {
  const removed = await client.query(
    'delete from bank_account where investor_id = $1 and kind = $2 and account_id = $3',
    [investorId, kind, accountId],
  );
  return removed.rowCount === 1;
}

function accountOf(row: Row): StoredAccount {
  return {
    accountId: row.account_id,
    accountNumber: row.account_number,
    holderName: row.holder_name,
    bankCode: row.bank_code,
    branch: row.branch,
    changedMs: Number(row.changed_ms),
  };
}
