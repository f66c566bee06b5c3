/**
 * A day on which everything happens to the product while people trade: kills, stops, a full, slow and failing disk, a
 * clock that is set, a network that is cut. Nothing that was acknowledged is lost, doubled or changed, every call has its
 * answer or was cut, and ten seconds after each fault orders are taken again.
 *
 * Runs in `npm run prove`. CHAOS_SECONDS says how long, CHAOS_SEED which faults come in which order; the seed is printed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '@mua/core/values';
import { afterAll, expect, test } from 'vitest';
import { ChaosRun } from '#test/durability/chaos/chaos-run.ts';
import { faultsFor, planOf } from '#test/durability/chaos/faults.ts';

const SECONDS = Number(process.env.CHAOS_SECONDS ?? 0);
const SEED = Number(process.env.CHAOS_SEED ?? 20261127);

let run: ChaosRun | undefined;
afterAll(() => run?.clear());

test.runIf(SECONDS > 0)(
  `${SECONDS} s of faults under load`,
  async () => {
    console.log(`CHAOS_SEED=${SEED} CHAOS_SECONDS=${SECONDS}`);
    run = await ChaosRun.start(SEED, SECONDS);
    const { faults, missing } = faultsFor(run.hasFakedTime);
    if (missing.length > 0) console.warn(`SKIPPED: ${missing.join(', ')}`);
    const random = seededRandom(SEED);
    const endMs = performance.now() + SECONDS * 1000;
    for (const { fault, lastsMs } of planOf(faults, random)) {
      await sleep(random.between(4_000, 10_000));
      if (performance.now() > endMs) break;
      await run.suffer(fault, lastsMs);
    }
    await run.finish();
    console.log(run.report());
    expect(run.findings.sentences).toEqual([]);
    // A driver without a processor sees too little of the product's time.
    expect(run.findings.driverLateShare).toBeLessThan(0.25);
    expect(run.acknowledgedShare()).toBeGreaterThan(0.5);
  },
  SECONDS * 1000 + 900_000,
);
