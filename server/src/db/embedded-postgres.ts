/**
 * The embedded PostgreSQL: created, started, attached to after a crash, filled from elsewhere, and stopped. It survives a
 * killed server, so a restart attaches to it in milliseconds. It has a password of its own. A folder called `postgres` is
 * complete: it gets that name when all that is in it is on disk, so that an interrupted start, or a power cut, leaves
 * nothing that looks valid.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { keepLogBounded } from '#db/postgres-log.ts';
import {
  type Account,
  accountOf,
  choosePlace,
  environmentOf,
  giveTo,
  homeOutside,
  type Place,
  packagedBinaries,
  passwordFile,
  runAs,
} from '#db/postgres-place.ts';
import {
  acceptsConnections,
  clearDeadPostmaster,
  endPostmaster,
  killIn,
  launch,
  PortTakenError,
  type Postmaster,
  runningPostmaster,
  stopPostmaster,
  type Waiting,
} from '#db/postmaster.ts';
import { NOBODY } from '#db/system-account.ts';
import { keep, makeFolder, readPersisted, sync, syncBeside, WrongDataDirError } from '#ground/data-dir.ts';
import { freePort } from '#ground/free-port.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  /** The same without the network, which costs both ends less; as `url` where the file system has no sockets. */
  readonly localUrl: string;
  readonly folder: string;
  readonly pid: number;
  /** Fast shutdown: open transactions are rolled back, everything committed is checkpointed. */
  stop(): Promise<void>;
}

const SILENT_MS = 30_000;

/**
 * Resolves when it accepts connections. After an error, nothing that this call started is left running.
 * @throws WrongDataDirError if the data folder holds no database that could ever be started.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  say: (message: string) => void = () => {},
  { silentMs = SILENT_MS, assertNotAsked = () => {}, choosePort = freePort }: Partial<Waiting & Launching> = {},
): Promise<EmbeddedPostgres> {
  const place = choosePlace(resolve(dataDir));
  if (!place.folder.startsWith(resolve(dataDir))) say(`PostgreSQL lives in ${dirname(place.folder)}`);
  const password = loadPassword(place);
  await clearDeadPostmaster(place.folder);
  if (!isFilled(place.folder)) {
    await initialise(place);
    if (accountOf(place).uid === NOBODY.uid) say('PostgreSQL runs as nobody: no account of its own could be made');
  }
  const stopBounding = keepLogBounded(place);
  const accepts = (postmaster: Postmaster) =>
    acceptsConnections(urlOf(postmaster, password), postmaster, { silentMs, assertNotAsked }, say);
  const attached = runningPostmaster(place.folder);
  if (attached) await accepts(attached);
  const running = attached ?? (await launched(place, choosePort, accepts));
  const url = urlOf(running, password);
  return {
    url,
    localUrl: localUrlOf(url, running),
    folder: place.folder,
    pid: running.pid,
    stop() {
      stopBounding();
      return stopPostmaster(place.folder, running.pid);
    },
  };
}

/** Of so many ports that were free a moment before, one still is. */
const PORTS = 3;

interface Launching {
  readonly choosePort: () => Promise<number>;
}

async function launched(
  place: Place,
  choosePort: Launching['choosePort'],
  accepts: (postmaster: Postmaster) => Promise<void>,
): Promise<Postmaster> {
  for (let tried = 1; ; tried += 1) {
    const running = await launch(place, await choosePort());
    try {
      await accepts(running);
      return running;
    } catch (error) {
      await endPostmaster(place.folder, running.pid);
      if (!(error instanceof PortTakenError) || tried === PORTS) throw error;
    }
  }
}

function urlOf({ port }: Postmaster, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

function localUrlOf(url: string, { sockets }: Postmaster): string {
  if (!sockets) return url;
  const local = new URL(url);
  local.searchParams.set('host', sockets);
  return local.href;
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

/** Of its owner, for whoever keeps it beside a copy of the database; '' if it is gone. */
export function keptPassword(dataDir: string): string {
  return readPersisted(passwordFile(choosePlace(resolve(dataDir))));
}

/** Also of one that another process has started, or that still recovers. */
export async function stopEmbeddedPostgres(dataDir: string): Promise<void> {
  const { folder } = choosePlace(resolve(dataDir));
  const running = runningPostmaster(folder);
  if (running) await stopPostmaster(folder, running.pid);
}

/** A folder for a database that comes from elsewhere. */
export interface FolderToFill {
  readonly folder: string;
  /** How to start programs whose files belong to the account that runs PostgreSQL. */
  readonly as: Account;
}

/** What is to take the place of the database that is there. */
export interface Filling {
  /** Of its owner. */
  readonly password: string;
  /** What is there gets this at the end of its name, in the place of an earlier one that had the same. */
  readonly mark: string;
  /** Asked when all else is done; what it throws leaves everything as it was. */
  readonly demandStopped?: () => void;
  readonly fill: (to: FolderToFill) => Promise<void>;
}

/** What had the place of a database that came from elsewhere. */
export interface PutAside {
  /** Undefined where there was no database. */
  readonly folder: string | undefined;
  /** '' where there was none. */
  readonly password: string;
}

/**
 * Puts a database that comes from elsewhere in the place of one that initdb makes. It takes its place when `fill` is done
 * and on disk (PostgreSQL syncs what is in it when it starts: too late for its name), and what was there until then is
 * stopped and put aside.
 */
export async function fillEmbeddedPostgres(
  dataDir: string,
  { password, mark, demandStopped, fill }: Filling,
): Promise<PutAside> {
  const place = choosePlace(resolve(dataDir));
  makeFolder(dirname(place.folder));
  const unfinished = await makeUnfinished(place);
  try {
    await fill({ folder: unfinished, as: accountOf(place) });
    await syncAll(unfinished);
    demandStopped?.();
  } catch (error) {
    await clearUnfinished(unfinished);
    throw error;
  }
  const running = runningPostmaster(place.folder);
  if (running) await stopPostmaster(place.folder, running.pid);
  const folder = isFilled(place.folder) ? `${place.folder}.${mark}` : undefined;
  const aside = { folder, password: readPersisted(passwordFile(place)) };
  if (folder) {
    rmSync(folder, { recursive: true, force: true });
    renameSync(place.folder, folder);
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
  for (const path of [...paths, folder]) await syncBeside(path);
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

/** Removes a database, whether or not it still runs, and gives what was put aside for it its name again. */
export async function takeBackEmbeddedPostgres(dataDir: string, aside: PutAside): Promise<void> {
  const place = choosePlace(resolve(dataDir));
  const running = runningPostmaster(place.folder);
  if (running) await endPostmaster(place.folder, running.pid);
  rmSync(place.folder, { recursive: true, force: true });
  if (aside.password === '') rmSync(passwordFile(place), { force: true });
  else keep(passwordFile(place), aside.password);
  if (aside.folder) renameSync(aside.folder, place.folder);
}

/** `18.4`: what is packaged. */
export function packagedVersion(): string {
  const binaries = packagedBinaries();
  const env = environmentOf(binaries);
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

/** Of an interrupted start, whose initdb would go on writing. */
async function clearUnfinished(folder: string): Promise<void> {
  await killIn(folder);
  rmSync(folder, { recursive: true, force: true });
}
