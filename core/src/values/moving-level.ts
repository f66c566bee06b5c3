/**
 * The level of an alert that follows a drawn line or a moving average, from the bars that a chart shows
 * (docs/decisions/market/0192-moving-levels-by-bars.md). While a bar runs, the price at which the market is on the level
 * does not change: a line is counted by bars, and the running close moves an average less than itself. So a level is
 * worked out anew when a bar opens, and in between it waits like any price.
 */
import { indexOfTime } from '#values/bar-places.ts';
import { type BarInterval, barLengthMs } from '#values/bar-time.ts';
import type { AlertDirection, Average } from '#values/trading-words.ts';
import type { Ticks } from '#values/units.ts';

export interface LinePoint {
  readonly timeMs: number;
  readonly ticks: Ticks;
}

export interface LineLevel {
  readonly kind: 'line';
  readonly interval: BarInterval;
  readonly from: LinePoint;
  readonly to: LinePoint;
  /** Goes on beyond its later point. */
  readonly isExtended: boolean;
}

/** How far a line is drawn: between its points, beyond the second, or beyond both. */
export const EXTENDS = ['segment', 'ray', 'line'] as const;
export type Extend = (typeof EXTENDS)[number];

/** Whether a line is drawn beyond its later point: a ray does not where its second point is the earlier one. */
export function goesOn(extent: Extend, firstMs: number, secondMs: number): boolean {
  return extent === 'line' || (extent === 'ray' && secondMs > firstMs);
}

/** Of closing prices: the mean, or the exponential average with the factor 2 / (period + 1). */
export interface AverageLevel {
  readonly kind: 'average';
  readonly average: Average;
  readonly period: number;
  readonly interval: BarInterval;
}

export type MovingLevel = LineLevel | AverageLevel;

/** The last bar runs: its close is the last price. */
export interface ClosingBars {
  /** Opening times, oldest first. */
  readonly timesMs: readonly number[];
  readonly closes: readonly Ticks[];
}

/** Between two ticks too. */
export interface LevelNow {
  readonly kind: 'at';
  /** As a chart draws it at the running bar. */
  readonly drawn: number;
  /** The market is on the level where its last price is this; it holds until the next bar opens. */
  readonly met: number;
}

export type LevelReading =
  | LevelNow
  /** A line that begins later or has no bar between its points, or too few bars for an average. */
  | { readonly kind: 'none' }
  /** A line that has ended at its later point. */
  | { readonly kind: 'over' };

const NONE: LevelReading = { kind: 'none' };

export function levelOn(level: MovingLevel, bars: ClosingBars): LevelReading {
  return level.kind === 'line' ? lineOn(level, bars) : averageOn(level, bars);
}

/** The first price at which an alert is due: a price between two ticks is reached by the tick beyond it. */
export function dueTicks(price: number, direction: AlertDirection): Ticks {
  // An average of equal prices may come out a trillionth beside them.
  const nearest = Math.round(price);
  if (Math.abs(price - nearest) < 1e-7) return nearest + 0;
  return (direction === 'ABOVE' ? Math.ceil(price) : Math.floor(price)) + 0;
}

function lineOn({ interval, from, to, isExtended }: LineLevel, { timesMs }: ClosingBars): LevelReading {
  const [early, late] = from.timeMs <= to.timeMs ? [from, to] : [to, from];
  const places = { timesMs, lengthMs: barLengthMs(interval) };
  const first = indexOfTime(places, early.timeMs);
  const last = indexOfTime(places, late.timeMs);
  const now = timesMs.length - 1;
  if (now < first || first === last) return NONE;
  if (now > last && !isExtended) return { kind: 'over' };
  // One division, at the end: whole ticks come out whole.
  const drawn = (early.ticks * (last - first) + (late.ticks - early.ticks) * (now - first)) / (last - first);
  return { kind: 'at', drawn, met: drawn };
}

function averageOn({ average, period }: AverageLevel, { closes }: ClosingBars): LevelReading {
  const last = closes.at(-1);
  const before = closes.length - 1;
  if (last === undefined) return NONE;
  if (average === 'MA') {
    if (closes.length < period) return NONE;
    const sum = sumOf(closes, before - (period - 1), before);
    // The running close is one of the closes: it is at their mean where it is at the mean of the others.
    return { kind: 'at', drawn: (sum + last) / period, met: sum / (period - 1) };
  }
  if (before < period) return NONE;
  let value = sumOf(closes, 0, period) / period;
  for (let index = period; index < before; index += 1) value = smoothed(value, closes[index] ?? 0, period);
  return { kind: 'at', drawn: smoothed(value, last, period), met: value };
}

function sumOf(closes: readonly Ticks[], from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index += 1) sum += closes[index] ?? 0;
  return sum;
}

function smoothed(value: number, close: Ticks, period: number): number {
  return (2 * close + (period - 1) * value) / (period + 1);
}

/** After ten periods the first closes weigh less than a millionth of a tick. */
const FADED_PERIODS = 10;

/**
 * The bars from which a level is read at most, the running one included: since the earlier point of a line, or what an
 * average depends on.
 */
export function barsNeeded(level: MovingLevel, nowMs: number): number {
  if (level.kind === 'average') return level.period * (level.average === 'MA' ? 1 : FADED_PERIODS) + 1;
  const sinceMs = nowMs - Math.min(level.from.timeMs, level.to.timeMs);
  const lengthMs = barLengthMs(level.interval) ?? SHORTEST_MONTH_MS;
  return Math.max(1, Math.ceil(sinceMs / lengthMs) + 2);
}

const SHORTEST_MONTH_MS = 28 * 86_400_000;
