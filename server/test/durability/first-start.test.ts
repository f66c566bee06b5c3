/**
 * Checks that a first start killed while the database is created leaves a folder from which the next start begins
 * again, and what a start leaves is its own user's.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as aTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { MAIN } from '#test/durability/run-to-end.ts';
import { ProductHome } from '#test/fixtures/product.ts';

let home: ProductHome;
beforeEach(() => {
  home = new ProductHome({ SEED: '9' });
});
afterEach(() => home.clear());

test.each([
  ['the server alone, its initdb works on', () => {}],
  ['everything', () => home.killPostgres()],
])('a first start begins again after a kill of %s', async (_what, killMore) => {
  await killFirstStart();
  killMore();
  const product = await home.start();
  expect(readdirSync(home.dataDir)).not.toContain('postgres.new');
  expect(await product.stop()).toBe(0);
  expect(home.postgresPids()).toEqual([]);
});

test('nobody but its own user reads what a start leaves, logs and address included, whatever the umask', async () => {
  const before = process.umask(0);
  onTestFinished(() => void process.umask(before));
  const product = await home.start();
  const others = process.getuid?.() === 0 ? 0o066 : 0o077;
  const files = readdirSync(home.dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !file.startsWith('postgres/') && !file.startsWith('postgres-binaries'),
  );
  const open = files.filter((file) => (statSync(join(home.dataDir, file)).mode & others) !== 0);
  expect(files).toEqual(expect.arrayContaining(['server.log', 'run/address', 'home.json', 'postgres.log']));
  expect(open).toEqual([]);
  expect(await product.stop()).toBe(0);
});

/** Kills at the first file that initdb writes, before the folder is a usable database. */
async function killFirstStart(): Promise<void> {
  const env = { ...process.env, MODE: 'demo', PORT: '0', DATA_DIR: home.dataDir, SEED: '9' };
  const first = spawn(process.execPath, [MAIN], { env, stdio: 'ignore' });
  const isBegun = (name: string): boolean => existsSync(join(home.dataDir, name, 'PG_VERSION'));
  while (!readdirSync(home.dataDir).some(isBegun)) await aTurn();
  first.kill('SIGKILL');
  await once(first, 'exit');
}
