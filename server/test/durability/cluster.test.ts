/**
 * All of a cluster, as `npm run cluster` runs it, while somebody trades through its door: whatever is killed, it is whole
 * again by itself, and nothing that was acknowledged is lost, doubled or changed.
 */
import { randomUUID } from 'node:crypto';
import type { Command } from '@mua/core/engine';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ACCOUNT, acknowledges, cancel, expectOnce, trade } from '#test/durability/steady-trader.ts';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { HAS_NATS } from '#test/fixtures/nats-server.ts';
import { restingBuy } from '#test/fixtures/resting-buy.ts';
import { RunningCluster } from '#test/fixtures/running-cluster.ts';
import { storedCommands } from '#test/fixtures/stored-commands.ts';

const WAIT = { timeout: 60_000, interval: 20 };
const LINK = new Set<string>(['restartVenue', 'resyncVenue', 'loseVenue']);
type LinkCommand = Extract<Command, { kind: 'restartVenue' | 'resyncVenue' | 'loseVenue' }>;

/** What the journal has of the link to the exchange. */
async function linkCommands(databaseUrl: string): Promise<LinkCommand[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const found: LinkCommand[] = [];
  for await (const command of storedCommands(client)) if (isOfLink(command)) found.push(command);
  await client.end();
  return found;
}

function isOfLink(command: Command): command is LinkCommand {
  return LINK.has(command.kind);
}

/** Resolves when the prices of a contract that is always traded are others than at first. */
async function pricesMove(url: string): Promise<void> {
  const prices = async (): Promise<string> => {
    const { items } = await (await fetch(`${url}/api/market/contracts?commodityCode=XC`)).json();
    return JSON.stringify(items);
  };
  const atFirst = await prices();
  await vi.waitUntil(async () => (await prices()) !== atFirst, WAIT);
}

class Resting {
  readonly investor: InvestorClient;
  private readonly names: string[] = [];

  private constructor(url: string) {
    this.investor = new InvestorClient(url);
  }

  /** Three orders that have their place in a queue. */
  static async place(url: string): Promise<Resting> {
    const resting = new Resting(url);
    const { investor, names } = resting;
    await investor.signIn('an@mua.demo');
    const terms = await restingBuy(investor);
    for (let count = 0; count < 3; count += 1) {
      const clientOrderId = randomUUID();
      const { status, body } = await investor.post(`/api/order/${ACCOUNT}/place`, {
        ...terms,
        clientOrderId,
        quantity: 1,
      });
      expect([status, body.code]).toEqual([201, undefined]);
      names.push(clientOrderId);
    }
    await resting.work();
    return resting;
  }

  /** Resolves when all of them are at the exchange. */
  async work(): Promise<void> {
    await vi.waitUntil(async () => (await this.orders()).every(({ status }) => status === 'WORKING'), WAIT);
  }

  async orders(): Promise<{ readonly orderId: string; readonly status: string; readonly filledQuantity: number }[]> {
    const answers = await Promise.all(
      this.names.map((name) => this.investor.get(`/api/order/${ACCOUNT}/by-client-id/${name}`)),
    );
    return answers.map(({ body }) => body);
  }

  async cancel(): Promise<void> {
    for (const clientOrderId of this.names) await cancel(this.investor, { clientOrderId, limitPrice: '', quantity: 1 });
  }
}

