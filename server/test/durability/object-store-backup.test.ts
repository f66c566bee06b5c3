/** A bucket as the place of backups: what a clean stop has left comes back, with the store's keys and no others. */
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstBackup } from '#test/durability/first-backup.ts';
import { type Ended, runToEnd } from '#test/durability/run-to-end.ts';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { type ObjectStore, openObjectStore, STORE_KEYS } from '#test/fixtures/object-store.ts';
import { ProductHome } from '#test/fixtures/product.ts';
import { restingBuy } from '#test/fixtures/resting-buy.ts';

const COMMAND = fileURLToPath(new URL('../../dist/backup/command.js', import.meta.url));
const ACCOUNT = '108C000001-01';
const IDENTITY_KEY = 'an identity key that lies elsewhere';

let store: ObjectStore;
const home = ProductHome.begun({ SEED: '22', IDENTITY_KEY, ...STORE_KEYS });
beforeAll(async () => {
  store = await openObjectStore();
});
afterAll(() => {
  home.clear();
  store.close();
});

function operator(args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const settings = { DATA_DIR: home.dataDir, BACKUP_S3: store.url, ...STORE_KEYS, ...more };
  return runToEnd(settings, [COMMAND, ...args]);
}

test('orders come back from a bucket', async () => {
  const product = await home.start({ BACKUP_S3: store.url });
  const investor = new InvestorClient(product.url);
  await investor.signIn('an@mua.demo');
  await firstBackup(home.dataDir);
  for (let made = 0; made < 3; made += 1) {
    const { code, output } = await operator(['backup']);
    expect([code, output]).toEqual([0, expect.stringContaining('bytes at seq')]);
  }
  const bases = [...store.objects.keys()].filter((key) => key.endsWith('/backup.json'));
  expect(bases).toHaveLength(2);
  const clientOrderId = randomUUID();
  const order = { ...(await restingBuy(investor)), clientOrderId, quantity: 2 };
  expect((await investor.post(`/api/order/${ACCOUNT}/place`, order)).status).toBe(201);
  expect(await product.stop()).toBe(0);
  expect(product.output()).not.toContain(STORE_KEYS.AWS_SECRET_ACCESS_KEY);
  // No key is in a backup: the operator keeps it elsewhere.
  const pictureKey = join(home.dataDir, 'picture-key');
  const keptElsewhere = readFileSync(pictureKey);
  rmSync(home.dataDir, { recursive: true });

  const wrong = await operator(['restore', '--to', 'latest'], { AWS_SECRET_ACCESS_KEY: 'another' });
  expect([wrong.code, wrong.output]).toEqual([1, expect.stringMatching(/403 SignatureDoesNotMatch: are AWS_ACCESS/)]);
  const nowhere = await operator(['restore', '--to', 'latest', '--from', store.url.replace('backups', 'others')]);
  expect([nowhere.code, nowhere.output]).toEqual([1, expect.stringContaining('there is no such bucket')]);

  const back = await operator(['restore', '--to', 'latest']);
  expect([back.code, back.output]).toEqual([0, expect.stringMatching(/Restored to seq \d+.*: 1 orders/)]);
  writeFileSync(pictureKey, keptElsewhere);
  const again = await home.start();
  const later = new InvestorClient(again.url);
  await later.signIn('an@mua.demo');
  const found = await later.get(`/api/order/${ACCOUNT}/by-client-id/${clientOrderId}`);
  expect([found.status, found.body.limitPrice, found.body.quantity]).toEqual([200, order.limitPrice, 2]);
  expect(await again.stop()).toBe(0);
});
