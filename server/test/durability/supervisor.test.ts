/** `npm start` as a container or an operator sees it: a crash is over at once, and whoever ends npm ends the product. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { ProductHome, RECORDED } from '#test/fixtures/product.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const home = ProductHome.begun();
const pids = new Set<number>();
afterAll(() => {
  for (const pid of pids) end(pid, 'SIGKILL');
  home.clear();
});

function end(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function pidIn(name: 'server.pid' | 'supervisor.pid'): number {
  const file = join(home.dataDir, 'run', name);
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (pid > 0) pids.add(pid);
  return pid;
}

test('a crash is followed by a start at once; SIGTERM to npm alone ends server and supervisor in order', async () => {
  const settings = { ...RECORDED, MODE: 'demo', PORT: '0', SIMULATED_LEADERS: 'off', DATA_DIR: home.dataDir };
  const npm = spawn('npm', ['start'], { cwd: ROOT, env: { ...process.env, ...settings }, stdio: 'pipe' });
  let output = '';
  npm.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const starts = () => output.match(/^READY /gm)?.length ?? 0;
  await vi.waitUntil(() => starts() === 1, { timeout: 90_000 });
  const crashed = pidIn('server.pid');
  const supervisor = pidIn('supervisor.pid');
  end(crashed, 'SIGKILL');
  await vi.waitUntil(() => starts() === 2, { timeout: 60_000 });
  expect(output).toContain('starting it again in 0.2 s');
  const server = pidIn('server.pid');
  expect(server).not.toBe(crashed);

  npm.kill('SIGTERM');
  await vi.waitUntil(() => ![server, supervisor].some((pid) => end(pid, 0)), { timeout: 20_000 });
  expect(output.trimEnd().endsWith('· Stopping')).toBe(true);
  expect(home.postgresPids()).toEqual([]);
});
