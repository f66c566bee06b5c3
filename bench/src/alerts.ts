/**
 * Measures price alerts: thousands of all kinds wait on one contract, and a price is due until its push is at the
 * push service; all of them due at once; and orders meanwhile, beside those without any alert. Prices are put into the
 * product's market by the bench server, so each is due when it is sent.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract } from '@mua/contract/entities/contract';
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import { type PriceGrid, priceFromText, priceToText, type Ticks } from '@mua/core/values';
import { roundedAt } from '#asked-lists.ts';
import { type BenchInvestor, type BenchProduct, startBenchProduct } from '#bench-product.ts';
import { investorIds } from '#entered-investors.ts';
import type { Figure } from '#figure.ts';
import { makeSessions } from '#made-sessions.ts';
import { type PushReceiver, startPushReceiver } from '#push-receiver.ts';
import { restingOrder } from '#resting-order.ts';
import { placeOrders } from '#steady-orders.ts';

const PEOPLE = 1_000;
/** A fifth are averages, which are reached before the rest: ten thousand are due at once. */
const ALERTS_EACH = 13;
const TRADERS = 20;
/** Prices that reach one alert each. */
const SINGLES = 50;
const SETTING_AT_ONCE = 20;
const ORDERS_SECONDS = 8;
const PUSHED_WITHIN_MS = 120_000;
const LOOK_MS = 2;
/** Out of the simulated market's way. */
const ABOVE_MARKET = 1.03;
const BEYOND_ALL = 1.2;
const MINUTE_MS = 60_000;
const LEAST_PERIOD = 20;
const QUIET_MS = 5_000;

interface Stand {
  readonly product: BenchProduct;
  readonly receiver: PushReceiver;
  readonly owners: readonly BenchInvestor[];
  readonly traders: readonly BenchInvestor[];
}

let stand: Stand | undefined;
let product: BenchProduct | undefined;
let receiver: PushReceiver | undefined;

async function prepare(): Promise<Stand> {
  if (stand) return stand;
  // Kept at once, so that `finish` stops them even if setting up fails.
  receiver = await startPushReceiver();
  product = await startBenchProduct(PEOPLE + TRADERS, 0, { PUSH_SERVICES: receiver.origin });
  const { url, operatorToken } = product;
  const people = await makeSessions({ url, operatorToken, ids: investorIds(PEOPLE + TRADERS) });
  const owners = people.slice(0, PEOPLE);
  for (const [device, owner] of owners.entries())
    await post(url, '/investor/push', owner, receiver.subscription(device));
  stand = { product, receiver, owners, traders: people.slice(PEOPLE) };
  return stand;
}

export async function finishAlerts(): Promise<void> {
  await product?.stop();
  await receiver?.close();
  product = undefined;
  receiver = undefined;
  stand = undefined;
}

async function post<T>(url: string, path: string, { headers }: BenchInvestor, body: object): Promise<T> {
  const answer = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}

export async function measureAlerts(): Promise<Figure[]> {
  const ready = await prepare();
  const { product, traders } = ready;
  const order = await restingOrder(product.url);
  const orders = { url: product.url, people: traders, order };
  const without = await placeOrders(orders, ORDERS_SECONDS);
  const set = await setAlerts(ready, order.contractCode);
  const beside = await placeOrders(orders, ORDERS_SECONDS);
  const waiting = set.rising - (await reachNearer(ready, set));
  const pushed = await reachSingly(ready, set);
  const [burst, during] = await Promise.all([
    reachAll(ready, set, waiting - SINGLES),
    placeOrders(orders, ORDERS_SECONDS),
  ]);
  if (without.failed + beside.failed > 0) throw new Error('orders were not acknowledged with 201');
  const p99 = ({ latencies }: typeof without) => roundedAt(latencies, 0.99);
  console.error(`  orders without alerts p99 ${p99(without)} ms; ${burst.count} alerts were due at once`);
  // A machine of two cores that does both may say that it is busy; what it takes it does in time.
  console.error(`  meanwhile ${during.failed} of ${during.latencies.length} orders were refused`);
  return [
    {
      ...{ id: 'alerts.push', unit: 'ms', value: roundedAt(pushed, 0.5), p99: roundedAt(pushed, 0.99) },
      ...{ target: 1_000, better: 'min' },
    },
    { id: 'alerts.all-at-once', unit: 'ms', value: Math.round(burst.ms), target: 10_000, better: 'min' },
    { id: 'alerts.orders-beside-p99', unit: 'ms', value: p99(beside), target: 150, better: 'min' },
    { id: 'alerts.orders-during-p99', unit: 'ms', value: p99(during), target: 150, better: 'min' },
  ];
}

