/**
 * Measures the engine alone: checks, margin levels, positions, ledger, events; no disk, no exchange, no wire. One run
 * has 1,000 sub-accounts, whose orders are placed, accepted, filled and cancelled as an exchange would report them, in
 * a separate process (engine-run.ts). With another checkout to compare, both are run alternately.
 */
import { execFile } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type CommandBody, createEngineState, type EngineState, execute } from '@mua/core/engine';
import { build } from 'rolldown';
import type { EngineRun } from '#engine-run.ts';
import type { Figure } from '#figure.ts';
import { enterReferenceData } from '#reference-data.ts';

const ACCOUNTS = 1_000;
const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '../..');
const run = promisify(execFile);

/** Measures the engine; `against` is the folder of another checkout of this product. */
export async function measureEngine(against?: string): Promise<Figure[]> {
  const own = await runEngine(ROOT);
  const other = against === undefined ? undefined : await runEngine(resolve(against));
  const figures = runFigures(own, other);
  if (other) {
    checkSameOutcome(own, other);
    const times = other.processorSeconds / own.processorSeconds;
    figures.push({ id: 'engine.against', unit: 'times', value: times, target: 2, better: 'max' });
  }
  return [...figures, ...(await measureMemory())];
}

/** Bundles the engine of a checkout as the product has it (tools/server-bundle.mjs), and runs it. */
async function runEngine(folder: string): Promise<EngineRun> {
  const bundle = join(folder, '.cache/bench/engine.js');
  await build({
    input: join(folder, 'core/src/engine/index.ts'),
    platform: 'node',
    tsconfig: false,
    // Releases before record 159 name their sources by this condition.
    resolve: { conditionNames: ['mua-source'] },
    output: { file: bundle, strictExecutionOrder: true, keepNames: true },
  });
  const script = join(HERE, 'engine-run.ts');
  const flags = ['--expose-gc', '--import', 'tsx'];
  const { stdout } = await run(process.execPath, [...flags, script, bundle], { cwd: ROOT, maxBuffer: 2 ** 26 });
  return JSON.parse(stdout);
}

/** Returns the figures of a run, with the other engine as peer, if there is one. */
function runFigures(own: EngineRun, other: EngineRun | undefined): Figure[] {
  const peer = (value: number | undefined) => (value === undefined ? {} : { peer: { name: 'against', value } });
  const { with10Lots, with10000Lots } = own.fillUs;
  return [
    {
      id: 'engine.commands',
      unit: 'commands/s',
      value: own.commandsPerSecond,
      target: 200_000,
      better: 'max',
      ...peer(other?.commandsPerSecond),
    },
    {
      id: 'engine.fill-10-lots',
      unit: 'us',
      value: with10Lots,
      target: 10,
      better: 'min',
      ...peer(other?.fillUs.with10Lots),
    },
    {
      id: 'engine.fill-10000-lots',
      unit: 'us',
      value: with10000Lots,
      target: 10,
      better: 'min',
      ...peer(other?.fillUs.with10000Lots),
    },
    { id: 'engine.fill-growth', unit: 'times', value: with10000Lots / with10Lots, target: 1.5, better: 'min' },
  ];
}

/** Both engines must reach the same state or, with another form of state, the same figures. */
function checkSameOutcome(own: EngineRun, other: EngineRun): void {
  if (own.stateHash === other.stateHash) return;
  for (const name of ['fills', 'positions', 'cashVnd'] as const) {
    if (own.figures[name] !== other.figures[name]) throw new Error(`both engines were given the same: ${name} differ`);
  }
  console.error('· engine: states are told otherwise there, fills, positions and cash are the same');
}

/** Measures the memory of 100,000 live orders, with garbage collection before and after if available. */
async function measureMemory(): Promise<Figure[]> {
  const settle = globalThis.gc;
  settle?.();
  const before = process.memoryUsage().heapUsed;
  const state = createEngineState();
  const run = commandRunner(state);
  enterReferenceData(run, ACCOUNTS);
  for (let order = 0; order < 100_000; order += 1) {
    run({
      kind: 'placeOrder',
      accountId: `account-${order % ACCOUNTS}`,
      orderId: `order-${order}`,
      clientOrderId: `client-${order}`,
      contractCode: 'ZCEZ26',
      side: order % 2 === 0 ? 'BUY' : 'SELL',
      orderType: 'LIMIT',
      duration: 'GTC',
      quantityLots: 1,
      limitPrice: order % 2 === 0 ? '440.00' : '460.00',
    });
  }
  settle?.();
  const megabytes = (process.memoryUsage().heapUsed - before) / 1e6;
  const live = [...state.orders.values()].filter((order) => order.status === 'IN_TRANSIT').length;
  if (live !== 100_000) throw new Error(`only ${live} of 100,000 orders are live`);
  return [{ id: 'engine.memory-100k-orders', unit: 'MB', value: megabytes, target: 500, better: 'min' }];
}

function commandRunner(state: EngineState): (body: CommandBody) => void {
  return (body) => execute(state, { ...body, seq: state.seq + 1, timeMs: state.timeMs + 1 });
}
