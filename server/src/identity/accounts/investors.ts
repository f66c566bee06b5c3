/** The people and businesses that may sign in: rows of `investor` and `credential`. */
import { type Investor, type InvestorStatus, NEXT_STEPS } from '@mua/contract/entities/investor';
import { LIMITS } from '@mua/contract/limits';
import type { InvestorKind } from '@mua/core/engine';
import type pg from 'pg';
import type { Queryable } from '#db/transaction.ts';
import { type Language, languageOrDefault } from '#messages/language.ts';
import { replyError } from '#refusals/reply-error.ts';
import { instantText } from '#wire/wire-text.ts';

/** Id and account number are the same: `108C000001`. */
export interface NewInvestor {
  readonly investorId: string;
  readonly fullName: string;
  readonly kind: InvestorKind;
  readonly status: InvestorStatus;
  readonly isSuspended?: boolean;
  readonly phoneNumber: string;
  readonly email: string;
  /** Language of messages to them. */
  readonly language?: Language;
}

export interface InvestorCredential {
  readonly investorId: string;
  readonly isSuspended: boolean;
  readonly isDeleted: boolean;
  readonly passwordHash: string;
  readonly hasTotp: boolean;
}

/** False if the number, phone or email is taken. Waits for a concurrent transaction that enters the same. */
export async function addInvestor(client: Queryable, person: NewInvestor, passwordHash: string): Promise<boolean> {
  const added = await client.query(
    `with person as (
       insert into investor (investor_id, investor_code, full_name, kind, status, next_step, is_suspended,
         phone_number, email, language)
       values ($1, $1, $2, $3, $4, $9, $5, $6, $7, $10) on conflict do nothing returning investor_id
     )
     insert into credential select investor_id, $8 from person`,
    [
      person.investorId,
      person.fullName,
      person.kind,
      person.status,
      person.isSuspended ?? false,
      person.phoneNumber,
      person.email.toLowerCase(),
      passwordHash,
      person.status === 'DRAFT' ? NEXT_STEPS.DRAFT : null,
      person.language ?? LIMITS.defaultLanguage,
    ],
  );
  return added.rowCount === 1;
}

/** Normalises a typed user name: `+84 90 100 0001`, `An@Mua.demo`, `108c000001`. */
export function normalizeUsername(typed: string): string {
  const text = typed.normalize('NFC').trim();
  if (text.includes('@')) return text.toLowerCase();
  const digits = text.replace(/[\s.-]/g, '').replace(/^\+?84(?=\d{9}$)/, '0');
  return /^\d+$/.test(digits) ? digits : text.toUpperCase();
}

/** Finds a credential by phone number, email or account number. */
export async function findCredential(pool: pg.Pool, username: string): Promise<InvestorCredential | undefined> {
  // PostgreSQL text can't contain a NUL, so no such name exists.
  if (username.includes('\0')) return undefined;
  const found = await pool.query<{
    investor_id: string;
    is_suspended: boolean;
    is_deleted: boolean;
    password_hash: string;
    has_sotp: boolean;
  }>(
    `select i.investor_id, i.is_suspended, i.deleted_ms is not null as is_deleted, c.password_hash,
       c.sotp_secret is not null as has_sotp
     from investor i join credential c using (investor_id)
     where i.phone_number = $1 or i.email = $1 or i.investor_code = $1`,
    [username],
  );
  const row = found.rows[0];
  if (!row) return undefined;
  return {
    investorId: row.investor_id,
    isSuspended: row.is_suspended,
    isDeleted: row.is_deleted,
    passwordHash: row.password_hash,
    hasTotp: row.has_sotp,
  };
}

/**
 * Whether the credentials of a sign-in are still valid, with a lock until the transaction ends: a concurrent new
 * password or suspension waits, and then finds the new session.
 */
export async function isStillGood(
  client: Queryable,
  { investorId, passwordHash, hasTotp }: InvestorCredential,
): Promise<boolean> {
  const found = await client.query(
    `select 1 from investor i join credential c using (investor_id)
     where investor_id = $1 and c.password_hash = $2 and (c.sotp_secret is not null) = $3
       and not i.is_suspended and i.deleted_ms is null for no key update`,
    [investorId, passwordHash, hasTotp],
  );
  return found.rowCount === 1;
}

/** Addresses and language of messages outside a request. */
export interface InvestorContact {
  readonly investorId: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly language: Language;
}

export async function readContact(client: Queryable, investorId: string): Promise<InvestorContact> {
  const contact = (await readContacts(client, [investorId])).get(investorId);
  if (!contact) throw replyError('Unauthorized', {});
  return contact;
}

/** Of those that there are, by their id. */
export async function readContacts(
  client: Queryable,
  investorIds: readonly string[],
): Promise<ReadonlyMap<string, InvestorContact>> {
  const found = await client.query<{ investor_id: string; email: string; phone_number: string; language: string }>(
    'select investor_id, email, phone_number, language from investor where investor_id = any($1)',
    [investorIds],
  );
  return new Map(
    found.rows.map(({ investor_id: investorId, email, phone_number: phoneNumber, language: kept }) => {
      const language = languageOrDefault(kept);
      return [investorId, { investorId, email, phoneNumber, language }];
    }),
  );
}

interface InvestorRow {
  readonly investor_id: string;
  readonly investor_code: string;
  readonly full_name: string;
  readonly kind: InvestorKind;
  readonly status: InvestorStatus;
  readonly status_reason: string | null;
  readonly next_step: string | null;
  readonly phone_number: string;
  readonly email: string;
  readonly last_sign_in_ms: bigint | null;
}

export async function readInvestor(pool: pg.Pool, investorId: string): Promise<Investor> {
  const found = await pool.query<InvestorRow>('select * from investor where investor_id = $1', [investorId]);
  const row = found.rows[0];
  if (!row) throw replyError('Unauthorized', {});
  return {
    userId: row.investor_id,
    investorCode: row.investor_code,
    fullName: row.full_name,
    kind: row.kind,
    status: row.status,
    statusReason: row.status_reason,
    nextStep: row.next_step,
    phoneNumber: row.phone_number,
    email: row.email,
    lastSignInAt: row.last_sign_in_ms === null ? null : instantText(Number(row.last_sign_in_ms)),
  };
}
