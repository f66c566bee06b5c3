/**
 * The process of the embedded PostgreSQL: launched, found again after a crash of the server, asked whether it accepts
 * connections, and stopped. It listens on a free port of 127.0.0.1 and on a socket beside its folder.
 */
import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseAwayError, LET_IN_WITHIN_MS } from '#db/await-database.ts';
import { logOf } from '#db/postgres-log.ts';
import { accountOf, giveTo, type Place, runAs } from '#db/postgres-place.ts';
import { WrongDataDirError } from '#ground/data-dir.ts';

const PAUSE_MS = 50;

/** Attempts at intervals of PAUSE_MS: the last checkpoint of a busy database on a slow disk takes a while. */
const STOP_TRIES = 600;

/** A start takes less. */
const SAID_AFTER_MS = 5_000;

/**
 * Said by starts that may succeed later: another process took the port, a killed postmaster lingers, the kernel killed a
 * process of ours, or the machine had no memory, process, file or space left.
 */
const PASSING =
  /TCP\/IP sockets|lock file|shared memory|terminated by signal 9|could not fork|out of memory|Cannot allocate memory|Too many open files|No space left/;

/**
 * Durability is the product: none of these may be turned off. They stand on the command line because that beats
 * ALTER SYSTEM without a word; so what a failover changes (standby.ts) must never stand here.
 */
const DURABLE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', 'data_sync_retry=off'];

const SIZED = [
  'unix_socket_permissions=0700',
  // A busy day's orders and their indexes, whose pages are needed in any order; taken as they are touched (record 211).
  'shared_buffers=256MB',
  // Eight gateways, two engines and what stands beside them: docs/operating/README.md#a-standby-of-the-database has the sum.
  'max_connections=400',
  'min_wal_size=32MB',
  'wal_compression=on',
  'max_worker_processes=2',
  'max_parallel_workers=0',
  'autovacuum_naptime=30s',
  // Unused; and a checkpoint that can't write them down, on a full disk, would end the database.
  'max_active_replication_origins=0',
  'log_min_messages=warning',
];

const MB = 1024 * 1024;
/** A share of the disk, between two bounds: on a small disk the log must not be what ends trading. */
interface Share {
  readonly part: number;
  readonly mostMb: number;
  readonly leastMb: number;
}
/**
 * Of the log between two checkpoints. After each, the first change of a page is written as the whole page: at full load
 * a fifth of what the database does for an order, if there is one every 256 MB (record 208).
 */
const BETWEEN_CHECKPOINTS: Share = { part: 1 / 20, mostMb: 1_024, leastMb: 256 };
/**
 * Of what a place of backups, or a standby, that is away makes us keep; beyond it the next base backup begins anew. The
 * least is what comes while a standby is cloned, or the first base backup is made.
 */
const KEPT: Share = { part: 1 / 10, mostMb: 4_096, leastMb: 64 };

/** PostgreSQL's settings for its write-ahead log, of a disk of so many bytes. */
export function logSettings(diskBytes: number): readonly string[] {
  const megabytes = ({ part, mostMb, leastMb }: Share): number =>
    Math.max(leastMb, Math.min(mostMb, Math.floor((diskBytes / MB) * part)));
  return [`max_wal_size=${megabytes(BETWEEN_CHECKPOINTS)}MB`, `max_slot_wal_keep_size=${megabytes(KEPT)}MB`];
}

function logSettingsOf({ folder }: Place): readonly string[] {
  const { blocks, bsize } = statfsSync(folder);
  return logSettings(blocks * bsize);
}

export interface Waiting {
  /** Since its last word: one that recovers says so, and is waited for as long as it does. */
  readonly silentMs: number;
  /** Throws what ends the start. */
  readonly assertNotAsked: () => void;
}

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Folder of its socket. */
  readonly sockets: string | undefined;
  /** Why it ended, once it has, and whether that may pass; known only to the process that launched it. */
  readonly fault?: () => WrongDataDirError | DatabaseAwayError | undefined;
}

export async function launch(place: Place, port: number): Promise<Postmaster> {
  const sockets = await socketFolder(place);
  const logFile = logOf(place);
  const log = openSync(logFile, 'a', 0o600);
  const logStart = fstatSync(log).size;
  const settings = [...DURABLE, ...SIZED, ...logSettingsOf(place)].flatMap((setting) => ['-c', setting]);
  // A process group of its own, so that Ctrl-C reaches the server first, which then stops the database properly.
  const child = spawn(
    join(place.binaries, 'bin', 'postgres'),
    ['-D', place.folder, '-p', String(port), '-h', '127.0.0.1', '-k', sockets ?? '', ...settings],
    { ...runAs(place), detached: true, stdio: ['ignore', log, log] },
  );
  child.unref();
  closeSync(log);
  if (child.pid === undefined) throw new Error('PostgreSQL could not be started');
  return {
    pid: child.pid,
    port,
    sockets,
    fault() {
      if (child.exitCode === null && child.signalCode === null) return undefined;
      const written = readFileSync(logFile);
      // Shorter than it was: it began anew.
      const { words, isLasting } = faultIn(written.subarray(written.length < logStart ? 0 : logStart).toString());
      const said = `${words} (${logFile})`;
      if (PORT_TAKEN.test(words)) return new PortTakenError(`PostgreSQL has no port ${port}: ${said}`);
      // After a clean exit or an external signal the next start may succeed; SIGABRT is PostgreSQL's own panic.
      const isItsOwn = child.exitCode || child.signalCode === 'SIGABRT';
      return isLasting && isItsOwn
        ? new WrongDataDirError(`DATA_DIR: PostgreSQL can't start from ${place.folder}: ${said}`)
        : new DatabaseAwayError(`PostgreSQL ended while it started from ${place.folder}: ${said}`);
    },
  };
}

