/**
 * Checks that a first start killed while the database is created leaves a folder from which the next start begins
 * again.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as aTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

/** Kills at the first file that initdb writes, before the folder is a usable database. */
async function killFirstStart(): Promise<void> {
  const env = { ...process.env, MODE: 'demo', PORT: '0', DATA_DIR: home.dataDir, SEED: '9' };
  const first = spawn(process.execPath, [MAIN], { env, stdio: 'ignore' });
  const isBegun = (name: string): boolean => existsSync(join(home.dataDir, name, 'PG_VERSION'));
  while (!readdirSync(home.dataDir).some(isBegun)) await aTurn();
  first.kill('SIGKILL');
  await once(first, 'exit');
}
