/**
 * Stores browser sessions: one cookie's session, its slots, and who may act in them. Only the cookie's hash is stored.
 */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '@mua/contract/limits';
import type { InvestorKind } from '@mua/core/engine';
import type pg from 'pg';
import type { Queryable } from '#db/transaction.ts';
import type { Actor, BrowserSession, SlotHandle } from '#http/actor.ts';

export const BROWSER_SESSION_DAYS = LIMITS.authPersistDays;
const BROWSER_SESSION_MS = BROWSER_SESSION_DAYS * 24 * 3600 * 1000;

/** Where a sign-in comes from. */
export interface SignInOrigin {
  readonly address: string;
  /** In words, see device-words.ts. */
  readonly device: string;
}

export function freshCookie(): string {
  return randomBytes(32).toString('base64url');
}

interface ActorRow {
  readonly jar_id: string;
  readonly expires_ms: bigint;
  readonly slot: number;
  readonly handle: string;
  readonly session_id: string;
  readonly step_up_until_ms: bigint;
  readonly pin_until_ms: bigint;
  readonly is_pin_asked: boolean;
  readonly investor_id: string;
  readonly full_name: string;
  readonly kind: InvestorKind;
  readonly is_suspended: boolean;
}

const SELECT_ACTORS = `
select j.jar_id::text, j.expires_ms, a.slot, a.handle, a.session_id, a.step_up_until_ms, a.pin_until_ms, c.is_pin_asked,
  i.investor_id, i.full_name, i.kind, i.is_suspended
from jar j join jar_account a using (jar_id) join investor i using (investor_id) join credential c using (investor_id)`;

export async function readBrowserSession(pool: pg.Pool, idHash: string): Promise<BrowserSession | undefined> {
  const { rows } = await pool.query<ActorRow>({
    name: 'read-browser-session',
    text: `${SELECT_ACTORS} where j.id_hash = $1 order by a.slot`,
    values: [idHash],
  });
  const first = rows[0];
  if (!first) return undefined;
  return { browserSessionId: first.jar_id, expiresMs: Number(first.expires_ms), actors: rows.map(actorFrom) };
}

function actorFrom(row: ActorRow): Actor {
  return {
    browserSessionId: row.jar_id,
    slot: row.slot,
    handle: row.handle,
    investorId: row.investor_id,
    fullName: row.full_name,
    kind: row.kind,
    isSuspended: row.is_suspended,
    expiresMs: Number(row.expires_ms),
    sessionId: row.session_id,
    stepUpUntilMs: Number(row.step_up_until_ms),
    pinUntilMs: Number(row.pin_until_ms),
    isPinAsked: row.is_pin_asked,
  };
}

export async function findActor(pool: pg.Pool, slot: SlotHandle, nowMs: number): Promise<Actor | undefined> {
  const { rows } = await pool.query<ActorRow>({
    name: 'find-actor',
    text: `${SELECT_ACTORS} where j.jar_id = $1 and a.handle = $2 and j.expires_ms > $3`,
    values: [slot.browserSessionId, slot.handle, nowMs],
  });
  return rows.map(actorFrom)[0];
}

/** The handles that still name somebody who may act. */
export async function stillThere(pool: pg.Pool, slots: readonly SlotHandle[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ handle: string }>(
    `select a.handle from unnest($1::bigint[], $2::text[]) as s(jar_id, handle)
     join jar_account a using (jar_id, handle) join investor i using (investor_id) where not i.is_suspended`,
    [slots.map(({ browserSessionId }) => browserSessionId), slots.map(({ handle }) => handle)],
  );
  return new Set(rows.map(({ handle }) => handle));
}

/** Gives the browser session a new id; undefined if the old one is gone. A sign-in restarts its seven days. */
export async function rotateBrowserSession(
  client: Queryable,
  ids: { readonly oldHash: string; readonly newHash: string },
  nowMs: number,
  isSignIn: boolean,
): Promise<string | undefined> {
  const rotated = await client.query<{ jar_id: string }>(
    `update jar set id_hash = $2, expires_ms = coalesce($3, expires_ms) where id_hash = $1 and expires_ms > $4
     returning jar_id::text`,
    [ids.oldHash, ids.newHash, isSignIn ? nowMs + BROWSER_SESSION_MS : null, nowMs],
  );
  return rotated.rows[0]?.jar_id;
}

export async function createBrowserSession(client: Queryable, newHash: string, nowMs: number): Promise<string> {
  const created = await client.query<{ jar_id: string }>(
    'insert into jar (id_hash, expires_ms) values ($1, $2) returning jar_id::text',
    [newHash, nowMs + BROWSER_SESSION_MS],
  );
  const browserSessionId = created.rows[0]?.jar_id;
  if (browserSessionId === undefined) throw new Error('a browser session was not written');
  return browserSessionId;
}

/**
 * Takes the investor's existing slot, else the lowest free one, else that of the oldest sign-in. Returns its new
 * handle.
 */
