/** A restore finds the database wherever it lives, and is alone in the data folder for as long as it lasts. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeBaseBackup } from '#backup/base-backup.ts';
import { beginSeries } from '#backup/catalog.ts';
import { openFolderPlace } from '#backup/folder-place.ts';
import { type BackupReport, keepBackups } from '#backup/keep-backups.ts';
import { BackupError, type BackupPlace } from '#backup/place.ts';
import { type Restored, restore } from '#backup/restore.ts';
import { openDatabase } from '#db/database.ts';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { choosePlace, homeOutside, passwordFile } from '#db/postgres-place.ts';
import { killIn } from '#db/postmaster.ts';
import { ownRoles } from '#db/roles.ts';
import { runningProgram } from '#test/fixtures/running-program.ts';

const WITHIN_MS = 120_000;
const PRIVATE = 0o700;
const PUBLIC = 0o755;

interface BackedUp {
  readonly dataDir: string;
  readonly place: BackupPlace;
}

/** A data folder below one of this mode, with a base backup in a place; nothing runs. */
async function backedUp(mode: number): Promise<BackedUp> {
  const root = mkdtempSync(join(tmpdir(), 'mua-restore-'));
  chmodSync(root, mode);
  const [dataDir, folder] = [join(root, 'data'), join(root, 'place')];
  for (const one of [dataDir, folder]) mkdirSync(one, { mode: PUBLIC });
  onTestFinished(async () => {
    for (const home of [dataDir, homeOutside(dataDir)])
      if (existsSync(join(home, 'postgres'))) await killIn(join(home, 'postgres'));
    for (const one of [root, homeOutside(dataDir)]) rmSync(one, { recursive: true, force: true });
  });
  const postgres = await startEmbeddedPostgres(dataDir);
  await (await openDatabase(postgres.url, () => {}, ownRoles(postgres.url))).close();
  const place = openFolderPlace(folder);
  const reports: BackupReport[] = [];
  const job = { url: ownRoles(postgres.url).backup, dataDir, placeName: folder };
  const keeper = keepBackups(place, job, (report) => reports.push(report));
  await vi.waitUntil(() => reports.length > 0, { timeout: WITHIN_MS, interval: 20 });
  expect(reports).toEqual([{ isFault: false, text: expect.stringContaining('A base backup of') }]);
  await keeper.stop();
  await postgres.stop();
  return { dataDir, place };
}

function restoreLatest({ dataDir, place }: BackedUp): Promise<Restored> {
  const { signal } = new AbortController();
  return restore({ place, dataDir, to: 'latest', putAside: true, say: () => {}, signal });
}

/** As the next start would. */
async function open<T extends pg.QueryResultRow>(dataDir: string, text: string): Promise<T | undefined> {
  const { url, stop } = await startEmbeddedPostgres(dataDir);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<T>(text);
  await client.end();
  await stop();
  return rows[0];
}

/** The part of the base is asked for, so nothing is in its place yet. */
function onUnpacking(place: BackupPlace, happens: () => Promise<void>): BackupPlace {
  return {
    ...place,
    async read(key) {
      if (key.includes('base.tar.gz')) await happens();
      return place.read(key);
    },
  };
}

test.runIf(process.getuid?.() === 0)(
  'what root has below a folder that others may not enter comes back, and stays when a restore fails',
  async () => {
    const { dataDir, place } = await backedUp(PRIVATE);
    const password = passwordFile(choosePlace(dataDir));
    expect(password).toContain(homeOutside(dataDir));
    const kept = readFileSync(password, 'utf8');
    await restoreLatest({ dataDir, place });
    expect(readFileSync(password, 'utf8')).toBe(kept);
    expect(existsSync(join(dataDir, 'postgres-password'))).toBe(false);

    // The database that lives there since has another one.
    writeFileSync(password, 'another');
    const away = { ...place, list: async (prefix: string) => (prefix === 'pictures/' ? fail() : place.list(prefix)) };
    await expect(restoreLatest({ dataDir, place: away })).rejects.toThrow(/^the place is away.*is back in its place/);
    expect(readFileSync(password, 'utf8')).toBe('another');
    writeFileSync(password, kept);
    expect(await open(dataDir, 'select 1 as opens')).toEqual({ opens: 1 });
  },
  WITHIN_MS,
);

function fail(): never {
  throw new BackupError('the place is away');
}

test('a database whose password is gone is not backed up as if it could be restored', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mua-restore-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const place = openFolderPlace(dataDir);
  await beginSeries(place, '77-20261127T000000Z');
  const source = { url: 'postgres://nobody@127.0.0.1:1/postgres', dataDir, series: '77-20261127T000000Z' };
  await expect(makeBaseBackup(place, source)).rejects.toThrow(/postgres-password is gone.*: is .* data folder\?$/);
});

test(
  'a house that is started while a restore runs is not pulled from under its feet',
  async () => {
    const { dataDir, place } = await backedUp(PUBLIC);
    const run = join(dataDir, 'run');
    const lost: string[] = [];
    const started = onUnpacking(place, async () => {
      expect(readFileSync(join(run, 'restore.pid'), 'utf8')).toMatch(new RegExp(`^${process.pid} \\d+ [0-9a-f-]{36}$`));
      const { url } = await startEmbeddedPostgres(dataDir);
      const { pid } = await runningProgram('main.js');
      writeFileSync(join(run, 'server.pid'), String(pid));
      const client = new pg.Client({ connectionString: url });
      client.on('error', ({ message }) => lost.push(message));
      await client.connect();
      await client.query('create table acknowledged (n int)');
    });
    await expect(restoreLatest({ dataDir, place: started })).rejects.toThrow(/^A server runs from .*: stop it first$/);
    expect(lost).toEqual([]);
    expect(existsSync(join(run, 'restore.pid'))).toBe(false);
    rmSync(join(run, 'server.pid'));
    const found = await open(dataDir, `select to_regclass('acknowledged')::text as has`);
    expect(found).toEqual({ has: 'acknowledged' });
  },
  WITHIN_MS,
);

test(
  'a supervisor that comes while a restore runs does not end it: what it starts ends by itself until that is over',
  async () => {
    const { dataDir, place } = await backedUp(PUBLIC);
    const started = onUnpacking(place, async () => {
      const { pid } = await runningProgram('start.mjs');
      for (const note of ['supervisor', 'start']) writeFileSync(join(dataDir, 'run', `${note}.pid`), String(pid));
    });
    const { asideAs } = await restoreLatest({ dataDir, place: started });
    expect(asideAs).toBeDefined();
  },
  WITHIN_MS,
);

test.each([
  ['npm start', 'supervisor', 'start.mjs', /^npm start runs from .*: stop it first$/],
  ['a server that is not there yet', 'start', 'main.js', /^A server starts from .*: stop it first$/],
  ['another restore', 'restore', 'command.js', /^Another restore runs in .*: wait until it is done$/],
])('%s is in the way of a restore', async (_who, note, program, words) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mua-restore-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const { pid } = await runningProgram(program);
  mkdirSync(join(dataDir, 'run'));
  writeFileSync(join(dataDir, 'run', `${note}.pid`), String(pid));
  await expect(restoreLatest({ dataDir, place: openFolderPlace(join(dataDir, 'none')) })).rejects.toThrow(words);
});
