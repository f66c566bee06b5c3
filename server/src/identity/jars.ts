/**
 * Account jars in the database, and in memory as far as they are in use. This process is the only one that changes
 * them, so what is remembered is right as long as every change forgets it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { LIMITS } from '@mua/contract/limits';
import type { InvestorKind } from '@mua/core/engine';
import type pg from 'pg';
import type { Clock } from '#clock';
import type { Actor, EndedSessions, Jar, JarReader } from '#http/actor';

export const JAR_DAYS = LIMITS.authPersistDays;
const JAR_MS = JAR_DAYS * 24 * 3600 * 1000;
const REMEMBERED_MAX = 20_000;

export interface Jars extends JarReader {
  /** Puts the investor into the jar, or into a new one, and gives the jar a new id. */
  signIn(cookie: string | undefined, investorId: string): Promise<{ cookie: string; jar: Jar; actor: Actor }>;
  /** Takes one investor out; the jar keeps its id. */
  signOut(cookie: string, actor: Actor): Promise<Jar | undefined>;
  /** Empties and drops the jar. */
  drop(cookie: string): Promise<void>;
  onEnded(listener: (ended: EndedSessions) => void): void;
  /** Removes jars that are too old. */
  sweep(): Promise<void>;
}

interface ActorRow {
  readonly jar_id: string;
  readonly expires_ms: bigint;
  readonly slot: number;
  readonly handle: string;
  readonly investor_id: string;
  readonly full_name: string;
  readonly kind: InvestorKind;
  readonly is_suspended: boolean;
}

const SELECT_JAR = `
select j.jar_id::text, j.expires_ms, a.slot, a.handle, i.investor_id, i.full_name, i.kind, i.is_suspended
from jar j join jar_account a using (jar_id) join investor i using (investor_id)
where j.id_hash = $1 order by a.slot`;

export function createJars(pool: pg.Pool, clock: Clock): Jars {
  const remembered = new Map<string, Jar>();
  const listeners: ((ended: EndedSessions) => void)[] = [];
  /** Raised by every change: what was read before it may be stale and is not remembered. */
  let generation = 0;
  let isSweeping = false;

  function forget(idHash: string): void {
    generation += 1;
    remembered.delete(idHash);
  }

  function end(jar: Jar, actors: readonly Actor[], isRotation: boolean): void {
    if (actors.length === 0) return;
    for (const listener of listeners) listener({ jarId: jar.jarId, actors, isRotation });
  }

  async function load(idHash: string): Promise<Jar | undefined> {
    const known = remembered.get(idHash);
    if (known) return known.expiresMs > clock.nowMs() ? known : undefined;
    const before = generation;
    const found = await pool.query<ActorRow>({ name: 'read-jar', text: SELECT_JAR, values: [idHash] });
    const jar = jarOf(found.rows);
    if (!jar || jar.expiresMs <= clock.nowMs()) return undefined;
    if (before === generation) remember(idHash, jar);
    return jar;
  }

  function remember(idHash: string, jar: Jar): void {
    if (remembered.size >= REMEMBERED_MAX) {
      const oldest = remembered.keys().next().value;
      if (oldest !== undefined) remembered.delete(oldest);
    }
    remembered.set(idHash, jar);
  }

  return {
    find: (cookie) => load(hashOf(cookie)),
    async signIn(cookie, investorId) {
      const oldHash = cookie === undefined ? undefined : hashOf(cookie);
      const old = oldHash === undefined ? undefined : await load(oldHash);
      const fresh = randomBytes(32).toString('base64url');
      const handle = await enter(pool, { oldHash, newHash: hashOf(fresh), investorId, nowMs: clock.nowMs() });
      if (oldHash !== undefined) forget(oldHash);
      forget(hashOf(fresh));
      const jar = await load(hashOf(fresh));
      const actor = jar?.actors.find((one) => one.handle === handle);
      if (!jar || !actor) throw new Error('a jar that was just written is there');
      if (old && old.jarId === jar.jarId) {
        const isStill = (one: Actor): boolean => jar.actors.some(({ handle: now }) => now === one.handle);
        end(old, old.actors.filter(isStill), true);
        end(
          old,
          old.actors.filter((one) => !isStill(one)),
          false,
        );
      }
      return { cookie: fresh, jar, actor };
    },
    async signOut(cookie, actor) {
      const jar = await load(hashOf(cookie));
      await pool.query('delete from jar_account where jar_id = $1 and handle = $2', [actor.jarId, actor.handle]);
      forget(hashOf(cookie));
      if (jar) end(jar, [actor], false);
      return load(hashOf(cookie));
    },
    async drop(cookie) {
      const jar = await load(hashOf(cookie));
      await pool.query('delete from jar where id_hash = $1', [hashOf(cookie)]);
      forget(hashOf(cookie));
      if (jar) end(jar, jar.actors, false);
    },
    onEnded(listener) {
      listeners.push(listener);
    },
    async sweep() {
      // A clock that leaps calls many times at once; once is enough.
      if (isSweeping) return;
      isSweeping = true;
      const nowMs = clock.nowMs();
      for (const [idHash, jar] of remembered) {
        if (jar.expiresMs > nowMs) continue;
        forget(idHash);
        end(jar, jar.actors, false);
      }
      try {
        await pool.query('delete from jar where expires_ms <= $1', [nowMs]);
      } finally {
        isSweeping = false;
      }
    },
  };
}

