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
import { CHART_KEYS_ID } from '#features/chart/surface-key.ts';
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
  const moves = { scroll: vi.fn(), scrollPages: vi.fn(), toOldest: vi.fn(), zoom: vi.fn(), selectNext: vi.fn() };
  const opens = { onStudies: vi.fn(), onDate: vi.fn() };
  const chart = {
    ...acts,
    ...moves,
    drawings: { take: acts.take, selectNext: moves.selectNext, state: createFrameValue({ tool: null }) },
    scaleState: createFrameValue<ScaleState>({ mode: 'price', obstacles }),
    compare: { readings: createFrameValue(compared) },
  } as unknown as TradingChart;
  const onFull = vi.fn();
  const drawings = { undo: vi.fn(), redo: null };
  render(
    <>
      <div data-keys="chart" data-testid="chart" />
      <ChartKeys {...{ chart, drawings, onFull, ...opens }} isFull={false} onPicture={() => {}} onTaken={() => {}} />
      <Toaster theme="dark" />
    </>,
  );
  return { ...acts, ...moves, ...opens, drawings, onFull };
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

test('the focused chart is moved by its keys, and nothing else is', () => {
  const { scroll, scrollPages, toOldest, toLatest, zoom, selectNext } = setUp();
  expect(document.getElementById(CHART_KEYS_ID)?.textContent).toMatch(/^← \/ → scroll; \+ \/ − zoom; End goes/);
  fireEvent.keyDown(document.body, { code: 'ArrowLeft' });
  expect(scroll).not.toHaveBeenCalled();
  const press = (code: string, init: KeyboardEventInit = {}) =>
    fireEvent.keyDown(screen.getByTestId('chart'), { code, ...init });
  for (const code of ['ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown']) {
    press(code);
    press(code, { shiftKey: true });
  }
  for (const code of ['Home', 'End', 'Equal', 'Minus']) press(code);
  expect(scroll.mock.calls.flat()).toEqual([1, 30, -1, -30]);
  expect(selectNext.mock.calls.flat()).toEqual([-1, 1]);
  expect(scrollPages.mock.calls.flat()).toEqual([1, -1]);
  expect([toOldest.mock.calls.length, toLatest.mock.calls.length]).toEqual([1, 1]);
  expect(zoom.mock.calls.flat()).toEqual([1.15, 1 / 1.15]);
});

test('indicators and the question for a date are opened, and the scale is turned over and back', () => {
  useShortcutPreference.setState({ keys: { openStudies: 'n', goToDate: 'd', invertScale: 'i' } });
  const { onStudies, onDate } = setUp();
  hit('n');
  hit('d');
  expect([onStudies.mock.calls.length, onDate.mock.calls.length]).toEqual([1, 1]);
  hit('i');
  expect(useChartSettings.getState().isInverted).toBe(true);
  hit('i');
  expect(useChartSettings.getState().isInverted).toBe(false);
});

test('the next longer and the next shorter interval', () => {
  useShortcutPreference.setState({ keys: { longerInterval: 'l', shorterInterval: 'k' } });
  useChartSettings.setState({ interval: '5m' });
  setUp();
  hit('l');
  expect(useChartSettings.getState().interval).toBe('15m');
  hit('k');
  hit('k');
  expect(useChartSettings.getState().interval).toBe('1m');
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
