/** Runs the clients of market-feed.ts: sockets that count frames and their age, with a trickle of orders. */
import { NAMESPACES } from '@mua/contract/feeds/messages';
import type { BenchInvestor } from '#bench-product.ts';
import { type FeedReader, openFeedReader } from '#feed-reader.ts';
import { percentile } from '#figure.ts';
import type { FanOutReport, Mark } from '#market-feed.ts';
import { restingOrder } from '#resting-order.ts';
import { placeOrders } from '#steady-orders.ts';

const url = process.env.BENCH_URL ?? '';
const clients = Number(process.env.BENCH_CLIENTS);
const seconds = Number(process.env.BENCH_SECONDS);
const people = JSON.parse(process.env.BENCH_PEOPLE ?? '[]') as BenchInvestor[];
const contracts = Number(process.env.BENCH_CONTRACTS);
const ANSWER_MS = 10_000;
const CONNECTED_AT_ONCE = 50;
/** Every seventh frame is parsed for its age: a sufficient sample that does not delay the others. */
const SAMPLED_FRAME = 7;

// The benchmark is gone, so nobody reads the report.
process.once('disconnect', () => process.exit(1));

interface Quote {
  readonly code: string;
  readonly time: string;
}

const reply = await fetch(`${url}/api/market/priceboard`, { signal: AbortSignal.timeout(ANSWER_MS) });
const board = (await reply.json()) as { items: Quote[] };
const codes = board.items.slice(0, contracts).map((quote) => quote.code);
/** The order is in none of the ticked contracts, so that its price is the simulated market's. */
const orders = { url, people, order: await restingOrder(url, new Set(codes)) };

let frames = 0;
let isMeasuring = false;
const ages: number[] = [];

function connect(): Promise<FeedReader> {
  return openFeedReader({
    url,
    namespace: NAMESPACES.market,
    subscription: { event: 'prices', codes },
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

const notify = (mark: Mark): void => console.log(mark);

notify('ORDERS_ALONE');
const alone = await placeOrders(orders, seconds / 2);
notify('CONNECTING');
const readers: FeedReader[] = [];
for (let made = 0; made < clients; made += CONNECTED_AT_ONCE) {
  const count = Math.min(CONNECTED_AT_ONCE, clients - made);
  readers.push(...(await Promise.all(Array.from({ length: count }, connect))));
}

notify('MEASURING');
isMeasuring = true;
const beganAt = performance.now();
const placed = await placeOrders(orders, seconds);
const measuredSeconds = (performance.now() - beganAt) / 1000;
isMeasuring = false;
notify('DONE');

const report: FanOutReport = {
  frames,
  connected: readers.filter((reader) => reader.isConnected).length,
  latencyP99Ms: percentile(ages, 0.99),
  framesPerClientSecond: frames / clients / measuredSeconds,
  orderP99Ms: percentile(placed.latencies, 0.99),
  ordersFailed: alone.failed + placed.failed,
};
for (const reader of readers) reader.close();
console.log(JSON.stringify(report));
process.exit(0);
