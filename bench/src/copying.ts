/**
 * Measures copy trading: one fill of a leader with a thousand followers until all their orders are durable, and others'
 * orders meanwhile; what a follower costs the engine, of few and of many; and the list of a thousand strategies with
 * their figures (stored-strategies.ts).
 */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contract } from '@mua/contract/entities/contract';
import { type CommandBody, createEngineState, type EngineEvent, type EngineState, execute } from '@mua/core/engine';
import { startEmbeddedPostgres } from '@mua/server/db/embedded-postgres';
import pg from 'pg';
import { answerOf, roundedAt } from '#asked-lists.ts';
import { type BenchInvestor, type BenchProduct, signInMany, startBenchProduct } from '#bench-product.ts';
import { type Figure, median } from '#figure.ts';
import { enterReferenceData } from '#reference-data.ts';
import { restingOrder } from '#resting-order.ts';
import { placeOrders } from '#steady-orders.ts';
import { storeStrategies } from '#stored-strategies.ts';

const FOLLOWERS = 1_000;
const OTHERS = 100;
const FOLLOWER_COUNTS = [10, 100, 1_000, 10_000] as const;
const FILLS_LEAST = 3;
const COPIES_MEASURED = 10_000;
const FOLLOWING_AT_ONCE = 20;
const COPIED_WITHIN_MS = 30_000;
const LOOK_MS = 20;
const LIST_CONNECTIONS = 2;
const LIST_ROUNDS = 100;

interface Stand {
  readonly product: BenchProduct;
  readonly leader: BenchInvestor;
  readonly others: readonly BenchInvestor[];
  readonly client: pg.Client;
  readonly strategyId: string;
}

let stand: Stand | undefined;
let product: BenchProduct | undefined;

async function prepare(): Promise<Stand> {
  if (stand) return stand;
  // Kept at once, so that `finish` stops it even if storing fails.
  product = await startBenchProduct(1 + FOLLOWERS + OTHERS);
  const [leader, ...people] = await signInMany(product.url, 1 + FOLLOWERS + OTHERS);
  if (!leader) throw new Error('nobody leads');
  const strategyId = await runStrategy(product, leader);
  const followers = people.slice(0, FOLLOWERS);
  for (let from = 0; from < followers.length; from += FOLLOWING_AT_ONCE)
    await Promise.all(
      followers.slice(from, from + FOLLOWING_AT_ONCE).map(({ accountId, headers }) =>
        post(product?.url, `/copy-trade/strategies/${strategyId}/follow`, headers, {
          ...{ accountId, copyRatio: '1', maxLoss: '100000000000', copiesOpenPositions: false },
        }),
      ),
    );
  // PostgreSQL is running already: this attaches to it.
  const client = new pg.Client({ connectionString: (await startEmbeddedPostgres(product.home)).url });
  await client.connect();
  stand = { product, leader, others: people.slice(FOLLOWERS), client, strategyId };
  return stand;
}

export async function finishCopying(): Promise<void> {
  await stand?.client.end();
  await product?.stop();
  stand = undefined;
  product = undefined;
}

