/**
 * Measures what goes on when three times as many orders are offered as can be done: an open loop, in which orders come
 * at an even pace whether or not earlier ones are answered. The capacity is measured just before, by a closed loop on
 * the same connections. First both ends share the machine, so that the one which offers takes from the one which serves;
 * then server and database have one processor, and whoever offers another, which is what a refusal costs the product.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchProduct, benchStage, startBenchProduct } from '#bench-product.ts';
import { type Figure, percentile } from '#figure.ts';
import { type OrderAnswer, type OrderConnections, openOrderConnections } from '#order-connections.ts';
import { pidsBelow } from '#processes.ts';
import { restingOrder } from '#resting-order.ts';

/** Enough that nobody reaches the most lots of a contract. */
const INVESTORS = 600;
const CLOSED_CONNECTIONS = 64;
const CONNECTIONS = 4_000;
const TIMES = 3;
const WARM_UP_MS = 4_000;
const MEASURE_MS = 6_000;
const PACE_MS = 5;

const PLACED = 201;
const REFUSED = 503;

const stage = benchStage(startBenchProduct, INVESTORS);

export async function measureOverload(): Promise<Figure[]> {
  const { product, people } = await stage.prepare();
  const order = await restingOrder(product.url);
  const connections = await openOrderConnections(product.url, { people, order, count: CONNECTIONS });
  try {
    const figures = await measure(connections, 'overload');
    const together = partProcessors(product);
    try {
      return [...figures, ...(await measure(connections, 'overload.apart'))];
    } finally {
      together();
    }
  } finally {
    connections.close();
    // Each investor may have so many orders at once, and a run leaves hundreds: the next one begins with a new product.
    await stage.finish();
  }
}

async function measure(connections: OrderConnections, name: string): Promise<Figure[]> {
  await closedLoop(connections, WARM_UP_MS);
  const capacity = await closedLoop(connections, MEASURE_MS);
  const { placed, refused, placedInTime } = await openLoop(connections, capacity * TIMES);
  const goingOn = (placedInTime * 1000) / MEASURE_MS / capacity;
  return [
    { id: `${name}.capacity`, unit: 'orders/s', value: capacity, target: 1_500, better: 'max' },
    { id: `${name}.going-on`, unit: '% of capacity', value: goingOn * 100, target: 90, better: 'max' },
    { id: `${name}.placed-p99`, unit: 'ms', value: percentile(placed, 0.99), target: 250, better: 'min' },
    { id: `${name}.refused-p99`, unit: 'ms', value: percentile(refused, 0.99), target: 250, better: 'min' },
  ];
}

/** Gives server and database the first processor, and this process the second. Returns how to end that. */
function partProcessors({ pid, home }: Pick<BenchProduct, 'pid' | 'home'>): () => void {
  const theirs = [pid, ...pidsBelow(home)];
  const all = `0-${availableParallelism() - 1}`;
  for (const each of theirs) keepOn('0', each);
  keepOn('1', process.pid);
  return () => {
    for (const each of [...theirs, process.pid]) keepOn(all, each);
  };
}

/** With all its threads; processes that end meanwhile are left out. */
function keepOn(processors: string, pid: number): void {
  const { error } = spawnSync('taskset', ['-a', '-c', '-p', processors, String(pid)]);
  if (error) throw error;
}

export const finishOverload = stage.finish;

/** Orders per second, each connection sending its next one when it has the answer. */
async function closedLoop(connections: OrderConnections, durationMs: number): Promise<number> {
  const until = performance.now() + durationMs;
  const connection = async (): Promise<number> => {
    let count = 0;
    while (performance.now() < until) {
      const { status } = await connections.place(performance.now());
      if (status === PLACED) count += 1;
    }
    return count;
  };
  const counts = await Promise.all(Array.from({ length: CLOSED_CONNECTIONS }, connection));
  return (counts.reduce((sum, count) => sum + count, 0) * 1000) / durationMs;
}

interface Offered extends Omit<OrderAnswer, 'reply'> {
  readonly dueMs: number;
  /** A reply that is neither of the two. */
  readonly fault: string | null;
}

interface Outcome {
  /** Latencies of the orders that were due while it was measured. */
  readonly placed: number[];
  readonly refused: number[];
  /** How many were answered while it was measured, whenever they were due. */
  readonly placedInTime: number;
}

/** Measured once it has gone on for a while: a server may need a second to know that this is no burst. */
async function openLoop(connections: OrderConnections, perSecond: number): Promise<Outcome> {
  const offered: Promise<Offered>[] = [];
  const beganMs = performance.now();
  const endMs = beganMs + WARM_UP_MS + MEASURE_MS;
  const offer = async (dueMs: number): Promise<Offered> => {
    const { status, latencyMs, reply } = await connections.place(dueMs);
    return { dueMs, status, latencyMs, fault: status === PLACED || status === REFUSED ? null : reply };
  };
  for (let nowMs = beganMs; nowMs < endMs; nowMs = performance.now()) {
    // The clock decides: timers come late on a busy machine, and the orders of that time are due all the same.
    for (let due = ((nowMs - beganMs) * perSecond) / 1000; offered.length < due; )
      offered.push(offer(beganMs + (offered.length * 1000) / perSecond));
    await sleep(PACE_MS);
  }
  const answers = await Promise.all(offered);
  const faulty = answers.find(({ fault }) => fault !== null);
  if (faulty) throw new Error(`an order was answered ${faulty.fault}`);
  const isMeasured = (timeMs: number): boolean => timeMs >= beganMs + WARM_UP_MS && timeMs < endMs;
  const latencies = (wanted: number): number[] =>
    answers.filter(({ status, dueMs }) => status === wanted && isMeasured(dueMs)).map(({ latencyMs }) => latencyMs);
  return {
    placed: latencies(PLACED),
    refused: latencies(REFUSED),
    placedInTime: answers.filter(({ status, dueMs, latencyMs }) => status === PLACED && isMeasured(dueMs + latencyMs))
      .length,
  };
}
