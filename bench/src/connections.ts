/**
 * Measures five thousand signed-in investors with a socket each: their cost, the latency of events and orders
 * meanwhile, the effect of sign-ins and stalled readers on others, and the reconnect of all after the server was
 * killed. The clients run in a separate process (connections-clients.ts).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type BenchProduct, startAgain, startBenchProduct } from '#bench-product.ts';
import { within } from '#deadline.ts';
import type { Figure } from '#figure.ts';
import { residentMb } from '#processes.ts';

export const CLIENTS = 5_000;
export const STALLED_READERS = 200;
const CLIENTS_MS = 330_000;

/** The phases that the clients report, in order. */
const MARKS = ['MEASURED', 'UNSTALLED', 'STALLED', 'KILL'] as const;
export type Mark = (typeof MARKS)[number];

export interface ConnectionsReport {
  readonly connected: number;
  readonly eventP99Ms: number;
  readonly orderP99Ms: number;
  readonly signInsPerSecond: number;
  readonly orderP99WhileSigningInMs: number;
  /** Stalled readers still connected at the end of the measurement. */
  readonly stalledReaders: number;
  /** Median of the slices just before they came and just after they left, for comparison. */
  readonly eventP99AroundStalledMs: number;
  readonly eventP99BesideStalledMs: number;
  /** Seconds from the first lost connection until all were back; Infinity if some were not. */
  readonly backSeconds: number;
  readonly ordersFailed: number;
}

let product: BenchProduct | undefined;

export async function measureConnections(): Promise<Figure[]> {
  // Each run has its own product, because it is killed at the end.
  const first = await startBenchProduct(CLIENTS);
  product = first;
  const memory = new Map<Mark, number>();
  const report = await runClients(first, async (mark) => {
    memory.set(mark, residentMb(first.pid));
    if (mark !== 'KILL') return;
    await first.crash();
    product = await startAgain(first, CLIENTS);
  });
  await finishConnections();
  if (report.ordersFailed > 0) throw new Error(`${report.ordersFailed} orders were not acknowledged with 201`);
  if (report.stalledReaders < STALLED_READERS) throw new Error(`only ${report.stalledReaders} readers stayed stalled`);
  const memoryAt = (mark: Mark): number => memory.get(mark) ?? Number.NaN;
  const slower = (report.eventP99BesideStalledMs / report.eventP99AroundStalledMs - 1) * 100;
  const least = (id: string, unit: string, value: number, target: number): Figure => {
    return { id: `connections.${id}`, unit, value, target, better: 'min' };
  };
  return [
    { id: 'connections.connected', unit: 'sockets', value: report.connected, target: CLIENTS, better: 'max' },
    least('memory', 'MB', memoryAt('MEASURED'), 1_200),
    least('event-p99', 'ms', report.eventP99Ms, 250),
    least('order-p99', 'ms', report.orderP99Ms, 250),
    { id: 'connections.sign-ins', unit: '/s', value: report.signInsPerSecond, target: 20, better: 'max' },
    least('order-p99-while-signing-in', 'ms', report.orderP99WhileSigningInMs, 150),
    least('stalled-memory', 'MB', memoryAt('STALLED') - memoryAt('UNSTALLED'), 200),
    least('stalled-event-p99', '% more', slower, 20),
    least('back-after-a-kill', 's', report.backSeconds, 60),
  ];
}

export async function finishConnections(): Promise<void> {
  await product?.stop();
  product = undefined;
}

async function runClients(
  { url, operatorToken }: BenchProduct,
  onMark: (mark: Mark) => Promise<void>,
): Promise<ConnectionsReport> {
  const script = fileURLToPath(new URL('./connections-clients.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    env: { ...process.env, BENCH_URL: url, BENCH_OPERATOR_TOKEN: operatorToken },
    // No messages are sent on this channel: its end tells the clients that the parent is gone.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (!child.stdout) throw new Error('the clients have no output');
  try {
    return await within(CLIENTS_MS, 'the clients', Promise.race([reportOf(child.stdout, onMark), failureOf(child)]));
  } finally {
    child.kill('SIGKILL');
  }
}

async function reportOf(output: Readable, onMark: (mark: Mark) => Promise<void>): Promise<ConnectionsReport> {
  const acts: Promise<void>[] = [];
  let report = '';
  for await (const line of createInterface({ input: output })) {
    const mark = MARKS.find((known) => known === line);
    if (mark) acts.push(onMark(mark));
    else report = line;
  }
  await Promise.all(acts);
  return JSON.parse(report) as ConnectionsReport;
}

function failureOf(child: ChildProcess): Promise<never> {
  return new Promise((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => code !== 0 && reject(new Error(`the clients ended with ${code}`)));
  });
}
