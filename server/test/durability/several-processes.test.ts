/**
 * Several processes: orders go through gateways, and the loss of any one of them loses, doubles and changes nothing that
 * was acknowledged.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { CuttableLink } from '#test/durability/chaos/cuttable-link.ts';
import { ACCOUNT, acknowledges, cancel, expectOnce, trade } from '#test/durability/steady-trader.ts';
import { Installation, type Ways } from '#test/fixtures/installation.ts';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { HAS_NATS } from '#test/fixtures/nats-server.ts';
import type { RunningProduct } from '#test/fixtures/product.ts';
import { restingBuy } from '#test/fixtures/resting-buy.ts';

const BINH = '108C000002-01';
/** A long proof takes more, and has time for what takes long. */
const TAKEOVERS = Number(process.env.TAKEOVERS ?? 1);
const IS_LONG = TAKEOVERS > 1;

/** How long an engine has heard of none that waits, in seconds. */
async function candidateSilence({ url }: RunningProduct): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^mua_engine_candidate_silent_seconds (\S+)$/m.exec(metrics)?.[1]);
}

function spread(ms: readonly number[]): string {
  const sorted = ms.toSorted((one, other) => one - other).map(Math.round);
  const [median, worst] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return `median ${median} ms, worst ${worst} ms of ${sorted.length}`;
}