describe.skipIf(!HAS_NATS)('a cluster (skipped where nats-server is not installed)', () => {
  let cluster: RunningCluster;
  beforeAll(async () => {
    cluster = await RunningCluster.start({ gateways: 2 });
  });
  afterAll(() => cluster.clear());

  test('whoever follows the engine says how far they are', async () => {
    const following = async () => (await cluster.view()).processes.filter(({ lag }) => lag !== null);
    await vi.waitUntil(async () => (await following()).length === 4, WAIT);
    const names = (await following()).map(({ name }) => name);
    expect(names).toEqual(['gateway-1', 'gateway-2', expect.stringMatching(/^engine-[ab]$/), 'projector']);
  });

  test('what charts ask of the past comes from the exchange through market and gateway', async () => {
    const { items } = await (await fetch(`${cluster.url}/api/market/contracts?commodityCode=CLE`)).json();
    const contract = `${cluster.url}/api/market/contracts/${items[0].code}`;
    for (const asked of ['open-interest', 'candles?interval=1d']) {
      const reply = await fetch(`${contract}/${asked}`);
      expect([asked, reply.status]).toEqual([asked, 200]);
      expect((await reply.json()).items).toEqual(expect.arrayContaining([expect.anything()]));
    }
  });

  test('orders keep their place in the queue when the engine dies: the exchange lists them, and is handed none again', async () => {
    const resting = await Resting.place(cluster.url);
    const before = await linkCommands(await cluster.databaseUrl());
    await cluster.kill('engine');
    await resting.work();
    const since = (await linkCommands(await cluster.databaseUrl())).slice(before.length);
    // Not even a loss of the link: nobody's order was disturbed.
    expect(since.map(({ kind }) => kind)).toEqual(['resyncVenue']);
    const listed = since.flatMap((command) => (command.kind === 'resyncVenue' ? (command.orders ?? []) : []));
    const wanted = (await resting.orders()).map(({ orderId }) => orderId);
    expect(listed.map(({ orderId }) => orderId)).toEqual(expect.arrayContaining(wanted));
    expect(listed.every(({ filledLots }) => filledLots === 0)).toBe(true);
    await resting.cancel();
  });

  test('an exchange that dies is lost, and is handed every order when it is back', async () => {
    const resting = await Resting.place(cluster.url);
    const before = await linkCommands(await cluster.databaseUrl());
    await cluster.kill('exchange');
    await vi.waitUntil(
      async () => (await linkCommands(await cluster.databaseUrl())).at(-1)?.kind === 'restartVenue',
      WAIT,
    );
    await resting.work();
    const since = (await linkCommands(await cluster.databaseUrl())).slice(before.length);
    expect(since.map(({ kind }) => kind)).toEqual(['loseVenue', 'restartVenue']);
    await resting.cancel();
  });

  test('a market that dies moves no order, and the other one tells prices', async () => {
    const resting = await Resting.place(cluster.url);
    const before = await linkCommands(await cluster.databaseUrl());
    const serving = async () =>
      (await cluster.view()).processes.find(({ role, state }) => role === 'market' && state === 'serves')?.name;
    const dying = await serving();
    await cluster.kill('market');
    // The other one: a market that is started again waits for its turn.
    expect([dying, await serving()]).toEqual(expect.arrayContaining(['market-a', 'market-b']));
    await pricesMove(cluster.url);
    expect((await resting.orders()).map(({ status }) => status)).toEqual(['WORKING', 'WORKING', 'WORKING']);
    expect(await linkCommands(await cluster.databaseUrl())).toHaveLength(before.length);
    await resting.cancel();
  });

  test('a market that hangs loses its turn to the other one, and ends when it wakes', async () => {
    const serving = async (): Promise<number[]> =>
      (await cluster.view()).processes.flatMap(({ role, state, pid }) =>
        role === 'market' && state === 'serves' && pid !== null ? [pid] : [],
      );
    const [hanging = 0] = await serving();
    process.kill(hanging, 'SIGSTOP');
    await vi.waitUntil(async () => (await serving()).some((pid) => pid !== hanging), WAIT);
    await pricesMove(cluster.url);
    process.kill(hanging, 'SIGCONT');
    await vi.waitUntil(async () => !(await serving()).includes(hanging) && (await cluster.view()).isWhole, WAIT);
  });

  test('survives the loss of each of its parts', async () => {
    const trader = await trade(cluster.url);
    for (const part of ['engine', 'gateway-1', 'exchange', 'market', 'projector', 'nats', 'database', 'standby']) {
      await cluster.kill(part);
      await acknowledges(trader, 20);
    }
    await trader.stop();
    await expectOnce(trader, await cluster.databaseUrl());
    const { isWhole, processes } = await cluster.view();
    expect([isWhole, processes.filter(({ restarts }) => restarts > 0).length]).toEqual([true, expect.any(Number)]);
  });

  test('each part that serves no people says how it does', async () => {
    const [exchange, projector, ...markets] = await Promise.all(
      ['exchange', 'projector', 'market-a', 'market-b'].map((name) => cluster.readiness(name)),
    );
    expect([exchange, projector]).toEqual([
      { status: 'ready', role: 'exchange' },
      { status: 'ready', role: 'projector' },
    ]);
    expect(markets).toContainEqual({ status: 'ready', role: 'market' });
    expect(markets).toContainEqual({ status: 'waits', role: 'market', waitsFor: 'turn' });
  });

  test('ends in order', async () => {
    expect(await cluster.stop()).toBe(0);
  });
});
