// @vitest-environment jsdom
/** Checks what the keys of a chart do to it: every tool, drawings, scales with the reason where one can't be had. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFrameValue } from '#clock/frame-value.ts';
import { Toaster } from '#design/ui/feedback/toaster.tsx';
import type { ScaleState } from '#features/chart/axes/scale-mode.ts';
import { ChartKeys, TOOL_KEYS } from '#features/chart/chart-keys.tsx';
import { TOOLS } from '#features/chart/drawings/drawing.ts';
import { useDrawingStore } from '#features/chart/drawings/drawing-store.ts';
import { DEFAULT_CHART, useChartSettings } from '#features/chart/settings/chart-settings.ts';
import type { TradingChart } from '#features/chart/trading-chart.ts';
import { startI18n } from '#i18n/i18n.ts';
import { type ShortcutName, shortcutOf, useShortcutPreference } from '#session/shortcuts.ts';

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
  const drawings = { undo: vi.fn(), redo: null };
  render(
    <>
      <ChartKeys {...{ chart, drawings, onFull }} isFull={false} onPicture={() => {}} onTaken={() => {}} />
      <Toaster theme="dark" />
    </>,
  );
  return { ...acts, drawings, onFull };
}

const hit = (key: string, shiftKey = false) =>
  fireEvent.keyDown(document.body, { code: `Key${key.toUpperCase()}`, key, shiftKey });
const scale = () => useChartSettings.getState().scale;

test('a tool is taken, and hidden drawings are shown for it', () => {
  const { take } = setUp();
  hit('h');
  expect(useDrawingStore.getState().isHidden).toBe(true);
  hit('t');
  expect(take).toHaveBeenCalledWith('trend');
  expect(useDrawingStore.getState().isHidden).toBe(false);
});

test('every tool has a name of its own on the page of keys, and its key takes it', () => {
  const names: readonly ShortcutName[] = TOOLS.map((tool) => TOOL_KEYS[tool]);
  expect(new Set(names).size).toBe(TOOLS.length);
  const keys = names.map((name, at) => [name, 'abcdefghijkl'[at] ?? ''] as const);
  useShortcutPreference.setState({ keys: Object.fromEntries(keys.map(([name, key]) => [name, `shift+${key}`])) });
  const { take } = setUp();
  for (const [, key] of keys) hit(key, true);
  expect(take.mock.calls).toEqual(TOOLS.map((tool) => [tool]));
  expect(names.filter((name) => shortcutOf(name).place !== 'chart')).toEqual([]);
});

test('a drawing is undone; with nothing to make again, a key makes nothing', () => {
  useShortcutPreference.setState({ keys: { undoDrawing: 'u', redoDrawing: 'y' } });
  const { drawings } = setUp();
  hit('u');
  hit('y');
  expect(drawings.undo).toHaveBeenCalledTimes(1);
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