describe.skipIf(!HAS_NATS)('an engine and gateways (skipped where nats-server is not installed)', () => {
  let house: Installation;
  let engine: RunningProduct;
  let gateways: RunningProduct[];
  beforeAll(async () => {
    house = await Installation.open({ SEED: '23' });
    engine = await house.engine();
    gateways = await Promise.all([house.gateway(), house.gateway()]);
  });
  afterAll(async () => {
    await Promise.all(gateways.map(({ stop }) => stop()));
    await engine.stop();
    await house.clear();
  });

  test('an order through one gateway is known at the other and at the engine', async () => {
    const [one, other] = gateways.map(({ url }) => new InvestorClient(url)) as [InvestorClient, InvestorClient];
    await one.signIn('an@mua.demo');
    await other.signIn('an@mua.demo');
    const clientOrderId = randomUUID();
    const order = { ...(await restingBuy(one)), clientOrderId, quantity: 2 };
    const placed = await one.post(`/api/order/${ACCOUNT}/place`, order);
    expect([placed.status, placed.body.code]).toEqual([201, undefined]);
    const atEngine = new InvestorClient(engine.url);
    await atEngine.signIn('an@mua.demo');
    for (const investor of [one, other, atEngine]) {
      const found = await investor.get(`/api/order/${ACCOUNT}/by-client-id/${clientOrderId}`);
      expect([found.status, found.body.limitPrice, found.body.quantity]).toEqual([200, order.limitPrice, 2]);
    }
  });

  test('who signs in at one gateway is known at the other, and who signs out is not', async () => {
    const [one, other] = gateways.map(({ url }) => url) as [string, string];
    const here = new InvestorClient(one);
    await here.signIn('binh@mua.demo');
    const there = here.at(other);
    expect((await there.get('/api/investor/security/informations')).status).toBe(200);
    expect((await here.post('/api/investor/logout', {})).status).toBe(200);
    // Within a second; without a word over the bus it would be five.
    await vi.waitUntil(async () => (await there.get('/api/investor/security/informations')).status === 401, 3_000);
  });

  test('a bus that is killed and started again keeps nobody from trading, and loses nothing', async () => {
    const trader = await trade(gateways[0]?.url ?? '');
    await Promise.all(house.nats.map((server) => server.kill()));
    await Promise.all(house.nats.map((server) => server.startAgain()));
    await acknowledges(trader, 20);
    await trader.stop();
    await expectOnce(trader, house.databaseUrl);
  });

  test('nor does one of its three servers', async () => {
    const trader = await trade(gateways[0]?.url ?? '');
    for (const server of house.nats) {
      await server.kill();
      await acknowledges(trader, 20);
      await server.startAgain();
    }
    await trader.stop();
    await expectOnce(trader, house.databaseUrl);
  });

  test('what a killed gateway has not answered is found at another one by its id', async () => {
    const doomed = await house.gateway();
    const investor = new InvestorClient(doomed.url);
    await investor.signIn('an@mua.demo');
    const terms = { ...(await restingBuy(investor)), clientOrderId: randomUUID(), quantity: 1 };
    const answered = investor.post(`/api/order/${ACCOUNT}/place`, terms).catch(() => undefined);
    await doomed.kill();
    const answer = await answered;
    const elsewhere = investor.at(gateways[1]?.url ?? '');
    const found = await elsewhere.get(`/api/order/${ACCOUNT}/by-client-id/${terms.clientOrderId}`);
    expect(answer ? [200] : [200, 404]).toContain(found.status);
    // To send it again is safe, whatever became of it.
    const again = await elsewhere.post(`/api/order/${ACCOUNT}/place`, terms);
    expect([200, 201]).toContain(again.status);
    await cancel(elsewhere, { ...terms, quantity: 1 });
  });

  test('a killed engine is followed by the one that waits, and no order is lost or doubled', async () => {
    const trader = await trade(gateways[0]?.url ?? '');
    const silences: number[] = [];
    for (let takeover = 0; takeover < TAKEOVERS; takeover += 1) {
      const next = await house.nextEngine();
      const killedAt = performance.now();
      await engine.kill();
      await acknowledges(trader, 1);
      silences.push(performance.now() - killedAt);
      await acknowledges(trader, 20);
      engine = await next.serving;
    }
    if (IS_LONG) console.log(`· kill to acknowledged: ${spread(silences)}`);
    await trader.stop();
    await expectOnce(trader, house.databaseUrl);
  });

  test('one that hangs is fenced, and ends when it wakes', async () => {
    const next = await house.nextEngine();
    const trader = await trade(gateways[0]?.url ?? '');
    engine.freeze(true);
    await acknowledges(trader, 20);
    const frozen = engine;
    engine = await next.serving;
    frozen.freeze(false);
    expect(await frozen.ended).toBe(70);
    await acknowledges(trader, 20);
    await trader.stop();
    await expectOnce(trader, house.databaseUrl);
  });

  test('a projector that is cut off from the bus says so, and goes on from the database', async () => {
    const link = await linkTo('bus');
    const projector = await house.projectorGoes({ bus: link.url });
    const readiness = async () => (await fetch(`${projector.url}/health/ready`)).status;
    link.disturb('half open');
    await vi.waitUntil(async () => (await readiness()) === 503, { timeout: 60_000 });
    const investor = new InvestorClient(gateways[0]?.url ?? '');
    await investor.signIn('an@mua.demo');
    const order = { ...(await restingBuy(investor)), clientOrderId: randomUUID(), quantity: 1 };
    expect((await investor.post(`/api/order/${ACCOUNT}/place`, order)).status).toBe(201);
    expect((await investor.get(`/api/order/${ACCOUNT}/query`)).status).toBe(200);
    link.mend();
    await vi.waitUntil(async () => (await readiness()) === 200, { timeout: 60_000 });
    await house.projectorGoes({});
  });

  test.runIf(IS_LONG)('one that hung before anybody waited is fenced all the same', async () => {
    const trader = await trade(gateways[0]?.url ?? '');
    engine.freeze(true);
    const frozen = engine;
    const next = await house.nextEngine();
    await acknowledges(trader, 20);
    engine = await next.serving;
    frozen.freeze(false);
    expect(await frozen.ended).toBe(70);
    await trader.stop();
    await expectOnce(trader, house.databaseUrl);
  });

  async function linkTo(way: keyof Ways, delayMs?: number): Promise<CuttableLink> {
    const link = await CuttableLink.open(way === 'bus' ? house.busPort : house.databasePort, delayMs);
    onTestFinished(() => link.close());
    return link;
  }

  /** Another engine serves from now on, which goes these ways. */
  async function engineGoes(ways: Ways): Promise<void> {
    const next = await house.nextEngine(ways);
    await engine.stop();
    engine = await next.serving;
  }

  test.runIf(IS_LONG)('fifty milliseconds on every way make orders slower, and nothing else', async () => {
    const [bus, database] = await Promise.all([linkTo('bus', 50), linkTo('database', 50)]);
    const far: Ways = { bus: bus.url, database: database.url };
    await engineGoes(far);
    const serving = engine;
    const gateway = await house.gateway(far);
    const trader = await trade(gateway.url);
    await acknowledges(trader, 20);
    await trader.stop();
    expect(trader.others).toEqual([]);
    expect(await gateway.stop()).toBe(0);
    await engineGoes({});
    expect(await serving.ended).toBe(0);
    await expectOnce(trader, house.databaseUrl);
  });

  test('an engine that waits and is cut off from the bus takes nobody’s place, and follows when it is back', async () => {
    const link = await linkTo('bus');
    const next = await house.nextEngine({ bus: link.url });
    const trader = await trade(gateways[0]?.url ?? '');
    link.disturb('half open');
    // By then it has heard neither engine nor gateways for longer than an engine may hang.
    await vi.waitUntil(async () => (await candidateSilence(engine)) > 4, { timeout: 60_000 });
    await acknowledges(trader, 20);
    link.mend();
    await vi.waitUntil(async () => (await candidateSilence(engine)) < 2, { timeout: 60_000 });
    await engine.kill();
    await acknowledges(trader, 20);
    engine = await next.serving;
    await trader.stop();
    await expectOnce(trader, house.databaseUrl);
  });

  test.each(['database', 'bus'] as const)('an engine that is cut off from the %s makes way', async (way) => {
    const link = await linkTo(way);
    await engineGoes({ [way]: link.url });
    const next = await house.nextEngine();
    const trader = await trade(gateways[0]?.url ?? '');
    link.disturb('half open');
    await acknowledges(trader, 20);
    const cut = engine;
    engine = await next.serving;
    link.mend();
    expect(await cut.ended).toBe(70);
    await trader.stop();
    await expectOnce(trader, house.databaseUrl);
  });

  test('a gateway that is cut off from the bus refuses orders, goes on reading, and takes orders when it is back', async () => {
    const link = await linkTo('bus');
    const gateway = await house.gateway({ bus: link.url });
    onTestFinished(async () => void (await gateway.stop()));
    const investor = new InvestorClient(gateway.url);
    await investor.signIn('binh@mua.demo');
    const terms = { ...(await restingBuy(investor)), quantity: 1 };
    const place = () => investor.post(`/api/order/${BINH}/place`, { ...terms, clientOrderId: randomUUID() });
    expect((await place()).status).toBe(201);
    link.disturb('half open');
    await vi.waitUntil(async () => (await place()).body.code === 'JOURNAL_UNAVAILABLE', { timeout: 60_000 });
    expect((await investor.get(`/api/order/${BINH}/query`)).status).toBe(200);
    link.mend();
    await vi.waitUntil(async () => (await place()).status === 201, { timeout: 60_000 });
  });

  test('a gateway that waits for an engine ends at once when it is asked to', async () => {
    await engine.stop();
    let askedAtMs: number | undefined;
    const waiting = house.gateway({}, undefined, (output, signal) => {
      if (!output.includes('Following the journal') || askedAtMs !== undefined) return;
      askedAtMs = performance.now();
      signal('SIGTERM');
    });
    await expect(waiting).rejects.toThrow('ended with 0 before READY');
    // A stop that nothing ends takes twelve.
    expect(performance.now() - (askedAtMs ?? 0)).toBeLessThan(8_000);
  });
});
