import type { KLineData } from 'klinecharts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ChartReader, createChartReader } from '#features/chart/chart-reader.ts';

const DAY_MS = 86_400_000;
const bar = (day: number, close: number): KLineData => ({
  timestamp: day * DAY_MS,
  open: 1,
  high: 9,
  low: 1,
  close,
  volume: 5,
});

let bars: KLineData[];
let isReady: boolean;
let percentBase: number | null;
let reader: ChartReader;
let frame: (() => void) | null;

beforeEach(() => {
  frame = null;
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => {
    frame = task;
    return 1;
  });
  bars = [bar(5, 2), bar(6, 3), bar(7, 4)];
  isReady = true;
  percentBase = null;
  reader = createChartReader({
    container: { addEventListener: () => {}, removeEventListener: () => {} } as unknown as HTMLElement,
    chart: { getDataList: () => bars, convertFromPixel: () => [], subscribeAction: () => {} },
    ticksOf: (price) => price,
    studiesAt: () => [],
    isReady: () => isReady,
    dateOf: (timeMs) => new Date(timeMs).toISOString().slice(0, 10),
    percentBase: () => percentBase,
    onPointed: () => undefined,
  });
});
afterEach(() => {
  reader.stop();
  vi.unstubAllGlobals();
});

function read() {
  reader.readSoon();
  frame?.();
  return reader.table.read();
}
const closes = () => read().map(({ close }) => close);

test('the newest row follows the price, the others stay as they are', () => {
  const before = read();
  expect(before.map(({ date, close }) => `${date} ${close}`)).toEqual(['1970-01-08 4', '1970-01-07 3', '1970-01-06 2']);
  bars = [...bars.slice(0, -1), bar(7, 6)];
  expect(closes()).toEqual([6, 3, 2]);
  expect(read()[1]).toBe(before[1]);
  expect(read()).toBe(read());
});

test('another interval whose newest bar opened at the same instant is read anew, and nothing in between', () => {
  expect(closes()).toEqual([4, 3, 2]);
  isReady = false;
  expect(closes()).toEqual([]);
  isReady = true;
  bars = [bar(0, 8), bar(7, 4)];
  expect(closes()).toEqual([4, 8]);
});

test('a bar that another chart points at is read in place of the newest', () => {
  const close = () => {
    frame?.();
    return reader.reading.read().close;
  };
  reader.mark(1);
  expect(close()).toBe(3);
  reader.mark(null);
  expect(close()).toBe(4);
});

test('in percent, a bar is read relative to the base, and its change relative to the previous close', () => {
  percentBase = 2;
  read();
  const { percents, close, change } = reader.reading.read();
  expect(percents).toEqual({ open: -50, high: 350, low: -50, close: 100, change: expect.closeTo(33.33, 2) });
  expect([close, change]).toEqual([4, 1]);
  percentBase = null;
  read();
  expect(reader.reading.read().percents).toBeNull();
});
