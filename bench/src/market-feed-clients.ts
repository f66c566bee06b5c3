/** The clients of market-feed.ts: sockets that count frames and their age, and a trickle of orders beside them. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { BenchInvestor } from './bench-product.ts';
import type { FanOutReport } from './market-feed.ts';

const url = process.env.BENCH_URL ?? '';
const clients = Number(process.env.BENCH_CLIENTS);
const seconds = Number(process.env.BENCH_SECONDS);
const people = JSON.parse(process.env.BENCH_PEOPLE ?? '[]') as BenchInvestor[];
const contracts = Number(process.env.BENCH_CONTRACTS);
const ORDERS_PER_SECOND = 100;

interface Quote {
  readonly code: string;
  readonly bid: string | null;
  readonly time: string;
}

const board = (await (await fetch(`${url}/api/market/priceboard`)).json()) as { items: Quote[] };
const codes = board.items.slice(0, contracts).map((quote) => quote.code);
/** Beyond the ticked ones, so that its price is the simulated market's. */
const crude = board.items.slice(contracts).find((quote) => quote.code.startsWith('CLE') && quote.bid !== null);

let frames = 0;
let isMeasuring = false;
const ages: number[] = [];

function connect(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = io(`${url}/market/v1.0`, { transports: ['websocket'], forceNew: true, reconnection: false });
    socket.on('connect_error', reject);
    socket.on('update', (message: { items: readonly Quote[] }) => {
      if (!isMeasuring) return;
      frames += 1;
      const newest = message.items.at(-1)?.time;
      if (newest && frames % 7 === 0) ages.push(Date.now() - Date.parse(newest));
    });
    socket.on('connect', () => {
      socket.emit('subscribe', { event: 'prices', codes }, (answer: { ok: boolean }) => {
        if (answer.ok) resolve(socket);
        else reject(new Error('subscription refused'));
      });
    });
  });
}

const sockets: Socket[] = [];
for (let made = 0; made < clients; made += 50) {
  sockets.push(...(await Promise.all(Array.from({ length: Math.min(50, clients - made) }, connect))));
}

const orderTimes: number[] = [];
let ordersFailed = 0;

async function placeOne(investor: BenchInvestor): Promise<void> {
  const startedAt = performance.now();
  const answer = await fetch(`${url}/api/order/${investor.accountId}/place`, {
    method: 'POST',
    headers: investor.headers,
    body: JSON.stringify({
      clientOrderId: randomUUID(),
      contractCode: crude?.code,
      side: 'BUY',
      orderType: 'LIMIT',
      duration: 'DAY',
      quantity: 1,
      limitPrice: (Number(crude?.bid) * 0.96).toFixed(2),
    }),
  });
  await answer.arrayBuffer();
  orderTimes.push(performance.now() - startedAt);
  if (answer.status !== 201) ordersFailed += 1;
}

isMeasuring = true;
const placed: Promise<void>[] = [];
for (let order = 0; order < seconds * ORDERS_PER_SECOND; order += 1) {
  const investor = people[order % people.length];
  if (investor) placed.push(placeOne(investor));
  await sleep(1000 / ORDERS_PER_SECOND);
}
isMeasuring = false;
await Promise.all(placed);

function percentile(values: number[], share: number): number {
  values.sort((a, b) => a - b);
  return values[Math.floor(values.length * share)] ?? Number.NaN;
}

const report: FanOutReport = {
  frames,
  connected: sockets.filter((socket) => socket.connected).length,
  latencyP99Ms: percentile(ages, 0.99),
  framesPerClientSecond: frames / clients / seconds,
  orderP99Ms: percentile(orderTimes, 0.99),
  ordersFailed,
};
for (const socket of sockets) socket.close();
console.log(JSON.stringify(report));
process.exit(0);
