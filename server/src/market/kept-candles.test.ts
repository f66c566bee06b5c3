import { barOpenMs, DAY_MS, MINUTE_MS } from '@mua/core/values';
import { expect, test } from 'vitest';
import { keepCandles } from '#market/kept-candles.ts';
import type { CandleQuery } from '#market/market-view.ts';
import type { Bar } from '#venue/port/market-data.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 5, 7, 30);
const HOUR_MS = 60 * MINUTE_MS;

const bar = (openMs: number): Bar => {
  const priceTicks = 1_800;
  return {
    ...{ openMs, openTicks: priceTicks, highTicks: priceTicks, lowTicks: priceTicks, closeTicks: priceTicks },
    volumeLots: 1,
  };
};

function stage(keptBars?: number) {
  let nowMs = NOW_MS;
  const asked: CandleQuery[] = [];
  const candles = keepCandles(
    async (query) => {
      asked.push(query);
      return [bar(barOpenMs('1m', query.beforeMs - 1))];
    },
    () => nowMs,
    keptBars,
  );
  const ask = (more: Partial<CandleQuery>) =>
    candles({ contractCode: 'ZCEZ26', interval: '1m', limit: 100, beforeMs: NOW_MS, ...more });
  return {
    ...{ asked, ask },
    pass(ms: number): void {
      nowMs += ms;
    },
  };
}

test('a page of the past is read once, whatever instant of its last bar names it', async () => {
  const { ask, asked } = stage();
  const first = await ask({ beforeMs: NOW_MS - HOUR_MS });
  expect(await ask({ beforeMs: NOW_MS - HOUR_MS + 29_999 })).toBe(first);
  expect(asked).toHaveLength(1);
  for (const other of [{ limit: 99 }, { interval: '5m' as const }, { contractCode: 'ZCEH27' }])
    await ask({ beforeMs: NOW_MS - HOUR_MS, ...other });
  expect(asked).toHaveLength(4);
});

test('what may still change is read again, and shared while it is read', async () => {
  const { ask, asked, pass } = stage();
  const recent = { beforeMs: NOW_MS - 20 * MINUTE_MS };
  const [one, other] = await Promise.all([ask(recent), ask(recent)]);
  expect([asked.length, other]).toEqual([1, one]);
  await ask(recent);
  expect(asked).toHaveLength(2);
  pass(20 * MINUTE_MS);
  await ask(recent);
  await ask(recent);
  expect(asked).toHaveLength(3);
});

test('a day is over when the longest of its kind is', async () => {
  const { ask, asked } = stage();
  const twice = async (query: Partial<CandleQuery>) => {
    const before = asked.length;
    await ask(query);
    await ask(query);
    return asked.length - before;
  };
  expect(await twice({ interval: '1d', beforeMs: NOW_MS - 2 * DAY_MS })).toBe(2);
  expect(await twice({ interval: '1d', beforeMs: NOW_MS - 3 * DAY_MS })).toBe(1);
  expect(await twice({ interval: '1w', beforeMs: NOW_MS - 3 * DAY_MS })).toBe(2);
});

test('pages that nobody asks for make room', async () => {
  const { ask, asked } = stage(4);
  const [old, used, next] = [2, 3, 4].map((hours) => ({ beforeMs: NOW_MS - hours * HOUR_MS }));
  await ask({ ...old });
  await ask({ ...used });
  await ask({ ...old });
  await ask({ ...next });
  expect(asked).toHaveLength(3);
  await ask({ ...old });
  expect(asked).toHaveLength(3);
  await ask({ ...used });
  expect(asked).toHaveLength(4);
});

test('a failure is not kept', async () => {
  let isBroken = true;
  const candles = keepCandles(
    async () => {
      if (isBroken) throw new Error('broken');
      return [];
    },
    () => NOW_MS,
  );
  const query = { contractCode: 'ZCEZ26', interval: '1m', limit: 1, beforeMs: NOW_MS - DAY_MS } as const;
  await expect(candles(query)).rejects.toThrow('broken');
  isBroken = false;
  expect(await candles(query)).toEqual([]);
});
