/**
 * The data folder. One DATA_DIR belongs to one venue and seed: other price histories would contradict its positions.
 * Its files are complete or absent, whenever a start was interrupted, and on disk before anything relies on them: a power
 * cut takes away a new name whose folder was not synced.
 */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '#ground/config.ts';
import { noteProcess, runningNoted } from '#ground/noted-process.ts';

/** The data folder can't be used as it is; the message says why. Restarting does not help. */
export class WrongDataDirError extends Error {}

/**
 * What nobody else may do with what is here: anything. Started as root, PostgreSQL runs as another account, which has to
 * pass through the folders to its own.
 */
const OTHERS = process.getuid?.() === 0 ? 0o066 : 0o077;

/** From now on what this process and its children create is for their own user only, whatever the umask was. */
export function keepFilesPrivate(): void {
  process.umask(OTHERS);
}

/** Takes from others what an earlier version, or a hand, has given them; gives nothing. PostgreSQL minds its own folders. */
function closeToOthers(folder: string): void {
  for (const name of ['.', ...readdirSync(folder)]) {
    const path = join(folder, name);
    const known = lstatSync(path, { throwIfNoEntry: false });
    if (!known || known.isSymbolicLink() || known.uid !== process.getuid?.()) continue;
    if (known.isDirectory() && name.startsWith('postgres')) continue;
    if ((known.mode & OTHERS) !== 0) chmodSync(path, known.mode & 0o7777 & ~OTHERS);
  }
}

/**
 * Creates a folder and its missing parents.
 * @throws WrongDataDirError if one of them can't be created or is not a folder.
 */
export function makeFolder(folder: string): void {
  try {
    makeFromTheTop(folder);
  } catch (error) {
    throw new WrongDataDirError(`DATA_DIR: ${folder} can't be a folder of ours: ${(error as Error).message}`);
  }
}

/** Not mkdir's `recursive`: where the kernel refuses a folder with ENOENT, as in /proc, Node 20 loops for ever. */
function makeFromTheTop(folder: string): void {
  const isThere = (): boolean => statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isThere()) return;
  makeFromTheTop(dirname(folder));
  try {
    mkdirSync(folder);
    sync(dirname(folder));
  } catch (error) {
    // Another start may have created it meanwhile; and a parent that may not be read can't be synced.
    if (!isThere()) throw error;
  }
}

/** Returns when a file's bytes, or the names in a folder, are on disk. */
export function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** As `sync`, beside other work. */
export async function syncBeside(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Reads a small file of the data folder; '' if it was never written, or truncated by a crash of earlier versions.
 * @throws WrongDataDirError if it can't be read.
 */
export function readPersisted(file: string): string {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  } catch (error) {
    throw new WrongDataDirError(`DATA_DIR: ${file} can't be read: ${(error as Error).message}`);
  }
}

/**
 * Writes under another name first, so that a crash leaves no partial file. It is on disk when this returns. Only the
 * server's own user may read it.
 */
export function keep(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  sync(dirname(file));
}

/** As `keep`, beside other work: while the disk hangs, this thread does not. */
export async function keepBeside(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(`${file}.new`, content, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  await syncBeside(dirname(file));
}

export function claimDataDir(config: Config): void {
  makeFolder(config.dataDir);
  makeFolder(join(config.dataDir, 'run'));
  for (const folder of [config.dataDir, join(config.dataDir, 'run')]) closeToOthers(folder);
  const file = join(config.dataDir, 'home.json');
  const wanted = JSON.stringify({ venue: venueName(config), seed: config.seed, mode: config.mode });
  const found = readPersisted(file);
  if (found === '') keep(file, wanted);
  else if (found !== wanted) {
    throw new WrongDataDirError(
      `One DATA_DIR belongs to one venue and seed: ${config.dataDir} was made with ${found}, this start asks for ${wanted}. ` +
        'Choose another --data-dir, or empty this one with --reset.',
    );
  }
}

/** The pid of the server that runs from this folder. Of undefined see runningNoted; the lock in the database knows. */
export function runningServer(dataDir: string): number | undefined {
  return runningNoted(pidFile(dataDir, 'server'), 'main.js');
}

/** The pid of another `npm start` in this folder. */
export function runningSupervisor(dataDir: string): number | undefined {
  return runningNoted(pidFile(dataDir, 'supervisor'), 'start.mjs');
}

export function noteSupervisor(dataDir: string): void {
  noteProcess(pidFile(dataDir, 'supervisor'));
}

function pidFile(dataDir: string, of: 'server' | 'supervisor'): string {
  return join(dataDir, 'run', `${of}.pid`);
}

/** Before anything costly is opened. */
export function demandOnlyServer({ dataDir }: Config): void {
  const pid = runningServer(dataDir);
  if (pid !== undefined)
    throw new WrongDataDirError(`DATA_DIR: another server writes to this database (pid ${pid}); only one may`);
}

/**
 * Called once this process is the writer, so that a second server that is refused leaves no traces. Returns the
 * operator token, new at every start and readable by the server's own user only (docs/operating/README.md).
 */
export function enterDataDir(config: Config): string {
  const run = join(config.dataDir, 'run');
  noteProcess(pidFile(config.dataDir, 'server'));
  const token = randomBytes(32).toString('base64url');
  // A new file, so that it has this mode and not that of an existing one.
  rmSync(join(run, 'operator-token'), { force: true });
  writeFileSync(join(run, 'operator-token'), token, { mode: 0o600 });
  return token;
}

/** Stores the address, for the operator's commands. */
export function writeAddress(config: Config, address: string): void {
  writeFileSync(join(config.dataDir, 'run', 'address'), address);
}

export function leaveDataDir(config: Config): void {
  for (const name of ['server.pid', 'operator-token', 'address'])
    rmSync(join(config.dataDir, 'run', name), { force: true });
}

export function venueName({ venue }: Config): string {
  return venue.kind === 'simulated' ? 'simulated' : `recorded:${venue.contractCode}`;
}
