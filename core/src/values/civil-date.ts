/**
 * Dates as exchange rules use them: `YYYY-MM-DD` text, days counted from 1970-01-01, weekdays, months. Knows no time
 * zone and no clock.
 */
import { assert } from '#values/whole-numbers.ts';

export type CivilDate = string;

export interface YearMonth {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
}

const MS_PER_DAY = 86_400_000;

/** Days since 1970-01-01 of a proleptic Gregorian date (public-domain era arithmetic). */
export function daysFromCivil(year: number, month: number, day: number): number {
  const shiftedYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(shiftedYear / 400);
  const yearOfEra = shiftedYear - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export function civilFromDays(days: number): CivilDate {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthIndex = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthIndex + 2) / 5) + 1;
  const month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Days since 1970-01-01 of `YYYY-MM-DD`, or undefined when there is no such day. */
export function parseCivilDate(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return undefined;
  const days = daysFromCivil(Number(match[1]), Number(match[2]), Number(match[3]));
  return civilFromDays(days) === text ? days : undefined;
}

export function dayNumber(date: CivilDate): number {
  const days = parseCivilDate(date);
  assert(days !== undefined, `no such date: ${date}`);
  return days;
}

export function addDays(date: CivilDate, days: number): CivilDate {
  return civilFromDays(dayNumber(date) + days);
}

export function addMonths(from: YearMonth, months: number): YearMonth {
  const index = from.year * 12 + (from.month - 1) + months;
  return { year: Math.floor(index / 12), month: (index % 12) + 1 };
}

/** Monday to Friday. Holidays come with an exchange's calendar. */
export function isWeekday(days: number): boolean {
  const weekday = (((days + 4) % 7) + 7) % 7;
  return weekday !== 0 && weekday !== 6;
}

/** The date `count` weekdays after (or before, when negative) the given one. */
export function addWeekdays(date: CivilDate, count: number): CivilDate {
  let days = dayNumber(date);
  const step = count < 0 ? -1 : 1;
  for (let left = Math.abs(count); left > 0; ) {
    days += step;
    if (isWeekday(days)) left -= 1;
  }
  return civilFromDays(days);
}

/** The date itself when it is a weekday, else the next (`1`) or the last one (`-1`). */
export function nearestWeekday(date: CivilDate, direction: 1 | -1): CivilDate {
  let days = dayNumber(date);
  while (!isWeekday(days)) days += direction;
  return civilFromDays(days);
}

/** The same day of a later month, or its last day where that month is shorter. */
export function monthsAfter(date: CivilDate, months: number): CivilDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const at = addMonths({ year, month }, months);
  const last = lastDayOfMonth(at);
  return Number(last.slice(8)) <= day ? last : civilFromDays(daysFromCivil(at.year, at.month, day));
}

export function firstDayOfMonth(at: YearMonth): CivilDate {
  return civilFromDays(daysFromCivil(at.year, at.month, 1));
}

export function lastDayOfMonth(at: YearMonth): CivilDate {
  const next = addMonths(at, 1);
  return civilFromDays(daysFromCivil(next.year, next.month, 1) - 1);
}

/** The civil date of an instant in a zone that is a fixed distance from UTC. */
export function civilDateAt(timeMs: number, offsetMs: number): CivilDate {
  return civilFromDays(Math.floor((timeMs + offsetMs) / MS_PER_DAY));
}
