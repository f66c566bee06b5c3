/** Checks that the market on the other side of a bad bus becomes the original's, and tells its listeners of it in order. */
import { MINUTE_MS } from '@mua/core/values';
import { describe, expect, test, vi } from 'vitest';
import { type Bus, MESSAGE_LIMIT } from '#bus/bus.ts';
import { connectNats } from '#bus/nats-bus.ts';
import { openDatabase } from '#db/database.ts';
import { manualClock } from '#ground/clock.ts';
import type { MarketView } from '#market/market-view.ts';
import { createQuotes, type Quotes } from '#market/quotes.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';
import { HAS_NATS, startNats } from '#test/fixtures/nats-server.ts';
import {
  drawTrade,
  drawUpdates,
  NO_FAULTS,
  openTwoMarkets,
  START_MS,
  type StageEngine,
  type TwoMarkets,
} from '#test/fixtures/two-markets.ts';
import type { ContractUpdate, Trade } from '#venue/port/market-data.ts';

const CODES = ['CLEZ26', 'KCEH27', 'ZCEH27', 'ZCEZ26'];
const ANY_NUMBER = 10_000;

/** Lets some of the market's course happen, and some of it arrive. */
async function run(markets: TwoMarkets, engine: StageEngine, steps: number, codes = CODES): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    markets.clock.advanceTo(markets.clock.nowMs() + 700);
    engine.take(drawUpdates(markets.random, codes, markets.clock.nowMs()));
    markets.wall.advanceTo(markets.wall.nowMs() + markets.random.between(10, 90));
    for (let turn = markets.random.below(6); turn > 0; turn -= 1) await new Promise(setImmediate);
  }
}

/** With a bus that has healed; not after so many rounds, and it never will. */
async function becomeOne({ bus, remote, pass }: TwoMarkets, engine: StageEngine): Promise<void> {
  bus.heal();
  const { epoch, number } = engine.broadcast.tell();
  const told = { isReached: false };
  void remote.reached({ epoch, number, timeMs: 0, marketMs: 0 }).then(() => {
    told.isReached = true;
  });
  for (let round = 0; round < 200 && !told.isReached; round += 1) await pass(50);
  expect(told.isReached).toBe(true);
}

async function expectSame(one: MarketView, other: MarketView, codes = CODES): Promise<void> {
  for (const contractCode of codes) {
    expect(one.quote(contractCode)).toEqual(other.quote(contractCode));
    expect(one.depth(contractCode)).toEqual(other.depth(contractCode));
    expect(one.tape(contractCode, null, ANY_NUMBER)).toEqual(other.tape(contractCode, null, ANY_NUMBER));
    expect(one.volumeAtPrice(contractCode)).toEqual(other.volumeAtPrice(contractCode));
    for (const interval of ['1m', '5m', '1d'] as const) {
      const query = { contractCode, interval, beforeMs: START_MS + 60 * MINUTE_MS, limit: ANY_NUMBER };
      expect(await one.candles(query)).toEqual(await other.candles(query));
    }
  }
}

/** A reader that has nothing but what the other side's listeners are told. */
function listenTo({ remote }: TwoMarkets) {
  const quotes: Quotes = createQuotes();
  const tradeIds = new Map<string, string[]>();
  const gaps: string[] = [];
  remote.onUpdate((updates) => {
    quotes.take(updates);
    for (const { contractCode, timeMs, hasGap, trades = [] } of updates) {
      if (hasGap) gaps.push(`${contractCode} ${timeMs}`);
      const ids = hasGap ? [] : (tradeIds.get(contractCode) ?? []);
      tradeIds.set(contractCode, ids.concat(trades.map(({ tradeId }) => tradeId)));
    }
  });
  return { quotes, tradeIds, gaps };
}

