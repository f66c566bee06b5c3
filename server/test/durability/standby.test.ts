/**
 * Kills a primary and its standby under a writer. What was acknowledged is never lost: either two disks have it, or
 * nobody takes the primary's place.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { isStandby, runningPostgresUrl, startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { findPrimary, NoPrimaryError } from '#db/primary.ts';
import { cloneStandby, StandbyError, startStandby } from '#db/standby.ts';
import { type Durability, type PairState, watchPair } from '#db/standby-watch.ts';
import { missingRows, startWriter } from '#test/fixtures/busy-writer.ts';
import { signalPostgres } from '#test/fixtures/product.ts';

const WITHIN = { timeout: 30_000, interval: 20 };

const home = mkdtempSync(join(tmpdir(), 'mua-standby-'));
chmodSync(home, 0o755);
const here = join(home, 'here');
const there = join(home, 'there');

beforeAll(async () => {
  const { url } = await startEmbeddedPostgres(here);
  await (await openDatabase(url, () => {})).close();
  await cloneStandby(url, there);
});
afterAll(() => {
  signalPostgres(home, 'SIGCONT');
  signalPostgres(home, 'SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

function urlOf(dataDir: string): string {
  const url = runningPostgresUrl(dataDir);
  if (url === undefined) throw new Error(`no database runs in ${dataDir}`);
  return url;
}

function watch(durability: Durability) {
  const states: PairState[] = [];
  const promoted: string[] = [];
  const { state, stop } = watchPair({
    primaryUrl: () => runningPostgresUrl(here),
    standbyUrl: () => runningPostgresUrl(there),
    durability,
    onState: (next) => states.push(next),
    onPromoted: (url) => promoted.push(url),
  });
  const reaches = (wanted: PairState) => vi.waitUntil(() => states.at(-1) === wanted, WITHIN);
  return { promoted, reaches, state, stop };
}

/** How many commits wait for a standby. */
async function waitingCommits(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(`select 1 from pg_stat_activity where wait_event = 'SyncRep'`);
  await client.end();
  return rowCount ?? 0;
}

test('of two disks none may be missing: commits wait until a standby is back', async () => {
  const pair = watch('two');
  await pair.reaches('both');
  const writer = await startWriter(urlOf(here), 'two');
  await vi.waitUntil(() => writer.acknowledged().length > 20, WITHIN);

  signalPostgres(there, 'SIGKILL');
  await pair.reaches('waits');
  await vi.waitUntil(async () => (await waitingCommits(urlOf(here))) === 4, WITHIN);
  const before = writer.acknowledged().length;

  // Another standby does as well as the one that was lost.
  await cloneStandby(urlOf(here), there);
  await pair.reaches('both');
  await vi.waitUntil(() => writer.acknowledged().length > before + 20, WITHIN);
  await writer.stop();
  await pair.stop();
});

test('alone goes on, and a standby that may lack something does not take the primary’s place', async () => {
  const pair = watch('alone');
  await pair.reaches('both');
  const writer = await startWriter(urlOf(here), 'alone');
  await vi.waitUntil(() => writer.acknowledged().length > 20, WITHIN);

  signalPostgres(there, 'SIGKILL');
  await pair.reaches('alone');
  const before = writer.acknowledged().length;
  await vi.waitUntil(() => writer.acknowledged().length > before + 20, WITHIN);

  signalPostgres(here, 'SIGKILL');
  await writer.stop();
  await startEmbeddedPostgres(there);
  await pair.reaches('primaryLost');
  await expect(findPrimary([urlOf(there)], 0)).rejects.toThrow(NoPrimaryError);

  await startEmbeddedPostgres(here);
  await startStandby(urlOf(here), there);
  await pair.reaches('both');
  for (const database of [here, there])
    expect(await missingRows(urlOf(database), 'alone', writer.acknowledged())).toEqual([]);
  expect(pair.promoted).toEqual([]);
  await pair.stop();
});

test('the primary dies: nothing acknowledged is lost, the standby takes writes, the old one can’t come back', async () => {
  const pair = watch('two');
  await pair.reaches('both');
  const writer = await startWriter(urlOf(here), 'promoted');
  await vi.waitUntil(() => writer.acknowledged().length > 20, WITHIN);

  // What is acknowledged while the standby hears nothing, it will not have.
  signalPostgres(there, 'SIGSTOP');
  const before = writer.acknowledged().length;
  await vi.waitUntil(
    async () => writer.acknowledged().length > before + 50 || (await waitingCommits(urlOf(here))) === 4,
    WITHIN,
  );
  signalPostgres(here, 'SIGKILL');
  signalPostgres(there, 'SIGCONT');
  await writer.stop();
  const promoted = urlOf(there);
  expect(await findPrimary([promoted])).toBe(promoted);
  expect(await missingRows(promoted, 'promoted', writer.acknowledged())).toEqual([]);
  const database = await openDatabase(promoted, () => {});
  expect(database.epoch).toBe(2);
  await vi.waitUntil(() => pair.promoted.length > 0, WITHIN);
  expect(pair.promoted).toEqual([promoted]);

  const old = await startEmbeddedPostgres(here);
  expect(await findPrimary([old.url, promoted])).toBe(promoted);
  const zombie = openDatabase(old.url, () => {}).then(
    () => 'took the writer’s role',
    () => 'never took it',
  );
  await vi.waitUntil(async () => (await waitingCommits(old.url)) === 1, WITHIN);

  await expect(cloneStandby(promoted, there)).rejects.toThrow(StandbyError);
  await cloneStandby(promoted, here);
  expect(await zombie).toBe('never took it');
  expect([isStandby(here), isStandby(there), existsSync(join(here, 'postgres.superseded'))]).toEqual([
    true,
    false,
    true,
  ]);
  expect(await missingRows(urlOf(here), 'promoted', writer.acknowledged())).toEqual([]);
  await database.close();
  await pair.stop();
});
