/**
 * A place of backups that does not take what it is given: what failed leaves nothing behind, in memory or there, and
 * nothing is said to be safe that can't be restored.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openFolderPlace } from '#backup/folder-place.ts';
import { type BackupKeeper, type BackupReport, keepBackups } from '#backup/keep-backups.ts';
import { stopKeepingLog } from '#backup/open-backups.ts';
import type { BackupPlace, LogKeeper } from '#backup/place.ts';
import { openDatabase } from '#db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { stageClock } from '#test/fixtures/clock.ts';

const WITHIN = { timeout: 60_000, interval: 5 };
/** Between two tries of the log, between two rounds beside it, and at least between two tries of a base backup. */
const [RETRY_MS, ROUND_MS] = [5_000, 10_000];

const home = mkdtempSync(join(tmpdir(), 'mua-failing-place-'));
chmodSync(home, 0o755);
let postgres: EmbeddedPostgres;
beforeAll(async () => {
  postgres = await startEmbeddedPostgres(home);
  await (await openDatabase(postgres.url, () => {})).close();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(home, { recursive: true, force: true });
});

let place: StagePlace;
let keeper: BackupKeeper;
let reports: BackupReport[];
let clock: StageWaits;
beforeEach(() => {
  place = stagePlace();
  clock = stageWaits();
  reports = [];
});
afterEach(async () => {
  // PostgreSQL waits for who is in the middle of something.
  place.log = 'refused';
  place.answer?.(false);
  await keeper.stop();
  await stopKeepingLog(postgres.url);
  for (const name of ['place', 'backup.json']) rmSync(join(home, name), { recursive: true, force: true });
});

function begin(): void {
  const job = { url: postgres.url, dataDir: home, placeName: place.name };
  keeper = keepBackups(place, job, (report) => reports.push(report), clock);
}

const faults = (): number => reports.filter(({ isFault }) => isFault).length;

interface StagePlace extends BackupPlace {
  /** How often somebody has looked what is there. */
  lists: number;
  /** What was to be written, refused or not. */
  readonly writes: string[];
  /** What can't be written, by the end of its key. */
  refusedKey: string | undefined;
  /** Whether the log is refused, and when. */
  log: 'taken' | 'refused' | 'held';
  /** Answers what is held; undefined while nothing is. */
  answer: ((isTaken: boolean) => void) | undefined;
}

function stagePlace(): StagePlace {
  const folder = join(home, 'place');
  mkdirSync(folder);
  const real = openFolderPlace(folder);
  const refusal = new Error('the place does not take it');
  const stage: StagePlace = {
    ...real,
    ...{ lists: 0, writes: [], refusedKey: undefined, log: 'taken', answer: undefined },
    list(prefix) {
      stage.lists += 1;
      return real.list(prefix);
    },
    async write(key, bytes) {
      stage.writes.push(key);
      if (stage.refusedKey !== undefined && key.endsWith(stage.refusedKey)) throw refusal;
      return real.write(key, bytes);
    },
    openLog(prefix): LogKeeper {
      const log = real.openLog(prefix);
      return {
        ...log,
        async add(...bytes) {
          let isTaken = stage.log === 'taken';
          if (stage.log === 'held')
            isTaken = await new Promise<boolean>((resolve) => {
              stage.answer = resolve;
            });
          stage.answer = undefined;
          if (!isTaken) throw refusal;
          return log.add(...bytes);
        },
      };
    },
  };
  return stage;
}

interface StageWaits {
  nowMs(): number;
  at(timeMs: number, task: () => void): () => void;
  /** Lets so much time pass, and resolves when this many wait anew. */
  pass(ms: number, waits?: number): Promise<void>;
  /** How often anybody has begun to wait. */
  readonly waits: number;
}

function stageWaits(): StageWaits {
  const stage = stageClock(0);
  let waits = 0;
  return {
    nowMs: stage.nowMs,
    at(timeMs, task) {
      waits += 1;
      return stage.at(timeMs, task);
    },
    async pass(ms, more = 1) {
      const before = waits;
      stage.advanceBy(ms);
      await vi.waitUntil(() => waits >= before + more, WITHIN);
    },
    get waits() {
      return waits;
    },
  };
}

async function query(text: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rowCount } = await client.query(text);
  await client.end();
  return rowCount;
}

