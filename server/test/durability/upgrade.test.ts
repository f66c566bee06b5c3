/**
 * An upgrade of an installation of several processes, one after the other: an engine of the next release follows the one
 * that serves and takes over from it; an older one never writes behind it. Where the later engine decides something
 * differently, whoever can't go on says so and ends.
 */
import { randomUUID } from 'node:crypto';
import { ENGINE_VERSION } from '@mua/core/engine';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ACCOUNT, acknowledges, expectOnce, trade } from '#test/durability/steady-trader.ts';
import { Installation } from '#test/fixtures/installation.ts';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { HAS_NATS } from '#test/fixtures/nats-server.ts';
import { buildNextRelease, NEXT_MIGRATION, type NextRelease } from '#test/fixtures/next-release.ts';
import { ProductHome, type RunningProduct } from '#test/fixtures/product.ts';
import { restingBuy } from '#test/fixtures/resting-buy.ts';

const LATER = ENGINE_VERSION + 1;
/** `ended`: 78 tells a supervisor not to try again; one that has begun to follow ends with 70, and is refused next time. */
const tooOld = (ended: number): RegExp =>
  new RegExp(`ended with ${ended} [^]*was written by engine ${LATER}, and this one is ${ENGINE_VERSION}: start`);
const tooNew = (ended: number): RegExp =>
  new RegExp(`ended with ${ended} [^]*by engine ${ENGINE_VERSION} and this engine ${LATER} replays it differently`);

const tooOldForDatabase = new RegExp(`ended with 78 [^]*written by a newer version of Mùa \\(${NEXT_MIGRATION}\\)`);

async function openInstallation(): Promise<Installation> {
  const house = await Installation.open({ SEED: '29' });
  onTestFinished(() => house.clear());
  return house;
}

/** It is stopped when the test has finished, if it has not ended. */
function stopped(product: RunningProduct): RunningProduct {
  onTestFinished(async () => void (await product.stop()));
  return product;
}

async function placeThreeLots(url: string): Promise<number> {
  const investor = new InvestorClient(url);
  await investor.signIn('an@mua.demo');
  const order = { ...(await restingBuy(investor)), clientOrderId: randomUUID(), quantity: 3 };
  return (await investor.post(`/api/order/${ACCOUNT}/place`, order)).status;
}

async function writers(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ engine_version: number }>(
    'select engine_version from journal_batch group by engine_version order by min(first_seq)',
  );
  await client.end();
  return rows.map(({ engine_version }) => engine_version);
}

describe.skipIf(!HAS_NATS)('an upgrade (skipped where nats-server is not installed)', () => {
  let next: NextRelease;
  let otherwise: NextRelease;
  beforeAll(async () => {
    next = await buildNextRelease('the same');
    otherwise = await buildNextRelease('decides otherwise');
  });
  afterAll(() => {
    next.clear();
    otherwise.clear();
  });

  test('goes one by one under orders, and there is no way back', async () => {
    const house = await openInstallation();
    const engine = stopped(await house.engine());
    const gateway = stopped(await house.gateway());
    const trader = await trade(gateway.url);
    const later = await house.nextEngine({}, next.main);
    const spare = await house.nextEngine();
    const spareEnds = expect(spare.serving).rejects.toThrow(tooOld(70));
    // Of two that wait either may be the next.
    spare.signal('SIGSTOP');
    await engine.stop();
    const serving = stopped(await later.serving);
    spare.signal('SIGCONT');
    // Through a gateway of the release before.
    await acknowledges(trader, 20);
    await spareEnds;
    const laterGateway = stopped(await house.gateway({}, next.main));
    await trader.stop();
    const again = await trade(laterGateway.url);
    await again.stop();
    await expect(house.nextEngine()).rejects.toThrow(tooOldForDatabase);
    await serving.stop();
    await expect(house.engine()).rejects.toThrow(tooOldForDatabase);
    await expectOnce(trader, house.databaseUrl);
    expect(await writers(house.databaseUrl)).toEqual([ENGINE_VERSION, LATER]);
    stopped(await house.engine({}, next.main));
  });

  test('that is refused behind an old tail changes nothing: the release before starts and stops, and it goes on', async () => {
    const home = new ProductHome({ SEED: '29' });
    onTestFinished(() => home.clear());
    const later = home.under(otherwise.main);
    const product = stopped(await home.start());
    expect(await placeThreeLots(product.url)).toBe(201);
    await product.kill();
    await expect(later.start()).rejects.toThrow(tooNew(78));
    await (await home.start()).stop();
    await (await later.start()).stop();
    await expect(home.start()).rejects.toThrow(tooOldForDatabase);
  });

  // The rule itself is held by scenarios of recovery; this plays it with every process there is, half a minute long.
  test.runIf(process.env.PROVE_UPGRADE)(
    'of an engine that decides otherwise is refused behind an old tail, and goes by a clean stop',
    async () => {
      const house = await openInstallation();
      const engine = stopped(await house.engine());
      const gateway = stopped(await house.gateway());
      const waiting = await house.nextEngine({}, otherwise.main);
      const waitingEnds = expect(waiting.serving).rejects.toThrow(tooNew(70));
      expect(await placeThreeLots(gateway.url)).toBe(201);
      await waitingEnds;
      await expect(house.nextEngine({}, otherwise.main)).rejects.toThrow(tooNew(78));
      // The stop leaves a snapshot behind what it decides otherwise.
      await engine.stop();
      stopped(await house.engine({}, otherwise.main));
      // What the later engine says of it, the gateway of the release before would not.
      const sent = placeThreeLots(gateway.url).catch(() => undefined);
      expect(await gateway.ended).toBe(70);
      expect(gateway.output()).toMatch(`was written by engine ${LATER}, and this one is ${ENGINE_VERSION}: start`);
      await sent;
      const upgraded = stopped(await house.gateway({}, otherwise.main));
      expect(await placeThreeLots(upgraded.url)).toBe(201);
    },
  );
});
