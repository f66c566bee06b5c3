/**
 * Chooses the labels of the time axis in Vietnam time. Bars are drawn without the hours between sessions, so the axis
 * counts bars: the first bar of a trade date gets the date, and round hours between dates are labelled where they fit.
 */

import type { CivilDate } from '@mua/core/values';
import { isIntraday } from '#features/chart/bars/bar-time.ts';
import type { ChartInterval } from '#features/chart/settings/chart-interval.ts';

export interface TimeTick {
  /** Index in the list of bars. */
  readonly index: number;
  readonly timeMs: number;
  /** Its trade date. */
  readonly date: CivilDate;
  /** What the label shows: a date, a time of day, a month or a year. */
  readonly kind: 'date' | 'hour' | 'month' | 'year';
}

export interface TimeTickRequest {
  readonly interval: ChartInterval;
  readonly timesMs: readonly number[];
  /** First and last index (exclusive) in view. */
  readonly from: number;
  readonly to: number;
  /** Returns the trade date of an instant. */
  readonly dateOf: (timeMs: number) => CivilDate;
  /** Width of a label, in bars. */
  readonly gap: number;
}

const MINUTE_MS = 60_000;
const VIETNAM_MS = 7 * 60 * MINUTE_MS;
const DAY_MINUTES = 24 * 60;
/** Spacings of times of day, in minutes. */
const HOUR_STEPS = [5, 15, 30, 60, 120, 180, 240, 360, 720];

export function timeTicks(request: TimeTickRequest): TimeTick[] {
  const strong = boundaries(request);
  const weak = isIntraday(request.interval) ? roundTimes(request) : [];
  const taken: TimeTick[] = [];
  for (const tick of [...strong, ...weak]) {
    if (taken.every((other) => Math.abs(other.index - tick.index) >= request.gap)) taken.push(tick);
  }
  return taken.sort((a, b) => a.index - b.index);
}

/** Starts of trade dates; for daily bars and longer, of months or years. */
function boundaries({ interval, timesMs, from, to, dateOf }: TimeTickRequest): TimeTick[] {
  const intraday = isIntraday(interval);
  const found: TimeTick[] = [];
  for (let index = Math.max(from, 0); index < to; index += 1) {
    const timeMs = timesMs[index];
    const before = timesMs[index - 1];
    if (timeMs === undefined || before === undefined) continue;
    const date = dateOf(timeMs);
    const last = dateOf(before);
    if (intraday) {
      if (date !== last) found.push({ index, timeMs, date, kind: 'date' });
    } else if (date.slice(0, 4) !== last.slice(0, 4)) found.push({ index, timeMs, date, kind: 'year' });
    else if (date.slice(0, 7) !== last.slice(0, 7)) found.push({ index, timeMs, date, kind: 'month' });
  }
  // Years come before months: when they compete for space, the larger unit wins.
  return found.sort((a, b) => Number(b.kind === 'year') - Number(a.kind === 'year'));
}

/** Times of day at the smallest spacing with room for the labels. */
function roundTimes({ timesMs, from, to, gap, dateOf }: TimeTickRequest): TimeTick[] {
  const span = (timesMs[from + 1] ?? 0) - (timesMs[from] ?? 0);
  const barMinutes = Math.max(1, span / MINUTE_MS);
  const step = HOUR_STEPS.find((minutes) => minutes >= Math.min(barMinutes, DAY_MINUTES) * gap) ?? 720;
  const found: TimeTick[] = [];
  for (let index = Math.max(from, 0); index < to; index += 1) {
    const timeMs = timesMs[index];
    if (timeMs === undefined) continue;
    const minuteOfDay = Math.floor((timeMs + VIETNAM_MS) / MINUTE_MS) % DAY_MINUTES;
    if (minuteOfDay % step === 0) found.push({ index, timeMs, date: dateOf(timeMs), kind: 'hour' });
  }
  return found;
}
