/** Checks two servers on one database: the second refuses, says why, and does not disturb the first. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runToEnd } from '#test/durability/run-to-end.ts';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { ProductHome, RECORDED } from '#test/fixtures/product.ts';

const home = ProductHome.begun({ ...RECORDED, SEED: '6' });
afterAll(() => home.clear());

test('the second server refuses within seconds and the first continues', async () => {
  const product = await home.start();
  const second = await runToEnd({ PORT: '0', DATA_DIR: home.dataDir, ...RECORDED, SEED: '6', MODE: 'demo' });
  expect(second).toMatchObject({ code: 78, output: expect.stringContaining('another server writes to this database') });
  // Before anything costly: within two seconds (reliability, D6).
  expect(second.output).not.toContain('Starting PostgreSQL');
  const investor = new InvestorClient(product.url);
  await investor.signIn('binh@mua.demo');
  expect((await investor.get('/api/investor/accounts')).body.items).toHaveLength(2);
  expect(await product.stop()).toBe(0);
});

test('a start that meets a restore ends, to be tried again, before it opens anything', async () => {
  const restore = spawn('tail', ['-f', '/dev/null'], { stdio: 'ignore' });
  const note = join(home.dataDir, 'run', 'restore.pid');
  const ticks = readFileSync(`/proc/${restore.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19];
  writeFileSync(note, `${restore.pid} ${ticks} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`);
  const met = await runToEnd({ PORT: '0', DATA_DIR: home.dataDir, ...RECORDED, SEED: '6', MODE: 'demo' });
  restore.kill('SIGKILL');
  rmSync(note);
  expect(met).toEqual({
    code: 70,
    output: expect.stringMatching(/^A restore runs in .* nothing is started before .*\n$/),
  });
});

test('a DATA_DIR belongs to one seed', async () => {
  const other = await runToEnd({ PORT: '0', DATA_DIR: home.dataDir, SEED: '7', MODE: 'demo' });
  expect(other).toMatchObject({
    code: 78,
    output: expect.stringContaining('One DATA_DIR belongs to one venue and seed'),
  });
});

test('a start finds the PostgreSQL of a killed server when DATA_DIR is a link', async () => {
  const link = { DATA_DIR: join(home.dataDir, 'link') };
  symlinkSync(home.dataDir, link.DATA_DIR);
  const killed = await home.start(link);
  const before = home.databaseUrl();
  await killed.kill();
  const product = await home.start(link);
  expect(home.databaseUrl()).toBe(before);
  expect(await product.stop()).toBe(0);
});

test("a DATA_DIR that can't be a folder is reported in one line", async () => {
  const dataDir = join(home.dataDir, 'home.json');
  const wrong = await runToEnd({ PORT: '0', DATA_DIR: dataDir, MODE: 'demo' });
  expect(wrong).toMatchObject({ code: 78, output: expect.stringContaining(`DATA_DIR: ${dataDir} can't be`) });
  expect(wrong.output).not.toMatch(/^ +at /m);
});

test('everything wrong with the settings is reported at once', async () => {
  const wrong = await runToEnd({ PORT: '99999', MODE: 'production', VENUE: 'recorded', DATA_DIR: home.dataDir });
  expect(wrong.code).toBe(78);
  expect(wrong.output).toMatch(/PORT/);
  expect(wrong.output).toMatch(/MODE/);
});
