// @vitest-environment jsdom
/** Checks what is told to whoever waits for older bars. */
import type { DataLoaderGetBarsParams } from 'klinecharts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CandleSource } from '#features/chart/bars/candle-source.ts';
import { fetchPage } from '#features/chart/bars/joined-pages.ts';
import { onMissedBars } from '#features/chart/bars/missed-bars.ts';
import { TradeDates } from '#features/chart/bars/trade-dates.ts';
import { DEFAULT_CHART } from '#features/chart/settings/chart-settings.ts';
import { watchCandles } from '#feeds/market-feeds.ts';
import type { Bar } from '#market/candles.ts';
import { CORN } from '#mock/sample-records.ts';

vi.mock('#features/chart/bars/joined-pages.ts', () => ({ fetchPage: vi.fn() }));
vi.mock('#features/chart/bars/missed-bars.ts', () => ({ onMissedBars: vi.fn(() => () => {}) }));
vi.mock('#feeds/market-feeds.ts', () => ({ watchCandles: vi.fn(() => () => {}) }));
vi.mock('#clock/frame.ts', async (original) => ({
  ...(await original<typeof import('#clock/frame.ts')>()),
  oncePerFrame: (flush: () => void) => flush,
}));

const MINUTE_MS = 60_000;
const page = (minute: number, older: string | null) => ({
  bars: [{ timeMs: minute * MINUTE_MS, open: 1, high: 1, low: 1, close: 1, volume: 1 }],
  ...{ older, openings: [], series: null },
});

let source: CandleSource;
const ask = (type: DataLoaderGetBarsParams['type']) => {
  const callback = vi.fn();
  const symbol = { ticker: CORN.code, pricePrecision: 2, volumePrecision: 0 };
  source.loader.getBars({ symbol, period: { type: 'minute', span: 1 }, timestamp: null, type, callback });
  return callback;
};

beforeEach(async () => {
  source = new CandleSource({
    contract: CORN,
    tradeDates: new TradeDates(),
    choice: () => DEFAULT_CHART.series,
    priceOf: (ticks) => ticks,
    reachMs: () => null,
    ...{ onSeries: () => {}, onState: () => {}, onBars: () => {}, onGap: () => {} },
  });
  vi.mocked(fetchPage).mockReset().mockResolvedValueOnce(page(20, 'older'));
  const loaded = ask('init');
  await vi.waitFor(() => expect(loaded).toHaveBeenCalledTimes(1));
});

test('the next page is there, and there is none before it', async () => {
  expect(source.hasOlder).toBe(true);
  const isRead = source.olderRead();
  vi.mocked(fetchPage).mockResolvedValueOnce(page(10, null));
  const loaded = ask('forward');
  expect(await isRead).toBe(true);
  expect(loaded).toHaveBeenCalledTimes(1);
  expect(source.hasOlder).toBe(false);
});

test('it could not be read', async () => {
  const isRead = source.olderRead();
  vi.mocked(fetchPage).mockRejectedValueOnce(new Error('offline'));
  ask('forward');
  expect(await isRead).toBe(false);
  expect(source.hasOlder).toBe(true);
});

test.each<[string, () => void]>([
  ['everything is loaded anew', () => void ask('init')],
  ['the chart is gone', () => source.stop()],
])('%s meanwhile', async (_what, happens) => {
  const isRead = source.olderRead();
  vi.mocked(fetchPage).mockResolvedValueOnce(page(20, null));
  happens();
  expect(await isRead).toBe(false);
});

describe('bars that were missed', () => {
  const bar = (minute: number) => page(minute, null).bars[0] as Bar;
  const pages = (...minutes: number[]) => ({ ...page(0, null), bars: minutes.map(bar) });
  let pushed: number[];
  let missed: () => void;
  let minute: (bar: Bar) => void;

  beforeEach(() => {
    pushed = [];
    const symbol = { ticker: CORN.code, pricePrecision: 2, volumePrecision: 0 };
    source.loader.subscribeBar?.({
      ...{ symbol, period: { type: 'minute', span: 1 } },
      // As the library: nothing before its newest bar.
      callback: ({ timestamp }) => {
        if (timestamp >= (pushed.at(-1) ?? 0) * MINUTE_MS) pushed.push(timestamp / MINUTE_MS);
      },
    });
    missed = vi.mocked(onMissedBars).mock.calls.at(-1)?.[1] ?? (() => {});
    minute = vi.mocked(watchCandles).mock.calls.at(-1)?.[1] ?? (() => {});
  });

  test('come before those that are sent meanwhile', async () => {
    let arrive = (_page: ReturnType<typeof pages>): void => {};
    vi.mocked(fetchPage).mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    missed();
    minute(bar(27));
    expect(pushed).toEqual([]);
    arrive(pages(19, 20, 21, 26));
    await vi.waitFor(() => expect(pushed).toEqual([20, 21, 26, 27]));
  });

  test('missed twice, from the first time on', async () => {
    vi.mocked(fetchPage).mockReturnValueOnce(new Promise(() => {}));
    missed();
    minute(bar(23));
    vi.mocked(fetchPage).mockResolvedValueOnce(pages(19, 20, 21, 22, 23));
    missed();
    await vi.waitFor(() => expect(pushed).toEqual([20, 21, 22, 23]));
  });

  test('that can’t be read hold nothing up', async () => {
    vi.mocked(fetchPage).mockRejectedValueOnce(new Error('offline'));
    missed();
    minute(bar(27));
    await vi.waitFor(() => expect(pushed).toEqual([27]));
  });
});
