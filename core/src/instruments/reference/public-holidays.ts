/**
 * Holidays of the listed exchanges' countries, as rules, from public law and the exchanges' notices; calendars.ts says
 * what contracts do on them. Feasts that follow a sighted moon (Hari Raya, Deepavali, Vesak) have no rule and are
 * omitted: record 76.
 */
import type { DayChange, Holiday } from '#instruments/calendar.ts';
import type { HolidayRule, Observed } from '#instruments/holidays.ts';

const MONDAY = 1;
const THURSDAY = 4;

function fixed(month: number, day: number, observed?: Observed): HolidayRule {
  return { kind: 'fixed', month, day, ...(observed ? { observed } : {}) };
}

function monday(month: number, nth: number): HolidayRule {
  return { kind: 'nthWeekday', month, weekday: MONDAY, nth };
}

const CLOSED: DayChange = { kind: 'closed' };

export function closedOn(rules: readonly HolidayRule[]): Holiday[] {
  return rules.map((rule) => ({ rule, change: CLOSED }));
}

export const GOOD_FRIDAY: HolidayRule = { kind: 'easter', days: -2 };
const EASTER_MONDAY: HolidayRule = { kind: 'easter', days: 1 };
/** A New Year's Day on a Saturday closes no Friday. */
export const NEW_YEAR = fixed(1, 1, 'afterSunday');
export const CHRISTMAS = fixed(12, 25, 'nearestWeekday');
export const CHRISTMAS_EVE = fixed(12, 24);
export const NEW_YEARS_EVE = fixed(12, 31);
export const THANKSGIVING: HolidayRule = { kind: 'nthWeekday', month: 11, weekday: THURSDAY, nth: 4 };
export const AFTER_THANKSGIVING: HolidayRule = { ...THANKSGIVING, plusDays: 1 };
export const AFTER_NEW_YEAR = fixed(1, 2);
export const AFTER_INDEPENDENCE_DAY = fixed(7, 5);
export const AFTER_CHRISTMAS = fixed(12, 26);
export const MEMORIAL_DAY = monday(5, -1);
export const INDEPENDENCE_DAY = fixed(7, 4, 'nearestWeekday');
export const LABOR_DAY = monday(9, 1);
/** Observed by the exchanges since 2022. */
const JUNETEENTH = fixed(6, 19, 'nearestWeekday');

/** Martin Luther King, Presidents, Memorial, Juneteenth, Independence, Labor Day, Thanksgiving. */
export function americanHolidays(change: DayChange): Holiday[] {
  const rules = [monday(1, 3), monday(2, 3), MEMORIAL_DAY, INDEPENDENCE_DAY, LABOR_DAY, THANKSGIVING];
  return [...rules.map((rule) => ({ rule, change })), { rule: JUNETEENTH, change, fromYear: 2022 }];
}

/** England's bank holidays. */
export const BANK_HOLIDAYS: readonly Holiday[] = closedOn([
  fixed(1, 1, 'afterWeekend'),
  GOOD_FRIDAY,
  EASTER_MONDAY,
  monday(5, 1),
  monday(5, -1),
  monday(8, -1),
  fixed(12, 25, 'afterWeekend'),
  fixed(12, 26, 'afterWeekend'),
]);

const LUNAR_DAY_1: HolidayRule = { kind: 'lunarNewYear', day: 1, observed: 'afterSunday' };
const LUNAR_DAY_2: HolidayRule = { kind: 'lunarNewYear', day: 2, observed: 'afterSunday' };

export const SINGAPORE_HOLIDAYS: readonly Holiday[] = closedOn([
  NEW_YEAR,
  LUNAR_DAY_1,
  LUNAR_DAY_2,
  GOOD_FRIDAY,
  fixed(5, 1, 'afterSunday'),
  fixed(8, 9, 'afterSunday'),
  fixed(12, 25, 'afterSunday'),
]);

/** With Federal Territory Day, the King's birthday (first Monday of June), National and Malaysia Day. */
export const MALAYSIA_HOLIDAYS: readonly Holiday[] = closedOn([
  NEW_YEAR,
  fixed(2, 1, 'afterSunday'),
  LUNAR_DAY_1,
  LUNAR_DAY_2,
  fixed(5, 1, 'afterSunday'),
  monday(6, 1),
  fixed(8, 31, 'afterSunday'),
  fixed(9, 16, 'afterSunday'),
  fixed(12, 25, 'afterSunday'),
]);

/** With the exchange's own days off from 31 December to 3 January. */
export const JAPAN_HOLIDAYS: readonly Holiday[] = closedOn([
  fixed(1, 1, 'afterSunday'),
  fixed(1, 2),
  fixed(1, 3),
  monday(1, 2),
  fixed(2, 11, 'afterSunday'),
  fixed(2, 23, 'afterSunday'),
  { kind: 'equinox', season: 'spring', observed: 'afterSunday' },
  fixed(4, 29, 'afterSunday'),
  fixed(5, 3, 'afterSunday'),
  fixed(5, 4, 'afterSunday'),
  fixed(5, 5, 'afterSunday'),
  monday(7, 3),
  fixed(8, 11, 'afterSunday'),
  monday(9, 3),
  { kind: 'equinox', season: 'autumn', observed: 'afterSunday' },
  monday(10, 2),
  fixed(11, 3, 'afterSunday'),
  fixed(11, 23, 'afterSunday'),
  fixed(12, 31),
]);
