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

test('a bar with missing trades is read again where somebody watches it, and counts as changed', async () => {
  let stored = [BAR];
  const market = { quote: () => ({ timeMs: 1_000 }), candles: async () => stored } as unknown as MarketView;
  const bars = createGrowingBars(market, () => GRID);
  await bars.mend('AAAZ26');
  expect(bars.present('AAAZ26')).toEqual([]);
  await bars.load(['AAAZ26']);
  stored = [{ ...BAR, highTicks: 12, volumeLots: 8 }];
  await bars.mend('AAAZ26');
  expect(bars.takeChanged('AAAZ26')).toMatchObject([{ high: '12', close: '8', volume: 8 }]);
  expect(bars.takeChanged('AAAZ26')).toEqual([]);
});
