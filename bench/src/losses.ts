/**
 * Measures how long nobody trades when a machine is lost: from the kill of the engine that serves, or of the primary
 * database, to the first order sent since then that was acknowledged, through the door of a cluster that runs as
 * `npm run cluster` starts it. One trader sends an order after another and cancels it.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { demandBuild } from '#bench-product.ts';
import { within } from '#deadline.ts';
import { type Figure, median } from '#figure.ts';
import { restingOrder } from '#resting-order.ts';
import { InvestorClient } from '../../server/test/fixtures/investor-client.ts';
import { HAS_NATS } from '../../server/test/fixtures/nats-server.ts';
import { RunningCluster } from '../../server/test/fixtures/running-cluster.ts';

const ACCOUNT = '108C000001-01';
const ENGINES_LOST = 5;
const DATABASES_LOST = 2;
/** Between two orders, or after one that was refused. */
const PAUSE_MS = 10;
const LOOK_MS = 100;
const WHOLE_WITHIN_MS = 60_000;
const SERVED_WITHIN_MS = 60_000;

let cluster: RunningCluster | undefined;

export async function measureLosses(): Promise<Figure[]> {
  demandBuild();
  if (!HAS_NATS) throw new Error('the group losses needs nats-server: apt-get install nats-server');
  cluster ??= await RunningCluster.start({ gateways: 2, settings: { SEED: '5' } });
  const trader = await Trader.signIn(cluster.url);
  try {
    const engines = await lose(cluster, trader, pidOfEngine, ENGINES_LOST);
    const databases = await lose(cluster, trader, pidOfPrimary, DATABASES_LOST);
    return [
      least('engine-p50', median(engines), 1_000),
      least('engine-worst', Math.max(...engines), 1_000),
      least('primary-worst', Math.max(...databases), 3_000),
    ];
  } finally {
    await trader.stop();
  }
}

export async function finishLosses(): Promise<void> {
  await cluster?.clear();
  cluster = undefined;
}

function least(id: string, value: number, target: number): Figure {
  return { id: `losses.${id}`, unit: 'ms', value, target, better: 'min' };
}

type View = Awaited<ReturnType<RunningCluster['view']>>;

function pidOfEngine({ processes }: View): number | null | undefined {
  return processes.find(({ role, state }) => role === 'engine' && state === 'serves')?.pid;
}

function pidOfPrimary({ pair }: View): number | null | undefined {
  return pair.databases.find(({ isPrimary }) => isPrimary)?.pid;
}

/** In ms, each from a kill while everything was there. */
async function lose(
  cluster: RunningCluster,
  trader: Trader,
  victim: (view: View) => number | null | undefined,
  times: number,
): Promise<number[]> {
  const silences: number[] = [];
  let killed: number | undefined;
  for (let lost = 0; lost < times; lost += 1) {
    const pid = victim(await within(WHOLE_WITHIN_MS, 'a whole cluster', wholeWithout(killed, cluster)));
    if (!pid) throw new Error('there is nothing to kill');
    await within(SERVED_WITHIN_MS, 'an order before a loss', trader.acknowledged());
    process.kill(pid, 'SIGKILL');
    killed = pid;
    const atMs = performance.now();
    await within(SERVED_WITHIN_MS, 'an order after a loss', trader.acknowledged());
    silences.push(performance.now() - atMs);
  }
  return silences;
}

/** Until it is noticed that one is gone, everything seems to be there. */
async function wholeWithout(killed: number | undefined, cluster: RunningCluster): Promise<View> {
  for (;;) {
    const view = await cluster.view();
    const isThere = [...view.processes, ...view.pair.databases].some(({ pid }) => pid === killed);
    if (view.isWhole && !isThere) return view;
    await sleep(LOOK_MS);
  }
}

class Trader {
  private readonly investor: InvestorClient;
  private readonly terms: object;
  private readonly done: Promise<void>;
  private isOver = false;
  private waiting: { readonly sinceMs: number; readonly resolve: () => void }[] = [];

  private constructor(investor: InvestorClient, terms: object) {
    this.investor = investor;
    this.terms = terms;
    this.done = this.trade();
  }

  static async signIn(url: string): Promise<Trader> {
    const investor = new InvestorClient(url);
    await investor.signIn('an@mua.demo');
    return new Trader(investor, {
      ...(await restingOrder(url)),
      ...{ side: 'BUY', orderType: 'LIMIT', duration: 'DAY', quantity: 1 },
    });
  }

  /** Resolves when an order that is sent from now on is acknowledged. */
  acknowledged(): Promise<void> {
    return new Promise((resolve) => this.waiting.push({ sinceMs: performance.now(), resolve }));
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.done;
  }

  private async trade(): Promise<void> {
    while (!this.isOver) {
      const sentMs = performance.now();
      const clientOrderId = randomUUID();
      const placed = await this.post('place', { ...this.terms, clientOrderId });
      if (placed === 201) {
        const heard = this.waiting.filter(({ sinceMs }) => sinceMs <= sentMs);
        this.waiting = this.waiting.filter(({ sinceMs }) => sinceMs > sentMs);
        for (const { resolve } of heard) resolve();
        await this.post('cancel', { clientOrderId });
      }
      await sleep(PAUSE_MS);
    }
  }

  /** The status; undefined where nobody answered. */
  private async post(what: string, body: object): Promise<number | undefined> {
    try {
      return (await this.investor.post(`/api/order/${ACCOUNT}/${what}`, body)).status;
    } catch {
      return undefined;
    }
  }
}
