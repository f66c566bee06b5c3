/**
 * Measures five thousand signed-in investors at one gateway: how fast their sockets are let in, what each takes of memory,
 * and how old an order's event is when it comes, from the moment its order is sent. Bus, database, engine and gateway are
 * built processes as an operator starts them; the clients run in this one.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InvestorUpdate } from '@mua/contract/feeds/investor-feed';
import { connectNats } from '@mua/server/bus/nats-bus';
import { createRemoteSequencer } from '@mua/server/gateway/remote-sequencer';
import { steadyClock } from '@mua/server/ground/clock';
import { watchLoad } from '@mua/server/ground/load';
import { openReplica } from '@mua/server/journal/replica';
import pg from 'pg';
import type { BenchInvestor } from '#bench-product.ts';
import { enterInvestors, investorIds } from '#entered-investors.ts';
import { type Figure, percentile } from '#figure.ts';
import { makeSessions } from '#made-sessions.ts';
import { openPrivateClient, type PrivateClient } from '#private-client.ts';
import { residentMb } from '#processes.ts';
import { restingOrder } from '#resting-order.ts';
import { placeOrders } from '#steady-orders.ts';
import { Installation } from '../../server/test/fixtures/installation.ts';
import { HAS_NATS } from '../../server/test/fixtures/nats-server.ts';
import type { RunningProduct } from '../../server/test/fixtures/product.ts';

const CLIENTS = 5_000;
const CASH_VND = 1_000_000_000_000n;
const ENTERED_AT_ONCE = 500;
/** Fewer than wait at a listening socket. */
const OPENED_AT_ONCE = 100;
const LOOK_MS = 20;
const CONNECT_WITHIN_MS = 120_000;
const WARM_UP_SECONDS = 2;
const SECONDS = 10;
const LAST_EVENTS_MS = 1_000;

interface Stage {
  readonly installation: Installation;
  readonly engine: RunningProduct;
  readonly people: readonly BenchInvestor[];
}

let stage: Stage | undefined;

export async function measureGateway(): Promise<Figure[]> {
  if (!HAS_NATS) throw new Error('the group gateway needs nats-server: apt-get install nats-server');
  stage ??= await prepare();
  // A new one each time: memory that was used once is not given back.
  const gateway = await stage.installation.gateway();
  try {
    return await measure(gateway, stage.people);
  } finally {
    await gateway.stop();
  }
}

async function measure(gateway: RunningProduct, people: readonly BenchInvestor[]): Promise<Figure[]> {
  const { url } = gateway;
  const order = await restingOrder(url);
  const sentAtMs = new Map<string, number>();
  let ages: number[] = [];
  function receive({ items }: InvestorUpdate): void {
    for (const item of items) {
      if (item.kind !== 'order') continue;
      const id = item.order.clientOrderId ?? '';
      const sentMs = sentAtMs.get(id);
      if (sentMs !== undefined) ages.push(performance.now() - sentMs);
      sentAtMs.delete(id);
    }
  }
  const idleMb = residentMb(gateway.pid);
  const clients: PrivateClient[] = [];
  try {
    const connectedSeconds = await openAll(clients, { url, people, receive });
    const fullMb = residentMb(gateway.pid);
    const orders = { url, people, order, onSent: (id: string) => void sentAtMs.set(id, performance.now()) };
    await placeOrders(orders, WARM_UP_SECONDS);
    ages = [];
    const { latencies, failed } = await placeOrders(orders, SECONDS);
    await sleep(LAST_EVENTS_MS);
    if (failed > 0) throw new Error(`${failed} orders were not acknowledged with 201`);
    if (sentAtMs.size > 0) throw new Error(`${sentAtMs.size} orders were not told of`);
    return [
      { id: 'gateway.connects', unit: '/s', value: clients.length / connectedSeconds, target: 100, better: 'max' },
      least('memory-of-a-socket', 'kB', ((fullMb - idleMb) * 1_000) / clients.length, 60),
      least('event-p50', 'ms', percentile(ages, 0.5), 50),
      least('event-p99', 'ms', percentile(ages, 0.99), 250),
      least('order-p99', 'ms', percentile(latencies, 0.99), 250),
    ];
  } finally {
    for (const client of clients) client.close();
  }
}

function least(id: string, unit: string, value: number, target: number): Figure {
  return { id: `gateway.${id}`, unit, value, target, better: 'min' };
}

export async function finishGateway(): Promise<void> {
  await stage?.engine.stop();
  await stage?.installation.clear();
  stage = undefined;
}

async function prepare(): Promise<Stage> {
  const installation = await Installation.open({ SEED: '5' });
  const engine = await installation.engine();
  const ids = investorIds(CLIENTS);
  await enterAccounts(installation, ids);
  const operatorToken = readFileSync(join(engine.dataDir, 'run/operator-token'), 'utf8').trim();
  const people = await makeSessions({ url: engine.url, operatorToken, ids });
  return { installation, engine, people };
}

/** As a gateway would. */
async function enterAccounts({ databaseUrl, busUrl }: Installation, ids: readonly string[]): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  const bus = await connectNats({ url: busUrl, name: 'bench' });
  const replica = await openReplica(pool, fail);
  const remote = createRemoteSequencer({ bus, replica, load: watchLoad(), steady: steadyClock(), onError: fail });
  try {
    await remote.ready();
    await enterInvestors(pool, ids);
    for (let from = 0; from < ids.length; from += ENTERED_AT_ONCE)
      await Promise.all(
        ids.slice(from, from + ENTERED_AT_ONCE).map(async (investorId) => {
          const account = { accountId: `${investorId}-01`, investorId, investorKind: 'individual' as const };
          await remote.submit({ kind: 'openAccount', ...account, isDemo: true, isActivated: true });
          const { accountId } = account;
          await remote.submit({ kind: 'deposit', accountId, amountVnd: CASH_VND, reference: `bench ${accountId}` });
        }),
      );
  } finally {
    remote.close();
    await bus.close();
    await pool.end();
  }
}

function fail(error: unknown): never {
  throw error;
}

/** Returns the seconds until everybody listens. */
async function openAll(
  clients: PrivateClient[],
  {
    url,
    people,
    receive,
  }: {
    readonly url: string;
    readonly people: readonly BenchInvestor[];
    readonly receive: (update: InvestorUpdate) => void;
  },
): Promise<number> {
  const connected = (): number => clients.filter(({ isConnected }) => isConnected).length;
  const beganMs = performance.now();
  const sinceMs = (): number => performance.now() - beganMs;
  for (const investor of people) {
    clients.push(openPrivateClient({ url, investor, onUpdate: receive, onChange: () => {} }));
    while (clients.length % OPENED_AT_ONCE === 0 && clients.length - connected() >= OPENED_AT_ONCE)
      await sleepWithin(sinceMs());
  }
  while (connected() < people.length) await sleepWithin(sinceMs());
  return sinceMs() / 1000;
}

async function sleepWithin(passedMs: number): Promise<void> {
  if (passedMs > CONNECT_WITHIN_MS) throw new Error(`not everybody is connected after ${CONNECT_WITHIN_MS} ms`);
  await sleep(LOOK_MS);
}
