/**
 * Pictures of documents (docs/rules/people.md#identity-check): accepted, stored encrypted, counted, shown to their
 * owner and to operators, and removed when no longer needed. A row is written before its bytes and outlives them, so
 * that there are never bytes without a row.
 */

import { randomBytes } from 'node:crypto';
import type { Picture, PictureKind } from '@mua/contract/entities/registration';
import { LIMITS } from '@mua/contract/limits';
import { DAY_MS } from '@mua/core/values';
import type pg from 'pg';
import type { Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import { createKeyedMutex } from '#ground/keyed-mutex.ts';
import type { Secrets } from '#ground/secrets.ts';
import type { Upload } from '#http/upload.ts';
import { replyError } from '#refusals/reply-error.ts';
import { pictureIdsOf } from '#registration/application-faults.ts';
import { findApplication, IS_KEPT } from '#registration/application-store.ts';
import type { IdentityDocuments } from '#registration/document-port.ts';

/** An investor, or a sign-up: the hash of its id, and the network that it came from. */
export type PictureOwner = { readonly investorId: string } | { readonly sessionHash: string; readonly network: string };

export interface Pictures {
  /** Throws TooManyRequests if the day's uploads are used up, before anything is read. */
  keep(owner: PictureOwner, read: () => Promise<Upload>): Promise<Picture>;
  of(client: Queryable, investorId: string): Promise<Picture[]>;
  /** The bytes of one of the investor's pictures; throws FileNotFound. */
  bytes(investorId: string, imageId: string, kind?: PictureKind): Promise<Uint8Array>;
  /** Keeps, of each kind, the picture that the application names and the newest one; removes the others. */
  removeUnnamed(investorId: string): Promise<void>;
  /** Removes pictures whose retention has ended. */
  sweep(): Promise<void>;
}

interface PictureRow {
  readonly image_id: string;
  readonly kind: PictureKind;
  readonly width: number;
  readonly height: number;
  readonly faults: readonly Picture['faults'][number]['code'][];
}

/** Nobody uploads more at once by hand. */
const UPLOADS_AT_ONCE = 4;

export function createPictures(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly documents: IdentityDocuments;
}): Pictures {
  const { pool, clock, secrets, documents } = deps;
  const { vault } = documents;
  const exclusively = createKeyedMutex(UPLOADS_AT_ONCE);

  async function take(owner: PictureOwner, { bytes, kind }: Upload): Promise<Picture> {
    const taken = await documents.intakePicture(bytes);
    if ('refusal' in taken) throw refused(taken.refusal);
    const { jpeg, width, height, faults } = taken;
    const imageId = randomBytes(16).toString('base64url');
    await enter(pool, owner, { imageId, kind, width, height, bytes: jpeg.byteLength, faults, nowMs: clock.nowMs() });
    try {
      await vault.put(imageId, jpeg);
    } catch (error) {
      // Its id was never returned. The row still counts towards the day: a full disk must not allow endless attempts.
      await remove(imageId);
      throw unavailable(error);
    }
    return { imageId, kind, width, height, faults: faults.map((code) => ({ code })) };
  }

  async function remove(imageId: string): Promise<void> {
    await vault.remove(imageId);
    await pool.query('update registration_picture set removed_ms = $2 where image_id = $1', [imageId, clock.nowMs()]);
  }

  async function removeUnnamed(investorId: string): Promise<void> {
    const application = await findApplication(pool, secrets, investorId);
    if (!application) return;
    const named = new Set(pictureIdsOf(application.fields));
    const rows = await livePictures(pool, investorId);
    const kept = new Map<PictureKind, string>();
    for (const { image_id: imageId, kind } of rows) if (named.has(imageId)) kept.set(kind, imageId);
    // The newest of a kind may be about to be named; earlier ones were replaced.
    const newest = new Map(rows.map(({ kind, image_id: imageId }) => [kind, imageId]));
    for (const { image_id: imageId, kind } of rows)
      if (imageId !== kept.get(kind) && imageId !== newest.get(kind)) await remove(imageId);
  }

  let isSweeping = false;
  return {
    keep(owner, read) {
      const key = 'investorId' in owner ? owner.investorId : owner.sessionHash;
      return exclusively(`pictures of ${key}`, async () => {
        await demandRoom(pool, clock.nowMs(), owner);
        const picture = await take(owner, await read());
        if ('investorId' in owner) await removeUnnamed(owner.investorId);
        return picture;
      });
    },

    async of(client, investorId) {
      const rows = await livePictures(client, investorId);
      return rows.map(pictureOf);
    },

    async bytes(investorId, imageId, kind) {
      const found = (await livePictures(pool, investorId)).find((one) => one.image_id === imageId);
      const isMeant = found && (kind === undefined || kind === found.kind);
      const bytes = isMeant ? await vault.get(imageId) : undefined;
      if (!bytes) throw replyError('FileNotFound', {});
      return bytes;
    },

    removeUnnamed,

    async sweep() {
      // A clock that jumps calls many times at once; once is enough.
      if (isSweeping) return;
      isSweeping = true;
      try {
        for (const imageId of await staleOf(pool, clock.nowMs())) await remove(imageId);
        await pool.query('delete from registration_picture where removed_ms < $1', [clock.nowMs() - DAY_MS]);
      } finally {
        isSweeping = false;
      }
    },
  };
}

