/** Two charts of different intervals in a group: one crosshair, and the same time where that is wished. */
import type { Chart } from 'klinecharts';
import { beforeEach, expect, test, vi } from 'vitest';
import { ChartGroup } from '#features/chart/chart-group.ts';
import type { ChartReader } from '#features/chart/chart-reader.ts';
import type { ChartInterval } from '#features/chart/settings/chart-interval.ts';
import { SharedTime } from '#features/chart/shared-time.ts';
import type { ChartPlane } from '#features/chart/surface/chart-plane.ts';

const BAR_PX = 10;
const WIDTH = 100;
const HOUR_MS = 3_600_000;
const START_MS = 20_000 * 24 * HOUR_MS;

let frames: (() => void)[] = [];
beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => frames.push(task));
});
const nextFrame = () => {
  for (const task of frames.splice(0)) task();
};

/** A chart whose newest bar is at its right edge, until it is scrolled. */
function chartOf(interval: ChartInterval, stepMs: number, count: number) {
  const timesMs = Array.from({ length: count }, (_, index) => START_MS + index * stepMs);
  const heard = { crosshair: [] as unknown[], marked: [] as unknown[] };
  const listeners = new Map<string, () => void>();
  let scrolledPx = 0;
  let barPx = BAR_PX;
  const xOf = (index: number) => WIDTH + scrolledPx - (count - 1 - index) * barPx;
  const chart = {
    subscribeAction: (type: string, listener: () => void) => listeners.set(type, listener),
    executeAction: (_: string, crosshair: unknown) => heard.crosshair.push(crosshair),
    getBarSpace: () => ({ bar: barPx }),
    setBarSpace: (space: number) => {
      barPx = space;
      listeners.get('onZoom')?.();
    },
    scrollByDistance: (distance: number) => {
      scrolledPx += distance;
      listeners.get('onScroll')?.();
    },
  };
  const plane = {
    ...{ bars: { interval, timesMs }, box: { width: WIDTH, height: 50 }, xOf },
    timeAt: (x: number) => timesMs[Math.round(count - 1 - (WIDTH + scrolledPx - x) / barPx)] ?? null,
  };
  const reader = { mark: (index: number | null) => heard.marked.push(index) };
  const time = new SharedTime({
    ...{ chart: chart as unknown as Chart, plane: plane as unknown as ChartPlane },
    ...{ reader: () => reader as unknown as ChartReader, interval: () => interval },
  });
  return { time, chart, heard, right: () => plane.timeAt(WIDTH), barPx: () => barPx };
}

test('the time under the pointer is marked in all others, in the bar that ran then, and nowhere when it leaves', () => {
  const group = new ChartGroup();
  const [minutes, hours] = [chartOf('15m', HOUR_MS / 4, 40), chartOf('1h', HOUR_MS, 10)];
  group.join(minutes.time);
  group.join(hours.time);
  minutes.time.point(21);
  nextFrame();
  expect(hours.heard).toEqual({ crosshair: [{ x: 60, paneId: 'none' }], marked: [5] });
  expect(minutes.heard.marked).toEqual([]);
  minutes.time.point(null);
  nextFrame();
  expect(hours.heard.crosshair.at(-1)).toBeNull();
  expect(hours.heard.marked.at(-1)).toBeNull();
});

test('a time before the bars of a chart is marked nowhere there', () => {
  const group = new ChartGroup();
  const [long, short] = [chartOf('1h', HOUR_MS, 10), chartOf('1h', HOUR_MS, 4)];
  group.join(long.time);
  group.join(short.time);
  short.time.mark(START_MS - HOUR_MS);
  expect(short.heard).toEqual({ crosshair: [null], marked: [null] });
});

test('who scrolls or zooms one moves the others to the same time, if wished; bars as long get the same width', () => {
  const group = new ChartGroup();
  const [first, same, longer] = [
    chartOf('15m', HOUR_MS / 4, 40),
    chartOf('15m', HOUR_MS / 4, 40),
    chartOf('1h', HOUR_MS, 10),
  ];
  for (const { time } of [first, same, longer]) group.join(time);
  first.chart.scrollByDistance(80);
  nextFrame();
  expect(same.right()).not.toBe(first.right());
  group.isSameTime = true;
  first.chart.setBarSpace(20);
  nextFrame();
  expect(same.right()).toBe(first.right());
  expect([same.barPx(), longer.barPx()]).toEqual([20, BAR_PX]);
  expect(longer.right()).toBe(START_MS + Math.floor(((first.right() ?? 0) - START_MS) / HOUR_MS) * HOUR_MS);
  // What moved along is not told again.
  expect(frames).toEqual([]);
});

test('a chart that leaves the group is left alone', () => {
  const group = new ChartGroup();
  const [first, second] = [chartOf('1h', HOUR_MS, 10), chartOf('1h', HOUR_MS, 10)];
  group.join(first.time);
  const leave = group.join(second.time);
  leave();
  first.time.point(3);
  nextFrame();
  expect(second.heard.marked).toEqual([]);
});
