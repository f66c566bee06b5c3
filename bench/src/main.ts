/**
 * Runs `npm run bench -- [group] [--runs 5] [--against <folder>]`: measures the groups, prints medians as a table, and
 * writes bench/results/latest.json. Without a group it measures all but the longest within 25 minutes, each as often as
 * its share of them allows. The engine can be compared with that of another checkout. A missed target is only
 * reported; a group that can't be measured is a failure: the others are still reported, and the exit code is 1.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { finishAlerts, measureAlerts } from '#alerts.ts';
import { measureCluster } from '#cluster.ts';
import { finishConnections, measureConnections } from '#connections.ts';
import { finishCopying, measureCopying } from '#copying.ts';
import { within } from '#deadline.ts';
import { measureEngine } from '#engine.ts';
import { type Figure, median } from '#figure.ts';
import { finishFirstLoad, measureFirstLoad } from '#first-load.ts';
import { finishGateway, measureGateway } from '#gateway.ts';
import { finishIdle, measureIdle } from '#idle.ts';
import { finishLosses, measureLosses } from '#losses.ts';
import { finishMarketFeed, measureMarketFeed } from '#market-feed.ts';
import { finishMoney, measureMoney } from '#money.ts';
import { measureOrderBook } from '#order-book.ts';
import { finishOrdersHttp, measureOrdersHttp } from '#orders-http.ts';
import { finishOverload, measureOverload } from '#overload.ts';
import { measurePriceSteps } from '#price-steps.ts';
import { finishPriceTable, measurePriceTable } from '#price-table.ts';
import { finishQueries, measureQueries } from '#queries.ts';
import { finishRecovery, measureRecovery } from '#recovery.ts';
import { finishRegistration, measureRegistration } from '#registration.ts';
import { finishRestore, measureRestore } from '#restore.ts';
import { finishWeb, measureCharts, measureWeb } from '#web.ts';
import { finishWindows, measureWindows } from '#windows.ts';

interface Group {
  readonly measure: (against?: string) => Promise<Figure[]>;
  readonly finish?: () => Promise<void>;
  /** Time limit of all its runs, if not the usual one. */
  readonly withinMs?: number;
  /** A run alone takes longer than all others together: it is measured by its name. */
  readonly isLong?: true;
}

/** Time limit of the whole set. */
const SET_MS = 25 * 60_000;

/** Time limit of all runs of a group. */
const GROUP_MS = 300_000;
/** Time limit of a group that first stores a million rows, or sends thousands of applications. */
const FILLING_MS = 900_000;
/** Time limit of a group that restores five gigabytes for each run. */
const RESTORE_MS = 2_400_000;
/** Time limit of a group that loads four pages for each run, one of them on a slow phone. */
const WEB_MS = 600_000;
const FINISH_MS = 30_000;

const GROUPS: Readonly<Record<string, Group>> = {
  'order-book': { measure: measureOrderBook },
  engine: { measure: measureEngine, withinMs: FILLING_MS },
  'price-steps': { measure: measurePriceSteps },
  'market-feed': { measure: measureMarketFeed, finish: finishMarketFeed },
  'orders-http': { measure: measureOrdersHttp, finish: finishOrdersHttp },
  overload: { measure: measureOverload, finish: finishOverload },
  cluster: { measure: measureCluster },
  losses: { measure: measureLosses, finish: finishLosses, withinMs: FILLING_MS },
  gateway: { measure: measureGateway, finish: finishGateway, withinMs: FILLING_MS },
  connections: { measure: measureConnections, finish: finishConnections, withinMs: FILLING_MS },
  'price-table': { measure: measurePriceTable, finish: finishPriceTable },
  web: { measure: measureWeb, finish: finishWeb, withinMs: WEB_MS },
  charts: { measure: measureCharts, finish: finishWeb },
  windows: { measure: measureWindows, finish: finishWindows },
  'first-load': { measure: measureFirstLoad, finish: finishFirstLoad },
  queries: { measure: measureQueries, finish: finishQueries, withinMs: FILLING_MS },
  recovery: { measure: measureRecovery, finish: finishRecovery, withinMs: FILLING_MS },
  restore: { measure: measureRestore, finish: finishRestore, withinMs: RESTORE_MS, isLong: true },
  registration: { measure: measureRegistration, finish: finishRegistration, withinMs: FILLING_MS },
  money: { measure: measureMoney, finish: finishMoney, withinMs: FILLING_MS },
  copying: { measure: measureCopying, finish: finishCopying, withinMs: FILLING_MS },
  alerts: { measure: measureAlerts, finish: finishAlerts, withinMs: FILLING_MS },
  idle: { measure: measureIdle, finish: finishIdle },
};

