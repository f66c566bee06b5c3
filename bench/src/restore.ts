/**
 * Measures how long a lost database takes to come back: a base backup in a folder of the same disk and the log after it,
 * the database lost, restored to the last moment, the product started until READY. The database is made once: a million
 * commands of orders by the product's own journal, and bytes that nothing can compress up to its size.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@mua/server/db/embedded-postgres';
import pg from 'pg';
import { newHome, removeHome, startBuiltProduct } from '#bench-product.ts';
import { within } from '#deadline.ts';
import type { Figure } from '#figure.ts';
import { storeJournal } from '#recovery.ts';

const BYTES = 5e9;
const ROW_BYTES = 4e6;
const LOOK_MS = 200;
const BACKUP_MS = 600_000;
const COMMAND = fileURLToPath(new URL('../../server/dist/backup/command.js', import.meta.url));

interface LostDatabase {
  readonly home: string;
  readonly place: string;
  readonly bytes: number;
}

/** Folders are listed before they are filled, so that `finish` removes them in any case. */
const folders: string[] = [];
let lost: LostDatabase | undefined;

export async function measureRestore(): Promise<Figure[]> {
  lost ??= await prepare();
  const { home, place, bytes } = lost;
  rmSync(join(home, 'postgres'), { recursive: true });
  const startedAt = performance.now();
  const env = { ...process.env, DATA_DIR: home, BACKUP_DIR: place };
  await promisify(execFile)(process.execPath, [COMMAND, 'restore', '--to', 'latest'], { env });
  const restoredMs = performance.now() - startedAt;
  const product = await startBuiltProduct(home);
  const readyMs = performance.now() - startedAt;
  await product.crash();
  return [
    { id: 'restore.size', unit: 'GB', value: bytes / 1e9, target: BYTES / 1e9, better: 'max' },
    { id: 'restore.restored', unit: 's', value: restoredMs / 1000, target: 300, better: 'min' },
    { id: 'restore.to-ready', unit: 's', value: readyMs / 1000, target: 300, better: 'min' },
  ];
}

export async function finishRestore(): Promise<void> {
  for (const folder of folders.splice(0)) removeHome(folder);
  lost = undefined;
}

async function prepare(): Promise<LostDatabase> {
  const home = newHome();
  const place = newHome();
  folders.push(home, place);
  await storeJournal(home);
  const bytes = await fillUp(home);
  const product = await startBuiltProduct(home, { BACKUP_DIR: place });
  const isBackedUp = (): boolean =>
    /A base backup of \d+ bytes is in/.test(readFileSync(join(home, 'server.log'), 'utf8'));
  const backedUp = async (): Promise<void> => {
    while (!isBackedUp()) await sleep(LOOK_MS);
  };
  await within(BACKUP_MS, 'the base backup', backedUp());
  await product.crash();
  return { home, place, bytes };
}

/** Returns the size of the database. */
async function fillUp(home: string): Promise<number> {
  const postgres = await startEmbeddedPostgres(home);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const size = async (): Promise<number> => {
    const { rows } = await client.query<{ bytes: number }>(
      'select pg_database_size(current_database())::float8 as bytes',
    );
    return rows[0]?.bytes ?? 0;
  };
  await client.query('create table filler (bytes bytea)');
  for (let bytes = await size(); bytes < BYTES; bytes += ROW_BYTES)
    await client.query('insert into filler values ($1)', [randomBytes(ROW_BYTES)]);
  const bytes = await size();
  await client.end();
  await postgres.stop();
  return bytes;
}
