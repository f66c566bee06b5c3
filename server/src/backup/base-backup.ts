/** A base backup: PostgreSQL's data folder as it streams it, what else the data folder needs, and the inventory. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip, type Gzip } from 'node:zlib';
import pg from 'pg';
import { type BaseBackup, demandBegun, INVENTORY, logAfter, removeUnfinished } from '#backup/catalog.ts';
import { readPosition } from '#backup/log-position.ts';
import { SLOT } from '#backup/log-stream.ts';
import { addPictures, removeDeletedPictures } from '#backup/pictures.ts';
import { BackupError, type BackupPlace } from '#backup/place.ts';
import { LET_IN_WITHIN_MS } from '#db/await-database.ts';
import { type BaseCopy, copyBase } from '#db/base-copy.ts';
import { keptPassword } from '#db/embedded-postgres.ts';
import { openReplication, type Replication } from '#db/replication.ts';
import { readPersisted } from '#ground/data-dir.ts';

/** In memory at once, and one object of the place. */
const PART_BYTES = 32 * 1024 * 1024;
/** The log may arrive in steps, where the place is far away. */
const LOG_WITHIN_MS = 120_000;
const PAUSE_MS = 50;
/** One base backup is made at a time; PostgreSQL lets go of it when whoever makes one is gone. */
const BACKUP_LOCK = 7_772_028;

export interface BackupSource {
  /** Of the database. */
  readonly url: string;
  readonly dataDir: string;
  readonly series: string;
}

export interface MadeBackup {
  readonly key: string;
  readonly base: BaseBackup;
  readonly bytes: number;
}

/**
 * Resolves when base and the log since its start are in the place: only then can it be restored. One that fails, or is
 * called off, leaves nothing there, unless the place is away.
 */
export async function makeBaseBackup(
  place: BackupPlace,
  source: BackupSource,
  signal?: AbortSignal,
): Promise<MadeBackup> {
  await demandBegun(place, source.series);
  const files = readFiles(source.dataDir);
  const client = new pg.Client({ connectionString: source.url, connectionTimeoutMillis: LET_IN_WITHIN_MS });
  // Its next statement fails as well.
  client.on('error', () => {});
  await client.connect();
  try {
    await demandAlone(client);
    // Of whoever was killed meanwhile.
    await removeUnfinished(place, source.series);
    return await makeAlone({ place, source, files, client, signal }).catch(async (error: unknown) => {
      await removeUnfinished(place, source.series).catch(() => {});
      throw error;
    });
  } finally {
    await client.end();
  }
}

async function makeAlone({
  place,
  source,
  files,
  client,
  signal,
}: {
  readonly place: BackupPlace;
  readonly source: BackupSource;
  readonly files: BaseBackup['files'];
  readonly client: pg.Client;
  readonly signal: AbortSignal | undefined;
}): Promise<MadeBackup> {
  const startedAt = new Date();
  const key = `${source.series}/base-${startedAt.toISOString().replace(/[-:]/g, '')}`;
  const replication = await openReplication(source.url);
  const callOff = (): void => void replication.end();
  signal?.addEventListener('abort', callOff);
  try {
    signal?.throwIfAborted();
    const head = await readHead(client);
    const postgres = await readSetting(client, 'server_version');
    const segmentBytes = Number(await readSetting(client, 'wal_segment_size'));
    const { parts, start, end } = await storeBase(replication, place, key);
    await addPictures(place, source.dataDir);
    await removeDeletedPictures(place, { dataDir: source.dataDir, client });
    await logReaches(client, end.recptr, { withinMs: LOG_WITHIN_MS, signal });
    const base: BaseBackup = {
      ...{ format: 1, startedAt: startedAt.toISOString(), finishedAt: await databaseTime(client), postgres },
      ...{ timeline: Number(start.tli), segmentBytes, startPosition: start.recptr, endPosition: end.recptr },
      ...{ seq: head.seq, journalHash: head.hash, parts, files },
    };
    await logAfter(place, { series: source.series, base });
    await place.write(`${key}/${INVENTORY}`, Buffer.from(JSON.stringify(base, null, 2)));
    return { key, base, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) };
  } finally {
    signal?.removeEventListener('abort', callOff);
    await replication.end();
  }
}

