/**
 * Finds the browser for the tests: CHROMIUM_PATH, a chromium on the PATH, Debian's package if it may be installed, else
 * Playwright's own download, else a clear message.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT } from './build.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

function onPath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) if (folder && existsSync(join(folder, name))) return join(folder, name);
  }
  return undefined;
}

function succeeds(command, args, options = {}) {
  return spawnSync(command, args, { stdio: 'inherit', ...options }).status === 0;
}

function installDebianPackage() {
  const isRoot = process.getuid?.() === 0;
  const maySudo = !isRoot && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  if (!existsSync('/usr/bin/apt-get') || (!isRoot && !maySudo)) return false;
  const apt = (...args) => (isRoot ? ['apt-get', args] : ['sudo', ['-n', 'apt-get', ...args]]);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return succeeds(...apt('update', '-qq'), { env }) && succeeds(...apt('install', '-y', '-qq', 'chromium'), { env });
}

function downloadedByPlaywright() {
  if (!succeeds('npx', ['--no-install', 'playwright', 'install', 'chromium'], { cwd: ROOT })) return undefined;
  return 'playwright';
}

/** Path of a browser, or 'playwright' for the one Playwright brought itself. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names no file: ${given}`);
  }
  const known = onPath();
  if (known) return known;
  if (installDebianPackage()) {
    const installed = onPath();
    if (installed) return installed;
  }
  const downloaded = downloadedByPlaywright();
  if (downloaded) return downloaded;
  throw new Error(
    'No Chromium: set CHROMIUM_PATH, or install the package "chromium" (Debian: apt-get install chromium).',
  );
}