function hashOf(cookie: string): string {
  return createHash('sha256').update(cookie).digest('base64url');
}

function jarOf(rows: readonly ActorRow[]): Jar | undefined {
  const first = rows[0];
  if (!first) return undefined;
  const actors = rows.map((row) => ({
    jarId: row.jar_id,
    slot: row.slot,
    handle: row.handle,
    investorId: row.investor_id,
    fullName: row.full_name,
    kind: row.kind,
    isSuspended: row.is_suspended,
    expiresMs: Number(row.expires_ms),
  }));
  return { jarId: first.jar_id, expiresMs: Number(first.expires_ms), actors };
}

/** One transaction: the jar gets its new id, the investor a slot in it. Answers the slot's new handle. */
async function enter(
  pool: pg.Pool,
  input: { oldHash: string | undefined; newHash: string; investorId: string; nowMs: number },
): Promise<string> {
  const { oldHash, newHash, investorId, nowMs } = input;
  const client = await pool.connect();
  try {
    await client.query('begin');
    const jarId = (await rotate(client, oldHash, newHash, nowMs)) ?? (await createJar(client, newHash, nowMs));
    const handle = await takeSlot(client, jarId, investorId, nowMs);
    await client.query('update investor set last_sign_in_ms = $2 where investor_id = $1', [investorId, nowMs]);
    await client.query('commit');
    return handle;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function rotate(
  client: pg.ClientBase,
  oldHash: string | undefined,
  newHash: string,
  nowMs: number,
): Promise<string | undefined> {
  if (oldHash === undefined) return undefined;
  const rotated = await client.query<{ jar_id: string }>(
    `update jar set id_hash = $2, expires_ms = $3 where id_hash = $1 and expires_ms > $4 returning jar_id::text`,
    [oldHash, newHash, nowMs + JAR_MS, nowMs],
  );
  return rotated.rows[0]?.jar_id;
}

async function createJar(client: pg.ClientBase, newHash: string, nowMs: number): Promise<string> {
  const created = await client.query<{ jar_id: string }>(
    'insert into jar (id_hash, expires_ms) values ($1, $2) returning jar_id::text',
    [newHash, nowMs + JAR_MS],
  );
  const jarId = created.rows[0]?.jar_id;
  if (jarId === undefined) throw new Error('a jar was not written');
  return jarId;
}

/** The investor's own slot again, else the lowest free one; in a full jar, that of who signed in longest ago. */
async function takeSlot(client: pg.ClientBase, jarId: string, investorId: string, nowMs: number): Promise<string> {
  const taken = await client.query<{ slot: number; investor_id: string }>(
    'select slot, investor_id from jar_account where jar_id = $1 order by signed_in_ms, slot for update',
    [jarId],
  );
  const used = new Set(taken.rows.map((row) => row.slot));
  const own = taken.rows.find((row) => row.investor_id === investorId)?.slot;
  const free = Array.from({ length: LIMITS.jarSlots }, (_, slot) => slot).find((slot) => !used.has(slot));
  const slot = own ?? free ?? taken.rows[0]?.slot ?? 0;
  const handle = `${slot}:${randomBytes(9).toString('base64url')}`;
  await client.query('delete from jar_account where jar_id = $1 and slot = $2', [jarId, slot]);
  await client.query('insert into jar_account values ($1, $2, $3, $4, $5)', [jarId, slot, investorId, handle, nowMs]);
  return handle;
}
