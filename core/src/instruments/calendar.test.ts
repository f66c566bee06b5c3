import { describe, expect, test } from 'vitest';
import { isTradeDay, sessionsOf, tradeDayAfter, tradeDayBefore } from '#instruments/calendar.ts';
import { type HolidayRule, holidayIn, observedDay, weekdayOf } from '#instruments/holidays.ts';
import { calendarOf, calendarsOf } from '#instruments/reference/calendars.ts';
import { REFERENCE_COMMODITIES } from '#instruments/reference/index.ts';
import { addDays, civilFromDays, dayNumber } from '#values/civil-date.ts';

function kept(year: number, rule: HolidayRule): string | undefined {
  const day = holidayIn(year, rule);
  return day === undefined ? undefined : civilFromDays(observedDay(day, rule, () => false));
}

describe('holidays as rules', () => {
  test.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2028, '2028-04-16'],
    [2038, '2038-04-25'],
  ])('Easter %i', (year, date) => {
    expect(kept(year, { kind: 'easter', days: 0 })).toBe(date);
  });

  test.each<[HolidayRule, number, string | undefined]>([
    [{ kind: 'nthWeekday', month: 11, weekday: 4, nth: 4, plusDays: 1 }, 2026, '2026-11-27'],
    [{ kind: 'nthWeekday', month: 5, weekday: 1, nth: -1 }, 2026, '2026-05-25'],
    [{ kind: 'nthWeekday', month: 12, weekday: 4, nth: -1 }, 2026, '2026-12-31'],
    [{ kind: 'fixed', month: 7, day: 4, observed: 'nearestWeekday' }, 2026, '2026-07-03'],
    [{ kind: 'fixed', month: 6, day: 19, observed: 'nearestWeekday' }, 2027, '2027-06-18'],
    [{ kind: 'fixed', month: 1, day: 1, observed: 'afterSunday' }, 2028, '2028-01-01'],
    [{ kind: 'fixed', month: 1, day: 1, observed: 'afterWeekend' }, 2028, '2028-01-03'],
    [{ kind: 'equinox', season: 'spring' }, 2026, '2026-03-20'],
    [{ kind: 'equinox', season: 'autumn' }, 2026, '2026-09-23'],
    [{ kind: 'lunarNewYear', day: 2 }, 2026, '2026-02-18'],
    [{ kind: 'lunarNewYear', day: 1 }, 2044, undefined],
  ])('%o in %i: %s', (rule, year, date) => {
    expect(kept(year, rule)).toBe(date);
  });

  test('what moves from a weekend finds the next free day: Christmas and Boxing Day in London', () => {
    const [copper] = calendarsOf('LME');
    const closed = ['2027-12-24', '2027-12-27', '2027-12-28', '2027-12-29'].map(
      (date) => copper && !isTradeDay(copper, dayNumber(date)),
    );
    expect(closed).toEqual([false, true, true, false]);
  });

  test('a New Year’s Day on a Saturday closes no Friday; Christmas does', () => {
    const [crude] = calendarsOf('NYMEX');
    expect(crude && isTradeDay(crude, dayNumber('2021-12-31'))).toBe(true);
    expect(crude && isTradeDay(crude, dayNumber('2021-12-24'))).toBe(false);
  });
});

describe('sessions in local time', () => {
  test('every commodity, ten years: in order, apart from each other, none on a day off, Monday to Friday only', () => {
    for (const { commodity } of REFERENCE_COMMODITIES) {
      const calendar = calendarOf(commodity);
      expect(calendar, commodity.code).toBeDefined();
      if (!calendar) continue;
      let last = Number.NEGATIVE_INFINITY;
      for (let day = dayNumber('2024-01-01'); day < dayNumber('2034-01-01'); day += 1) {
        const sessions = sessionsOf(calendar, day);
        const isDay = isTradeDay(calendar, day);
        if (isDay !== sessions.length > 0 || (isDay && weekdayOf(day) > 5)) expect.fail(`${commodity.code} ${day}`);
        for (const { opensAt, closesAt } of sessions) {
          if (opensAt < last || closesAt <= opensAt) expect.fail(`${commodity.code} ${civilFromDays(day)}`);
          last = closesAt;
        }
      }
    }
  });

  test('days before and after are each other’s', () => {
    const [crude] = calendarsOf('NYMEX');
    if (!crude) return expect.fail('no calendar');
    for (let date = '2026-01-02'; date < '2027-01-01'; date = addDays(date, 1)) {
      const day = dayNumber(date);
      if (isTradeDay(crude, day)) expect(tradeDayBefore(crude, tradeDayAfter(crude, day))).toBe(day);
    }
  });

  test('a commodity that is not ours has none', () => {
    expect(calendarOf({ code: 'X1', exchange: 'BENCH' })).toBeUndefined();
    expect(calendarsOf('BENCH')).toEqual([]);
  });
});
