/**
 * `npm run prove`: the long proofs. Thousands of simulated worlds, as many with a third-party exchange, a million
 * commands that mean the same in every time zone and language, no sum of two units in any chapter, a test for every
 * rule that could be changed, two hundred kills under load and as many while price alerts fire, a hundred takeovers in
 * a row, an upgrade to an engine that decides otherwise, a long fuzz of every route, of bytes and of frames, the
 * server's whole suite with a bus between HTTP and engine, three hundred identity documents read, ten minutes of a
 * full market in which the page's memory stays flat, a desk whose cluster is killed part by part, fsync failing under
 * the product, fifty power cuts from the first second on (eight minutes), an hour in which all of it comes at once
 * (`CHAOS_SEED=… CHAOS_SECONDS=…` plays the same faults in the same order again), and another in which the processes
 * of a cluster are killed and frozen (`SOAK_SEED=… SOAK_SECONDS=…`, a day of it is 86400).
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildStale, ROOT } from './build.mjs';
import { findChromium } from './chromium.mjs';
import { installMissing } from './install.mjs';
import { pathWithNatsServer } from './nats-server.mjs';
import { run } from './run.mjs';
import { bundleBenchServer } from './server-bundle.mjs';

const SEEDS = 2_000;
const STEPS = 2_000;

function vitest(project, filter, env = {}) {
  const args = ['--no-install', 'vitest', 'run', '--project', project, '--testTimeout=7200000', ...filter];
  return run('npx', args, { cwd: ROOT, env: { ...process.env, ...env } });
}

function simulateSeeds(behaviour) {
  const script = join(ROOT, 'core/test/simulator/many.ts');
  const args = ['--import', 'tsx', script, String(SEEDS), String(STEPS), behaviour];
  return run(process.execPath, args, { cwd: ROOT });
}

/** Runs in core, see core/test/mutation/stryker.config.mjs; docs/mutation-testing.md assesses the survivors. */
function mutateRules() {
  const args = ['--no-install', 'stryker', 'run', 'test/mutation/stryker.config.mjs'];
  return run('npx', args, { cwd: join(ROOT, 'core') });
}

function followUnits() {
  const script = join(ROOT, 'tools/unit-check.ts');
  return run(process.execPath, ['--import', 'tsx', script, 'core', 'server', 'web'], { cwd: ROOT });
}

async function watchPageMemory() {
  await bundleBenchServer(ROOT);
  const script = join(ROOT, 'bench/src/web-memory.ts');
  const env = { ...process.env, CHROMIUM_PATH: findChromium() };
  await run(process.execPath, ['--import', 'tsx', script], { cwd: ROOT, env });
}

function watchDeskOfCluster() {
  const env = { ...process.env, CHROMIUM_PATH: findChromium(), PROVE_CLUSTER_DESK: '1' };
  return run('npx', ['--no-install', 'playwright', 'test', '--project', 'cluster'], { cwd: join(ROOT, 'e2e'), env });
}

await installMissing();
const path = pathWithNatsServer();
if (path) process.env.PATH = path;
else console.log('· skipped: everything of several processes, which needs nats-server');
await buildStale((message) => console.log(`· ${message}`));
await simulateSeeds('plain');
await simulateSeeds('foreign');
await vitest('simulator', ['determinism'], { JOURNAL_COMMANDS: '1000000' });
await vitest('unit', ['server/src/venue/simulated/model/statistics'], { STATISTICS_SEEDS: '8' });
await followUnits();
await mutateRules();
await vitest('durability', ['kill'], { KILL_CYCLES: '200' });
await vitest('durability', ['several-processes'], { TAKEOVERS: '100' });
await vitest('durability', ['upgrade'], { PROVE_UPGRADE: '1' });
await vitest('server', ['every-route', 'http/fuzz'], {
  FUZZ_RUNS: '2000',
  FUZZ_REQUESTS: '50000',
  FUZZ_FRAMES: '20000',
});
await vitest('server', [], { TEST_BUS: 'between' });
await vitest('server', ['identity-documents/corpus'], { CORPUS_DOCUMENTS: '300' });
await watchPageMemory();
await watchDeskOfCluster();
if (spawnSync('strace', ['-V']).status === 0) await vitest('durability', ['fsync'], { PROVE_FSYNC: '1' });
else console.log('· skipped: fsync failing under the product (needs strace)');
const isDiskOurs = process.getuid() === 0 && existsSync('/dev/fuse');
if (isDiskOurs) await vitest('durability', ['power-cut'], { PROVE_POWER_CUT: '1', POWER_CUTS: '50' });
else console.log('· skipped: power cuts (need root and /dev/fuse)');
const seed = process.env.CHAOS_SEED ?? String(Math.floor(Math.random() * 1_000_000));
await vitest('durability', ['durability/chaos'], { CHAOS_SECONDS: '3600', ...process.env, CHAOS_SEED: seed });
const soakSeed = process.env.SOAK_SEED ?? seed;
await vitest('durability', ['cluster-chaos'], { SOAK_SECONDS: '3600', ...process.env, SOAK_SEED: soakSeed });
