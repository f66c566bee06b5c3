/**
 * Checks fsync failing under PostgreSQL: nothing is acknowledged afterwards, and the server ends. strace makes the
 * kernel return EIO. Runs in `npm run prove`; journal/journal.test.ts tests the same with a failing journal.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { ProductHome } from '#test/fixtures/product.ts';
import { restingBuy } from '#test/fixtures/resting-buy.ts';

const home = new ProductHome({ SEED: '8' });
afterAll(() => home.clear());

test.runIf(process.env.PROVE_FSYNC)('an EIO on fsync never becomes an acknowledgement', async () => {
  const product = await home.start();
  const investor = new InvestorClient(product.url);
  await investor.signIn('an@mua.demo');
  const terms = await restingBuy(investor);
  const acknowledged: string[] = [];
  const placeOne = async (): Promise<number | undefined> => {
    const clientOrderId = randomUUID();
    const order = { ...terms, clientOrderId, quantity: 1 };
    const answer = await investor.post('/api/order/108C000001-01/place', order).catch(() => undefined);
    if (answer?.status === 201) acknowledged.push(clientOrderId);
    return answer?.status;
  };
  for (let before = 0; before < 5; before += 1) expect(await placeOne()).toBe(201);
  const pids = home.postgresPids().flatMap((pid) => ['-p', String(pid)]);
  const injected = ['-e', 'trace=fdatasync,fsync', '-e', 'inject=fdatasync,fsync:error=EIO'];
  const strace = spawn('strace', ['-f', ...pids, ...injected], { stdio: 'ignore' });
  // Continues until the connection is refused: the disk failed, PostgreSQL panicked, and the server ended by itself.
  while ((await placeOne()) !== undefined);
  expect(await product.ended).toBe(70);
  strace.kill('SIGKILL');
  home.killPostgres();
  const again = await home.start();
  const after = new InvestorClient(again.url);
  await after.signIn('an@mua.demo');
  for (const clientOrderId of acknowledged) {
    const { status } = await after.get(`/api/order/108C000001-01/by-client-id/${clientOrderId}`);
    expect([clientOrderId, status]).toEqual([clientOrderId, 200]);
  }
  await again.stop();
});