/** What was told since the last gap is the end of what happened. */
function expectNoHole(told: ReadonlyMap<string, string[]>, happened: ReadonlyMap<string, string[]>): void {
  for (const [code, ids] of told) expect(ids).toEqual(ids.length === 0 ? [] : happened.get(code)?.slice(-ids.length));
}

/** With the smaller one each contract is a part of the snapshot by itself. */
const ROOMS_BYTES = [undefined, 2_000];
const SEEDS = Array.from({ length: 60 }, (_, index) => index + 1);

describe.skipIf(!HAS_NATS)('over NATS (skipped where nats-server is not installed)', () => {
  test('a remote market becomes the original', async () => {
    const nats = await startNats();
    const end = (name: string): Promise<Bus> => connectNats({ url: nats.url, name });
    const [engineEnd, otherEnd] = [await end('engine'), await end('gateway')];
    const markets = openTwoMarkets(NO_FAULTS, { ends: [engineEnd, otherEnd] });
    const engine = markets.startEngine(1);
    await run(markets, engine, 200);
    const { remote, wall } = markets;
    await vi.waitUntil(
      () => {
        wall.advanceTo(wall.nowMs() + 50);
        return remote.tape('ZCEZ26', null, 1)[0] && !remote.isStale() && sameQuotes(remote, engine.market);
      },
      { timeout: 20_000, interval: 5 },
    );
    await expectSame(remote, engine.market);
    remote.close();
    await Promise.all([engineEnd.close(), otherEnd.close()]);
    await nats.clear();
  });
});

function sameQuotes(one: MarketView, other: MarketView): boolean {
  return CODES.every((code) => JSON.stringify(one.quote(code)) === JSON.stringify(other.quote(code)));
}

