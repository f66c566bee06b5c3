/** A drill, told of a cluster that changes as it is told to. */
import { expect, test } from 'vitest';
import { type ClusterView, isWhole } from '#cluster/cluster-view.ts';
import { type Drilled, drill } from '#cluster/drill.ts';

const SINCE = '2026-11-28T00:00:00.000Z';

function viewWith(
  engines: readonly ['serves' | 'waits' | 'gone', 'serves' | 'waits' | 'gone'],
  pids = [11, 12],
): ClusterView {
  const processes = engines.map((state, index): ClusterView['processes'][number] => ({
    ...{ name: index === 0 ? 'engine-a' : 'engine-b', role: 'engine', state, since: SINCE, restarts: 0 },
    pid: state === 'gone' ? null : (pids[index] ?? null),
    ...{ epoch: state === 'serves' ? index + 1 : null, seq: null, lag: null },
  }));
  processes.push({
    ...{ name: 'market-a', role: 'market', state: 'serves', since: SINCE, restarts: 0 },
    ...{ pid: 31, epoch: null, seq: null, lag: null },
  });
  const pair: ClusterView['pair'] = {
    ...{ state: 'both', durability: 'alone' },
    databases: [
      { name: 'database-a', pid: 21, isPrimary: true },
      { name: 'database-b', pid: 22, isPrimary: false },
    ],
  };
  return { url: '', isWhole: isWhole({ processes, pair }), processes, pair, events: [] };
}

/** Shows each of them once, the last one for ever; the kill is before the second. */
function clusterOf(...views: ClusterView[]): Drilled & { readonly killed: string[] } {
  const killed: string[] = [];
  const view = (): ClusterView => {
    const [now] = killed.length === 0 || views.length === 1 ? views : views.splice(0, 1);
    if (!now) throw new Error('no view');
    return now;
  };
  return {
    killed,
    view,
    targets: () => ['engine', 'database'],
    kill(what) {
      killed.push(what);
      views.shift();
      return 11;
    },
  };
}

async function tell(cluster: Drilled, what: string, withinMs?: number): Promise<[boolean, string[]]> {
  const lines: string[] = [];
  const isWell = await drill(cluster, what, (line) => lines.push(line.replace(/^ *\d+\.\d\d s {2}/, '')), withinMs);
  return [isWell, lines];
}

test('tells what changes until everything is there again', async () => {
  const cluster = clusterOf(
    viewWith(['serves', 'waits']),
    // It is dead, and nobody has noticed.
    viewWith(['serves', 'waits']),
    viewWith(['gone', 'waits']),
    viewWith(['gone', 'serves']),
    viewWith(['waits', 'serves'], [13, 12]),
  );
  expect(await tell(cluster, 'engine')).toEqual([
    true,
    [
      'kill -9 11 (engine)',
      'engine-a: gone',
      'engine-b: serves, epoch 2, pid 12',
      'engine-a: waits, pid 13',
      'all is well again',
    ],
  ]);
  expect(cluster.killed).toEqual(['engine']);
});

test('kills nothing that it does not know, and nothing of a cluster that is not whole', async () => {
  const whole = clusterOf(viewWith(['serves', 'waits']));
  expect(await tell(whole, 'gateway-9')).toEqual([false, ['There is no gateway-9 here: engine, database']]);
  const broken = clusterOf(viewWith(['serves', 'gone']));
  expect((await tell(broken, 'engine'))[0]).toBe(false);
  expect([whole.killed, broken.killed]).toEqual([[], []]);
});

test('ends when it does not come back', async () => {
  const cluster = clusterOf(viewWith(['serves', 'waits']), viewWith(['gone', 'waits']));
  const [isWell, lines] = await tell(cluster, 'engine', 100);
  expect([isWell, lines.at(-1)]).toEqual([false, 'not everything is back: look at the logs']);
});
