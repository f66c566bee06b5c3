/** Checks that `npm start` can be stopped while it still installs, when there is no server to be told. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** What the supervisor loads before anything is built. */
const PROGRAMS = ['start', 'build', 'install', 'run', 'server-bundle'];

let checkout = '';
let pidFile = '';
let npm = 0;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'mua-start-'));
  pidFile = join(checkout, 'npm.pid');
});
afterEach(() => {
  kill(npm);
  npm = 0;
  rmSync(checkout, { recursive: true });
});

/** If the test did not end it. */
function kill(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}

/** A checkout in which nothing is installed, and an npm that never ends. */
function bareCheckout(): { readonly start: string; readonly path: string } {
  for (const folder of ['tools', 'bin', 'node_modules']) mkdirSync(join(checkout, folder));
  for (const name of PROGRAMS)
    copyFileSync(new URL(`${name}.mjs`, import.meta.url), join(checkout, 'tools', `${name}.mjs`));
  writeFileSync(join(checkout, 'package-lock.json'), '{}');
  const endless = join(checkout, 'bin', 'npm');
  writeFileSync(endless, `#!/bin/sh\necho $$ > '${pidFile}'\necho at work\nexec tail -f /dev/null\n`);
  chmodSync(endless, 0o755);
  return {
    start: join(checkout, 'tools', 'start.mjs'),
    path: `${join(checkout, 'bin')}${delimiter}${process.env.PATH}`,
  };
}

test('a stop asked for while packages are installed ends npm start and what installs', async () => {
  const { start, path } = bareCheckout();
  const supervisor = spawn(process.execPath, [start], {
    env: { ...process.env, PATH: path, DATA_DIR: join(checkout, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(supervisor, 'exit');
  // The pipe closes when the last process has ended that could write to it.
  const allEnded = once(supervisor, 'close');
  let output = '';
  supervisor.stdout.on('data', (chunk: Buffer) => {
    const wasAtWork = output.includes('at work');
    output += chunk.toString();
    if (wasAtWork || !output.includes('at work')) return;
    npm = Number(readFileSync(pidFile, 'utf8'));
    supervisor.kill('SIGTERM');
  });
  expect(await ended).toEqual([0, null]);
  await allEnded;
  expect(npm).toBeGreaterThan(0);
});
