// @vitest-environment jsdom
/** Checks what the keys of a chart do to it: tools, drawings, scales with the reason where one can't be had. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFrameValue } from '#clock/frame-value.ts';
import { Toaster } from '#design/ui/feedback/toaster.tsx';
import type { ScaleState } from '#features/chart/axes/scale-mode.ts';
import { ChartKeys } from '#features/chart/chart-keys.tsx';
import { useDrawingStore } from '#features/chart/drawings/drawing-store.ts';
import { DEFAULT_CHART, useChartSettings } from '#features/chart/settings/chart-settings.ts';
import type { TradingChart } from '#features/chart/trading-chart.ts';
import { startI18n } from '#i18n/i18n.ts';
import { useShortcutPreference } from '#session/shortcuts.ts';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'en');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  await startI18n();
});
beforeEach(() => {
  useChartSettings.setState(DEFAULT_CHART);
  useShortcutPreference.setState({
    hasSingleKeys: true,
    keys: { drawTrend: 't', hideDrawings: 'h', logScale: 'l', percentScale: 'p', fitChart: 'r', fullChart: 'x' },
  });
});
afterEach(cleanup);

function setUp(obstacles: ScaleState['obstacles'] = {}, compared: readonly unknown[] = []) {
  const acts = { take: vi.fn(), resetScale: vi.fn(), toLatest: vi.fn() };
  const chart = {
    ...acts,
    drawings: { take: acts.take, state: createFrameValue({ tool: null }) },
    scaleState: createFrameValue<ScaleState>({ mode: 'price', obstacles }),
    compare: { readings: createFrameValue(compared) },
  } as unknown as TradingChart;
  const onFull = vi.fn();
  render(
    <>
      <ChartKeys chart={chart} isFull={false} onFull={onFull} onPicture={() => {}} onTaken={() => {}} />
      <Toaster theme="dark" />
    </>,
  );
  return { ...acts, onFull };
}

const hit = (key: string) => fireEvent.keyDown(document.body, { code: `Key${key.toUpperCase()}`, key });
const scale = () => useChartSettings.getState().scale;

test('a tool is taken, and hidden drawings are shown for it', () => {
  const { take } = setUp();
  hit('h');
  expect(useDrawingStore.getState().isHidden).toBe(true);
  hit('t');
  expect(take).toHaveBeenCalledWith('trend');
  expect(useDrawingStore.getState().isHidden).toBe(false);
});

test('a scale, and prices again by the same key', () => {
  const { resetScale, toLatest, onFull } = setUp();
  hit('l');
  expect(scale()).toBe('log');
  hit('p');
  expect(scale()).toBe('percent');
  hit('p');
  expect(scale()).toBe('price');
  hit('r');
  expect([resetScale.mock.calls.length, toLatest.mock.calls.length]).toEqual([1, 1]);
  hit('x');
  expect(onFull).toHaveBeenCalledWith(true);
});

test.each<[string, ScaleState['obstacles'], readonly unknown[], string]>([
  ['below zero there is no logarithm', { log: 'notPositive' }, [], 'There are prices of zero or less'],
  ['while contracts are compared', {}, ['ZWAZ26'], 'Comparing is done in percent'],
])('%s, and it says so', async (_name, obstacles, compared, why) => {
  setUp(obstacles, compared);
  hit('l');
  expect(await screen.findByText(why)).toBeTruthy();
  expect(scale()).toBe('price');
});
