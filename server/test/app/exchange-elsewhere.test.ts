/**
 * Trading with the exchange and the market as processes of their own, here over a bus in memory: the clock moves all of
 * them together, a scripted scenario runs, halts are followed, and an engine's successor finds its orders in their place.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { awaitEngine } from '#app/exchange.ts';
import { hearExchange } from '#app/market.ts';
import { startTrading, type Trading } from '#app/start-trading.ts';
import type { Bus } from '#bus/bus.ts';
import { createInProcessBus } from '#bus/in-process-bus.ts';
import { type Database, openDatabase } from '#db/database.ts';
import { type ManualClock, manualClock } from '#ground/clock.ts';
import { type Config, readConfig } from '#ground/config.ts';
import { recover } from '#journal/recovery.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';
import { stageLoad } from '#test/fixtures/load.ts';
import { storedCommands } from '#test/fixtures/stored-commands.ts';

const ACCOUNT = '108C000001-01';
const AN = {
  ...{ accountId: ACCOUNT, investorId: '108C000001', investorKind: 'individual' as const },
  ...{ isActivated: true, cashVnd: 10_000_000_000n },
} as const;
const START_MS = Date.UTC(2026, 10, 23, 13);
const SECOND = 1_000;
const log = pino({ level: 'silent' });
const fail = (error: unknown): never => {
  throw error;
};

interface Engine {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly trading: Trading;
}

async function startEngine(url: string, bus: Bus, config: Config): Promise<Engine> {
  const database = await openDatabase(url, fail);
  const recovered = await recover(database.writer);
  const clock = manualClock(Math.max(START_MS, recovered.state.timeMs));
  const trading = await startTrading({
    ...{ config, database, recovered, log, bus, load: stageLoad(), onFatal: fail },
    ...{ clock: { ...clock, move: clock.advanceTo }, accounts: [AN] },
  });
  return { database, clock, trading };
}

async function pass({ trading, clock }: Engine, ms: number): Promise<void> {
  await trading.moveClock(clock.nowMs() + ms);
}

async function buy(engine: Engine, contractCode: string, limitPrice: string): Promise<string> {
  const orderId = `o-${contractCode}-${engine.clock.nowMs()}`;
  const terms = { orderType: 'LIMIT', duration: 'GTC', quantityLots: 1, limitPrice } as const;
  const names = { accountId: ACCOUNT, orderId, clientOrderId: orderId, contractCode, side: 'BUY' } as const;
  await engine.trading.sequencer.submit({ kind: 'placeOrder', ...names, ...terms });
  await pass(engine, SECOND);
  return orderId;
}

interface Elsewhere {
  readonly bus: Bus;
  close(): Promise<void>;
}

/** The other two processes. */
function startElsewhere(url: string, config: Config): Elsewhere {
  const bus = createInProcessBus();
  const exchange = awaitEngine({ config, log, bus, say: () => {}, crash: fail });
  const pool = new pg.Pool({ connectionString: url });
  const market = hearExchange({ config, log, bus, pool });
  const telling = market.tell(1);
  return {
    bus,
    async close() {
      await (await telling)();
      market.close();
      await exchange.close();
      await pool.end();
    },
  };
}