/** To the log. */
const write = (bytes = 4) => query(`select pg_logical_emit_message(true, 'test', repeat('x', ${bytes}))`);

/** PostgreSQL has noticed that the last try is over; a real one has five seconds for it. */
async function slotIsFree(): Promise<void> {
  await vi.waitUntil(async () => (await query('select from pg_replication_slots where active')) === 0, WITHIN);
}

const writesOf = (name: string): number => place.writes.filter((key) => key.endsWith(name)).length;

const basesThere = async (): Promise<readonly string[]> =>
  (await place.list('')).filter((key) => key.includes('/base-'));

test('a try that has failed does nothing more, however many there were', async () => {
  begin();
  await vi.waitUntil(() => clock.waits === 1, WITHIN);
  expect(keeper.times().confirmedMs).toBeGreaterThan(0);
  place.log = 'held';
  await write();
  const looks: number[] = [];
  for (let tries = 1; tries <= 4; tries += 1) {
    const before = place.lists;
    await clock.pass(ROUND_MS);
    await vi.waitUntil(() => place.answer, WITHIN);
    const waits = clock.waits;
    place.answer?.(false);
    await vi.waitUntil(() => faults() === tries && clock.waits > waits, WITHIN);
    looks.push(place.lists - before);
    await slotIsFree();
    await clock.pass(RETRY_MS);
  }
  expect(looks).toEqual(Array(4).fill(looks[0]));
});

test('a place that is back confirms nothing more before it has what was written while it was away', async () => {
  begin();
  await vi.waitUntil(() => clock.waits === 1, WITHIN);
  place.log = 'refused';
  await write();
  await vi.waitUntil(() => faults() === 1 && clock.waits === 2, WITHIN);
  const { confirmedMs } = keeper.times();
  // More than comes at once.
  await write(1_000_000);
  await slotIsFree();
  place.log = 'held';
  await clock.pass(RETRY_MS);
  const first = await vi.waitUntil(() => place.answer, WITHIN);
  expect(keeper.times().confirmedMs).toBe(confirmedMs);
  first(true);
  const second = await vi.waitUntil(() => place.answer !== first && place.answer, WITHIN);
  expect(keeper.times().confirmedMs).toBe(confirmedMs);
  place.log = 'taken';
  second(true);
  await vi.waitUntil(() => keeper.times().confirmedMs > confirmedMs, WITHIN);
});

test('a log that is never taken begins one series, and leaves no part of a base backup', async () => {
  place.log = 'refused';
  begin();
  await vi.waitUntil(() => faults() === 1 && clock.waits === 1, WITHIN);
  for (let tries = 2; tries <= 4; tries += 1) {
    await slotIsFree();
    await clock.pass(RETRY_MS);
    await vi.waitUntil(() => faults() === tries, WITHIN);
  }
  expect(keeper.times()).toEqual({ confirmedMs: 0, baseMs: 0 });
  expect(writesOf('/series.json')).toBe(1);
  expect(await place.list('')).toEqual([expect.stringMatching(/^\d+-\d{8}T\d{6}Z\/series\.json$/)]);
});

test('without a base backup nothing is confirmed, none is left by half, and tries become rarer', async () => {
  place.refusedKey = '/backup_manifest';
  begin();
  await vi.waitUntil(() => clock.waits === 1, WITHIN);
  expect(reports).toEqual([{ isFault: true, text: 'the place does not take it' }]);
  expect(await basesThere()).toEqual([]);
  // After 10, 20 and 40 seconds.
  const tries: number[] = [];
  for (let round = 1; round <= 7; round += 1) {
    await clock.pass(ROUND_MS);
    tries.push(writesOf('/backup_manifest'));
  }
  expect(tries).toEqual([2, 2, 3, 3, 3, 3, 4]);
  expect(keeper.times()).toEqual({ confirmedMs: 0, baseMs: 0 });
  expect(await basesThere()).toEqual([]);

  place.refusedKey = undefined;
  for (let round = 1; round <= 8; round += 1) await clock.pass(ROUND_MS);
  expect(reports.at(-1)).toEqual({ isFault: false, text: expect.stringMatching(/^A base backup of \d+ bytes/) });
  const { confirmedMs, baseMs } = keeper.times();
  expect([confirmedMs > 0, baseMs > 0]).toEqual([true, true]);
  expect(await basesThere()).toContainEqual(expect.stringMatching(/\/backup\.json$/));
});
