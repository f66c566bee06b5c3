/**
 * Calculates indicators that the library lacks, or calculates differently from what traders expect (RSI by Wilder).
 * Pure functions of the bars; a bar without a value yet has none, and no curve.
 */
import type { IndicatorTemplate, KLineData } from 'klinecharts';
import type { StudyExtra } from '#features/chart/studies/study-extra.ts';

/** Values by the curve's key. */
type Point = Readonly<Record<string, number>>;
type Bars = readonly KLineData[];
const NONE: Point = {};

/** Returns the true range of each bar, which includes the previous close. */
function trueRanges(bars: Bars): number[] {
  return bars.map(({ high, low }, at) => {
    const before = bars[at - 1]?.close;
    if (before === undefined) return high - low;
    return Math.max(high, before) - Math.min(low, before);
  });
}

/** Wilder's average: the simple average of the first values, then each new value replaces one part in `period`. */
export function wilder(values: readonly number[], period: number): (number | undefined)[] {
  let sum = 0;
  let average: number | undefined;
  return values.map((value, at) => {
    if (at < period) sum += value;
    if (at === period - 1) average = sum / period;
    else if (average !== undefined) average += (value - average) / period;
    return average;
  });
}

function exponential(values: readonly number[], period: number): (number | undefined)[] {
  let sum = 0;
  let average: number | undefined;
  return values.map((value, at) => {
    if (at < period) sum += value;
    if (at === period - 1) average = sum / period;
    else if (average !== undefined) average += ((value - average) * 2) / (period + 1);
    return average;
  });
}

export function averageTrueRange(bars: Bars, period: number): Point[] {
  return wilder(trueRanges(bars), period).map((atr) => (atr === undefined ? NONE : { atr }));
}

/** 100 when nothing fell, 50 when nothing changed at all. */
export function relativeStrength(bars: Bars, period: number): Point[] {
  const moves = bars.slice(1).map(({ close }, at) => close - (bars[at]?.close ?? close));
  const gains = wilder(
    moves.map((move) => Math.max(move, 0)),
    period,
  );
  const losses = wilder(
    moves.map((move) => Math.max(-move, 0)),
    period,
  );
  return bars.map((_bar, at) => {
    const gain = gains[at - 1];
    const loss = losses[at - 1];
    if (gain === undefined || loss === undefined) return NONE;
    return { rsi: gain + loss === 0 ? 50 : (100 * gain) / (gain + loss) };
  });
}

/** The newest close has the weight `period`, the oldest 1. */
export function weightedAverage(bars: Bars, period: number): Point[] {
  const weights = (period * (period + 1)) / 2;
  return bars.map((_bar, at) => {
    if (at < period - 1) return NONE;
    let sum = 0;
    for (let back = 0; back < period; back += 1) sum += (bars[at - back]?.close ?? 0) * (period - back);
    return { wma: sum / weights };
  });
}

/**
 * Average price of the lots traded so far on the trade date. A date that began before the first bar is calculated from
 * that bar on.
 */
export function volumeWeightedPrice(bars: Bars, dateOf: (timeMs: number) => string): Point[] {
  let date = '';
  let lots = 0;
  let paid = 0;
  return bars.map(({ timestamp, high, low, close, volume = 0 }) => {
    const on = dateOf(timestamp);
    if (on !== date) {
      date = on;
      lots = 0;
      paid = 0;
    }
    lots += volume;
    paid += (volume * (high + low + close)) / 3;
    return lots > 0 ? { vwap: paid / lots } : NONE;
  });
}

/** Highest high and lowest low of the last bars. */
export function donchian(bars: Bars, period: number): Point[] {
  return bars.map((_bar, at) => {
    if (at < period - 1) return NONE;
    const window = bars.slice(at - period + 1, at + 1);
    const up = Math.max(...window.map(({ high }) => high));
    const dn = Math.min(...window.map(({ low }) => low));
    return { up, mid: (up + dn) / 2, dn };
  });
}

/**
 * Position of the close between the lowest low and the highest high of the last bars, from 0 to 100: %K averaged over
 * `smoothK` bars, %D its simple average. If prices did not change, it is in the middle.
 */
export function stochastic(bars: Bars, params: Smoothed): Point[] {
  const { period } = params;
  const raw = bars.map(({ close }, at) => {
    if (at < period - 1) return undefined;
    const window = bars.slice(at - period + 1, at + 1);
    const low = Math.min(...window.map((bar) => bar.low));
    const high = Math.max(...window.map((bar) => bar.high));
    return placeWithin(close, { low, high });
  });
  return smoothed(raw, params);
}

interface Smoothed {
  readonly period: number;
  readonly smoothK: number;
  readonly smoothD: number;
}

function placeWithin(value: number, { low, high }: { low: number; high: number }): number {
  return high === low ? 50 : ((value - low) / (high - low)) * 100;
}

function smoothed(raw: readonly (number | undefined)[], { smoothK, smoothD }: Smoothed): Point[] {
  const k = plainAverage(raw, smoothK);
  const d = plainAverage(k, smoothD);
  return raw.map((_value, at) => {
    const fast = k[at];
    const slow = d[at];
    if (fast === undefined) return NONE;
    return slow === undefined ? { k: fast } : { k: fast, d: slow };
  });
}

/** The stochastic of the relative strength instead of the price. */
export function stochasticStrength(bars: Bars, params: Smoothed & { strengthPeriod: number }): Point[] {
  const { period, strengthPeriod } = params;
  const strengths = relativeStrength(bars, strengthPeriod).map(({ rsi }) => rsi);
  const raw = strengths.map((strength, at) => {
    const window = strengths.slice(Math.max(0, at - period + 1), at + 1).filter((value) => value !== undefined);
    if (strength === undefined || window.length < period) return undefined;
    return placeWithin(strength, { low: Math.min(...window), high: Math.max(...window) });
  });
  return smoothed(raw, params);
}

