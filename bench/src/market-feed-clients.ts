/** The clients of market-feed.ts: sockets that count frames and their age, and a trickle of orders beside them. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { NAMESPACES } from '@mua/contract/feeds/messages';
import type { BenchInvestor } from './bench-product.ts';
import { type FeedReader, openFeedReader } from './feed-reader.ts';
import type { FanOutReport, Mark } from './market-feed.ts';
import { restingOrder } from './resting-order.ts';

const url = process.env.BENCH_URL ?? '';
const clients = Number(process.env.BENCH_CLIENTS);
const seconds = Number(process.env.BENCH_SECONDS);
const people = JSON.parse(process.env.BENCH_PEOPLE ?? '[]') as BenchInvestor[];
const contracts = Number(process.env.BENCH_CONTRACTS);
const ORDERS_PER_SECOND = 100;
const ANSWER_MS = 10_000;
const CONNECTED_AT_ONCE = 50;
/** Every seventh frame is read for its age: enough to know, and nothing that keeps the others waiting. */
const SAMPLED_FRAME = 7;

// The benchmark is gone: nobody reads the report.
process.once('disconnect', () => process.exit(1));

interface Quote {
  readonly code: string;
  readonly time: string;
}

const reply = await fetch(`${url}/api/market/priceboard`, { signal: AbortSignal.timeout(ANSWER_MS) });
const board = (await reply.json()) as { items: Quote[] };
const codes = board.items.slice(0, contracts).map((quote) => quote.code);
/** Not of the ticked ones, so that its price is the simulated market's. */
const order = await restingOrder(url, new Set(codes));

let frames = 0;
let isMeasuring = false;
const ages: number[] = [];

function connect(): Promise<FeedReader> {
  return openFeedReader({
    url,
    namespace: NAMESPACES.market,
    codes,
    limitMs: ANSWER_MS,
    onUpdate(json) {
      if (!isMeasuring) return;
      frames += 1;
      if (frames % SAMPLED_FRAME !== 0) return;
      const { items } = json() as { items: readonly Quote[] };
      const newest = items.at(-1)?.time;
      if (newest) ages.push(Date.now() - Date.parse(newest));
    },
  });
}

let ordersFailed = 0;

async function placeOne(investor: BenchInvestor): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(`${url}/api/order/${investor.accountId}/place`, {
    method: 'POST',
    headers: investor.headers,
    body: JSON.stringify({
      clientOrderId: randomUUID(),
      ...order,
      side: 'BUY',
      orderType: 'LIMIT',
      duration: 'DAY',
      quantity: 1,
    }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  await answer.arrayBuffer();
  if (answer.status !== 201) ordersFailed += 1;
  return performance.now() - startedAt;
}

/** Resolves, with how long they took in ms, when the orders of so many seconds are answered. */
async function placeOrders(seconds: number): Promise<number[]> {
  const placed: Promise<number>[] = [];
  const beganAt = performance.now();
  const elapsedSeconds = (): number => (performance.now() - beganAt) / 1000;
  while (elapsedSeconds() < seconds) {
    // By the clock: timers come late on a busy machine, and the orders of that time are due all the same.
    while (placed.length < elapsedSeconds() * ORDERS_PER_SECOND) {
      const investor = people[placed.length % people.length];
      if (!investor) throw new Error('orders need somebody who places them');
      placed.push(placeOne(investor));
    }
    await sleep(1000 / ORDERS_PER_SECOND);
  }
  return Promise.all(placed);
}

const tell = (mark: Mark): void => console.log(mark);

tell('ORDERS_ALONE');
await placeOrders(seconds / 2);
tell('CONNECTING');
const readers: FeedReader[] = [];
for (let made = 0; made < clients; made += CONNECTED_AT_ONCE) {
  const count = Math.min(CONNECTED_AT_ONCE, clients - made);
  readers.push(...(await Promise.all(Array.from({ length: count }, connect))));
}

tell('MEASURING');
isMeasuring = true;
const beganAt = performance.now();
const orderTimes = await placeOrders(seconds);
const measuredSeconds = (performance.now() - beganAt) / 1000;
isMeasuring = false;
tell('DONE');

function percentile(values: number[], share: number): number {
  values.sort((a, b) => a - b);
  return values[Math.floor(values.length * share)] ?? Number.NaN;
}

const report: FanOutReport = {
  frames,
  connected: readers.filter((reader) => reader.isConnected).length,
  latencyP99Ms: percentile(ages, 0.99),
  framesPerClientSecond: frames / clients / measuredSeconds,
  orderP99Ms: percentile(orderTimes, 0.99),
  ordersFailed,
};
for (const reader of readers) reader.close();
console.log(JSON.stringify(report));
process.exit(0);
