/** A process of the cluster, with stand-ins that say and do what they are told to. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { HopelessProcessError, KeptProcess } from '#cluster/kept-process.ts';

function keep(script: string): { readonly kept: KeptProcess; readonly told: string[]; readonly lines: string[] } {
  const [told, lines]: [string[], string[]] = [[], []];
  const kept = new KeptProcess({
    ...{ name: 'gateway-1', role: 'gateway', command: process.execPath, args: ['-e', script], env: process.env },
    hasChannel: true,
    log: { write: (line) => lines.push(line) },
    stateTold: (line) => (line.startsWith('READY') ? 'serves' : line === 'WAIT' ? 'waits' : undefined),
    onState: (state, cause) => told.push(cause === null ? state : `${state}: ${cause}`),
  });
  onTestFinished(() => kept.stop());
  return { kept, told, lines };
}

const RUNS = "process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000);";

test('serves when it says so, is started again after kill -9, and ends when it is stopped', async () => {
  const { kept, told, lines } = keep(`${RUNS} console.log('hello'); console.log('READY')`);
  await kept.start();
  const first = kept.pid;
  expect(kept.kill()).toBe(true);
  await vi.waitUntil(() => kept.state === 'serves' && kept.pid !== first, { timeout: 20_000 });
  expect(kept.restarts).toBe(1);
  await kept.stop();
  expect([kept.pid, kept.state, kept.kill()]).toEqual([null, 'gone', false]);
  const life = ['starting', 'serves'];
  expect(told).toEqual([...life, 'gone: ended by SIGKILL', ...life, 'gone: ended by 0']);
  expect(lines.slice(0, 2)).toEqual(['hello\n', 'READY\n']);
});

test('one that waits is up; it serves later', async () => {
  const { kept } = keep(`${RUNS} process.on('SIGUSR2', () => console.log('READY')); console.log('WAIT')`);
  await kept.start();
  expect(kept.state).toBe('waits');
  process.kill(kept.pid ?? 0, 'SIGUSR2');
  await vi.waitUntil(() => kept.state === 'serves', { timeout: 20_000 });
});

test('a start that can’t succeed says what it said', async () => {
  const { kept } = keep("console.error('BUS_URL: nobody is there'); process.exitCode = 78");
  await expect(kept.start()).rejects.toThrow(HopelessProcessError);
  expect(kept.state).toBe('gone');
});

test('a program that is not there is told of and not waited for', async () => {
  const kept = new KeptProcess({
    ...{ name: 'nats', role: 'bus', command: 'no-such-program', args: [], env: process.env, hasChannel: false },
    log: { write: () => {} },
    stateTold: () => undefined,
    onState: () => {},
  });
  const started = kept.start();
  started.catch(() => {});
  await vi.waitUntil(() => kept.state === 'gone', { timeout: 20_000 });
  await kept.stop();
  await expect(started).rejects.toThrow('was stopped');
});
