/**
 * Kills a primary and its standby under a writer. What was acknowledged is never lost: either two disks have it, or
 * nobody takes the primary's place.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { commitsWait, openDatabase } from '#db/database.ts';
import { isStandby, runningPostgresUrl, startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { cloneStandby, StandbyError, startStandby } from '#db/standby.ts';
import { type Durability, type PairState, watchPair } from '#db/standby-watch.ts';
import { missingRows, startWriter } from '#test/fixtures/busy-writer.ts';
import { findPrimary, NoPrimaryError } from '#test/fixtures/find-primary.ts';
import { signalPostgres } from '#test/fixtures/product.ts';

const WITHIN = { timeout: 30_000, interval: 20 };

const home = mkdtempSync(join(tmpdir(), 'mua-standby-'));
chmodSync(home, 0o755);
/** Data folders. */
let primary = join(home, 'one');
let standby = join(home, 'other');

beforeAll(async () => {
  const { url } = await startEmbeddedPostgres(primary);
  await (await openDatabase(url, () => {})).close();
  await cloneStandby(url, standby);
});
afterAll(() => {
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
  const dataDirs = { primary, standby };
  const { state, stop } = watchPair({
    primaryUrl: () => runningPostgresUrl(dataDirs.primary),
    standbyUrl: () => runningPostgresUrl(dataDirs.standby),
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
  const writer = await startWriter(urlOf(primary), 'two');
  await vi.waitUntil(() => writer.acknowledged().length > 20, WITHIN);

  signalPostgres(standby, 'SIGKILL');
  await pair.reaches('waits');
  await vi.waitUntil(async () => (await waitingCommits(urlOf(primary))) === 4, WITHIN);
  const before = writer.acknowledged().length;
  // The engine that waits tells the one that serves that it would be no better off.
  const onlooker = new pg.Pool({ connectionString: urlOf(primary), max: 1 });
  await vi.waitUntil(() => commitsWait(onlooker), WITHIN);

  // Another standby does as well as the one that was lost.
  await cloneStandby(urlOf(primary), standby);
  await pair.reaches('both');
  await vi.waitUntil(() => writer.acknowledged().length > before + 20, WITHIN);
  expect(await commitsWait(onlooker)).toBe(false);
  await onlooker.end();
  await writer.stop();
  await pair.stop();
});

test('alone goes on, and a standby that may lack something does not take the primary’s place', async () => {
  const pair = watch('alone');
  await pair.reaches('both');
  const writer = await startWriter(urlOf(primary), 'alone');
  await vi.waitUntil(() => writer.acknowledged().length > 20, WITHIN);

  signalPostgres(standby, 'SIGKILL');
  await pair.reaches('alone');
  const before = writer.acknowledged().length;
  await vi.waitUntil(() => writer.acknowledged().length > before + 20, WITHIN);

  signalPostgres(primary, 'SIGKILL');
  await writer.stop();
  await startEmbeddedPostgres(standby);
  await pair.reaches('primaryLost');
  await expect(findPrimary([urlOf(standby)], 0)).rejects.toThrow(NoPrimaryError);

  await startEmbeddedPostgres(primary);
  await startStandby(urlOf(primary), standby);
  await pair.reaches('both');
  for (const database of [primary, standby])
    expect(await missingRows(urlOf(database), 'alone', writer.acknowledged())).toEqual([]);
  expect(pair.promoted).toEqual([]);
  await pair.stop();
});

test('both die: the standby, started again, has everything and takes the primary’s place', async () => {
  const pair = watch('two');
  await pair.reaches('both');
  const writer = await startWriter(urlOf(primary), 'died_both');
  await vi.waitUntil(() => writer.acknowledged().length > 20, WITHIN);

  // What is acknowledged after this, it will not have.
  signalPostgres(standby, 'SIGKILL');
  const before = writer.acknowledged().length;
  await vi.waitUntil(
    async () => writer.acknowledged().length > before + 50 || (await waitingCommits(urlOf(primary))) === 4,
    WITHIN,
  );
  signalPostgres(primary, 'SIGKILL');
  await writer.stop();
  await startEmbeddedPostgres(standby);
  const promoted = await findPrimary([urlOf(standby)]);
  expect(await missingRows(promoted, 'died_both', writer.acknowledged())).toEqual([]);
  await vi.waitUntil(() => pair.promoted.length > 0, WITHIN);

  await cloneStandby(promoted, primary);
  [primary, standby] = [standby, primary];
});

test('the primary dies under a writer: nothing is lost, the standby takes writes, the old one can’t come back', async () => {
  const pair = watch('two');
  await pair.reaches('both');
  const addresses = [urlOf(primary), urlOf(standby)];
  const writer = await startWriter(urlOf(primary), 'promoted');
  await vi.waitUntil(() => writer.acknowledged().length > 100, WITHIN);
  signalPostgres(primary, 'SIGKILL');
  const promoted = await findPrimary(addresses);
  expect(promoted).toBe(urlOf(standby));
  const database = await openDatabase(promoted, () => {});
  await writer.stop();
  expect(await missingRows(promoted, 'promoted', writer.acknowledged())).toEqual([]);
  await vi.waitUntil(() => pair.promoted.length > 0, WITHIN);
  expect(pair.promoted).toEqual([promoted]);

  const old = await startEmbeddedPostgres(primary);
  expect(await findPrimary([old.url, promoted])).toBe(promoted);
  const zombie = openDatabase(old.url, () => {}).then(
    () => 'took the writer’s role',
    () => 'never took it',
  );
  await vi.waitUntil(async () => (await waitingCommits(old.url)) > 0, WITHIN);

  await expect(cloneStandby(promoted, standby)).rejects.toThrow(StandbyError);
  await cloneStandby(promoted, primary);
  expect(await zombie).toBe('never took it');
  expect([isStandby(primary), isStandby(standby)]).toEqual([true, false]);
  expect(existsSync(join(primary, 'postgres.superseded'))).toBe(true);
  expect(await missingRows(urlOf(primary), 'promoted', writer.acknowledged())).toEqual([]);
  await database.close();
});
