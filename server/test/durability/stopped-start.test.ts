/** Checks that a start stopped before it is ready ends cleanly and leaves nothing behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { discardEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { MAIN } from '#test/durability/run-to-end.ts';
import { ProductHome } from '#test/fixtures/product.ts';

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
  const env = { ...process.env, MODE: 'demo', PORT: '0', DATA_DIR: home.dataDir, SEED: '11' };
  const server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  // The 'close' event is not used: it never reaches a parent that ended the channel.
  const ended = Promise.all([once(server, 'exit'), once(server.stdout ?? server, 'end')]);
  let output = '';
  server.stdout?.on('data', (chunk: Buffer) => {
    const isSaid = output.includes(line);
    output += chunk.toString();
    if (!isSaid && output.includes(line)) ask(server);
  });
  const [[code]] = await ended;
  expect([code, output]).toEqual([0, expect.stringContaining('Stopping')]);
  expect(home.postgresPids()).toEqual([]);
  expect(readdirSync(join(home.dataDir, 'run'))).toEqual([]);
  const product = await home.start();
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
