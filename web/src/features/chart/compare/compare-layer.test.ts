// @vitest-environment jsdom
/** Checks which spreads a chart draws. */
import type { Chart } from 'klinecharts';
import { beforeEach, expect, test, vi } from 'vitest';
import { fetchPage } from '#features/chart/bars/joined-pages.ts';
import { CompareLayer } from '#features/chart/compare/compare-layer.ts';
import { type CompareMode, DEFAULT_CHART } from '#features/chart/settings/chart-settings.ts';
import type { ChartTheme } from '#features/chart/surface/chart-theme.ts';
import { CORN, CORN_MARCH } from '#mock/sample-records.ts';

vi.mock('#features/chart/bars/joined-pages.ts', () => ({ fetchPage: vi.fn() }));
vi.mock('#features/chart/bars/missed-bars.ts', () => ({ onMissedBars: vi.fn(() => () => {}) }));
vi.mock('#feeds/market-feeds.ts', () => ({ watchCandles: vi.fn(() => () => {}) }));

interface Drawn {
  readonly id: string;
  readonly name: string;
}

let drawn: Drawn[];

/** The part of the library that the layer draws with. */
function fakeChart(): Chart {
  const chart = {
    getIndicators: ({ id }: { id: string }) => drawn.filter((one) => one.id === id),
    createIndicator: (one: Drawn) => drawn.push(one),
    overrideIndicator: () => true,
    removeIndicator: ({ id }: { id: string }) => {
      drawn = drawn.filter((one) => one.id !== id);
    },
    overrideYAxis: () => {},
    setPaneOptions: () => {},
    getDataList: () => [],
    getVisibleRange: () => ({ from: 0, to: 0, realFrom: 0, realTo: 0 }),
  };
  return chart as unknown as Chart;
}

beforeEach(() => {
  drawn = [];
  vi.mocked(fetchPage).mockReset();
});

function layerOf(compareMode: CompareMode) {
  let settings = { ...DEFAULT_CHART, compareMode };
  const layer = new CompareLayer({
    chart: fakeChart(),
    theme: () => ({ palette: [], accent: '#000', surface: '#fff' }) as unknown as ChartTheme,
    settings: () => settings,
    grid: CORN.decimalFormat,
    compact: false,
    base: () => undefined,
    timesMs: () => [],
    endMs: () => 0,
    onChange: () => {},
  });
  layer.set([{ contract: CORN_MARCH, slot: 0 }]);
  const joinMonths = (isContinuous: boolean) => {
    settings = { ...settings, series: { ...settings.series, isContinuous } };
    layer.refresh();
  };
  return { layer, joinMonths };
}

const names = () => drawn.map(({ name }) => name);

test.each(['difference', 'ratio'] as const)('a %s is of a month’s own prices, not of joined ones', (mode) => {
  const { layer, joinMonths } = layerOf(mode);
  expect(names()).toEqual(['muaSpread']);
  expect(layer.panePx).toBeGreaterThan(0);
  joinMonths(true);
  expect(names()).toEqual([]);
  expect(layer.panePx).toBe(0);
  layer.read(0);
  expect(layer.readings.read()).toEqual([{ code: CORN_MARCH.code, slot: 0, text: null, hasFailed: false }]);
  joinMonths(false);
  expect(names()).toEqual(['muaSpread']);
});

test.each(['percent', 'axis'] as const)('joined months are compared by %s as any others', (mode) => {
  const { joinMonths } = layerOf(mode);
  joinMonths(true);
  expect(names()).toEqual(['muaCompare']);
});