interface SetAlerts {
  readonly contractCode: string;
  readonly grid: PriceGrid;
  readonly firstTicks: Ticks;
  /** Waiting for a rise. */
  readonly rising: number;
}

/** The first of somebody's are reached singly: prices and flat lines in turn, a tick apart. */
async function setAlerts({ product: { url }, owners }: Stand, contractCode: string): Promise<SetAlerts> {
  const reply = await fetch(`${url}/api/market/contracts?commodityCode=${contractCode.slice(0, -3)}`);
  const { items } = (await reply.json()) as { items: readonly Contract[] };
  const contract = items.find(({ code }) => code === contractCode);
  if (!contract) throw new Error(`no contract ${contractCode}`);
  const grid = contract.decimalFormat;
  const ask = priceFromText(contract.askPrice ?? '', grid);
  if (ask.kind !== 'price') throw new Error('nobody sells');
  const firstTicks = Math.round(ask.ticks * ABOVE_MARKET);
  const asked = Array.from({ length: PEOPLE * ALERTS_EACH }, (_, index) => index);
  let rising = 0;
  const setter = async (): Promise<void> => {
    for (let index = asked.shift(); index !== undefined; index = asked.shift()) {
      const owner = owners[index % PEOPLE];
      if (!owner) throw new Error('alerts need somebody whose they are');
      const terms = { contractCode, ...targetOf(index, firstTicks, grid) };
      const alert = await post<PriceAlert>(url, `/notification/${owner.accountId}/alerts`, owner, terms);
      if (alert.direction === 'ABOVE') rising += 1;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: SETTING_AT_ONCE }, setter));
  console.error(`  ${PEOPLE * ALERTS_EACH} alerts set in ${Math.round(performance.now() - startedAt)} ms`);
  return { contractCode, grid, firstTicks, rising };
}

/** Of ten, four prices, four lines and two averages; prices of one investor differ. */
function targetOf(index: number, firstTicks: Ticks, grid: PriceGrid): object {
  const isSingle = index < SINGLES;
  const price = priceToText(firstTicks + (isSingle ? index : SINGLES + Math.floor(index / PEOPLE)), grid);
  // Each investor's turn is another, so that all of them have all kinds.
  const turn = (Math.floor(index / PEOPLE) + index) % 10;
  if (isSingle ? index % 2 === 0 : turn < 4) return { price };
  if (isSingle || turn < 8) {
    const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * MINUTE_MS).toISOString();
    const line = { from: { time: at(60), price }, to: { time: at(30), price }, isExtended: true };
    return { follows: { kind: 'line', interval: '1m', ...line }, drawingId: `bench-${index}` };
  }
  const period = LEAST_PERIOD + Math.floor(index / PEOPLE);
  return { follows: { kind: 'average', average: turn === 8 ? 'MA' : 'EMA', period, interval: '1d' } };
}

/** Averages lie between the market and the rest; returns how many were reached. */
async function reachNearer({ product, receiver }: Stand, { contractCode, firstTicks }: SetAlerts): Promise<number> {
  const before = receiver.count();
  product.trade(contractCode, firstTicks - 1);
  for (let known = -1; known !== receiver.count(); ) {
    known = receiver.count();
    await sleep(QUIET_MS);
  }
  return receiver.count() - before;
}

/** Milliseconds from each price to its push. */
async function reachSingly({ product, receiver }: Stand, { contractCode, firstTicks }: SetAlerts): Promise<number[]> {
  const pushed: number[] = [];
  for (let index = 0; index < SINGLES; index += 1) {
    const before = receiver.arrivals(index).length;
    const dueAt = performance.now();
    product.trade(contractCode, firstTicks + index);
    await until(() => receiver.arrivals(index).length > before);
    pushed.push((receiver.arrivals(index)[before] ?? dueAt) - dueAt);
  }
  return pushed;
}

/** Until the last push of all that are left. */
async function reachAll({ product, receiver }: Stand, { contractCode, firstTicks }: SetAlerts, count: number) {
  const before = receiver.count();
  const dueAt = performance.now();
  product.trade(contractCode, Math.round(firstTicks * BEYOND_ALL));
  await until(
    () => receiver.count() >= before + count,
    () => `(${receiver.count() - before} of ${count})`,
  );
  return { ms: performance.now() - dueAt, count };
}

async function until(isSo: () => boolean, said = () => ''): Promise<void> {
  const deadline = performance.now() + PUSHED_WITHIN_MS;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`alerts that are due were not pushed ${said()}`);
    await sleep(LOOK_MS);
  }
}
