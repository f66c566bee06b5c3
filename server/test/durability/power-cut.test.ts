/**
 * A power cut soon after the first start: the disk is copied as it is, without what the kernel still has in memory
 * (`commit=600`: it writes nothing down by itself), and the product starts on the copy with everything it acknowledged.
 * Only root may mount one. Runs in `npm run prove`.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readPersisted } from '#ground/data-dir.ts';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { ProductHome } from '#test/fixtures/product.ts';
import { restingBuy } from '#test/fixtures/resting-buy.ts';

const IMAGE_MB = 500;
const PLACE = '/api/order/108C000001-01/place';
const homes: ProductHome[] = [];
const images = mkdtempSync(join(tmpdir(), 'mua-images-'));

function run(command: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
}

/** A home on a disk of its own. */
function homeOn(image: string): ProductHome {
  const home = new ProductHome({ SEED: '41' });
  homes.push(home);
  run('mount', '-o', 'loop,commit=600', image, home.dataDir);
  spawnSync('chmod', ['755', home.dataDir]);
  return home;
}

/** What is on the disk at this moment, while nobody writes. */
function cutPower(home: ProductHome, image: string, copy: string): void {
  const pids = [Number(readFileSync(join(home.dataDir, 'run', 'server.pid'), 'utf8')), ...home.postgresPids()];
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  run('cp', '--sparse=always', image, copy);
  for (const pid of pids) process.kill(pid, 'SIGCONT');
}

const KEYS = [
  ...['home.json', 'postgres-password', 'identity-key', 'bank-webhook-secret', 'picture-key', 'proof-key.pem'],
  ...['signing-key.pem', 'signing-certificate.pem'],
];

function readKeys(home: ProductHome): Record<string, string> {
  return Object.fromEntries(KEYS.map((name) => [name, readPersisted(join(home.dataDir, name))]));
}

afterEach(() => {
  for (const home of homes.splice(0)) {
    home.killPostgres();
    spawnSync('umount', ['--lazy', home.dataDir]);
    home.clear();
  }
  rmSync(images, { recursive: true, force: true });
});

test.runIf(process.env.PROVE_POWER_CUT)('what was acknowledged and its keys outlive a power cut', async () => {
  const disk = join(images, 'disk');
  run('truncate', '-s', `${IMAGE_MB}M`, disk);
  run('mkfs.ext4', '-q', '-F', '-m', '0', disk);
  const home = homeOn(disk);
  const product = await home.start();
  const an = new InvestorClient(product.url);
  await an.signIn('an@mua.demo');
  const order = { ...(await restingBuy(an)), quantity: 1 };
  const acknowledged: string[] = [];
  const cuts: { readonly copy: string; readonly orders: readonly string[] }[] = [];
  for (let cut = 0; cut < 3; cut += 1) {
    const copy = join(images, `cut-${cut}`);
    cutPower(home, disk, copy);
    cuts.push({ copy, orders: [...acknowledged] });
    const clientOrderId = randomUUID();
    expect((await an.post(PLACE, { ...order, clientOrderId })).status).toBe(201);
    acknowledged.push(clientOrderId);
  }
  await product.kill();
  const keys = readKeys(home);

  for (const { copy, orders } of cuts) {
    const cutHome = homeOn(copy);
    expect(readKeys(cutHome)).toEqual(keys);
    const after = await cutHome.start();
    const reader = new InvestorClient(after.url);
    await reader.signIn('an@mua.demo');
    for (const clientOrderId of orders) {
      const { status } = await reader.get(`/api/order/108C000001-01/by-client-id/${clientOrderId}`);
      expect([clientOrderId, status]).toEqual([clientOrderId, 200]);
    }
    expect(await after.stop()).toBe(0);
  }
});
