import { expect, test } from 'vitest';
import { heikinAshi } from '#features/chart/studies/heikin-ashi.ts';
import {
  averageTrueRange,
  donchian,
  keltner,
  moneyFlow,
  relativeStrength,
  stochastic,
  stochasticStrength,
  supertrend,
  volumeWeightedPrice,
  weightedAverage,
  wilder,
} from '#features/chart/studies/own-studies.ts';

const bar = (close: number, { high = close, low = close, volume = 1, timestamp = 0 } = {}) => ({
  timestamp,
  open: close,
  high,
  low,
  close,
  volume,
});
const closes = (...prices: number[]) => prices.map((price) => bar(price));
const rounded = (points: readonly Readonly<Record<string, number>>[], key: string) =>
  points.map((point) => (point[key] === undefined ? null : Math.round((point[key] ?? 0) * 1000) / 1000));

test('Wilder’s average starts as a simple one and then replaces one part in its period', () => {
  expect(wilder([3, 6, 9, 12], 3)).toEqual([undefined, undefined, 6, 8]);
});

test('relative strength by Wilder: only rises, only falls, no change, and a mixture', () => {
  expect(rounded(relativeStrength(closes(1, 2, 3), 2), 'rsi')).toEqual([null, null, 100]);
  expect(rounded(relativeStrength(closes(3, 2, 1), 2), 'rsi')).toEqual([null, null, 0]);
  expect(rounded(relativeStrength(closes(2, 2, 2), 2), 'rsi')).toEqual([null, null, 50]);
  // Gains 2, 0, 3 and losses 0, 1, 0: averages 1 and 0.5, then 2 and 0.25.
  expect(rounded(relativeStrength(closes(10, 12, 11, 14), 2), 'rsi')).toEqual([null, null, 66.667, 88.889]);
});

test('the true range includes the previous close', () => {
  const bars = [bar(10, { high: 11, low: 9 }), bar(20, { high: 21, low: 19 }), bar(20, { high: 20, low: 20 })];
  expect(rounded(averageTrueRange(bars, 2), 'atr')).toEqual([null, 6.5, 3.25]);
});

test('a weighted average weights the newest value most', () => {
  expect(rounded(weightedAverage(closes(1, 2, 6), 3), 'wma')).toEqual([null, null, 3.833]);
});

test('the volume-weighted price restarts with each trade date', () => {
  const bars = [
    bar(10, { volume: 1, timestamp: 1 }),
    bar(20, { volume: 3, timestamp: 2 }),
    bar(40, { volume: 2, timestamp: 11 }),
    bar(99, { volume: 0, timestamp: 21 }),
  ];
  const dateOf = (timeMs: number) => String(Math.floor(timeMs / 10));
  expect(rounded(volumeWeightedPrice(bars, dateOf), 'vwap')).toEqual([10, 17.5, 40, null]);
});

test('channels', () => {
  const bars = [bar(5, { high: 7, low: 4 }), bar(6, { high: 6, low: 3 }), bar(8, { high: 9, low: 8 })];
  expect(donchian(bars, 2)).toEqual([{}, { up: 7, mid: 5, dn: 3 }, { up: 9, mid: 6, dn: 3 }]);
  const flat = [bar(5, { high: 6, low: 4 }), bar(5, { high: 6, low: 4 })];
  expect(keltner(flat, { period: 2, rangePeriod: 2, multiplier: 1.5 })).toEqual([{}, { up: 8, mid: 5, dn: 2 }]);
});

test('a supertrend stays below a rise, never falls during it, and switches sides when a close breaks it', () => {
  const rise = [10, 12, 14, 16].map((price) => bar(price, { high: price + 1, low: price - 1 }));
  const all = [...rise, bar(5, { high: 6, low: 4 })];
  const stops = supertrend(all, { period: 2, multiplier: 1 }).map(({ st }) => st);
  expect(stops[0]).toBeUndefined();
  const rising = stops.slice(1, 4).map((stop) => stop ?? Number.NaN);
  expect(rising).toEqual([...rising].sort((a, b) => a - b));
  expect(rising.every((stop, place) => stop < (rise[place + 1]?.close ?? 0))).toBe(true);
  expect(stops[4]).toBeGreaterThan(5);
});

test('Heikin-Ashi smooths the body and keeps the range', () => {
  const bars = [
    { open: 10, high: 14, low: 8, close: 12 },
    { open: 12, high: 13, low: 12, close: 13 },
  ];
  expect(heikinAshi(bars)).toEqual([
    { open: 11, close: 11, high: 14, low: 8 },
    { open: 11, close: 12.5, high: 13, low: 11 },
  ]);
});

test('a stochastic locates the close within the range of its bars; %D is the simple average of %K', () => {
  const bars = [bar(5, { high: 10, low: 0 }), bar(10, { high: 10, low: 5 }), bar(0, { high: 10, low: 0 }), bar(5)];
  const points = stochastic(bars, { period: 2, smoothK: 1, smoothD: 2 });
  expect(rounded(points, 'k')).toEqual([null, 100, 0, 50]);
  expect(rounded(points, 'd')).toEqual([null, null, 50, 25]);
  expect(rounded(stochastic(closes(7, 7), { period: 2, smoothK: 1, smoothD: 1 }), 'k')).toEqual([null, 50]);
});

test('the stochastic of the relative strength locates it within its own range', () => {
  // Strengths of the mixture above: 66.667, 88.889; then a fall of 2: gains 1, losses 1.125.
  const bars = closes(10, 12, 11, 14, 12);
  expect(rounded(relativeStrength(bars, 2), 'rsi')).toEqual([null, null, 66.667, 88.889, 47.059]);
  const points = stochasticStrength(bars, { strengthPeriod: 2, period: 2, smoothK: 1, smoothD: 2 });
  expect(rounded(points, 'k')).toEqual([null, null, null, 100, 0]);
  expect(rounded(points, 'd')).toEqual([null, null, null, null, 50]);
  // A strength that does not move is in the middle.
  const rising = stochasticStrength(closes(1, 2, 3, 4), { strengthPeriod: 2, period: 2, smoothK: 1, smoothD: 1 });
  expect(rounded(rising, 'k')).toEqual([null, null, null, 50]);
});

test('the money flow weighs rises and falls by their turnover', () => {
  const bars = [
    bar(10),
    bar(20, { volume: 3 }),
    bar(15, { volume: 4 }),
    bar(15, { volume: 9 }),
    bar(16, { volume: 5 }),
  ];
  // Flows: none yet, +60, −60, 0, +80.
  expect(rounded(moneyFlow(bars, 2), 'mfi')).toEqual([null, null, 50, 0, 100]);
  expect(rounded(moneyFlow(bars, 4), 'mfi')).toEqual([null, null, null, null, 70]);
  expect(rounded(moneyFlow(closes(7, 7), 1), 'mfi')).toEqual([null, 50]);
  // Below zero a rise is still a rise.
  expect(rounded(moneyFlow(closes(-5, -4), 1), 'mfi')).toEqual([null, 100]);
});
