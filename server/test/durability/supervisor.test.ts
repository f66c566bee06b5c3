/**
 * `npm start` as a container or an operator sees it: a crash is over within ten seconds, and whoever ends npm ends the
 * product, within fifteen.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
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
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
  if (pid > 0) pids.add(pid);
  return pid;
}

interface Supervised {
  readonly npm: ChildProcess;
  readonly output: () => string;
  /** Resolves when it has been READY so often. */
  readonly ready: (times: number, withinMs: number) => Promise<unknown>;
}

function npmStart(): Supervised {
  const settings = { ...RECORDED, MODE: 'demo', PORT: '0', SIMULATED_LEADERS: 'off', DATA_DIR: home.dataDir };
  const npm = spawn('npm', ['start'], { cwd: ROOT, env: { ...process.env, ...settings }, stdio: 'pipe' });
  let output = '';
  npm.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const starts = () => output.match(/^READY /gm)?.length ?? 0;
  return {
    npm,
    output: () => output,
    ready: (times, withinMs) => vi.waitUntil(() => starts() === times, { timeout: withinMs }),
  };
}

/** A stop is promised within fifteen seconds; a busy machine hears of it later. */
const LATE_MS = 20_000;

function areGone(...ended: number[]): Promise<unknown> {
  return vi.waitUntil(() => !ended.some((pid) => end(pid, 0)), { timeout: LATE_MS });
}

test('after each of four crashes in a row it starts again within three seconds; SIGTERM to npm alone ends all in order', async () => {
  // What a power cut has left, whose pid another installation's supervisor has now: nobody to wait for.
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'start.mjs']);
  pids.add(other.pid ?? 0);
  mkdirSync(join(home.dataDir, 'run'), { recursive: true });
  const left = join(home.dataDir, 'run', 'supervisor.pid');
  writeFileSync(left, String(other.pid));
  utimesSync(left, 1, 1);
  const { npm, output, ready } = npmStart();
  await ready(1, 90_000);
  const supervisor = pidIn('supervisor.pid');
  expect(supervisor).not.toBe(other.pid);
  for (const [crash, pause] of ['0.2 s', '0.2 s', '1 s', '3 s'].entries()) {
    const crashed = pidIn('server.pid');
    end(crashed, 'SIGKILL');
    await ready(crash + 2, 90_000);
    expect(
      output()
        .match(/starting it again in .*/g)
        ?.at(-1),
    ).toBe(`starting it again in ${pause}`);
    expect(pidIn('server.pid')).not.toBe(crashed);
  }

  npm.kill('SIGTERM');
  await areGone(pidIn('server.pid'), supervisor);
  expect(output().trimEnd().endsWith('· Stopping')).toBe(true);
  expect(home.postgresPids()).toEqual([]);
});

test('a server that hangs, and so can not end by itself, is killed in time', async () => {
  const { npm, ready } = npmStart();
  await ready(1, 90_000);
  const [server, supervisor] = [pidIn('server.pid'), pidIn('supervisor.pid')];
  end(server, 'SIGSTOP');
  npm.kill('SIGTERM');
  await areGone(server, supervisor);
});