describe('a remote market', () => {
  test.each(SEEDS)('becomes the original over a bad bus, seed %i', async (seed) => {
    const markets = openTwoMarkets({ seed, lost: 0.03 * (seed % 4), doubled: 0.1, mostTurns: seed % 7 });
    const engine = markets.startEngine(7, { roomBytes: ROOMS_BYTES[seed % 2] });
    await run(markets, engine, seed % 3 === 0 ? 40 : 0);
    const told = listenTo(markets);
    await run(markets, engine, 120);
    await becomeOne(markets, engine);
    await expectSame(markets.remote, engine.market);
    expectNoHole(told.tradeIds, engine.tradeIds);
    for (const code of CODES) expect(told.quotes.quote(code)).toEqual(markets.remote.quote(code));
    markets.remote.close();
  });

  test.each(SEEDS.slice(0, 20))('follows the engine into its next life, seed %i', async (seed) => {
    const markets = openTwoMarkets({ seed, lost: 0.05, doubled: 0.1, mostTurns: seed % 7 });
    const told = listenTo(markets);
    const first = markets.startEngine(7);
    await run(markets, first, 60);
    // A frozen engine that wakes goes on for a while.
    const second = markets.startEngine(8, { roomBytes: ROOMS_BYTES[seed % 2] });
    for (let step = 0; step < 40; step += 1) {
      await run(markets, second, 1, CODES.slice(1));
      if (step < 20) await run(markets, first, 1);
    }
    first.broadcast.stop();
    await becomeOne(markets, second);
    await expectSame(markets.remote, second.market);
    expect(markets.remote.quote('CLEZ26')).toBeUndefined();
    for (const code of CODES.slice(1)) {
      const ids = told.tradeIds.get(code) ?? [];
      expect(ids).toEqual(second.tradeIds.get(code)?.slice(-ids.length) ?? []);
    }
    markets.remote.close();
  });

  test('is not disturbed by an earlier life of the engine, and takes no snapshot of it', async () => {
    const markets = openTwoMarkets(NO_FAULTS);
    const engine = markets.startEngine(8);
    await run(markets, engine, 20);
    await becomeOne(markets, engine);
    const frozen = markets.startEngine(7);
    const told = listenTo(markets);
    await run(markets, frozen, 20);
    await markets.pass(100);
    expect([told.tradeIds.size, markets.errors, markets.remote.isStale()]).toEqual([0, [], false]);
    for (const code of CODES) expect(markets.remote.quote(code)).toEqual(engine.market.quote(code));
    const { length } = markets.asked;
    markets.bus.cut();
    await run(markets, engine, 2);
    markets.bus.heal();
    await becomeOne(markets, engine);
    expect(new Set(markets.asked.slice(length))).toEqual(new Set(['market.8.snapshot']));
    await expectSame(markets.remote, engine.market);
    markets.remote.close();
  });

  test('asks its successor and not the one that hangs, whatever it had asked that one', async () => {
    const markets = openTwoMarkets(NO_FAULTS);
    const { bus, remote, asked } = markets;
    const hanging = markets.startEngine(7);
    await run(markets, hanging, 5);
    await becomeOne(markets, hanging);
    hanging.broadcast.stop();
    const second = markets.startEngine(8);
    for (const name of ['snapshot', 'bars', 'open-interest'])
      bus.serve(`market.7.${name}`, () => new Promise(() => {}));
    const { length } = asked;
    await run(markets, second, 5);
    await becomeOne(markets, second);
    await expectSame(remote, second.market);
    await remote.openInterest({ contractCode: 'ZCEZ26', beforeMs: START_MS + 1, limit: 1 });
    expect(new Set(asked.slice(length))).toEqual(
      new Set(['market.8.snapshot', 'market.8.bars', 'market.8.open-interest']),
    );
    remote.close();
  });

  test('believes one with a lower number once the later one is silent, and no late word after that', async () => {
    const markets = openTwoMarkets(NO_FAULTS);
    const { remote, wall } = markets;
    const first = markets.startEngine(8);
    await run(markets, first, 5, CODES.slice(1));
    await becomeOne(markets, first);
    const late = { ...first.broadcast.tell(), number: ANY_NUMBER };
    first.broadcast.stop();
    // The database's clock was set back between the two.
    const second = markets.startEngine(7);
    const silentMs = wall.nowMs();
    while (wall.nowMs() - silentMs < 1_900) await run(markets, second, 1, CODES.slice(0, 2));
    expect(remote.quote('CLEZ26')).toBeUndefined();
    while (wall.nowMs() - silentMs < 2_500) await run(markets, second, 1, CODES.slice(0, 2));
    await becomeOne(markets, second);
    await expectSame(remote, second.market);
    markets.bus.publish('market.updates', JSON.stringify(late));
    await markets.pass(0);
    expect([remote.moment().epoch, remote.isStale()]).toEqual([7, false]);
    // Whoever waits for the one before need not.
    await remote.reached(late);
    expect(remote.moment().epoch).toBe(7);
    remote.close();
  });

  test('tells of every trade once where fewer are missing than a tape has, without a gap', async () => {
    const markets = openTwoMarkets(NO_FAULTS);
    const engine = markets.startEngine(1);
    await run(markets, engine, 5, ['ZCEZ26']);
    await becomeOne(markets, engine);
    const told = listenTo(markets);
    const heard = (engine.tradeIds.get('ZCEZ26') ?? []).length;
    const { bus: faulty } = markets;
    faulty.cut();
    engine.take([{ contractCode: 'ZCEZ26', timeMs: START_MS, trades: trades(markets, 300) }]);
    await markets.pass(60);
    faulty.heal();
    await becomeOne(markets, engine);
    expect(told.gaps).toEqual([]);
    expect(told.tradeIds.get('ZCEZ26')).toEqual(engine.tradeIds.get('ZCEZ26')?.slice(heard));
    faulty.cut();
    engine.take([{ contractCode: 'ZCEZ26', timeMs: START_MS + 1, trades: trades(markets, 501) }]);
    await markets.pass(60);
    await becomeOne(markets, engine);
    expect(told.gaps).toEqual([`ZCEZ26 ${START_MS + 1}`]);
    await expectSame(markets.remote, engine.market);
    markets.remote.close();
  });

  test('tells of no trade again, and of no gap, when another takes over to tell of the same market', async () => {
    const markets = openTwoMarkets(NO_FAULTS);
    const [first, happened] = [markets.startEngine(1), [] as ContractUpdate[][]];
    const happen = (engine: StageEngine): void => {
      const updates = CODES.map((contractCode, at) => ({
        ...{ contractCode, timeMs: START_MS + happened.length },
        trades: trades(markets, at + 1),
      }));
      happened.push(updates);
      engine.take(updates);
    };
    for (let step = 0; step < 10; step += 1) happen(first);
    await becomeOne(markets, first);
    const told = listenTo(markets);
    first.broadcast.stop();
    // What came while nobody told.
    happen(first);
    const second = markets.startEngine(2);
    for (const updates of happened) second.take(updates);
    await becomeOne(markets, second);
    happen(second);
    await becomeOne(markets, second);
    expect(told.gaps).toEqual([]);
    for (const [at, code] of CODES.entries())
      expect(told.tradeIds.get(code)).toEqual(second.tradeIds.get(code)?.slice(10 * (at + 1)));
    await expectSame(markets.remote, second.market);
    markets.remote.close();
  });

  test('hears what is too long for one message in several, a contract’s own trades too', async () => {
    const markets = openTwoMarkets(NO_FAULTS);
    const engine = markets.startEngine(1);
    const codes = Array.from({ length: 60 }, (_, index) => `ZCE${index}`);
    await run(markets, engine, 12, codes);
    await becomeOne(markets, engine);
    const told = listenTo(markets);
    const { length } = markets.texts;
    const [first = ''] = codes;
    engine.take([{ contractCode: first, timeMs: START_MS, trades: trades(markets, 20_000), bids: [] }]);
    engine.take(codes.map((contractCode) => ({ contractCode, timeMs: START_MS, trades: trades(markets, 500) })));
    await becomeOne(markets, engine);
    const messages = markets.texts.slice(length).map((text) => Buffer.byteLength(text));
    expect(messages.length).toBeGreaterThan(6);
    expect(Math.max(...messages)).toBeLessThanOrEqual(MESSAGE_LIMIT);
    expect(told.gaps).toEqual([]);
    expect(told.tradeIds.get(first)?.length).toBe(20_500);
    await expectSame(markets.remote, engine.market, codes);
    markets.remote.close();
  });

  test('says how old it is, and that it does not know yet', async () => {
    const markets = openTwoMarkets(NO_FAULTS);
    const { remote, bus, pass, errors, asked } = markets;
    let isKnown = false;
    void remote.known().then(() => {
      isKnown = true;
    });
    await pass(1_000);
    expect(asked).toEqual([]);
    // One that tells and does not answer for ten seconds: it is asked again, less and less often, and told of once.
    bus.publish('market.updates', JSON.stringify({ epoch: 1, number: 0, timeMs: START_MS, marketMs: START_MS }));
    for (let round = 0; round < 100; round += 1) await pass(100);
    expect([isKnown, remote.ageMs(), remote.isStale()]).toEqual([false, Number.POSITIVE_INFINITY, true]);
    expect(asked.length).toBeGreaterThan(2 * 8);
    expect(asked.length).toBeLessThan(2 * 20);
    expect(errors).toMatchObject([{ code: 'ServiceUnavailable' }]);
    const engine = markets.startEngine(1);
    await run(markets, engine, 3);
    await becomeOne(markets, engine);
    expect([isKnown, remote.isStale()]).toEqual([true, false]);
    for (let second = 0; second < 5; second += 1) await pass(1_000);
    expect(remote.ageMs()).toBeLessThanOrEqual(1_000);
    bus.cut();
    for (let tick = 0; tick < 21; tick += 1) await pass(100);
    expect(remote.isStale()).toBe(true);
    bus.heal();
    for (let tick = 0; tick < 11; tick += 1) await pass(100);
    expect(remote.isStale()).toBe(false);
    remote.close();
  });

  test('tells the engine’s time with every sign of life, and never an earlier one', async () => {
    const markets = openTwoMarkets({ seed: 3, lost: 0.1, doubled: 0.2, mostTurns: 5 });
    const engine = markets.startEngine(1);
    await run(markets, engine, 100);
    await becomeOne(markets, engine);
    expect(markets.toldMs).toEqual([...markets.toldMs].sort((a, b) => a - b));
    markets.clock.advanceTo(markets.clock.nowMs() + 3_600_000);
    await markets.pass(1_000);
    expect(markets.toldMs.at(-1)).toBe(markets.clock.nowMs());
    expect(markets.remote.nowMs()).toBe(markets.clock.nowMs());
    markets.remote.close();
  });

  test('goes by the clock of its own machine, whatever that of another one shows', async () => {
    const markets = openTwoMarkets(NO_FAULTS, { machine: manualClock(START_MS) });
    const engine = markets.startEngine(1, { keepsItsPast: false });
    markets.clock.advanceTo(START_MS + 86_400_000);
    await becomeOne(markets, engine);
    expect(markets.remote.nowMs()).toBe(START_MS);
    markets.remote.close();
  });

  test('has the original’s candles, of stored minutes and of the venue’s, and of more bars than a message holds', async () => {
    const database = await openDatabase(await freshDatabaseUrl(), (error) => {
      throw error;
    });
    const markets = openTwoMarkets(NO_FAULTS, { pool: database.pool });
    const engine = markets.startEngine(1, { keepsItsPast: false });
    for (let minute = 0; minute < 6_000; minute += 1) {
      markets.clock.advanceTo(START_MS + minute * MINUTE_MS + 59_000);
      const timeMs = markets.clock.nowMs();
      engine.take([{ contractCode: 'ZCEZ26', timeMs, trades: [drawTrade(markets.random, timeMs)] }]);
    }
    await engine.market.close();
    await becomeOne(markets, engine);
    const stored = await database.pool.query('select from minute_bar');
    expect(stored.rowCount).toBeGreaterThan(5_000);
    for (const interval of ['1m', '15m', '1h', '1d', '1w'] as const) {
      for (const beforeMs of [markets.clock.nowMs() + 1, START_MS + 1_000 * MINUTE_MS]) {
        const query = { contractCode: 'ZCEZ26', interval, beforeMs, limit: ANY_NUMBER };
        const bars = await markets.remote.candles(query);
        expect(bars).toEqual(await engine.market.candles(query));
        expect(bars.length).toBeGreaterThan(0);
      }
    }
    const held = { contractCode: 'ZCEZ26', beforeMs: START_MS + 1, limit: ANY_NUMBER };
    expect(await markets.remote.openInterest(held)).toEqual([{ endsMs: START_MS, lots: 6 }]);
    markets.remote.close();
    await database.close();
  });

  test('passes over what it can’t read, and is whole again by the next snapshot', async () => {
    const markets = openTwoMarkets(NO_FAULTS);
    const engine = markets.startEngine(1);
    await run(markets, engine, 3);
    await becomeOne(markets, engine);
    for (const text of ['', '{"epoch":"x"}', '{"epoch":1,"number":99,"timeMs":1,"marketMs":1,"updates":[{}]}'])
      markets.bus.publish('market.updates', text);
    await markets.pass(0);
    expect(markets.errors).toHaveLength(1);
    await run(markets, engine, 3);
    await becomeOne(markets, engine);
    await expectSame(markets.remote, engine.market);
    markets.remote.close();
  });
});

function trades({ random, clock }: TwoMarkets, count: number): Trade[] {
  return Array.from({ length: count }, () => drawTrade(random, clock.nowMs()));
}