/** Another process took it after it was found free: the next start chooses another. */
export class PortTakenError extends DatabaseAwayError {}
const PORT_TAKEN = /TCP\/IP sockets/;

/** What a socket's path may have, its end included. */
const SOCKET_PATH_BYTES = 108;

/** Undefined where the path is too long, or the file system has no sockets. */
async function socketFolder(place: Place): Promise<string | undefined> {
  const folder = join(dirname(place.folder), 'sockets');
  if (Buffer.byteLength(join(folder, '.s.PGSQL.65535')) >= SOCKET_PATH_BYTES) return undefined;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  giveTo(accountOf(place), folder);
  const probe = createServer();
  const canListen = await new Promise<boolean>((resolveProbe) => {
    probe.on('error', () => resolveProbe(false));
    probe.listen(join(folder, 'probe'), () => resolveProbe(true));
  });
  if (canListen) await new Promise((resolveClosed) => probe.close(resolveClosed));
  return canListen ? folder : undefined;
}

/** What is said before there is a log, of a folder that lacks files, has neither of the two. */
const CAUSE = /(FATAL|PANIC): |^postgres: /;

/**
 * The log line that gives the cause; without one nothing is known that would last. Lines about rejected connections are
 * also FATAL, but explain nothing.
 */
export function faultIn(log: string): { readonly words: string; readonly isLasting: boolean } {
  const lines = log.trim().split('\n');
  const cause = lines.filter((line) => CAUSE.test(line) && !line.includes('the database system is ')).at(-1);
  const words = (cause ?? lines.at(-1) ?? '').replace(/^.*?((FATAL|PANIC): )/, '$1');
  return { words, isLasting: cause !== undefined && !PASSING.test(log) };
}

/** Reads postmaster.pid; undefined if its process is not alive or is a zombie. */
export function runningPostmaster(folder: string): Postmaster | undefined {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  const sockets = lines[4] || undefined;
  return processState(pid) === 'alive' && worksIn(pid, folder) ? { pid, port, sockets } : undefined;
}

/**
 * After kill -9 a postmaster can linger as a zombie that its lock file still names, and its children take a moment to
 * exit. Waits for the last of them, then removes the lock file.
 */
export async function clearDeadPostmaster(folder: string): Promise<void> {
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

/**
 * `say` is told once what is waited for, if that takes longer than usual.
 * @throws DatabaseAwayError, WrongDataDirError
 */
export async function acceptsConnections(
  url: string,
  { pid, fault }: Postmaster,
  { silentMs, assertNotAsked }: Waiting,
  say: (message: string) => void,
): Promise<void> {
  const connectionTimeoutMillis = Math.min(LET_IN_WITHIN_MS, silentMs);
  const beganAt = performance.now();
  let heardAt = beganAt;
  for (let isTold = false; ; ) {
    assertNotAsked();
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis });
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
      const now = performance.now();
      const waitedMs = now - beganAt;
      const isAtWork = isRecovering(error);
      if (isAtWork) heardAt = now;
      const what = isAtWork ? 'recovers, and lets nobody in until it has' : 'lets nobody in';
      const answer = `PostgreSQL (pid ${pid}) ${what}: ${error instanceof Error ? error.message : error}`;
      if (processState(pid) === 'gone' || now - heardAt >= silentMs) {
        throw new DatabaseAwayError(`${answer}, after ${Math.round(waitedMs / 1_000)} s`, { cause: error });
      }
      if (!isTold && waitedMs > SAID_AFTER_MS) {
        say(`Waiting for the database: ${answer}`);
        isTold = true;
      }
      await sleep(PAUSE_MS);
    }
  }
}

/** It replays its log, and would begin anew if it were stopped. One that shuts down has the same code. */
function isRecovering(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '57P03' && !error.message.includes('shutting down');
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

export async function stopPostmaster(folder: string, pid: number): Promise<void> {
  if (!signal(pid, 'SIGINT')) return;
  for (let tries = 0; tries < STOP_TRIES; tries += 1) {
    if (processState(pid) !== 'alive' && processesIn(folder).length === 0) return;
    await sleep(PAUSE_MS);
  }
  throw new Error(`PostgreSQL (pid ${pid}) did not stop`);
}

/** Of a database that may end as by a crash: one that does not stop is killed. */
export async function endPostmaster(folder: string, pid: number): Promise<void> {
  await stopPostmaster(folder, pid).catch(() => killIn(folder));
}

/** Kills whatever works in a folder, and resolves when nothing does. */
export async function killIn(folder: string): Promise<void> {
  for (let tries = 0; tries < STOP_TRIES; tries += 1) {
    const pids = processesIn(folder);
    if (pids.length === 0) return;
    for (const pid of pids) signal(pid, 'SIGKILL');
    await sleep(PAUSE_MS);
  }
  throw new Error(`what is at work in ${folder} does not end`);
}
