/**
 * An investor's last sign-ins and failed attempts, limited separately, so that a flood of failures hides no sign-in.
 */
import type { SIGN_IN_OUTCOMES } from '@mua/contract/entities/security';
import { LIMITS } from '@mua/contract/limits';
import type pg from 'pg';
import type { Queryable } from '#db/transaction.ts';
import { networkOf } from '#http/network-of.ts';
import type { SignInOrigin } from '#identity/sessions/browser-session-store.ts';

export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

export interface StoredSignIn extends SignInOrigin {
  readonly atMs: number;
  readonly outcome: SignInOutcome;
}

/** Writes a record and deletes the oldest beyond the limit of its kind. */
export async function recordSignIn(
  client: Queryable,
  { investorId, atMs, outcome, device, address }: StoredSignIn & { readonly investorId: string },
): Promise<void> {
  await client.query(
    `with fresh as (
       insert into sign_in_record (investor_id, at_ms, outcome, device, address) values ($1, $2, $3, $4, $5)
     )
     delete from sign_in_record where investor_id = $1 and record_id <= (
       select record_id from sign_in_record where investor_id = $1 and (outcome = 'signed-in') = ($3 = 'signed-in')
       order by record_id desc offset $6 limit 1
     ) and (outcome = 'signed-in') = ($3 = 'signed-in')`,
    // The rest of the statement does not see its own new row.
    [investorId, atMs, outcome, device, address, LIMITS.signInsShown - 1],
  );
}

/** The networks from which an investor has signed in lately. Nobody: none, after the same query. */
export async function readHomeNetworks(client: Queryable, investorId: string | null): Promise<readonly string[]> {
  const found = await client.query<{ address: string }>(
    `select distinct address from sign_in_record where investor_id = $1 and outcome = 'signed-in'`,
    [investorId],
  );
  return found.rows.map(({ address }) => networkOf(address));
}

/** Newest first. */
export async function readSignIns(pool: pg.Pool, investorId: string): Promise<StoredSignIn[]> {
  const found = await pool.query<{ at_ms: bigint; outcome: SignInOutcome; device: string; address: string }>(
    'select at_ms, outcome, device, address from sign_in_record where investor_id = $1 order by record_id desc',
    [investorId],
  );
  return found.rows.map(({ at_ms: atMs, ...row }) => ({ ...row, atMs: Number(atMs) }));
}
