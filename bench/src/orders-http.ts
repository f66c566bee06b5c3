/**
 * Measures orders over HTTP up to the durable acknowledgement: 64 keep-alive connections, 400 sub-accounts, embedded
 * PostgreSQL, synchronous commit, the simulated exchange running. Only 201 counts. The server of another checkout can be
 * measured beside it, in turn and under the same load.
 */
import { resolve } from 'node:path';
import { type BenchStage, benchStage, startBenchProduct, startBenchProductOf } from '#bench-product.ts';
import { type Figure, percentile } from '#figure.ts';
import { openOrderConnections } from '#order-connections.ts';
import { cpuSeconds, pidsBelow } from '#processes.ts';
import { restingOrder } from '#resting-order.ts';

const CONNECTIONS = 64;
/** Each may have 500 lots of a contract at work, and all rounds together place 100,000 and more. */
const INVESTORS = 400;
const WARM_UP_MS = 2_000;
const MEASURE_MS = 8_000;

const PLACED = 201;

const own = benchStage(startBenchProduct, INVESTORS);
let other: ReturnType<typeof benchStage> | undefined;

interface Measured {
  readonly perSecond: number;
  readonly latencies: readonly number[];
  readonly eventLoopMs: number;
  /** Processor time of server and database together, for each order. */
  readonly processorUs: number;
  /** How far behind the read tables were at most, to the next bound; NaN of a release whose commit has them. */
  readonly tablesBehindMs: number;
}

export async function measureOrdersHttp(against?: string): Promise<Figure[]> {
  if (against !== undefined) other ??= benchStage((count) => startBenchProductOf(resolve(against), count), INVESTORS);
  const mine = await measure(await own.prepare());
  const theirs = other ? await measure(await other.prepare()) : undefined;
  const figure = (facts: Omit<Figure, 'value' | 'peer'>, of: (measured: Measured) => number): Figure => ({
    ...facts,
    value: of(mine),
    ...(theirs ? { peer: { name: 'against', value: of(theirs) } } : {}),
  });
  const ms = { unit: 'ms', better: 'min' } as const;
  return [
    figure({ id: 'orders-http.acknowledged', unit: 'orders/s', target: 1_500, better: 'max' }, (all) => all.perSecond),
    figure({ id: 'orders-http.processor', unit: 'us/order', target: 800, better: 'min' }, (all) => all.processorUs),
    figure({ id: 'orders-http.latency-p99', ...ms, target: 60 }, ({ latencies }) => percentile(latencies, 0.99)),
    figure({ id: 'orders-http.latency-p50', ...ms, target: 100 }, ({ latencies }) => percentile(latencies, 0.5)),
    figure({ id: 'orders-http.event-loop-p99', ...ms, target: 50 }, ({ eventLoopMs }) => eventLoopMs),
    { id: 'orders-http.tables-behind', ...ms, target: 200, value: mine.tablesBehindMs },
  ];
}

export async function finishOrdersHttp(): Promise<void> {
  await own.finish();
  await other?.finish();
  other = undefined;
}

async function measure({ product, people }: BenchStage): Promise<Measured> {
  const { url, home, pid } = product;
  const order = await restingOrder(url);
  const connections = await openOrderConnections(url, { people, order, count: CONNECTIONS });
  const load = async (durationMs: number): Promise<number[]> => {
    const untilMs = performance.now() + durationMs;
    const latencies: number[] = [];
    const connection = async (): Promise<void> => {
      while (performance.now() < untilMs) {
        const { status, latencyMs, reply } = await connections.place(performance.now());
        if (status !== PLACED) throw new Error(`an order was answered ${reply}`);
        latencies.push(latencyMs);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    return latencies;
  };
  try {
    await load(WARM_UP_MS);
    await eventLoopDelayMs(url);
    const spentSeconds = (): number => cpuSeconds([pid, ...pidsBelow(home)]);
    const before = spentSeconds();
    const latencies = await load(MEASURE_MS);
    return {
      latencies,
      perSecond: (latencies.length * 1000) / MEASURE_MS,
      processorUs: ((spentSeconds() - before) * 1_000_000) / latencies.length,
      eventLoopMs: await eventLoopDelayMs(url),
      tablesBehindMs: await tablesBehindMs(url),
    };
  } finally {
    connections.close();
  }
}

/** Returns the 99th percentile since the last reading, from the product's own metrics. */
async function eventLoopDelayMs(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const match = /event_loop_delay_seconds\{[^}]*quantile="?0?\.?99"?[^}]*\} ([\d.e+-]+)/.exec(text);
  return match?.[1] ? Number(match[1]) * 1000 : Number.NaN;
}

/** The bound of the histogram below which all statements were. */
async function tablesBehindMs(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const buckets = [...text.matchAll(/^mua_projection_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm)];
  const all = Number(buckets.at(-1)?.[2] ?? 0);
  const [, bound] = buckets.find(([, , count]) => Number(count) === all) ?? [];
  return all === 0 ? Number.NaN : Number(bound === '+Inf' ? Number.POSITIVE_INFINITY : bound) * 1000;
}
