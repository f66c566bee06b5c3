/** Checks stored minute bars joined with the venue's own, on a real PostgreSQL. */

import type { BarInterval } from '@mua/core/values';
import { barOpenMs, DAY_MS, MINUTE_MS } from '@mua/core/values';
import { afterEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/database.ts';
import { manualClock } from '#ground/clock.ts';
import { createBarWriter } from '#market/bar-writer.ts';
import { createCandles } from '#market/candles.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';
import { aggregateBars } from '#venue/port/bar-time.ts';
import type { Bar, ContractUpdate, MarketData } from '#venue/port/market-data.ts';

const CODE = 'ZCEZ26';
/** A whole hour, 3 hours into a trade date. */
const START_MS = Date.UTC(2026, 10, 20, 1);

const opened: Database[] = [];
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

async function database(): Promise<Database> {
  const fresh = await openDatabase(await freshDatabaseUrl(), (error) => {
    throw error;
  });
  opened.push(fresh);
  return fresh;
}

function bar(openMs: number, price: number, volumeLots = 10): Bar {
  const [openTicks, highTicks, lowTicks, closeTicks] = [price, price + 2, price - 2, price + 1];
  return { openMs, openTicks, highTicks, lowTicks, closeTicks, volumeLots };
}

/** Fakes a venue that only has a past: a bar in every minute of the three days before `nowMs`. */
function venueUntil(nowMs: number): MarketData {
  const minutes = Array.from({ length: 3 * 1440 }, (_, i) => {
    const openMs = barOpenMs('1m', nowMs) - i * MINUTE_MS;
    return bar(openMs, 1_000 + ((openMs / MINUTE_MS) % 97));
  }).reverse();
  return {
    keepsItsPast: false,
    marketTimeMs: () => nowMs,
    bars: async ({ interval, beforeMs, limit }) =>
      aggregateBars(interval, minutes)
        .filter(({ openMs }) => openMs < beforeMs)
        .slice(-limit),
  };
}

/**
 * Makes live trades in every minute, at prices that the venue's past does not have, to distinguish them from stored
 * ones.
 */
function tradesOf(minuteMs: number): ContractUpdate {
  const price = 5_000 + ((minuteMs / MINUTE_MS) % 13);
  const trade = (at: number, priceTicks: number) =>
    ({ tradeId: `${minuteMs}-${at}`, timeMs: minuteMs + at, priceTicks, lots: 2, aggressor: 'BUY' }) as const;
  return {
    contractCode: CODE,
    timeMs: minuteMs + 59_000,
    trades: [trade(1_000, price), trade(2_000, price + 3), trade(50_000, price - 1)],
  };
}

async function stored(db: Database): Promise<number[]> {
  const { rows } = await db.pool.query<{ open_minute: number }>('select open_minute from minute_bar order by 1');
  return rows.map((row) => row.open_minute * MINUTE_MS);
}

/** Runs live from `fromMs` for some minutes, then writes the bars. */
async function live(db: Database, fromMs: number, minutes: number, skip: (minute: number) => boolean = () => false) {
  const clock = manualClock(fromMs);
  const failures: unknown[] = [];
  const { pool } = db;
  const writer = createBarWriter({ pool, now: clock.nowMs, every: clock.every, onError: (e) => failures.push(e) });
  for (let minute = 0; minute < minutes; minute += 1) {
    const minuteMs = barOpenMs('1m', fromMs) + minute * MINUTE_MS;
    clock.advanceTo(minuteMs + 59_000);
    writer.take(skip(minute) ? [{ contractCode: CODE, timeMs: minuteMs + 59_000 }] : [tradesOf(minuteMs)]);
  }
  await writer.close();
  expect(failures).toEqual([]);
}

describe('the bar writer', () => {
  test('stores the minutes that it watched from beginning to end, once', async () => {
    const db = await database();
    await live(db, START_MS + 30_000, 6);
    // The first minute began before the writer, the last had not ended.
    expect(await stored(db)).toEqual([1, 2, 3, 4].map((minute) => START_MS + minute * MINUTE_MS));
    await live(db, START_MS + 30_000, 6);
    expect(await stored(db)).toHaveLength(4);
  });

  test('leaves no half minute behind after an interruption', async () => {
    const db = await database();
    const clock = manualClock(START_MS);
    const { pool } = db;
    const writer = createBarWriter({ pool, now: clock.nowMs, every: clock.every, onError: () => {} });
    for (const minute of [0, 1, 2, 30, 31, 32, 33]) {
      clock.advanceTo(START_MS + minute * MINUTE_MS + 59_000);
      writer.take([tradesOf(START_MS + minute * MINUTE_MS)]);
    }
    await writer.close();
    expect(await stored(db)).toEqual([1, 31, 32].map((minute) => START_MS + minute * MINUTE_MS));
  });

  test('keeps the current minute of a contract whose feed stalls until data arrives again', async () => {
    const db = await database();
    const clock = manualClock(START_MS);
    const { pool } = db;
    const writer = createBarWriter({ pool, now: clock.nowMs, every: clock.every, onError: () => {} });
    const trade = (at: number) =>
      ({
        tradeId: `t${at}`,
        timeMs: START_MS + at,
        priceTicks: 1_800 + at / 1_000,
        lots: 1,
        aggressor: 'BUY',
      }) as const;
    const say = (at: number, contractCode: string, trades: ContractUpdate['trades'] = []) => {
      clock.advanceTo(START_MS + at);
      writer.take([{ contractCode, timeMs: START_MS + at, trades }]);
    };
    say(0, CODE);
    say(30_000, CODE);
    say(70_000, CODE, [trade(61_000)]);
    for (let at = 80_000; at < 190_000; at += 10_000) say(at, 'OTHER');
    await writer.write();
    say(190_000, CODE, [trade(110_000), trade(150_000), trade(185_000)]);
    await writer.close();
    const { rows } = await pool.query(
      'select open_minute, open_ticks, close_ticks, volume_lots from minute_bar order by 1',
    );
    expect(rows).toMatchObject([
      { open_minute: START_MS / MINUTE_MS + 1, open_ticks: 1_861, close_ticks: 1_910, volume_lots: 2 },
      { open_minute: START_MS / MINUTE_MS + 2, volume_lots: 1 },
    ]);
  });

  test('forgets after 90 days', async () => {
    const db = await database();
    await live(db, START_MS, 5);
    const clock = manualClock(START_MS + 91 * DAY_MS);
    const { pool } = db;
    const writer = createBarWriter({ pool, now: clock.nowMs, every: clock.every, onError: () => {} });
    writer.take([{ contractCode: CODE, timeMs: clock.nowMs() }]);
    clock.advanceTo(clock.nowMs() + 3_600_000);
    await expect.poll(() => stored(db)).toEqual([]);
    await writer.close();
  });
});

describe('candles', () => {
  const INTERVALS: readonly BarInterval[] = ['5m', '15m', '30m', '1h', '4h', '1d'];

  test.each([
    ['without gaps', () => false],
    ['with minutes without trades', (minute: number) => minute % 4 === 1],
    ['with an hour in which the server was down', (minute: number) => minute >= 60 && minute < 120],
  ] as const)('stored minutes take precedence, and every interval is their sum: %s', async (_, skip) => {
    const db = await database();
    await live(db, START_MS, 200, skip);
    const nowMs = START_MS + 200 * MINUTE_MS;
    const candles = createCandles({ pool: db.pool, venue: venueUntil(nowMs) });
    const query = { contractCode: CODE, beforeMs: nowMs + 1 };
    const minutes = await candles({ ...query, interval: '1m', limit: 10_000 });
    expect(minutes.filter(({ openTicks }) => openTicks >= 4_000).map(({ openMs }) => openMs)).toEqual(await stored(db));
    for (const interval of INTERVALS) {
      const bars = await candles({ ...query, interval, limit: 10_000 });
      // The venue itself answers for the current day.
      const running = interval === '1d' ? barOpenMs('1d', nowMs) : nowMs;
      const before = (list: readonly Bar[]): Bar[] => list.filter(({ openMs }) => openMs < running);
      expect(before(bars), interval).toEqual(before(aggregateBars(interval, minutes)));
    }
    const days = await candles({ ...query, interval: '1d', limit: 100 });
    for (const interval of ['1w', '1M'] as const) {
      expect(await candles({ ...query, interval, limit: 100 })).toEqual(aggregateBars(interval, days));
    }
  });

  test('page backwards and keep the limit', async () => {
    const db = await database();
    await live(db, START_MS, 60);
    const nowMs = START_MS + 60 * MINUTE_MS;
    const candles = createCandles({ pool: db.pool, venue: venueUntil(nowMs) });
    const newest = await candles({ contractCode: CODE, interval: '5m', beforeMs: nowMs + 1, limit: 7 });
    const older = await candles({ contractCode: CODE, interval: '5m', beforeMs: newest[0]?.openMs ?? 0, limit: 7 });
    const all = await candles({ contractCode: CODE, interval: '5m', beforeMs: nowMs + 1, limit: 14 });
    expect([...older, ...newest]).toEqual(all);
  });

  test('include the current bar, which grows', async () => {
    const db = await database();
    const nowMs = START_MS + 90_000;
    const candles = createCandles({ pool: db.pool, venue: venueUntil(nowMs) });
    const [last] = (await candles({ contractCode: CODE, interval: '1m', beforeMs: nowMs + 1, limit: 3 })).slice(-1);
    expect(last?.openMs).toBe(START_MS + MINUTE_MS);
  });
});
