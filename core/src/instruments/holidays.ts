/**
 * Holidays as rules, so that calendars cover coming years without a list to maintain: dates of the month, weekdays of
 * the month, Easter, equinoxes. Only the lunar new year is a table, because no short rule gives it. Days are counted
 * from 1970-01-01; a holiday on a weekend is moved by its country's rule.
 */
import { daysFromCivil } from '#values/civil-date.ts';
import { assert } from '#values/whole-numbers.ts';

/** Where a holiday on a weekend is observed; if absent it is not moved. */
export type Observed =
  /** Saturday's to Friday, Sunday's to Monday (United States). */
  | 'nearestWeekday'
  /** Sunday's to the next weekday that is not a holiday (Japan, Singapore, Malaysia). */
  | 'afterSunday'
  /** Saturday's and Sunday's to the next weekday that is not a holiday (England). */
  | 'afterWeekend';

export type HolidayRule =
  | { readonly kind: 'fixed'; readonly month: number; readonly day: number; readonly observed?: Observed }
  | {
      readonly kind: 'nthWeekday';
      readonly month: number;
      /** 1 is Monday, 7 Sunday. */
      readonly weekday: number;
      /** -1 is the last one of the month. */
      readonly nth: number;
      /** The Friday after the fourth Thursday: 1. */
      readonly plusDays?: number;
    }
  /** Good Friday is -2, Easter Monday 1. */
  | { readonly kind: 'easter'; readonly days: number }
  | { readonly kind: 'equinox'; readonly season: 'spring' | 'autumn'; readonly observed?: Observed }
  /** Day 1 is the lunar new year. None in years outside the table. */
  | { readonly kind: 'lunarNewYear'; readonly day: number; readonly observed?: Observed };

/** The day of a rule in one year, before it is moved from a weekend; undefined if it has none. */
export function holidayIn(year: number, rule: HolidayRule): number | undefined {
  switch (rule.kind) {
    case 'fixed':
      return daysFromCivil(year, rule.month, rule.day);
    case 'nthWeekday':
      return nthWeekday(year, rule.month, rule.weekday, rule.nth) + (rule.plusDays ?? 0);
    case 'easter':
      return easterSunday(year) + rule.days;
    case 'equinox':
      return daysFromCivil(year, rule.season === 'spring' ? 3 : 9, equinoxDay(year, rule.season));
    case 'lunarNewYear': {
      const first = LUNAR_NEW_YEARS.get(year);
      return first && daysFromCivil(year, first[0], first[1]) + rule.day - 1;
    }
  }
}

/** The day on which a holiday is observed. `isTaken` says which days are holidays already. */
export function observedDay(day: number, rule: HolidayRule, isTaken: (day: number) => boolean): number {
  const observed = 'observed' in rule ? rule.observed : undefined;
  const weekday = weekdayOf(day);
  if (observed === undefined || weekday < 6) return day;
  if (observed === 'nearestWeekday') return weekday === 6 ? day - 1 : day + 1;
  if (observed === 'afterSunday' && weekday === 6) return day;
  let moved = day + 1;
  while (weekdayOf(moved) > 5 || isTaken(moved)) moved += 1;
  return moved;
}

/** 1 is Monday, 7 Sunday. Day 0 was a Thursday. */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

function nthWeekday(year: number, month: number, weekday: number, nth: number): number {
  if (nth > 0) {
    const first = daysFromCivil(year, month, 1);
    return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1);
  }
  const last = month === 12 ? daysFromCivil(year, 12, 31) : daysFromCivil(year, month + 1, 1) - 1;
  return last - ((weekdayOf(last) - weekday + 7) % 7) + 7 * (nth + 1);
}

/** Gregorian Easter by the anonymous algorithm of 1876 (Meeus, Jones, Butcher). */
function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return daysFromCivil(year, Math.floor(sum / 31), (sum % 31) + 1);
}

/** Equinoxes of Japan's calendar, by the usual approximation for 1980 to 2099. */
function equinoxDay(year: number, season: 'spring' | 'autumn'): number {
  assert(year >= 1980 && year < 2100, `no equinox is known for ${year}`);
  const base = season === 'spring' ? 20.8431 : 23.2488;
  return Math.floor(base + 0.242194 * (year - 1980) - Math.floor((year - 1980) / 4));
}

/** Month and day of the lunar new year, as published calendars give them. */
const LUNAR_NEW_YEARS: ReadonlyMap<number, readonly [number, number]> = new Map([
  [2024, [2, 10]],
  [2025, [1, 29]],
  [2026, [2, 17]],
  [2027, [2, 6]],
  [2028, [1, 26]],
  [2029, [2, 13]],
  [2030, [2, 3]],
]);
