/**
 * Finds the bus that tests of several processes need: nats-server on the PATH, what was unpacked here before, or Debian's
 * package, which is unpacked and not installed: installed, it would run as a service of the machine from then on.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT } from './build.mjs';

const UNPACKED = join(ROOT, '.cache', 'nats-server');
/** Without a network the tests go on without it. */
const FETCHED_WITHIN_MS = 60_000;
const FOLDERS = [join(UNPACKED, 'usr/sbin'), join(UNPACKED, 'usr/bin')];

/** The PATH with which tests find it, or undefined where there is none. */
export function pathWithNatsServer() {
  const path = process.env.PATH ?? '';
  if (isIn(path.split(delimiter))) return path;
  if (!isIn(FOLDERS)) unpackDebianPackage();
  return isIn(FOLDERS) ? [path, ...FOLDERS].join(delimiter) : undefined;
}

function isIn(folders) {
  return folders.some((folder) => existsSync(join(folder, 'nats-server')));
}

function unpackDebianPackage() {
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg-deb')) return;
  mkdirSync(UNPACKED, { recursive: true });
  const options = { cwd: UNPACKED, stdio: 'ignore', timeout: FETCHED_WITHIN_MS };
  const succeeds = (command, args) => spawnSync(command, args, options).status === 0;
  const fetched = () => succeeds('apt-get', ['download', '-qq', 'nats-server']);
  // A machine that has just been set up has no lists yet; only root may fetch them.
  if (!fetched() && !(succeeds('apt-get', ['update', '-qq']) && fetched())) return;
  const archive = readdirSync(UNPACKED).find((name) => name.endsWith('.deb'));
  if (archive) succeeds('dpkg-deb', ['-x', archive, UNPACKED]);
}
