/**
 * Finds the browser for the tests: CHROMIUM_PATH, a chromium on the PATH, Debian's package if it may be installed, else
 * Playwright's own download, else a clear message. The headless shell is the same browser without the windows, tabs and
 * menus that no story sees: it takes a fifth less work.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT } from './build.mjs';

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find((place) => existsSync(place));
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
  if (!succeeds(...apt('update', '-qq'), { env })) return false;
  // Older releases have only the whole browser.
  return ['chromium-headless-shell', 'chromium'].some((name) =>
    succeeds(...apt('install', '-y', '-qq', name), { env }),
  );
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
