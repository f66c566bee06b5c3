/**
 * Measures what another machine adds to an order: the engine in one process, a gateway's part in this one, NATS between
 * them, 500 orders a second. The same orders without a bus are the peer, in the same run. HTTP is the same in both and is
 * left out. Loopback stands for the network. Then a standby is made, and the orders without a bus wait for its disk too.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { connectNats } from '@mua/server/bus/nats-bus';
import { createRemoteSequencer } from '@mua/server/gateway/remote-sequencer';
import { steadyClock } from '@mua/server/ground/clock';
import { watchLoad } from '@mua/server/ground/load';
import { openReplica } from '@mua/server/journal/replica';
import pg from 'pg';
import { newHome, readyAddress, removeHome } from '#bench-product.ts';
import { steadyCommands } from '#cluster-commands.ts';
import { within } from '#deadline.ts';
import { type Figure, percentile } from '#figure.ts';
import { HAS_NATS, type NatsServer, startNats } from '../../server/test/fixtures/nats-server.ts';

const WARM_UP_SECONDS = 2;
const MEASURE_SECONDS = 8;
const START_MS = 60_000;
const DIRECT_MS = 30_000;
const STANDBY_MS = 60_000;

let runs = 0;

export async function measureCluster(): Promise<Figure[]> {
  if (!HAS_NATS) throw new Error('the group cluster needs nats-server: apt-get install nats-server');
  const nats = await startNats();
  const home = newHome();
  const engine = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('./cluster-engine.ts', import.meta.url))],
    { env: { ...process.env, BENCH_HOME: home, BENCH_BUS: nats.url }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
  );
  try {
    return await measure(nats, engine);
  } finally {
    const ended = new Promise((resolve) => engine.once('exit', resolve));
    engine.kill('SIGTERM');
    await ended;
    removeHome(home);
    await nats.clear();
  }
}

async function measure(nats: NatsServer, engine: ChildProcess): Promise<Figure[]> {
  const ended = new Promise<number | null>((resolve) => engine.once('exit', resolve));
  const url = await within(START_MS, 'starting the engine', readyAddress(engine, ended));
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  const bus = await connectNats({ url: nats.url, name: 'gateway' });
  const replica = await openReplica(pool, fail);
  const remote = createRemoteSequencer({ bus, replica, load: watchLoad(), steady: steadyClock(), onError: fail });
  const lags = followLag(bus, remote);
  await remote.ready();
  runs += 1;
  await steadyCommands(remote.submit, `warm-${runs}`, WARM_UP_SECONDS);
  lags.length = 0;
  const direct: number[] = JSON.parse(await bus.request('bench.direct', String(MEASURE_SECONDS), DIRECT_MS));
  const far = await steadyCommands(remote.submit, `far-${runs}`, MEASURE_SECONDS);
  await bus.request('bench.standby', '', STANDBY_MS);
  const onTwo: number[] = JSON.parse(await bus.request('bench.direct', String(MEASURE_SECONDS), DIRECT_MS));
  remote.close();
  await bus.close();
  await pool.end();
  const peer = (share: number) => ({ name: 'one process', value: percentile(direct, share) });
  return [
    {
      ...{ id: 'cluster.order-p50', unit: 'ms', value: percentile(far, 0.5), peer: peer(0.5) },
      ...{ target: Math.round(percentile(direct, 0.5) + 5), better: 'min' },
    },
    {
      ...{ id: 'cluster.order-p99', unit: 'ms', value: percentile(far, 0.99), peer: peer(0.99) },
      ...{ target: Math.round(percentile(direct, 0.99) + 5), better: 'min' },
    },
    {
      ...{ id: 'cluster.replica-lag-p99', unit: 'ms', value: percentile(lags, 0.99) },
      ...{ target: 20, better: 'min' },
    },
    {
      ...{ id: 'cluster.any-1-adds-p50', unit: 'ms', value: percentile(onTwo, 0.5) - percentile(direct, 0.5) },
      ...{ target: 1, better: 'min', peer: { name: 'one disk, in all', value: percentile(direct, 0.5) } },
    },
  ];
}

function fail(error: unknown): never {
  throw error;
}

/** From a batch on the engine's disk to its execution here, in ms. */
function followLag(
  bus: { subscribe(subject: string, listener: (text: string) => void): unknown },
  remote: { onDurable(listener: (steps: readonly { command: { seq: number } }[]) => void): void },
): number[] {
  const lags: number[] = [];
  const written = new Map<number, number>();
  bus.subscribe('bench.written', (text) => {
    const { seq, atMs } = JSON.parse(text);
    written.set(seq, atMs);
  });
  remote.onDurable((steps) => {
    const seq = steps.at(-1)?.command.seq ?? 0;
    const atMs = written.get(seq);
    written.delete(seq);
    if (atMs !== undefined) lags.push(performance.timeOrigin + performance.now() - atMs);
  });
  return lags;
}
