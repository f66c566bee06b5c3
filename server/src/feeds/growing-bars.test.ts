import { expect, test } from 'vitest';
import { createGrowingBars } from '#feeds/growing-bars.ts';
import type { MarketView } from '#market/market-view.ts';

const BAR = { openMs: 0, openTicks: 5, highTicks: 9, lowTicks: 4, closeTicks: 8, volumeLots: 3 };
const GRID = { scale: 0, tickUnits: 1, display: 'decimal' } as const;

test('concurrent callers share one read of a bar; after a failure the next one reads again', async () => {
  const readings: { answer: (bars: unknown[]) => void; fail: (error: Error) => void }[] = [];
  const market = {
    quote: () => ({ timeMs: 1_000 }),
    candles: () => new Promise((answer, fail) => readings.push({ answer, fail })),
  } as unknown as MarketView;
  const bars = createGrowingBars(market, () => GRID);
  const failing = [bars.load(['AAAZ26']), bars.load(['AAAZ26'])];
  readings[0]?.fail(new Error('no database'));
  for (const load of failing) await expect(load).rejects.toThrow('no database');

  const order: string[] = [];
  const loads = ['first', 'second'].map((name) => bars.load(['AAAZ26']).then(() => order.push(name)));
  expect(readings).toHaveLength(2);
  readings[1]?.answer([BAR]);
  await Promise.all(loads);
  expect(order).toEqual(['first', 'second']);
  expect(bars.present('AAAZ26')).toHaveLength(1);
});

test('where trades are missing, the bars since are read again if somebody watches, and count as changed', async () => {
  let stored = [BAR];
  let timeMs = 1_000;
  const market = { quote: () => ({ timeMs }), candles: async () => stored } as unknown as MarketView;
  const bars = createGrowingBars(market, () => GRID);
  await bars.mend('AAAZ26');
  expect(bars.present('AAAZ26')).toEqual([]);
  await bars.load(['AAAZ26']);
  timeMs = 121_000;
  stored = [{ ...BAR, highTicks: 12, volumeLots: 8 }, ...[60_000, 120_000].map((openMs) => ({ ...BAR, openMs }))];
  const mending = bars.mend('AAAZ26');
  // A trade of the newest minute comes while the bars are read, which have it or not.
  bars.add('AAAZ26', [{ tradeId: 't', timeMs, priceTicks: 15, lots: 1, aggressor: 'BUY' }]);
  await mending;
  const changed = bars
    .takeChanged('AAAZ26')
    .map(({ time, high, close, volume }) => `${time} ${high} ${close} ${volume}`);
  expect(changed).toEqual([
    '1970-01-01T00:00:00.000Z 12 8 8',
    '1970-01-01T00:01:00.000Z 9 8 3',
    '1970-01-01T00:02:00.000Z 15 15 3',
  ]);
  expect(bars.present('AAAZ26')).toMatchObject([{ high: '15', volume: 3 }]);
  expect(bars.takeChanged('AAAZ26')).toEqual([]);
});
