/** Checks scripted scenarios end to end: the engine follows a halt, and trades, values and charts below zero. */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startTrading } from '#app/start-trading.ts';
import { openDatabase } from '#db/database.ts';
import { manualClock } from '#ground/clock.ts';
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
const START_MS = Date.UTC(2026, 10, 23, 13);
const SECOND = 1_000;
const fail = (error: unknown): never => {
  throw error;
};

test('crude trades below zero and corn is halted, through exchange, engine, board and candles', {
  timeout: 120_000,
}, async () => {
  const url = await freshDatabaseUrl();
  const database = await openDatabase(url, fail);
  const clock = manualClock(START_MS);
  const trading = await startTrading({
    load: stageLoad(),
    config: readConfig(['--scenario', 'negative-price'], { CLOCK: 'manual' }),
    database,
    recovered: await recover(database.writer),
    clock: { ...clock, move: clock.advanceTo },
    accounts: [AN],
    log: pino({ level: 'silent' }),
    onFatal: fail,
  });
  const { state } = trading.sequencer;
  /** Resolves to its status a second later, or to the reason why it was refused. */
  const buy = async (contractCode: string, limitPrice?: string): Promise<string | undefined> => {
    const orderId = `o-${contractCode}-${clock.nowMs()}`;
    const order = { orderId, clientOrderId: orderId, contractCode, side: 'BUY', quantityLots: 1 } as const;
    const terms = limitPrice ? ({ orderType: 'LIMIT', limitPrice } as const) : ({ orderType: 'MARKET' } as const);
    const { events } = await trading.sequencer.submit({
      kind: 'placeOrder',
      accountId: AN.accountId,
      ...order,
      ...terms,
      duration: 'DAY',
    });
    await trading.moveClock(clock.nowMs() + SECOND);
    for (const event of events)
      if (event.kind === 'orderChanged' && event.order.refusal) return event.order.refusal.code;
    return state.orders.get(orderId)?.status;
  };

  expect(trading.scenarios?.list()).toMatchObject([{ name: 'negative-price', contractCode: 'MCLEZ26' }]);
  await trading.moveClock(START_MS + 200 * SECOND);
  const { bidTicks = 0, askTicks = 0 } = trading.market.quote('MCLEZ26') ?? {};
  expect([bidTicks, askTicks].every((ticks) => Math.abs((ticks ?? 0) + 3_763) < 40)).toBe(true);
  expect(await buy('MCLEZ26')).toBe('FILLED');
  expect(await buy('MCLEZ26', '-39.00')).toBe('WORKING');
  const position = state.accounts.get(AN.accountId)?.positions.get('MCLEZ26');
  expect(position?.openNotional).toBeLessThan(-3_700);
  await trading.moveClock(clock.nowMs() + 60 * SECOND);
  expect(state.contracts.get('MCLEZ26')?.lastTicks).toBeLessThan(-3_700);
  const beforeMs = clock.nowMs();
  const [minute] = await trading.market.candles({ contractCode: 'MCLEZ26', interval: '1m', beforeMs, limit: 1 });
  expect(minute?.lowTicks).toBeLessThan(-3_700);
  expect(minute?.highTicks).toBeLessThan(-3_700);

  trading.scenarios?.start({ name: 'halt', contractCode: 'ZCEH27', beginsMs: clock.nowMs() });
  await trading.moveClock(clock.nowMs() + SECOND);
  expect(state.contracts.get('ZCEH27')).toMatchObject({ session: 'PAUSED', isHalted: true });
  expect(await buy('ZCEH27')).toBe('MarketClosed');
  await trading.moveClock(clock.nowMs() + 180 * SECOND);
  expect(state.contracts.get('ZCEH27')).toMatchObject({ session: 'OPEN', isHalted: false });
  expect(await buy('ZCEH27')).toBe('FILLED');

  await trading.moveClock(START_MS + 20 * SECOND + 430 * SECOND);
  expect(trading.scenarios?.list()).toEqual([]);
  expect(trading.market.quote('MCLEZ26')?.bidTicks).toBeGreaterThan(3_000);
  await trading.close();
  await database.close();
});