interface NewPicture {
  readonly imageId: string;
  readonly kind: PictureKind;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly faults: PictureRow['faults'];
  readonly nowMs: number;
}

async function enter(pool: pg.Pool, owner: PictureOwner, picture: NewPicture): Promise<void> {
  const { imageId, kind, width, height, bytes, faults, nowMs } = picture;
  await pool.query(
    `insert into registration_picture
       (image_id, session_hash, investor_id, address, kind, width, height, bytes, faults, created_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      imageId,
      ...('investorId' in owner ? [null, owner.investorId, ''] : [owner.sessionHash, null, owner.network]),
      ...[kind, width, height, bytes, JSON.stringify(faults), nowMs],
    ],
  );
}

function pictureOf({ image_id: imageId, kind, width, height, faults }: PictureRow): Picture {
  return { imageId, kind, width, height, faults: faults.map((code) => ({ code })) };
}

/** Oldest first: pictures of old sign-ups, of abandoned drafts and returned applications, of rejected ones, and of who is deleted. */
async function staleOf(pool: pg.Pool, nowMs: number): Promise<string[]> {
  const stale = await pool.query<{ image_id: string }>(
    `select image_id from registration_picture p
       left join registration r using (investor_id) left join investor i using (investor_id)
     where removed_ms is null and (
       session_hash is not null and p.created_ms < $1
       or i.status in ('DRAFT', 'INCOMPLETE') and p.created_ms < $2
         and greatest(r.saved_ms, r.decided_ms) < $2
       or i.status = 'REJECTED' and r.decided_ms < $2
       or i.investor_id is not null and not ${IS_KEPT})
     order by picture_no`,
    [nowMs - DAY_MS, nowMs - LIMITS.picturesKeptDays * DAY_MS],
  );
  return stale.rows.map((row) => row.image_id);
}

/** Throws TooManyRequests if the limit is reached. */
async function demandRoom(pool: pg.Pool, nowMs: number, owner: PictureOwner): Promise<void> {
  const sinceMs = nowMs - DAY_MS;
  const [column, value] =
    'investorId' in owner ? ['investor_id', owner.investorId] : ['session_hash', owner.sessionHash];
  const own = await pool.query<{ today: number; bytes: bigint | null }>(
    `select count(*) filter (where created_ms > $2)::integer as today,
       sum(bytes) filter (where removed_ms is null) as bytes from registration_picture where ${column} = $1`,
    [value, sinceMs],
  );
  const { today = 0, bytes = null } = own.rows[0] ?? {};
  let isFull = today >= LIMITS.picturesPerDay || Number(bytes ?? 0) + LIMITS.pictureMaxBytes > LIMITS.picturesBytes;
  if ('network' in owner && !isFull) {
    const others = await pool.query<{ today: number }>(
      'select count(*)::integer as today from registration_picture where address = $1 and created_ms > $2',
      [owner.network, sinceMs],
    );
    isFull = (others.rows[0]?.today ?? 0) >= LIMITS.picturesPerAddressPerDay;
  }
  if (isFull) throw replyError('TooManyRequests', { seconds: DAY_MS / 1000 });
}

/** Oldest first. */
async function livePictures(client: Queryable, investorId: string): Promise<readonly PictureRow[]> {
  const found = await client.query<PictureRow>(
    `select image_id, kind, width, height, faults from registration_picture
     where investor_id = $1 and removed_ms is null order by picture_no`,
    [investorId],
  );
  return found.rows;
}

/** Converts a lack of space to a refusal; anything else is a bug. */
function unavailable(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? Object.assign(replyError('ServiceUnavailable', {}), { cause: error })
    : error;
}

function refused(refusal: 'InvalidType' | 'maxSizeFileUpload'): Error {
  return refusal === 'InvalidType'
    ? replyError('InvalidType', { allowed: 'JPEG, PNG' })
    : replyError('maxSizeFileUpload', { max: LIMITS.pictureMaxBytes });
}