export async function takeSlot(
  client: Queryable,
  entry: { readonly browserSessionId: string; readonly investorId: string; readonly nowMs: number } & SignInOrigin,
): Promise<string> {
  const { browserSessionId, investorId, nowMs, device, address } = entry;
  const taken = await client.query<{ slot: number; investor_id: string; session_id: string }>(
    'select slot, investor_id, session_id from jar_account where jar_id = $1 order by signed_in_ms, slot for update',
    [browserSessionId],
  );
  const used = new Set(taken.rows.map((row) => row.slot));
  const own = taken.rows.find((row) => row.investor_id === investorId);
  const free = Array.from({ length: LIMITS.jarSlots }, (_, slot) => slot).find((slot) => !used.has(slot));
  const slot = own?.slot ?? free ?? taken.rows[0]?.slot ?? 0;
  const handle = freshHandle(slot);
  const sessionId = randomBytes(16).toString('base64url');
  await client.query('delete from jar_account where jar_id = $1 and slot = $2', [browserSessionId, slot]);
  await client.query(
    `insert into jar_account
       (jar_id, slot, investor_id, handle, signed_in_ms, session_id, device, address, last_seen_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $5)`,
    [browserSessionId, slot, investorId, handle, nowMs, sessionId, device, address],
  );
  // Whoever signs in anew where they are signed in is notified there as before.
  if (own)
    await client.query('update push_subscription set session_id = $2 where session_id = $1', [
      own.session_id,
      sessionId,
    ]);
  return handle;
}

/** Gives a slot a new handle: the old one names nobody any more. */
export async function renewHandle(client: Queryable, { slot, sessionId }: Actor): Promise<string | undefined> {
  const fresh = freshHandle(slot);
  const renewed = await client.query('update jar_account set handle = $2 where session_id = $1', [sessionId, fresh]);
  return renewed.rowCount === 1 ? fresh : undefined;
}

function freshHandle(slot: number): string {
  return `${slot}:${randomBytes(9).toString('base64url')}`;
}

export interface StoredSession extends SignInOrigin {
  readonly sessionId: string;
  readonly signedInMs: number;
  readonly lastSeenMs: number;
}

/** Where an investor is signed in, newest first. */
export async function readSessions(pool: pg.Pool, investorId: string, nowMs: number): Promise<StoredSession[]> {
  const found = await pool.query<{
    session_id: string;
    device: string;
    address: string;
    signed_in_ms: bigint;
    last_seen_ms: bigint;
  }>(
    `select session_id, device, address, signed_in_ms, last_seen_ms from jar_account join jar using (jar_id)
     where investor_id = $1 and expires_ms > $2 order by signed_in_ms desc, session_id`,
    [investorId, nowMs],
  );
  return found.rows.map((row) => ({
    sessionId: row.session_id,
    device: row.device,
    address: row.address,
    signedInMs: Number(row.signed_in_ms),
    lastSeenMs: Math.max(Number(row.last_seen_ms), Number(row.signed_in_ms)),
  }));
}

/** One session of an investor, or all but one; `but: null` means all. */
export type WhichSessions = { readonly only: string } | { readonly but: string | null };

/**
 * Signs one account session out. With a session that somebody ends the browser is no longer notified (record 181); one
 * that expires leaves that as it is.
 */
export async function deleteSession(client: Queryable, sessionId: string): Promise<void> {
  await client.query(
    `with gone as (delete from jar_account where session_id = $1)
     delete from push_subscription where session_id = $1`,
    [sessionId],
  );
}

/** Deletes a browser session by its cookie or its id, and signs out who is in it. */
export async function deleteBrowserSession(
  client: Queryable,
  { idHash, browserSessionId }: { readonly idHash: string; readonly browserSessionId: string | null },
): Promise<void> {
  await client.query(
    `with gone as (delete from jar where id_hash = $1 or jar_id = $2 returning jar_id)
     delete from push_subscription p using jar_account a join gone using (jar_id) where p.session_id = a.session_id`,
    [idHash, browserSessionId],
  );
}

/**
 * Deletes sessions; returns the browser sessions and handles that ended. Browsers whose session has expired before are
 * no longer notified either.
 */
export async function deleteSessions(
  client: Queryable,
  investorId: string,
  which: WhichSessions,
): Promise<{ browserSessionId: string; handle: string }[]> {
  const [only, but] = 'only' in which ? [which.only, null] : [null, which.but];
  const gone = await client.query<{ jar_id: string; handle: string }>(
    `with silenced as (
       delete from push_subscription where investor_id = $1 and ($2::text is null or session_id = $2)
         and session_id is distinct from $3::text)
     delete from jar_account where investor_id = $1 and ($2::text is null or session_id = $2)
       and session_id is distinct from $3::text
     returning jar_id::text, handle`,
    [investorId, only, but],
  );
  return gone.rows.map((row) => ({ browserSessionId: row.jar_id, handle: row.handle }));
}

export async function writeLastSeen(pool: pg.Pool, seen: ReadonlyMap<string, number>): Promise<void> {
  if (seen.size === 0) return;
  await pool.query(
    `update jar_account a set last_seen_ms = greatest(a.last_seen_ms, s.ms) from unnest($1::text[], $2::bigint[]) as s(id, ms)
     where a.session_id = s.id`,
    [[...seen.keys()], [...seen.values()]],
  );
}
