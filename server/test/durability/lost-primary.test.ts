/**
 * The machine of the primary is lost, disk and all, while orders flow: the server ends, and goes on from the standby with
 * every order that was acknowledged.
 */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { keepPair } from '#db/kept-pair.ts';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { ProductHome, signalPostgres } from '#test/fixtures/product.ts';
import { restingBuy } from '#test/fixtures/resting-buy.ts';

const ACCOUNT = '108C000001-01';
const WITHIN = { timeout: 60_000, interval: 20 };

const databases = mkdtempSync(join(tmpdir(), 'mua-databases-'));
chmodSync(databases, 0o755);
const dataDirs = [join(databases, 'one'), join(databases, 'other')] as const;
const home = ProductHome.begun({ SEED: '22' });
afterAll(() => {
  home.clear();
  signalPostgres(databases, 'SIGKILL');
  rmSync(databases, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test('orders survive the loss of the machine of the primary', async () => {
  const primaries: string[] = [];
  const pair = await keepPair({
    dataDirs,
    durability: 'two',
    onState: () => {},
    onPrimary: (url) => primaries.push(url),
  });
  const product = await home.start({ DATABASE_URL: pair.primaryUrl() ?? '' });
  const investor = new InvestorClient(product.url);
  await investor.signIn('an@mua.demo');
  const terms = await restingBuy(investor);
  const acknowledged: string[] = [];
  const place = async (): Promise<number | undefined> => {
    const clientOrderId = randomUUID();
    const order = { ...terms, clientOrderId, quantity: 1 };
    const answer = await investor.post(`/api/order/${ACCOUNT}/place`, order).catch(() => undefined);
    if (answer?.status === 201) acknowledged.push(clientOrderId);
    return answer?.status;
  };
  while (acknowledged.length < 10) expect(await place()).toBe(201);

  const onTheirWay = [place(), place(), place(), place()];
  signalPostgres(dataDirs[0], 'SIGKILL');
  rmSync(dataDirs[0], { recursive: true, maxRetries: 20, retryDelay: 10 });
  await Promise.all(onTheirWay);
  expect(await product.ended).toBe(70);
  await vi.waitUntil(() => primaries.length > 0, WITHIN);

  const again = await home.start({ DATABASE_URL: primaries[0] ?? '' });
  const after = new InvestorClient(again.url);
  await after.signIn('an@mua.demo');
  for (const clientOrderId of acknowledged) {
    const { status } = await after.get(`/api/order/${ACCOUNT}/by-client-id/${clientOrderId}`);
    expect([clientOrderId, status]).toEqual([clientOrderId, 200]);
  }
  await vi.waitUntil(() => pair.state() === 'both', WITHIN);
  expect(await again.stop()).toBe(0);
  await pair.stop();
});
