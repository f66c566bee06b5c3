/**
 * All of a cluster, as `npm run cluster` runs it, while somebody trades through its door: whatever is killed, it is whole
 * again by itself, and nothing that was acknowledged is lost, doubled or changed.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acknowledges, expectOnce, trade } from '#test/durability/steady-trader.ts';
import { HAS_NATS } from '#test/fixtures/nats-server.ts';
import { RunningCluster } from '#test/fixtures/running-cluster.ts';

describe.skipIf(!HAS_NATS)('a cluster (skipped where nats-server is not installed)', () => {
  let cluster: RunningCluster;
  beforeAll(async () => {
    cluster = await RunningCluster.start({ gateways: 2 });
  });
  afterAll(() => cluster.clear());

  test('survives the loss of each of its parts', async () => {
    const trader = await trade(cluster.url);
    for (const part of ['engine', 'gateway-1', 'projector', 'nats', 'database', 'standby']) {
      await cluster.kill(part);
      await acknowledges(trader, 20);
    }
    await trader.stop();
    await expectOnce(trader, await cluster.databaseUrl());
    const { isWhole, processes } = await cluster.view();
    expect([isWhole, processes.filter(({ restarts }) => restarts > 0).length]).toEqual([true, expect.any(Number)]);
  });

  test('ends in order', async () => {
    expect(await cluster.stop()).toBe(0);
  });
});
