/**
 * Market feed: 1,000 clients each subscribed to 40 contracts, one frame per 50 ms with the latest of each contract,
 * orders at 100/s meanwhile. The clients live in a process of their own.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BenchProduct, signInMany, startBenchProduct } from './bench-product.ts';
import type { Figure } from './figure.ts';

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
  const people = await signInMany(product.url, 20);
  const cpuBefore = cpuSeconds(product.pid);
  const startedAt = performance.now();
  const report = await runClients(product.url, people);
  const seconds = (performance.now() - startedAt) / 1000;
  const share = ((cpuSeconds(product.pid) - cpuBefore) / seconds) * 100;
  return [
    { id: 'market-feed.connected', unit: 'clients', value: report.connected, target: CLIENTS, better: 'max' },
    {
      id: 'market-feed.frames',
      unit: 'frames/s and client',
      value: report.framesPerClientSecond,
      target: 1,
      better: 'max',
    },
    { id: 'market-feed.latency-p99', unit: 'ms', value: report.latencyP99Ms, target: 100, better: 'min' },
    { id: 'market-feed.processor', unit: '% of a core', value: share, target: 40, better: 'min' },
    { id: 'market-feed.order-p99', unit: 'ms', value: report.orderP99Ms, target: 60, better: 'min' },
  ];
}

export async function finishMarketFeed(): Promise<void> {
  await product?.stop();
  product = undefined;
}

/** User and system time of a process and its threads so far. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function runClients(url: string, people: unknown): Promise<FanOutReport> {
  const script = fileURLToPath(new URL('./market-feed-clients.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=mua-source', '--import', 'tsx', script], {
    env: {
      ...process.env,
      BENCH_URL: url,
      BENCH_PEOPLE: JSON.stringify(people),
      BENCH_CLIENTS: String(CLIENTS),
      BENCH_SECONDS: String(SECONDS),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => {
      const last = output.trim().split('\n').at(-1) ?? '';
      if (code === 0) resolve(JSON.parse(last) as FanOutReport);
      else reject(new Error(`the clients ended with ${code}`));
    });
  });
}