async function demandAlone(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [BACKUP_LOCK]);
  if (!rows[0]?.won) throw new BackupError('Another base backup is being made: wait until it is done');
}

/**
 * Small texts without which the database can't be opened, by name. No key of the data folder is among them: who has the
 * backup must not have the keys.
 */
function readFiles(dataDir: string): BaseBackup['files'] {
  const password = keptPassword(dataDir);
  if (password === '')
    throw new BackupError(
      `The database's postgres-password is gone, without which nobody opens what is restored: is ${dataDir} the server's data folder?`,
    );
  return { 'home.json': readPersisted(join(dataDir, 'home.json')), 'postgres-password': password };
}

/** `20261127T063000Z`: sorts by time, and is a name on every file system. */
export function compact(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

async function storeBase(
  replication: Replication,
  place: BackupPlace,
  key: string,
): Promise<Pick<BaseCopy, 'start' | 'end'> & { readonly parts: BaseBackup['parts'] }> {
  const gzip = createGzip({ level: 1 });
  const copying = copyBase(replication, gzip);
  const storing = storeParts(place, key, gzip);
  try {
    // Whichever fails first says why.
    const [{ start, end, manifest }, parts] = await Promise.all([copying, storing]);
    await place.write(`${key}/backup_manifest`, manifest);
    return { parts, start, end };
  } catch (error) {
    // Nothing may be written any more: it will be removed.
    await replication.end();
    await Promise.allSettled([copying, storing]);
    throw error;
  }
}

async function storeParts(place: BackupPlace, key: string, gzip: Gzip): Promise<BaseBackup['parts']> {
  const parts: BaseBackup['parts'] = [];
  let waiting: Buffer[] = [];
  let length = 0;
  async function store(): Promise<void> {
    const bytes = Buffer.concat(waiting);
    const name = `base.tar.gz.${String(parts.length).padStart(4, '0')}`;
    await place.write(`${key}/${name}`, bytes);
    parts.push({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    waiting = [];
    length = 0;
  }
  for await (const chunk of gzip as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    length += chunk.length;
    if (length >= PART_BYTES) await store();
  }
  await store();
  return parts;
}

/** The seq of a journal that has not begun is 0. */
async function readHead(client: pg.Client): Promise<{ readonly seq: number; readonly hash: string }> {
  const head = await client.query<{ seq: number; hash: string }>(
    'select last_seq::float8 as seq, hash from journal_batch order by last_seq desc limit 1',
  );
  return head.rows[0] ?? { seq: 0, hash: '' };
}

async function readSetting(client: pg.Client, name: string): Promise<string> {
  const found = await client.query<{ value: string }>('select setting as value from pg_settings where name = $1', [
    name,
  ]);
  return String(found.rows[0]?.value);
}

/** By the clock that stamps commits. */
async function databaseTime(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  return (rows[0]?.now ?? new Date()).toISOString();
}

/** Waits until the place has the log up to this position. */
export async function logReaches(
  client: pg.Client,
  position: string,
  { withinMs, signal }: { readonly withinMs: number; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const { rows } = await client.query<{ active: boolean; restart_lsn: string | null }>(
      'select active, restart_lsn from pg_replication_slots where slot_name = $1',
      [SLOT],
    );
    const [slot] = rows;
    if (slot?.restart_lsn && readPosition(slot.restart_lsn) >= readPosition(position)) return;
    if (!slot || performance.now() > deadline)
      throw new BackupError(
        'the log does not arrive in the place of backups: is the server running with this place, and what does its log say?',
      );
    await sleep(PAUSE_MS, undefined, { signal });
  }
}