/**
 * Share of the last bars' turnover that was traded at a rising typical price, from 0 to 100; 50 when none was traded at
 * a changed one.
 */
export function moneyFlow(bars: Bars, period: number): Point[] {
  const typical = bars.map(({ high, low, close }) => (high + low + close) / 3);
  const flows = bars.map(({ volume = 0 }, at) => {
    const price = typical[at] ?? 0;
    return Math.sign(price - (typical[at - 1] ?? price)) * Math.abs(price) * volume;
  });
  return bars.map((_bar, at) => {
    if (at < period) return NONE;
    let rising = 0;
    let all = 0;
    for (let back = 0; back < period; back += 1) {
      const flow = flows[at - back] ?? 0;
      rising += Math.max(flow, 0);
      all += Math.abs(flow);
    }
    return { mfi: all === 0 ? 50 : (100 * rising) / all };
  });
}

/** Averages exactly `period` values; before that, none. */
function plainAverage(values: readonly (number | undefined)[], period: number): (number | undefined)[] {
  return values.map((_value, at) => {
    let sum = 0;
    for (let back = 0; back < period; back += 1) {
      const value = values[at - back];
      if (value === undefined) return undefined;
      sum += value;
    }
    return sum / period;
  });
}

export function keltner(bars: Bars, params: { period: number; rangePeriod: number; multiplier: number }): Point[] {
  const closes = bars.map(({ close }) => close);
  const middles = exponential(closes, params.period);
  const ranges = wilder(trueRanges(bars), params.rangePeriod);
  return bars.map((_bar, at) => {
    const mid = middles[at];
    const range = ranges[at];
    if (mid === undefined || range === undefined) return NONE;
    return { up: mid + params.multiplier * range, mid, dn: mid - params.multiplier * range };
  });
}

/** A stop that follows the trend at a multiple of the true range and switches sides when a close breaks it. */
export function supertrend(bars: Bars, { period, multiplier }: { period: number; multiplier: number }): Point[] {
  const ranges = wilder(trueRanges(bars), period);
  let upper = Number.POSITIVE_INFINITY;
  let lower = Number.NEGATIVE_INFINITY;
  let isRising = true;
  return bars.map(({ high, low, close }, at) => {
    const range = ranges[at];
    if (range === undefined) return NONE;
    const middle = (high + low) / 2;
    const before = bars[at - 1]?.close ?? close;
    // A stop only moves closer, unless the price was beyond it.
    const nextUpper = before <= upper ? Math.min(upper, middle + multiplier * range) : middle + multiplier * range;
    const nextLower = before >= lower ? Math.max(lower, middle - multiplier * range) : middle - multiplier * range;
    if (isRising ? close < nextLower : close > nextUpper) isRising = !isRising;
    upper = nextUpper;
    lower = nextLower;
    return { st: isRising ? lower : upper };
  });
}

type Template = IndicatorTemplate<Point, number, () => StudyExtra>;
const curve = (key: string) => ({ key, title: key, type: 'line' });
const BAND = ['up', 'mid', 'dn'].map(curve);
const param = (params: readonly number[], place: number): number => params[place] ?? 1;

export const OWN_STUDIES: readonly Template[] = [
  {
    name: 'muaRSI',
    figures: [curve('rsi')],
    calc: (bars, { calcParams }) => relativeStrength(bars, param(calcParams, 0)),
  },
  {
    name: 'muaATR',
    figures: [curve('atr')],
    calc: (bars, { calcParams }) => averageTrueRange(bars, param(calcParams, 0)),
  },
  {
    name: 'muaWMA',
    series: 'price',
    figures: [curve('wma')],
    calc: (bars, { calcParams }) => weightedAverage(bars, param(calcParams, 0)),
  },
  {
    name: 'muaVWAP',
    series: 'price',
    figures: [curve('vwap')],
    calc: (bars, { extendData }) => {
      const { dateOf } = extendData();
      return dateOf ? volumeWeightedPrice(bars, dateOf) : bars.map(() => NONE);
    },
  },
  {
    name: 'muaDonchian',
    series: 'price',
    figures: BAND,
    calc: (bars, { calcParams }) => donchian(bars, param(calcParams, 0)),
  },
  {
    name: 'muaStochastic',
    figures: ['k', 'd'].map(curve),
    calc: (bars, { calcParams: [period = 1, smoothK = 1, smoothD = 1] }) =>
      stochastic(bars, { period, smoothK, smoothD }),
  },
  {
    name: 'muaStochasticStrength',
    figures: ['k', 'd'].map(curve),
    calc: (bars, { calcParams: [strengthPeriod = 1, period = 1, smoothK = 1, smoothD = 1] }) =>
      stochasticStrength(bars, { strengthPeriod, period, smoothK, smoothD }),
  },
  {
    name: 'muaMoneyFlow',
    figures: [curve('mfi')],
    calc: (bars, { calcParams }) => moneyFlow(bars, param(calcParams, 0)),
  },
  {
    name: 'muaKeltner',
    series: 'price',
    figures: BAND,
    calc: (bars, { calcParams: [period = 1, rangePeriod = 1, multiplier = 1] }) =>
      keltner(bars, { period, rangePeriod, multiplier }),
  },
  {
    name: 'muaSupertrend',
    series: 'price',
    figures: [curve('st')],
    calc: (bars, { calcParams: [period = 1, multiplier = 1] }) => supertrend(bars, { period, multiplier }),
  },
];
