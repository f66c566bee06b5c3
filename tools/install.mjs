/** Installs packages if the lockfile differs from what was installed; no other tool installs anything. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const STAMP = join(ROOT, 'node_modules', '.mua-installed');

/** `signal` ends it unfinished. */
export async function installMissing(say = () => {}, signal = undefined) {
  const hash = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  say('Installing packages');
  // Playwright would download a browser of its own; the tests find one and say so if there is none.
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  // Not `npm ci`: it refuses a lockfile without the binaries of platforms that a registry does not carry. The
  // cooling-off period applies to choosing new releases (.npmrc); what the lockfile names, by hash, has already been
  // chosen.
  const flags = ['--no-save', '--min-release-age=0', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...flags], { cwd: ROOT, env, signal });
  writeFileSync(STAMP, hash);
}
