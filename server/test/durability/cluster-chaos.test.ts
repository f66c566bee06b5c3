/**
 * A day on which everything happens to the processes of a cluster while people trade through its door: each of them is
 * killed and stopped in its tracks, by a seed. Every acknowledged order is in the journal once and with its terms, one
 * engine writes at any time, each batch's results are what was stored, nobody misses a change, and a recovery reaches the
 * state of a replica.
 *
 * Runs in `npm run prove`; SOAK_SECONDS says how long, SOAK_SEED what comes in which order. How long anything takes is
 * told, and not asserted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '@mua/core/values';
import { afterAll, expect, test } from 'vitest';
import { CLUSTER_FAULTS } from '#test/durability/chaos/cluster-faults.ts';
import { ClusterRun } from '#test/durability/chaos/cluster-run.ts';
import { planOf } from '#test/durability/chaos/faults.ts';
import { HAS_NATS } from '#test/fixtures/nats-server.ts';

const SECONDS = Number(process.env.SOAK_SECONDS ?? 0);
const SEED = Number(process.env.SOAK_SEED ?? 20261128);

let run: ClusterRun | undefined;
afterAll(() => run?.clear());

test.runIf(HAS_NATS && SECONDS > 0)(
  `${SECONDS} s of faults of a cluster under load`,
  async () => {
    console.log(`SOAK_SEED=${SEED} SOAK_SECONDS=${SECONDS}`);
    run = await ClusterRun.start(SEED);
    const random = seededRandom(SEED);
    const endMs = performance.now() + SECONDS * 1000;
    for (const { fault, lastsMs } of planOf(CLUSTER_FAULTS, random)) {
      await sleep(random.between(2_000, 8_000));
      if (performance.now() > endMs) break;
      await run.suffer(fault, lastsMs);
    }
    await run.finish();
    console.log(run.report());
    expect(run.findings.sentences).toEqual([]);
    // Refusals are no loss; but it has to have been under orders.
    expect(run.acknowledgedShare()).toBeGreaterThan(0.1);
  },
  SECONDS * 2000 + 1_200_000,
);
