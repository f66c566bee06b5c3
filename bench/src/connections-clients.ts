/** Runs the clients of connections.ts: thousands of private sockets, with orders throughout. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract } from '@mua/contract/entities/contract';
import type { InvestorUpdate } from '@mua/contract/feeds/investor-feed';
import { NAMESPACES } from '@mua/contract/feeds/messages';
import { CLIENTS, type ConnectionsReport, type Mark, STALLED_READERS } from '#connections.ts';
import { investorIds } from '#entered-investors.ts';
import { openFeedReader } from '#feed-reader.ts';
import { median, percentile } from '#figure.ts';
import { makeSessions } from '#made-sessions.ts';
import { openPrivateClient } from '#private-client.ts';
import { restingOrder } from '#resting-order.ts';
import { type PlacedOrders, placeOrders } from '#steady-orders.ts';

const url = process.env.BENCH_URL ?? '';
const operatorToken = process.env.BENCH_OPERATOR_TOKEN ?? '';
const ANSWER_MS = 20_000;
const OPENED_AT_ONCE = 50;
const OPENING_PAUSE_MS = 100;
const WARM_UP_SECONDS = 2;
const SECONDS = 10;
/**
 * With stalled readers, p99 is taken per slice, and the median of the slices counts, so that one pause of the machine
 * does not.
 */
const SLICE_SECONDS = 2;
const SLICES = SECONDS / SLICE_SECONDS;
const SIGN_INS_AT_ONCE = 8;
const PILING_SECONDS = 10;
const CONNECT_WITHIN_MS = 60_000;
const BACK_WITHIN_MS = 90_000;

// The benchmark is gone, so nobody reads the report.
process.once('disconnect', () => process.exit(1));

const notify = (mark: Mark): void => console.log(mark);
const people = await makeSessions({ url, operatorToken, ids: investorIds(CLIENTS) });
const order = await restingOrder(url);

// --- everybody connects

/** Send time of each order, kept until its event arrives. */
const sentAtMs = new Map<string, number>();
let ages: number[] = [];

function receive({ items }: InvestorUpdate): void {
  for (const item of items) {
    if (item.kind !== 'order') continue;
    const id = item.order.clientOrderId ?? '';
    const sentMs = sentAtMs.get(id);
    if (sentMs === undefined) continue;
    sentAtMs.delete(id);
    ages.push(performance.now() - sentMs);
  }
}

let onChange = (): void => undefined;
const clients: ReturnType<typeof openPrivateClient>[] = [];
for (const [place, investor] of people.entries()) {
  clients.push(openPrivateClient({ url, investor, onUpdate: receive, onChange: () => onChange() }));
  if (place % OPENED_AT_ONCE === OPENED_AT_ONCE - 1) await sleep(OPENING_PAUSE_MS);
}
const countConnected = (): number => clients.filter(({ isConnected }) => isConnected).length;
await untilConnected(people.length, CONNECT_WITHIN_MS);

// --- orders are measured

const onSent = (clientOrderId: string): void => void sentAtMs.set(clientOrderId, performance.now());
const orders = { url, people, order, onSent };
let failed = 0;

/** Sends orders for some seconds and measures the delay of each one's event. */
async function trade(seconds: number): Promise<{ ages: number[]; orderP99Ms: number }> {
  sentAtMs.clear();
  ages = [];
  const placed: PlacedOrders = await placeOrders(orders, seconds);
  failed += placed.failed;
  await sleep(OPENING_PAUSE_MS);
  return { ages, orderP99Ms: percentile(placed.latencies, 0.99) };
}

/** Measures p99 for each slice. */
async function eventP99s(slices: number): Promise<number[]> {
  const p99s: number[] = [];
  for (let slice = 0; slice < slices; slice += 1) p99s.push(percentile((await trade(SLICE_SECONDS)).ages, 0.99));
  return p99s;
}

await trade(WARM_UP_SECONDS);
const connected = countConnected();
const alone = await trade(SECONDS);
notify('MEASURED');

const signing = { isOver: false, count: 0 };
const signIns = Array.from({ length: SIGN_INS_AT_ONCE }, (_, lane) => signInAgainAndAgain(lane));
const whileSigningIn = await trade(SECONDS);
signing.isOver = true;
const signInsPerSecond = signing.count / SECONDS;
await Promise.all(signIns);

// --- readers stall; compared with the moments just before and just after

const everything = await listedCodes();
const around = await eventP99s(SLICES);
notify('UNSTALLED');
const stalled = await Promise.all(
  Array.from({ length: STALLED_READERS }, async () => {
    const reader = await openFeedReader({
      url,
      namespace: NAMESPACES.market,
      subscription: { event: 'prices', codes: everything },
      limitMs: ANSWER_MS,
      onUpdate: () => undefined,
    });
    reader.stall();
    return reader;
  }),
);
await trade(PILING_SECONDS);
const beside = await eventP99s(2 * SLICES);
notify('STALLED');
const stayed = stalled.filter(({ isConnected }) => isConnected).length;
for (const reader of stalled) reader.close();
around.push(...(await eventP99s(SLICES)));

// --- the server is killed

const backSeconds = await comeBack();

const report: ConnectionsReport = {
  connected,
  eventP99Ms: percentile(alone.ages, 0.99),
  orderP99Ms: alone.orderP99Ms,
  signInsPerSecond,
  orderP99WhileSigningInMs: whileSigningIn.orderP99Ms,
  stalledReaders: stayed,
  eventP99AroundStalledMs: median(around),
  eventP99BesideStalledMs: median(beside),
  backSeconds,
  ordersFailed: failed,
};
console.log(JSON.stringify(report));
process.exit(0);

function post(path: string, { headers = {}, body }: { headers?: Record<string, string>; body: object }) {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf': '1', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
}

/** Each lane uses different people, because sign-ins of the same person are serialised. */
async function signInAgainAndAgain(lane: number): Promise<void> {
  for (let turn = lane; !signing.isOver; turn += SIGN_INS_AT_ONCE) {
    const username = `BENCH${String(turn % CLIENTS).padStart(5, '0')}`;
    const reply = await post('/api/investor/login', { body: { username, password: 'Bench@2026' } });
    await reply.arrayBuffer();
    if (reply.status !== 200) throw new Error(`sign-in: ${reply.status}`);
    if (!signing.isOver) signing.count += 1;
  }
}

async function listedCodes(): Promise<string[]> {
  const reply = await fetch(`${url}/api/market/contracts`, { signal: AbortSignal.timeout(ANSWER_MS) });
  const { items } = (await reply.json()) as { items: readonly Contract[] };
  return items.filter(({ productType }) => productType === 'FUTURES').map(({ code }) => code);
}

/** Returns the seconds until everybody is connected again, after the server is killed. */
async function comeBack(): Promise<number> {
  const lost = new Promise<number>((resolve) => {
    onChange = () => {
      if (countConnected() < clients.length) resolve(performance.now());
    };
  });
  notify('KILL');
  const lostAtMs = await lost;
  onChange = () => undefined;
  const isBack = await untilConnected(clients.length, BACK_WITHIN_MS).then(
    () => true,
    () => false,
  );
  return isBack ? (performance.now() - lostAtMs) / 1000 : Number.POSITIVE_INFINITY;
}

async function untilConnected(wanted: number, withinMs: number): Promise<void> {
  const untilMs = performance.now() + withinMs;
  while (countConnected() < wanted) {
    if (performance.now() > untilMs) throw new Error(`${countConnected()} of ${wanted} connected`);
    await sleep(OPENING_PAUSE_MS);
  }
}
