/**
 * `npm test`: all tests, ordered by how soon they fail: check, simulator, server, durability, browser. Ends with one
 * line of counts.
 */
import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildStale, ROOT } from './build.mjs';
import { check, QUICK_REPORT } from './check.mjs';
import { findChromium } from './chromium.mjs';
import { pathWithNatsServer } from './nats-server.mjs';
import { run } from './run.mjs';

/**
 * Simulator and server share one pool of workers, so that none idles while the other's last file runs. The durability
 * tests wait for starts, stops and the disk for much of their time: one more at once than there are cores.
 */
const VITEST_PARTS = [
  { projects: ['simulator', 'server'], workers: [] },
  { projects: ['durability'], workers: [`--maxWorkers=${availableParallelism() + 1}`] },
];

function say(message) {
  console.log(`\n· ${message}`);
}

function count(file) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  if (report.stats) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    return { passed: expected, failed: unexpected + flaky, skipped };
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

async function timed(name, task) {
  const startedAt = performance.now();
  await task();
  console.log(`· ${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

async function test() {
  const reports = [QUICK_REPORT];
  const report = (name) => {
    const file = join(ROOT, '.cache', `report-${name}.json`);
    rmSync(file, { force: true });
    reports.push(file);
    return file;
  };
  await timed('check', check);
  say('Building what the tests run');
  await buildStale(say);
  const path = pathWithNatsServer();
  if (!path) say('skipped: every test of several processes, which needs nats-server');
  for (const { projects, workers } of VITEST_PARTS) {
    const name = projects.join('-and-');
    const chosen = [...projects.flatMap((project) => ['--project', project]), ...workers];
    const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report(name)}`];
    const options = { cwd: ROOT, env: { ...process.env, ...(path ? { PATH: path } : {}) } };
    await timed(name, () => run('npx', ['--no-install', 'vitest', 'run', ...chosen, ...output], options));
  }
  const chromium = findChromium();
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report('browser') };
  await timed('browser', () =>
    run('npx', ['--no-install', 'playwright', 'test', '--reporter=list,json'], { cwd: join(ROOT, 'e2e'), env }),
  );
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const file of reports) {
    const { passed, failed, skipped } = count(file);
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
}

test().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
