/**
 * Checks that a start stopped before it is ready ends cleanly and leaves nothing behind; that it ends in time where its
 * database hangs; and that it says so where it finds it frozen.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { discardEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { type Ended, MAIN } from '#test/durability/run-to-end.ts';
import { ProductHome, signalPostgres } from '#test/fixtures/product.ts';

let home: ProductHome;
beforeEach(() => {
  home = new ProductHome({ SEED: '11' });
});
afterEach(() => home.clear());

const byTerm = (server: ChildProcess) => void server.kill('SIGTERM');
const byInterrupt = (server: ChildProcess) => void server.kill('SIGINT');
const byItsSupervisorsEnd = (server: ChildProcess) => server.disconnect();

test.each([
  ['Starting PostgreSQL', byTerm],
  ['Starting PostgreSQL', byItsSupervisorsEnd],
  ['Recovering the journal', byInterrupt],
  ['Opening the simulated exchange', byItsSupervisorsEnd],
])('a start stopped at %j ends cleanly', async (line, ask) => {
  expect(await startUntil(line, ask)).toEqual({ code: 0, output: expect.stringContaining('Stopping') });
  expect(home.postgresPids()).toEqual([]);
  expect(readdirSync(join(home.dataDir, 'run'))).toEqual([]);
  const product = await home.start();
  expect(await product.stop()).toBe(0);
});

/** Starts the server and does that once it has said the line. */
async function startUntil(line: string, act: (server: ChildProcess) => void): Promise<Ended> {
  const env = { ...process.env, MODE: 'demo', PORT: '0', DATA_DIR: home.dataDir, SEED: '11' };
  const server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  // The 'close' event is not used: it never reaches a parent that ended the channel.
  const ended = Promise.all([once(server, 'exit'), once(server.stdout ?? server, 'end')]);
  let output = '';
  server.stdout?.on('data', (chunk: Buffer) => {
    const isSaid = output.includes(line);
    output += chunk.toString();
    if (!isSaid && output.includes(line)) act(server);
  });
  const [[code]] = await ended;
  return { code, output };
}

test('a start whose database hangs ends within 15 s of being asked, and the next one goes on', async () => {
  let askedAt = 0;
  const { code, output } = await startUntil('Recovering the journal', (server) => {
    // Twice: a process that was made during the first round is found in the second, and none is made after that.
    for (const _round of [1, 2]) signalPostgres(home.dataDir, 'SIGSTOP');
    askedAt = performance.now();
    server.kill('SIGTERM');
  });
  // Fifteen are promised; a busy machine hears of it later.
  expect(performance.now() - askedAt).toBeLessThan(20_000);
  expect([code, output]).toEqual([70, expect.stringContaining('Stopping')]);
  signalPostgres(home.dataDir, 'SIGCONT');
  const product = await home.start();
  expect(await product.stop()).toBe(0);
});

test('a start that finds a frozen PostgreSQL says what it waits for, and goes on when that does', async () => {
  const killed = await home.start();
  await killed.kill();
  for (const _round of [1, 2]) signalPostgres(home.dataDir, 'SIGSTOP');
  const waiting = 'Waiting for the database: PostgreSQL (pid ';
  const product = await home.start({}, (output) => {
    if (output.includes(waiting)) signalPostgres(home.dataDir, 'SIGCONT');
  });
  expect(product.output().split(waiting)).toHaveLength(2);
  expect(await product.stop()).toBe(0);
});

test('a reset stops the PostgreSQL that a killed server left', async () => {
  const product = await home.start();
  await product.kill();
  expect(home.postgresPids()).not.toEqual([]);
  await discardEmbeddedPostgres(home.dataDir);
  expect(home.postgresPids()).toEqual([]);
});

test('a start fills the empty folder that a start of earlier versions left', async () => {
  mkdirSync(join(home.dataDir, 'postgres'), { recursive: true });
  const product = await home.start();
  expect(await product.stop()).toBe(0);
  expect(existsSync(join(home.dataDir, 'postgres', 'PG_VERSION'))).toBe(true);
});
