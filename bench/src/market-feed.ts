/**
 * Measures the market feed: 1,000 clients each subscribed to 40 contracts, one frame per 50 ms with the latest of each
 * contract, with 100 orders a second meanwhile. The clients run in a separate process. The server's processor share is
 * given twice: in total, and what the thousand clients add to the same market and orders.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type BenchInvestor, type BenchProduct, signInMany, startBenchProduct } from '#bench-product.ts';
import { within } from '#deadline.ts';
import type { Figure } from '#figure.ts';
import { cpuSeconds } from '#processes.ts';

const CLIENTS = 1_000;
const CONTRACTS = 40;
const SECONDS = 10;

export interface FanOutReport {
  readonly frames: number;
  readonly connected: number;
  readonly latencyP99Ms: number;
  readonly framesPerClientSecond: number;
  readonly orderP99Ms: number;
  readonly ordersFailed: number;
}

let product: BenchProduct | undefined;

export async function measureMarketFeed(): Promise<Figure[]> {
  product ??= await startBenchProduct(20, CONTRACTS);
  const { url, pid } = product;
  const people = await signInMany(url, 20);
  const marks = new Map<Mark, { cpuSeconds: number; atMs: number }>();
  const report = await runClients(url, people, (mark) =>
    marks.set(mark, { cpuSeconds: cpuSeconds([pid]), atMs: performance.now() }),
  );
  if (report.ordersFailed > 0) throw new Error(`${report.ordersFailed} orders were not acknowledged with 201`);
  const shareBetween = (from: Mark, to: Mark): number => {
    const [begin, end] = [marks.get(from), marks.get(to)];
    if (!begin || !end) throw new Error(`the clients did not say ${from} and ${to}`);
    return ((end.cpuSeconds - begin.cpuSeconds) / (end.atMs - begin.atMs)) * 100_000;
  };
  // Excludes the clients' start and their thousand handshakes.
  const share = shareBetween('MEASURING', 'DONE');
  const fanOutShare = share - shareBetween('ORDERS_ALONE', 'CONNECTING');
  return [
    { id: 'market-feed.connected', unit: 'clients', value: report.connected, target: CLIENTS, better: 'max' },
    {
      id: 'market-feed.frames',
      unit: 'frames/s and client',
      value: report.framesPerClientSecond,
      target: 18,
      better: 'max',
    },
    { id: 'market-feed.latency-p99', unit: 'ms', value: report.latencyP99Ms, target: 100, better: 'min' },
    { id: 'market-feed.processor', unit: '% of a core', value: share, target: 40, better: 'min' },
    { id: 'market-feed.processor-fan-out', unit: '% of a core', value: fanOutShare, target: 40, better: 'min' },
    { id: 'market-feed.order-p99', unit: 'ms', value: report.orderP99Ms, target: 60, better: 'min' },
  ];
}

export async function finishMarketFeed(): Promise<void> {
  await product?.stop();
  product = undefined;
}

/** Time limit of the clients for start, connecting and measuring together. */
const CLIENTS_MS = 60_000 + SECONDS * 1500;

/** The phases that the clients report, in order. */
const MARKS = ['ORDERS_ALONE', 'CONNECTING', 'MEASURING', 'DONE'] as const;
export type Mark = (typeof MARKS)[number];

async function runClients(
  url: string,
  people: readonly BenchInvestor[],
  onMark: (mark: Mark) => void,
): Promise<FanOutReport> {
  const script = fileURLToPath(new URL('./market-feed-clients.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    env: {
      ...process.env,
      BENCH_URL: url,
      BENCH_PEOPLE: JSON.stringify(people),
      BENCH_CLIENTS: String(CLIENTS),
      BENCH_CONTRACTS: String(CONTRACTS),
      BENCH_SECONDS: String(SECONDS),
    },
    // No messages are sent on this channel: its end tells the clients that the parent is gone.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let report = '';
  if (!child.stdout) throw new Error('the clients have no output');
  createInterface({ input: child.stdout }).on('line', (line) => {
    const mark = MARKS.find((known) => known === line);
    if (mark) onMark(mark);
    else report = line;
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    // 'close', not 'exit': the report is read to its end.
    child.once('close', resolve);
  });
  try {
    const code = await within(CLIENTS_MS, 'the clients', ended);
    if (code !== 0) throw new Error(`the clients ended with ${code}`);
    return JSON.parse(report) as FanOutReport;
  } finally {
    child.kill('SIGKILL');
  }
}
