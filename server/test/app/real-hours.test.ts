/** Checks MARKET_HOURS=real end to end: database, engine, the simulated exchange in its threads. */
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { startTrading, type Trading } from '#app/start-trading.ts';
import { type Database, openDatabase } from '#db/database.ts';
import { type ManualClock, manualClock } from '#ground/clock.ts';
import { readConfig } from '#ground/config.ts';
import { recover } from '#journal/recovery.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';
import { stageLoad } from '#test/fixtures/load.ts';

const AN = {
  accountId: '108C000001-01',
  investorId: '108C000001',
  investorKind: 'individual',
  isActivated: true,
  cashVnd: 10_000_000_000n,
} as const;

function vietnam(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}:00+07:00`);
}

interface Running {
  readonly trading: Trading;
  readonly clock: ManualClock;
  readonly database: Database;
  moveTo(at: string): Promise<void>;
  /** Resolves to its id, or to the reason why it was refused. */
  place(change: object): Promise<string>;
  status(orderId: string): string | undefined;
}

const running: Running[] = [];
afterEach(async () => {
  for (const { trading, database } of running.splice(0)) {
    await trading.close();
    await database.close();
  }
});

const fail = (error: unknown): never => {
  throw error;
};

async function start(url: string, at: string, env: Record<string, string> = {}): Promise<Running> {
  const database = await openDatabase(url, fail);
  const recovered = await recover(database.writer);
  const clock = manualClock(vietnam(at));
  const trading = await startTrading({
    load: stageLoad(),
    config: readConfig([], { CLOCK: 'manual', MARKET_HOURS: 'real', ...env }),
    database,
    recovered,
    clock: { ...clock, move: clock.advanceTo },
    accounts: [AN],
    log: pino({ level: 'silent' }),
    onFatal: fail,
  });
  let orders = 0;
  const started: Running = {
    trading,
    clock,
    database,
    moveTo: (to) => trading.moveClock(vietnam(to)),
    async place(change) {
      orders += 1;
      const orderId = `o-${at}-${orders}`;
      const { events } = await trading.sequencer.submit({
        kind: 'placeOrder',
        accountId: AN.accountId,
        orderId,
        clientOrderId: `c-${at}-${orders}`,
        contractCode: 'ZCEH27',
        side: 'BUY',
        orderType: 'LIMIT',
        duration: 'GTC',
        quantityLots: 1,
        ...change,
      });
      for (const event of events)
        if (event.kind === 'orderChanged' && event.order.refusal) return event.order.refusal.code;
      return orderId;
    },
    status: (orderId) => trading.sequencer.state.orders.get(orderId)?.status,
  };
  running.push(started);
  await trading.moveClock(clock.nowMs());
  return started;
}

async function stop(one: Running): Promise<void> {
  running.splice(running.indexOf(one), 1);
  await one.trading.close();
  await one.database.close();
}

/** Returns a price some ticks below the best bid, as text. */
function below({ trading }: Running, cents: number): string {
  const bid = (trading.market.quote('ZCEH27')?.bidTicks ?? 0) / 4;
  return (bid - cents).toFixed(2);
}

test('a stop that finds no place for its last snapshot is a stop all the same', async () => {
  const one = await start(await freshDatabaseUrl(), '2026-11-24 20:40');
  await one.database.pool.query('alter table engine_snapshot rename to moved');
  await stop(one);
});

test('corn trades across its break, a night and a halt; orders rest, wait and are sent', async () => {
  const url = await freshDatabaseUrl();
  const one = await start(url, '2026-11-24 20:40');
  const { trading } = one;
  const { state } = trading.sequencer;
  expect(trading.contractStatusOf('ZCEH27')).toMatchObject({
    tradeDate: '2026-11-24',
    session: 'OPEN',
    opensAtMs: null,
    nextChange: { atMs: vietnam('2026-11-24 20:45'), state: 'PAUSED' },
    closeOutAtMs: { long: vietnam('2027-02-26 01:20'), short: vietnam('2027-03-12 01:20') },
  });
  const limits = trading.contractStatusOf('ZCEH27')?.dailyLimits;
  expect((limits?.highestTicks ?? 0) - (limits?.lowestTicks ?? 0)).toBe(400);

  const resting = await one.place({ limitPrice: below(one, 10) });
  await one.moveTo('2026-11-24 20:41');
  expect(one.status(resting)).toBe('WORKING');
  await one.moveTo('2026-11-24 20:50');
  expect(trading.market.quote('ZCEH27')).toMatchObject({ session: 'PAUSED', opensAtMs: vietnam('2026-11-24 21:30') });
  expect(trading.market.depth('ZCEH27')?.asks).toEqual([]);
  expect(trading.market.depth('ZCEH27')?.bids).toHaveLength(1);
  expect(await one.place({ orderType: 'MARKET', duration: 'DAY' })).toBe('MarketClosed');
  expect(await one.place({ limitPrice: '300.00' })).toBe('PriceOutsideDailyLimit');
  const { lastMs } = trading.market.quote('ZCEH27') ?? {};
  expect(lastMs).toBeLessThan(vietnam('2026-11-24 20:45'));
  const bought = await one.place({
    limitPrice: ((state.contracts.get('ZCEH27')?.settlementTicks ?? 0) / 4 + 8).toFixed(2),
  });
  expect(one.status(bought)).toBe('ACTIVEAT');

  await one.moveTo('2026-11-24 21:31');
  expect(one.status(bought)).toBe('FILLED');
  expect(one.status(resting)).toBe('WORKING');

  trading.setHalt('ZCEH27', true);
  await one.moveTo('2026-11-24 21:31');
  expect(state.contracts.get('ZCEH27')).toMatchObject({ session: 'PAUSED', isHalted: true, opensAtMs: null });
  expect(one.status(resting)).toBe('SUSPENDED');
  trading.setHalt('ZCEH27', false);
  await one.moveTo('2026-11-24 21:31');
  expect(state.contracts.get('ZCEH27')).toMatchObject({ session: 'OPEN', isHalted: false });
  expect(one.status(resting)).toBe('WORKING');

  // A night later it is settled at the last price, on the exchange's next date, and the order rests.
  const day = await one.place({ duration: 'DAY', limitPrice: below(one, 10) });
  await one.moveTo('2026-11-25 08:30');
  expect(one.status(resting)).toBe('WORKING');
  expect(one.status(day)).toBe('EXPIRED');
  const quote = trading.market.quote('ZCEH27');
  expect(quote?.settlementTicks).toBe(state.contracts.get('ZCEH27')?.settlementTicks);
  expect(trading.contractStatusOf('ZCEH27')).toMatchObject({ tradeDate: '2026-11-25', session: 'OPEN' });
  const minutes = await trading.market.candles({
    contractCode: 'ZCEH27',
    interval: '1m',
    beforeMs: one.clock.nowMs(),
    limit: 200,
  });
  const closed = minutes.filter(
    ({ openMs }) => openMs >= vietnam('2026-11-25 02:20') && openMs < vietnam('2026-11-25 08:00'),
  );
  expect(closed).toEqual([]);
  expect(minutes).toHaveLength(200);

  // The server starts in the middle of the weekend, and catches up before anybody trades.
  await stop(one);
  const two = await start(url, '2026-11-28 12:00');
  const corn = two.trading.sequencer.state.contracts.get('ZCEH27');
  expect(corn).toMatchObject({ session: 'CLOSED', opensAtMs: vietnam('2026-11-30 08:00'), tradeDate: '2026-11-30' });
  expect(corn?.settlementTicks).toBe(two.trading.market.quote('ZCEH27')?.settlementTicks);
  expect(two.status(resting)).toBe('DISCONNECTED');
  await two.moveTo('2026-11-30 08:01');
  expect(two.status(resting)).toBe('WORKING');
}, 120_000);
