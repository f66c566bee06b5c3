/**
 * Measures orders over HTTP up to the durable acknowledgement: 64 keep-alive connections, 200 sub-accounts, embedded
 * PostgreSQL, synchronous commit, the simulated exchange running. Only 201 counts.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { type BenchInvestor, type BenchStage, benchStage, startBenchProduct } from '#bench-product.ts';
import type { Figure } from '#figure.ts';
import { type RestingOrder, restingOrder } from '#resting-order.ts';

const CONNECTIONS = 64;
const INVESTORS = 200;
const WARM_UP_MS = 2_000;
const MEASURE_MS = 8_000;

const stage = benchStage(startBenchProduct, INVESTORS);

export async function measureOrdersHttp(): Promise<Figure[]> {
  const started = await stage.prepare();
  const { url } = started.product;
  const order = await restingOrder(url);
  await load(started, order, WARM_UP_MS);
  await eventLoopDelayMs(url);
  const { acknowledged, latencies, failed } = await load(started, order, MEASURE_MS);
  if (failed > 0) throw new Error(`${failed} orders were not acknowledged with 201`);
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return [
    {
      id: 'orders-http.acknowledged',
      unit: 'orders/s',
      value: (acknowledged * 1000) / MEASURE_MS,
      target: 1_500,
      better: 'max',
    },
    { id: 'orders-http.latency-p99', unit: 'ms', value: at(0.99), target: 100, better: 'min' },
    { id: 'orders-http.latency-p50', unit: 'ms', value: at(0.5), target: 100, better: 'min' },
    { id: 'orders-http.event-loop-p99', unit: 'ms', value: await eventLoopDelayMs(url), target: 50, better: 'min' },
  ];
}

export const finishOrdersHttp = stage.finish;

async function load(
  { product: { url }, people }: BenchStage,
  order: RestingOrder,
  durationMs: number,
): Promise<{ acknowledged: number; latencies: number[]; failed: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const { hostname, port } = new URL(url);
  const latencies: number[] = [];
  let acknowledged = 0;
  let failed = 0;
  let next = 0;
  const until = performance.now() + durationMs;
  const place = (investor: BenchInvestor): Promise<number> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({
        clientOrderId: randomUUID(),
        ...order,
        side: 'BUY',
        orderType: 'LIMIT',
        duration: 'DAY',
        quantity: 1,
      });
      const headers = { ...investor.headers, 'content-length': Buffer.byteLength(body) };
      const sent = request(
        { agent, hostname, port, method: 'POST', path: `/api/order/${investor.accountId}/place`, headers },
        (reply) => {
          reply.resume();
          reply.on('end', () => resolve(reply.statusCode ?? 0));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  const connection = async (): Promise<void> => {
    while (performance.now() < until) {
      const investor = people[next++ % people.length];
      if (!investor) return;
      const startedAt = performance.now();
      const status = await place(investor);
      latencies.push(performance.now() - startedAt);
      if (status === 201) acknowledged += 1;
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  agent.destroy();
  return { acknowledged, latencies, failed };
}

/** Returns the 99th percentile since the last reading, from the product's own metrics. */
async function eventLoopDelayMs(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const match = /event_loop_delay_seconds\{[^}]*quantile="?0?\.?99"?[^}]*\} ([\d.e+-]+)/.exec(text);
  return match?.[1] ? Number(match[1]) * 1000 : Number.NaN;
}
