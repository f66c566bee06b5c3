/**
 * The length of a chart's bars: an interval of the server's, or any number of minutes or days, which the client builds
 * from the server's (bars/joined-pages.ts). Written one way only: an hour is `1h`, never `60m`.
 */
import { CANDLE_INTERVALS, type CandleInterval } from '@mua/contract/entities/candle';
import { DAY_MS, MINUTE_MS, nextOpenMs } from '@mua/core/values';

export type TypedInterval = `${number}m` | `${number}d`;
export type ChartInterval = CandleInterval | TypedInterval;

/** Half a day: longer ones would be most of a session. */
export const MINUTES_MAX = 720;
export const DAYS_MAX = 30;

export interface IntervalLength {
  readonly unit: 'minute' | 'day' | 'week' | 'month';
  readonly count: number;
}

const LENGTHS: Readonly<Record<CandleInterval, IntervalLength>> = {
  '1m': { unit: 'minute', count: 1 },
  '5m': { unit: 'minute', count: 5 },
  '15m': { unit: 'minute', count: 15 },
  '30m': { unit: 'minute', count: 30 },
  '1h': { unit: 'minute', count: 60 },
  '4h': { unit: 'minute', count: 240 },
  '1d': { unit: 'day', count: 1 },
  '1w': { unit: 'week', count: 1 },
  '1M': { unit: 'month', count: 1 },
};

export function isServers(interval: ChartInterval): interval is CandleInterval {
  return CANDLE_INTERVALS.some((known) => known === interval);
}

export function lengthOf(interval: ChartInterval): IntervalLength {
  if (isServers(interval)) return LENGTHS[interval];
  return { unit: interval.endsWith('d') ? 'day' : 'minute', count: Number.parseInt(interval, 10) };
}

/** Undefined beyond the longest ones. */
export function intervalOf({ unit, count }: IntervalLength): ChartInterval | undefined {
  const known = CANDLE_INTERVALS.find((name) => LENGTHS[name].unit === unit && LENGTHS[name].count === count);
  if (known) return known;
  const most = unit === 'minute' ? MINUTES_MAX : unit === 'day' ? DAYS_MAX : 0;
  if (!Number.isInteger(count) || count < 1 || count > most) return undefined;
  return unit === 'minute' ? `${count}m` : `${count}d`;
}

const MINUTES: Readonly<Record<IntervalLength['unit'], number>> = {
  minute: 1,
  day: 1_440,
  week: 10_080,
  month: 44_640,
};

function minutesOf(interval: ChartInterval): number {
  const { unit, count } = lengthOf(interval);
  return count * MINUTES[unit];
}

/** The server's next longer or next shorter one; itself where there is none. */
export function nextInterval(interval: ChartInterval, by: 1 | -1): ChartInterval {
  const further = CANDLE_INTERVALS.filter((one) => (minutesOf(one) - minutesOf(interval)) * by > 0);
  return further.at(by === 1 ? 0 : -1) ?? interval;
}

/** Returns the stored interval where it is still one. */
export function intervalFrom(kept: unknown): ChartInterval | undefined {
  if (typeof kept !== 'string') return undefined;
  const known = CANDLE_INTERVALS.find((name) => name === kept);
  const [, count, unit] = /^(\d{1,3})([md])$/.exec(kept) ?? [];
  return known ?? (count ? intervalOf({ unit: unit === 'd' ? 'day' : 'minute', count: Number(count) }) : undefined);
}

/** `p` and `n` are phút and ngày, `g` is giờ. */
const UNITS: Readonly<Record<string, { readonly unit: IntervalLength['unit']; readonly times: number }>> = {
  '': { unit: 'minute', times: 1 },
  m: { unit: 'minute', times: 1 },
  p: { unit: 'minute', times: 1 },
  h: { unit: 'minute', times: 60 },
  g: { unit: 'minute', times: 60 },
  d: { unit: 'day', times: 1 },
  n: { unit: 'day', times: 1 },
  w: { unit: 'week', times: 1 },
  t: { unit: 'week', times: 1 },
};

const MONTH = { unit: 'month', times: 1 } as const;

/** What was typed: `7`, `7m`, `2h`, `3d`, `1M`; undefined where it is no interval. Only a month is a capital letter. */
export function readInterval(typed: string): ChartInterval | undefined {
  const [, count, word = ''] = /^\s*(\d{1,4})\s*([a-z]?)\s*$/i.exec(typed) ?? [];
  const unit = word === 'M' ? MONTH : UNITS[word.toLowerCase()];
  return count && unit ? intervalOf({ unit: unit.unit, count: Number(count) * unit.times }) : undefined;
}

/** The opening of the next bar, if nothing closes before; a day is counted by the clock. */
export function nextBarMs(interval: ChartInterval, openMs: number): number {
  if (isServers(interval)) return nextOpenMs(interval, openMs);
  const { unit, count } = lengthOf(interval);
  return openMs + count * (unit === 'day' ? DAY_MS : MINUTE_MS);
}
