/**
 * fsync failing under PostgreSQL: nothing is acknowledged from then on, the server ends by itself. strace makes the
 * kernel say EIO. Runs in `npm run prove`; the same promise on a failing journal is in trading/journal.test.ts.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { InvestorClient } from '../fixtures/investor-client.ts';
import { ProductHome } from '../fixtures/product.ts';

const home = new ProductHome({ SEED: '8' });
afterAll(() => home.clear());

test.runIf(process.env.PROVE_FSYNC)('an EIO on fsync never becomes an acknowledgement', async () => {
  const product = await home.start();
  const investor = new InvestorClient(product.url);
  await investor.signIn('an@mua.demo');
  const postmaster = Number(readFileSync(join(home.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const pids = home.postgresPids().flatMap((pid) => ['-p', String(pid)]);
  const strace = spawn(
    'strace',
    ['-f', ...pids, '-e', 'trace=fdatasync,fsync', '-e', 'inject=fdatasync,fsync:error=EIO'],
    { stdio: 'ignore' },
  );
  const acknowledged: string[] = [];
  for (let failures = 0; failures < 3; ) {
    const clientOrderId = randomUUID();
    const order = {
      clientOrderId,
      contractCode: 'ZCEZ26',
      side: 'BUY',
      orderType: 'LIMIT',
      duration: 'GTC',
      quantity: 1,
      limitPrice: '430.00',
    };
    const answer = await investor.post('/api/order/108C000001-01/place', order).catch(() => undefined);
    if (answer?.status === 201) acknowledged.push(clientOrderId);
    else failures += 1;
  }
  strace.kill('SIGKILL');
  await product.kill();
  home.killPostgres();
  const again = await home.start();
  const after = new InvestorClient(again.url);
  await after.signIn('an@mua.demo');
  for (const clientOrderId of acknowledged) {
    const { status } = await after.get(`/api/order/108C000001-01/by-client-id/${clientOrderId}`);
    expect([clientOrderId, status, postmaster > 0]).toEqual([clientOrderId, 200, true]);
  }
  await again.stop();
});
