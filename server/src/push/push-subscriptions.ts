/** Rows of the browsers that an investor lets this installation notify. */
import { createECDH, createHash } from 'node:crypto';
import { PUSH_DEVICE_ID_LETTERS, PUSH_DEVICES_MAX, type PushDevice } from '@mua/contract/entities/push-device';
import type pg from 'pg';
import { inTransaction, type Queryable } from '#db/transaction.ts';
import type { Actor } from '#http/actor.ts';
import { replyError } from '#refusals/reply-error.ts';
import { instantText } from '#wire/wire-text.ts';

/** As a browser gives it: where its push service takes messages, and with what they are encrypted for it. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface StoredSubscription extends PushSubscription {
  readonly deviceId: string;
  /** In the browser's own words; empty if it says nothing. */
  readonly device: string;
}

interface Row {
  readonly device_id: string;
  readonly investor_id: string;
  readonly session_id: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly device: string;
  readonly created_ms: bigint;
  readonly sent_ms: bigint | null;
  readonly failing_since_ms: bigint | null;
}

/** In the order in which they were added. */
export async function listDevices(
  client: Queryable,
  { investorId, sessionId }: Pick<Actor, 'investorId' | 'sessionId'>,
): Promise<PushDevice[]> {
  return (await readRows(client, [investorId])).map((row) => ({
    deviceId: row.device_id,
    name: row.device,
    isThisSession: row.session_id === sessionId,
    addedAt: instantText(Number(row.created_ms)),
    lastSentAt: row.sent_ms === null ? null : instantText(Number(row.sent_ms)),
    failingSince: row.failing_since_ms === null ? null : instantText(Number(row.failing_since_ms)),
  }));
}

/** Of each investor who has any, in the order in which they were added. */
export async function subscriptionsOf(
  client: Queryable,
  investorIds: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredSubscription[]>> {
  const of = new Map<string, StoredSubscription[]>();
  for (const { investor_id, device_id, device, endpoint, p256dh, auth } of await readRows(client, investorIds)) {
    const subscription = { deviceId: device_id, device, endpoint, keys: { p256dh, auth } };
    of.set(investor_id, [...(of.get(investor_id) ?? []), subscription]);
  }
  return of;
}

async function readRows(client: Queryable, investorIds: readonly string[]): Promise<Row[]> {
  const found = await client.query<Row>(
    'select * from push_subscription where investor_id = any($1) order by created_ms, device_id',
    [investorIds],
  );
  return found.rows;
}

/**
 * Adds a browser, or what it is now: the endpoint is then this investor's and nobody else's. The first by success goes
 * where there are too many. Throws `Unauthorized` if the session has ended meanwhile, and BadRequest for keys of no use.
 */
export async function addSubscription(
  pool: pg.Pool,
  { investorId, sessionId }: Pick<Actor, 'investorId' | 'sessionId'>,
  { endpoint, keys }: PushSubscription,
  { device, nowMs }: { readonly device: string; readonly nowMs: number },
): Promise<void> {
  if (!isPoint(keys.p256dh)) throw replyError('BadRequest', { field: 'p256dh' });
  await inTransaction(pool, async (client) => {
    // Kept from ending until this is committed: else a sign-out at the same moment would not find the row.
    const session = await client.query('select from jar_account where session_id = $1 for key share', [sessionId]);
    if (session.rowCount !== 1) throw replyError('Unauthorized', {});
    await client.query(
      `insert into push_subscription
         (device_id, investor_id, session_id, endpoint, p256dh, auth, device, created_ms)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (device_id) do update set
         investor_id = excluded.investor_id, session_id = excluded.session_id, p256dh = excluded.p256dh,
         auth = excluded.auth, device = excluded.device,
         created_ms = case when push_subscription.investor_id = excluded.investor_id
           then push_subscription.created_ms else excluded.created_ms end`,
      [deviceIdOf(endpoint), investorId, sessionId, endpoint, keys.p256dh, keys.auth, device, nowMs],
    );
    await client.query(
      `delete from push_subscription where device_id in (
         select device_id from push_subscription where investor_id = $1 and device_id <> $2
         order by coalesce(sent_ms, created_ms) desc, device_id offset $3)`,
      [investorId, deviceIdOf(endpoint), PUSH_DEVICES_MAX - 1],
    );
  });
}

export async function removeSubscription(client: Queryable, investorId: string, deviceId: string): Promise<void> {
  await client.query('delete from push_subscription where investor_id = $1 and device_id = $2', [investorId, deviceId]);
}

/** What became of a message to a browser, and when. */
export interface SentNote {
  readonly deviceId: string;
  readonly outcome: 'taken' | 'gone' | 'failed';
  readonly atMs: number;
}

const NOTE = `
update push_subscription as device set
  sent_ms = coalesce(note.sent_ms, device.sent_ms),
  failing_since_ms = case when note.sent_ms is null then coalesce(device.failing_since_ms, note.failing_ms)
    else note.failing_ms end
from unnest($1::text[], $2::bigint[], $3::bigint[]) as note (device_id, sent_ms, failing_ms)
where device.device_id = note.device_id and device.device_id in (
  select device_id from push_subscription where device_id = any($1) for no key update skip locked)`;

/**
 * Notes what became of messages, in their order; a subscription that its push service does not know any more goes. What
 * somebody changes at this moment is left out, because to wait for several of them could be a deadlock.
 */
export async function noteSent(client: Queryable, notes: readonly SentNote[]): Promise<void> {
  const gone = new Set<string>();
  const kept = new Map<string, { sentMs: number | null; failingMs: number | null }>();
  for (const { deviceId, outcome, atMs } of notes) {
    const known = kept.get(deviceId) ?? { sentMs: null, failingMs: null };
    if (outcome === 'gone') gone.add(deviceId);
    else if (outcome === 'taken') kept.set(deviceId, { sentMs: atMs, failingMs: null });
    else kept.set(deviceId, { ...known, failingMs: known.failingMs ?? atMs });
  }
  const noted = [...kept];
  if (noted.length > 0)
    await client.query(NOTE, [
      noted.map(([deviceId]) => deviceId),
      noted.map(([, { sentMs }]) => sentMs),
      noted.map(([, { failingMs }]) => failingMs),
    ]);
  for (const deviceId of gone) await client.query('delete from push_subscription where device_id = $1', [deviceId]);
}

function deviceIdOf(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('base64url').slice(0, PUSH_DEVICE_ID_LETTERS);
}

/** What is encrypted for a point that is not on the curve would fail at every notice. */
function isPoint(p256dh: string): boolean {
  try {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    pair.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