test('a recording is played, faster and from further on', { timeout: 120_000 }, async () => {
  const url = await freshDatabaseUrl();
  const dataDir = mkdtempSync(join(tmpdir(), 'mua-recording-'));
  const file = fileURLToPath(new URL('../../../e2e/recordings/corn-240m.csv', import.meta.url));
  const settings = {
    CLOCK: 'manual',
    VENUE: 'recorded',
    RECORDING: file,
    RECORDING_CONTRACT: 'ZCEZ26',
    DATA_DIR: dataDir,
  };
  const config = readConfig([], settings);
  const elsewhere = startElsewhere(url, config);
  const engine = await startEngine(url, elsewhere.bus, config);
  const { player, market } = engine.trading;
  const atFirst = await player?.state();
  if (!player || !atFirst) throw new Error('a recording has a player');
  // Trade dates go by the recording, and not by the day on which it is played.
  expect(engine.trading.sequencer.state.tradeDate).toBe('2026-11-17');
  await pass(engine, 60 * SECOND);
  expect((await player.state()).positionMs).toBe(atFirst.positionMs + 60 * SECOND);
  expect(market.nowMs()).toBe(atFirst.positionMs + 60 * SECOND);
  expect(await player.play({ speed: 10, jumpToMs: atFirst.positionMs + 3_600 * SECOND })).toBe(true);
  expect(await player.play({ jumpToMs: atFirst.positionMs })).toBe(false);
  await pass(engine, SECOND);
  expect(market.nowMs()).toBe(atFirst.positionMs + 3_610 * SECOND);
  const bars = await market.candles({ contractCode: 'ZCEZ26', interval: '1m', beforeMs: market.nowMs() + 1, limit: 5 });
  expect(bars).toHaveLength(5);
  expect(bars.at(-1)?.closeTicks).toBe(market.quote('ZCEZ26')?.lastTicks);
  await engine.trading.close();
  await elsewhere.close();
  await engine.database.close();
  rmSync(dataDir, { recursive: true });
});

test('clock, scenario, halt, link and successor', { timeout: 120_000 }, async () => {
  const url = await freshDatabaseUrl();
  const config = readConfig(['--scenario', 'negative-price'], { CLOCK: 'manual' });
  const elsewhere = startElsewhere(url, config);
  const engine = await startEngine(url, elsewhere.bus, config);
  const { state } = engine.trading.sequencer;
  const { scenarios } = engine.trading;

  // Prices are there, and the clock moves them.
  const front = [...state.contracts.keys()].find((code) => code.startsWith('ZCE')) ?? '';
  const before = engine.trading.market.quote(front)?.timeMs ?? 0;
  await pass(engine, 30 * SECOND);
  expect(engine.trading.market.quote(front)?.timeMs).toBeGreaterThan(before);

  // The scenario of the settings, and one more.
  expect(await scenarios?.list()).toMatchObject([{ name: 'negative-price', contractCode: 'MCLEZ26' }]);
  await scenarios?.start({ name: 'halt', contractCode: front, beginsMs: engine.clock.nowMs() });
  await pass(engine, 5 * SECOND);
  expect(state.contracts.get(front)?.isHalted).toBe(true);
  await scenarios?.stop(front);
  await pass(engine, 5 * SECOND);
  expect(state.contracts.get(front)?.isHalted).toBe(false);

  // An order rests, over a cut link too.
  const bid = engine.trading.market.quote(front)?.bidTicks ?? 0;
  const orderId = await buy(engine, front, ((bid - 40) / 4).toFixed(2));
  expect(state.orders.get(orderId)?.status).toBe('WORKING');
  await engine.trading.setLink(false, 'drill');
  await engine.trading.sequencer.settled();
  expect(state.orders.get(orderId)?.status).toBe('DISCONNECTED');
  await engine.trading.setLink(true, 'drill');
  await pass(engine, SECOND);
  expect(state.orders.get(orderId)?.status).toBe('WORKING');

  // Its successor finds it there: nothing is routed again.
  await engine.trading.close();
  await engine.database.close();
  const next = await startEngine(url, elsewhere.bus, config);
  await pass(next, SECOND);
  expect(next.trading.sequencer.state.orders.get(orderId)?.status).toBe('WORKING');
  const restarts = [];
  for await (const command of storedCommands(next.database.writer))
    if (command.kind === 'restartVenue') restarts.push(command);
  expect(restarts).toHaveLength(1);
  await next.trading.sequencer.submit({ kind: 'cancelOrder', accountId: ACCOUNT, orderId });
  await pass(next, SECOND);
  expect(next.trading.sequencer.state.orders.get(orderId)?.status).toBe('CANCELLED');

  await next.trading.close();
  await elsewhere.close();
  await next.database.close();
});
