/** Kills one process of the running cluster and tells what follows, with times, until everything is there again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterView } from '#cluster/cluster-view.ts';

export interface Drilled {
  view(): ClusterView;
  kill(what: string): number | undefined;
  targets(): string[];
}

const LOOK_MS = 20;
const WHOLE_WITHIN_MS = 120_000;

/** Returns whether all was well again in time. Each line begins with the seconds since the kill. */
export async function drill(
  cluster: Drilled,
  what: string,
  say: (line: string) => void,
  withinMs = WHOLE_WITHIN_MS,
): Promise<boolean> {
  if (!cluster.targets().includes(what)) {
    say(`There is no ${what} here: ${cluster.targets().join(', ')}`);
    return false;
  }
  if (!cluster.view().isWhole) {
    say('Not everything is there: wait until it is, `npm run cluster -- status` shows it');
    return false;
  }
  let before = statesOf(cluster.view());
  const killed = cluster.kill(what);
  const startedAt = performance.now();
  const since = (): string => `${((performance.now() - startedAt) / 1000).toFixed(2).padStart(6)} s`;
  if (killed === undefined) {
    say(`${what} does not run`);
    return false;
  }
  say(`${since()}  kill -9 ${killed} (${what})`);
  while (performance.now() - startedAt < withinMs) {
    const view = cluster.view();
    const now = statesOf(view);
    for (const [name, state] of now) if (before.get(name) !== state) say(`${since()}  ${name}: ${state}`);
    before = now;
    if (view.isWhole && !isThere(view, killed)) {
      say(`${since()}  all is well again`);
      return true;
    }
    await sleep(LOOK_MS);
  }
  say(`${since()}  not everything is back: look at the logs`);
  return false;
}

function isThere({ processes, pair }: ClusterView, pid: number): boolean {
  return [...processes, ...pair.databases].some((one) => one.pid === pid);
}

/** By name, as people read it. */
export function statesOf({ processes, pair }: ClusterView): Map<string, string> {
  return new Map([
    ...processes.map(({ name, state, pid, epoch }): [string, string] => [
      name,
      [state, ...(epoch === null ? [] : [`epoch ${epoch}`]), ...(pid === null ? [] : [`pid ${pid}`])].join(', '),
    ]),
    ...pair.databases.map(({ name, pid, isPrimary }): [string, string] => [
      name,
      pid === null ? 'gone' : `${isPrimary ? 'primary' : 'standby'}, pid ${pid}`,
    ]),
    ['databases', pair.state],
  ]);
}