async function post(url = '', path: string, headers: BenchInvestor['headers'], body: object) {
  const answer = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

async function runStrategy(
  { url, operatorToken }: BenchProduct,
  { accountId, headers }: BenchInvestor,
): Promise<string> {
  const terms = { name: 'Bench', description: 'bench', maxFollowers: FOLLOWERS, copyFee: '0', paymentPeriod: 'YEARLY' };
  const { strategyId } = await post(url, '/copy-trade/strategies/mine', headers, {
    ...{ accountId, ...terms, performanceFeeRate: '0', minFollowAmount: '0', slippageTolerance: 20 },
  });
  const operator = { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' };
  const { items } = await (await fetch(`${url}/api/operator/strategies`, { headers: operator })).json();
  const { version } = items[0];
  await post(url, `/operator/strategies/${strategyId}/approve`, operator, {
    operatorId: 'bench',
    reason: 'bench',
    version,
  });
  await post(url, `/copy-trade/strategies/${strategyId}/run`, headers, {});
  return strategyId;
}

export async function measureCopying(): Promise<Figure[]> {
  const costs = FOLLOWER_COUNTS.map(costOfFollowers);
  const ready = await prepare();
  return [...costs, ...(await measureFanOut(ready)), await measureList(ready)];
}

/** Microseconds of the engine for one follower of one fill, all commands counted that carry it out. */
function costOfFollowers(followers: number): Figure {
  const state = createEngineState();
  const run = (body: CommandBody) => execute(state, { ...body, seq: state.seq + 1, timeMs: state.timeMs + 1 } as never);
  enterReferenceData(run, followers + 1);
  const terms = {
    ...{ name: 'Bench', description: 'bench', maxFollowers: followers, copyFeeVnd: 0n, feePeriod: 'YEARLY' as const },
    ...{ performanceFeeBasisPoints: 0, minFollowVnd: 0n, slippageTicks: 20 },
  };
  const leads = { accountId: 'account-0', strategyId: 'led' };
  run({ kind: 'publishStrategy', ...leads, terms });
  run({ kind: 'reviewStrategy', strategyId: 'led', verdict: 'APPROVED', reason: 'bench', operatorId: 'bench' });
  run({ kind: 'runStrategy', ...leads });
  const follow = { maxLossVnd: 10n ** 10n, ratioBasisPoints: 10_000, copiesOpenPositions: false };
  for (let index = 1; index <= followers; index += 1)
    run({
      kind: 'followStrategy',
      strategyId: 'led',
      accountId: `account-${index}`,
      copyId: `copy-${index}`,
      ...follow,
    });
  // Of few followers many fills, so that each count is measured for as long.
  const fills = Math.max(FILLS_LEAST, COPIES_MEASURED / followers);
  const usedUs = Array.from({ length: fills }, (_, index) =>
    fillOnce(state, run, { orderId: `led-${index}`, followers }),
  );
  return {
    ...{ id: `copying.cost-of-${followers}`, unit: 'µs/follower' },
    value: Math.round((median(usedUs) / followers) * 10) / 10,
    ...{ target: 100, better: 'min' },
  };
}

type Run = (body: CommandBody) => readonly EngineEvent[];

function fillOnce(
  state: EngineState,
  run: Run,
  { orderId, followers }: { readonly orderId: string; readonly followers: number },
): number {
  const contractCode = 'ZCEZ26';
  const report = (rest: object) =>
    run({
      kind: 'reportExecution',
      report: { execId: `e-${state.seq}`, orderId, contractCode, ...rest },
    } as never);
  run({
    ...{ kind: 'placeOrder', accountId: 'account-0', orderId, clientOrderId: orderId, contractCode, side: 'BUY' },
    ...{ orderType: 'LIMIT', duration: 'DAY', quantityLots: 1, limitPrice: '450.00' },
  });
  report({ kind: 'accepted' });
  const startedAt = performance.now();
  const events = [...report({ kind: 'filled', tradeId: orderId, lots: 1, priceTicks: 1_800 })];
  while (state.copying.errands.length > 0) events.push(...run({ kind: 'passTime' }));
  const usedUs = (performance.now() - startedAt) * 1_000;
  const sent = events.filter((event) => event.kind === 'copyDecided' && event.decision.order).length;
  if (sent !== followers) throw new Error(`${sent} of ${followers} followers sent an order`);
  return usedUs;
}

async function measureFanOut({ product: { url }, leader, others, client, strategyId }: Stand): Promise<Figure[]> {
  const resting = await restingOrder(url);
  const reply = await fetch(`${url}/api/market/contracts?commodityCode=CLE`);
  const { items } = (await reply.json()) as { items: readonly Contract[] };
  const ask = Number(items.find(({ code }) => code === resting.contractCode)?.askPrice);
  const placing = placeOrders({ url, people: others, order: resting }, 4);
  await sleep(1_000);
  const before = await decisionsOf(client, strategyId);
  const startedAt = performance.now();
  await post(url, `/order/${leader.accountId}/place`, leader.headers, {
    ...{ clientOrderId: randomUUID(), contractCode: resting.contractCode, side: 'BUY', orderType: 'LIMIT' },
    ...{ duration: 'DAY', quantity: 1, limitPrice: (ask * 1.01).toFixed(2) },
  });
  const acknowledgedAt = performance.now();
  while ((await decisionsOf(client, strategyId)) < before + FOLLOWERS) {
    if (performance.now() - startedAt > COPIED_WITHIN_MS)
      throw new Error(`a fill was not copied by everybody: ${await skipsOf(client, strategyId)}`);
    await sleep(LOOK_MS);
  }
  const copiedMs = performance.now() - acknowledgedAt;
  const { latencies, failed } = await placing;
  if (failed > 0) throw new Error(`${failed} orders were not acknowledged with 201`);
  return [
    { id: 'copying.fan-out-1000', unit: 'ms', value: Math.round(copiedMs), target: 500, better: 'min' },
    { id: 'copying.others-p99', unit: 'ms', value: roundedAt(latencies, 0.99), target: 150, better: 'min' },
  ];
}

/** Orders that are on disk. */
async function decisionsOf(client: pg.Client, strategyId: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    'select count(*) from copy_decision where strategy_id = $1 and order_id is not null',
    [strategyId],
  );
  return Number(rows[0]?.count);
}

async function skipsOf(client: pg.Client, strategyId: string): Promise<string> {
  const { rows } = await client.query<{ why: string }>(
    `select count(*) || ' ' || coalesce(record -> 'skip' ->> 'why', 'sent') || ' ' ||
       coalesce(record -> 'skip' -> 'refusal' ->> 'code', '') as why
     from copy_decision where strategy_id = $1 group by record -> 'skip'`,
    [strategyId],
  );
  return rows.map(({ why }) => why).join(', ');
}

let isStored = false;

async function measureList({ product: { url }, leader, client }: Stand): Promise<Figure> {
  const { headers, accountId } = leader;
  if (!isStored) {
    const { contractCode } = await restingOrder(url);
    await storeStrategies({ client, investorId: accountId.slice(0, -3), contractCode });
    isStored = true;
  }
  const agent = new Agent({ keepAlive: true, maxSockets: LIST_CONNECTIONS });
  const ask = (query: string) => answerOf(request(`${url}/api/copy-trade/strategies${query}`, { agent, headers }));
  const firstAt = performance.now();
  // They were stored behind the server's back; a start would have worked them out before anybody asks.
  while (
    !(await ask('').then(
      () => true,
      () => false,
    ))
  );
  console.error(`  the first list, all figures worked out: ${Math.round(performance.now() - firstAt)} ms`);
  const queries = [
    '',
    '?limit=100',
    '?sort=newest',
    '?sort=drawdown&maxDrawdown=20',
    '?search=strategy%2099',
    '?capital=9000000',
  ];
  const turns = Array.from({ length: LIST_ROUNDS }, () => queries).flat();
  const latencies: number[] = [];
  const connection = async (): Promise<void> => {
    for (let query = turns.pop(); query !== undefined; query = turns.pop()) {
      const startedAt = performance.now();
      await ask(query);
      latencies.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: LIST_CONNECTIONS }, connection));
  agent.destroy();
  console.error(`  the list p50 ${roundedAt(latencies, 0.5)} p99 ${roundedAt(latencies, 0.99)}`);
  return { id: 'copying.list-p99', unit: 'ms', value: roundedAt(latencies, 0.99), target: 100, better: 'min' };
}