interface Summary extends Omit<Figure, 'value' | 'peer'> {
  readonly runs: number;
  readonly median: number;
  readonly met: boolean;
  readonly peer?: { readonly name: string; readonly median: number };
}

function summarise(figures: readonly Figure[]): Summary {
  const [first] = figures;
  if (!first) throw new Error('a figure needs a run');
  const { value: _value, peer, ...facts } = first;
  const middle = median(figures.map((figure) => figure.value));
  const peers = figures.flatMap((figure) => (figure.peer ? [figure.peer.value] : []));
  return {
    ...facts,
    runs: figures.length,
    median: middle,
    met: facts.better === 'max' ? middle >= facts.target : middle <= facts.target,
    ...(peer ? { peer: { name: peer.name, median: median(peers) } } : {}),
  };
}

/** At least one run, and further ones for as long as another is expected to end within its share of the time. */
async function runGroup(name: string, group: Group, share: { readonly ms: number; readonly leftMs: number }) {
  const byId = new Map<string, Figure[]>();
  const beganMs = performance.now();
  const untilMs = beganMs + Math.min(group.withinMs ?? GROUP_MS, share.leftMs);
  try {
    for (let run = 1; run <= runs; run += 1) {
      const passedMs = performance.now() - beganMs;
      if (run > 1 && passedMs + passedMs / (run - 1) > share.ms) break;
      console.error(`· ${name}: run ${run} of ${runs}`);
      const left = Math.max(0, Math.round(untilMs - performance.now()));
      const measured = await within(left, `${name}, run ${run}`, group.measure(values.against));
      for (const figure of measured) byId.set(figure.id, [...(byId.get(figure.id) ?? []), figure]);
    }
  } finally {
    if (group.finish) await within(FINISH_MS, `${name}, finishing`, group.finish());
  }
  return [...byId.values()].map(summarise);
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, against: { type: 'string' } },
  allowPositionals: true,
});
const isWholeSet = positionals.length === 0;
const wanted = isWholeSet ? Object.keys(GROUPS).filter((name) => !GROUPS[name]?.isLong) : positionals;
const runs = Number(values.runs);
const unknown = wanted.filter((name) => !GROUPS[name]);
if (unknown.length > 0 || !Number.isInteger(runs) || runs < 1) {
  console.error(`npm run bench -- [group] [--runs 5] [--against <folder>]; groups: ${Object.keys(GROUPS).join(', ')}`);
  process.exit(2);
}
const startedAt = new Date().toISOString();
const figures: Summary[] = [];
const failed: string[] = [];
const setEndsMs = performance.now() + (isWholeSet ? SET_MS : Number.POSITIVE_INFINITY);
for (const [at, name] of wanted.entries()) {
  const group = GROUPS[name];
  if (!group) continue;
  try {
    const leftMs = setEndsMs - performance.now() - FINISH_MS;
    figures.push(...(await runGroup(name, group, { ms: leftMs / (wanted.length - at), leftMs })));
  } catch (error) {
    console.error(error);
    failed.push(name);
  }
}
console.table(
  figures.map(({ id, unit, median: middle, target, better, met, peer }) => ({
    figure: id,
    median: `${Number(middle.toPrecision(5))} ${unit}`,
    target: `${better === 'max' ? '≥' : '≤'} ${target}`,
    met: met ? 'yes' : 'NO',
    peer: peer ? `${peer.name} ${Number(peer.median.toPrecision(4))}` : '',
  })),
);
const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'results');
mkdirSync(folder, { recursive: true });
const report = { commit: commit(), node: process.version, cpus: cpus().length, startedAt, figures };
writeFileSync(join(folder, 'latest.json'), `${JSON.stringify(report, null, 2)}\n`);
if (failed.length > 0) console.error(`not measured: ${failed.join(', ')}`);
if (isWholeSet)
  console.error(
    `only by name: ${Object.keys(GROUPS)
      .filter((name) => GROUPS[name]?.isLong)
      .join(', ')}`,
  );
// Ends whatever a failed group has left running.
process.exit(failed.length > 0 ? 1 : 0);
