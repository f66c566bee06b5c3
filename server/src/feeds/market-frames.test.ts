import { expect, test } from 'vitest';
import { createMarketFrames } from '#feeds/market-frames.ts';
import type { MarketView } from '#market/market-view.ts';
import { quietQuote } from '#test/fixtures/market.ts';
import type { Trade } from '#venue/port/market-data.ts';

const BAR = { openMs: 0, openTicks: 5, highTicks: 9, lowTicks: 4, closeTicks: 8, volumeLots: 3 };
const CODE = 'AAAZ26';

test('after a gap the next frame has the bar with the trades that were missed', async () => {
  let stored = [BAR];
  const quote = { ...quietQuote(CODE), timeMs: 1_000 };
  const market = { quote: () => quote, candles: async () => stored } as unknown as MarketView;
  const frames = createMarketFrames(market, () => ({ scale: 0, tickUnits: 1, display: 'decimal' }));
  await frames.prepare('candles', [CODE]);
  stored = [{ ...BAR, highTicks: 12, volumeLots: 8 }];
  const trade: Trade = { tradeId: 't', timeMs: 900, priceTicks: 7, lots: 1, aggressor: 'BUY' };
  frames.note([{ contractCode: CODE, timeMs: 1_000, hasGap: true, trades: [trade] }]);
  await new Promise(setImmediate);
  const bars = frames.cut().find(({ event }) => event === 'candles');
  expect(JSON.parse(bars?.parts.get(CODE) ?? '')).toMatchObject({ high: '12', close: '7', volume: 8 });
});
