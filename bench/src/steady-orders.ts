/** Sends orders at an even pace, beside whatever else is measured, and times each to its durable acknowledgement. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchInvestor } from '#bench-product.ts';
import type { RestingOrder } from '#resting-order.ts';

const ORDERS_PER_SECOND = 100;
const ANSWER_MS = 10_000;

export interface SteadyOrders {
  readonly url: string;
  readonly people: readonly BenchInvestor[];
  readonly order: RestingOrder;
  /** Called just before an order is sent. */
  readonly onSent?: (clientOrderId: string) => void;
}

export interface PlacedOrders {
  /** Latency of every order, in ms. */
  readonly latencies: number[];
  /** Number of orders not acknowledged with 201. */
  readonly failed: number;
}

/** Resolves when the orders of this many seconds are answered. */
export async function placeOrders(orders: SteadyOrders, seconds: number): Promise<PlacedOrders> {
  const placed: Promise<{ latencyMs: number; isMade: boolean }>[] = [];
  const beganAt = performance.now();
  const elapsedSeconds = (): number => (performance.now() - beganAt) / 1000;
  while (elapsedSeconds() < seconds) {
    // The clock decides: timers come late on a busy machine, and the orders of that time are due all the same.
    while (placed.length < elapsedSeconds() * ORDERS_PER_SECOND) {
      const investor = orders.people[placed.length % orders.people.length];
      if (!investor) throw new Error('orders need somebody who places them');
      placed.push(placeOne(orders, investor));
    }
    await sleep(1000 / ORDERS_PER_SECOND);
  }
  const answers = await Promise.all(placed);
  return {
    latencies: answers.map(({ latencyMs }) => latencyMs),
    failed: answers.filter(({ isMade }) => !isMade).length,
  };
}

async function placeOne(
  { url, order, onSent }: SteadyOrders,
  investor: BenchInvestor,
): Promise<{ latencyMs: number; isMade: boolean }> {
  const clientOrderId = randomUUID();
  const terms = { side: 'BUY', orderType: 'LIMIT', duration: 'DAY', quantity: 1 };
  onSent?.(clientOrderId);
  const startedAt = performance.now();
  const answer = await fetch(`${url}/api/order/${investor.accountId}/place`, {
    method: 'POST',
    headers: investor.headers,
    body: JSON.stringify({ clientOrderId, ...order, ...terms }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  await answer.arrayBuffer();
  return { latencyMs: performance.now() - startedAt, isMade: answer.status === 201 };
}
