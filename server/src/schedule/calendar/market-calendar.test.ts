/** Checks real dates in Vietnam's time: what an investor there sees of each exchange. */
import { REFERENCE_COMMODITIES } from '@mua/core/engine';
import { addDays, civilFromDays } from '@mua/core/values';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRealHours } from '#schedule/calendar/trading-hours.ts';

const hours = createRealHours();
const HOUR_MS = 3_600_000;

function commodity(code: string) {
  const found = REFERENCE_COMMODITIES.find((reference) => reference.commodity.code === code);
  if (!found) throw new Error(`no commodity ${code}`);
  return found.commodity;
}

/** `2026-11-26 01:30` in Vietnam, which has no daylight saving time. */
function vietnam(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}:00+07:00`);
}

function inVietnam(timeMs: number): string {
  return new Date(timeMs + 7 * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ');
}

/** State, trade date and next change of a commodity, as one line of a table. */
function seen(code: string, at: string): string {
  const { state, changesAtMs, changesTo } = hours.sessionAt(commodity(code), vietnam(at));
  const date = hours.tradeDateAt(commodity(code), vietnam(at));
  return `${state} ${date}, ${changesTo} ${inVietnam(changesAtMs)}`;
}

describe('sessions and trade dates', () => {
  test.each([
    // CBOT grains: two sessions with a break, one hour later in winter.
    ['ZCE', '2026-10-28 06:59', 'CLOSED 2026-10-28, OPEN 2026-10-28 07:00'],
    ['ZCE', '2026-10-28 07:00', 'OPEN 2026-10-28, PAUSED 2026-10-28 19:45'],
    ['ZCE', '2026-10-28 19:45', 'PAUSED 2026-10-28, OPEN 2026-10-28 20:30'],
    ['ZCE', '2026-10-28 23:00', 'OPEN 2026-10-28, CLOSED 2026-10-29 01:20'],
    ['ZCE', '2026-11-10 08:00', 'OPEN 2026-11-10, PAUSED 2026-11-10 20:45'],
    ['ZCE', '2026-11-10 22:00', 'OPEN 2026-11-10, CLOSED 2026-11-11 02:20'],
    // The exchange's date ends when its minis close, 25 minutes later.
    ['ZCE', '2026-11-11 02:30', 'CLOSED 2026-11-10, OPEN 2026-11-11 08:00'],
    ['XC', '2026-11-11 02:30', 'OPEN 2026-11-10, CLOSED 2026-11-11 02:45'],
    ['ZRE', '2026-11-10 10:00', 'CLOSED 2026-11-10, OPEN 2026-11-10 21:30'],
    // American clocks go back on 1 November 2026, forward on 14 March 2027; London's on 25 October and 28 March.
    ['CLE', '2026-10-31 03:59', 'OPEN 2026-10-30, CLOSED 2026-10-31 04:00'],
    ['CLE', '2026-10-31 04:00', 'CLOSED 2026-11-02, OPEN 2026-11-02 06:00'],
    ['CLE', '2026-11-02 05:59', 'CLOSED 2026-11-02, OPEN 2026-11-02 06:00'],
    ['CLE', '2026-11-03 05:30', 'CLOSED 2026-11-03, OPEN 2026-11-03 06:00'],
    ['CLE', '2027-03-13 04:59', 'OPEN 2027-03-12, CLOSED 2027-03-13 05:00'],
    ['CLE', '2027-03-13 05:00', 'CLOSED 2027-03-15, OPEN 2027-03-15 05:00'],
    ['QO', '2026-10-24 04:59', 'OPEN 2026-10-23, CLOSED 2026-10-24 05:00'],
    ['QO', '2026-10-26 07:59', 'CLOSED 2026-10-26, OPEN 2026-10-26 08:00'],
    ['QO', '2027-03-26 12:00', 'CLOSED 2027-03-29, OPEN 2027-03-29 07:00'],
    // A Sunday evening in Chicago belongs to Monday.
    ['CLE', '2026-11-23 06:00', 'OPEN 2026-11-23, CLOSED 2026-11-24 05:00'],
    ['ZCE', '2026-11-22 12:00', 'CLOSED 2026-11-23, OPEN 2026-11-23 08:00'],
    // Thanksgiving, 26 November 2026: oil's session counts towards Friday, grains are closed until Friday morning.
    ['CLE', '2026-11-26 12:00', 'OPEN 2026-11-27, PAUSED 2026-11-27 02:30'],
    ['CLE', '2026-11-27 03:00', 'PAUSED 2026-11-27, OPEN 2026-11-27 06:00'],
    ['CLE', '2026-11-27 20:00', 'OPEN 2026-11-27, CLOSED 2026-11-28 02:45'],
    ['ZCE', '2026-11-26 12:00', 'CLOSED 2026-11-27, OPEN 2026-11-27 21:30'],
    ['ZCE', '2026-11-27 22:00', 'OPEN 2026-11-27, CLOSED 2026-11-28 01:05'],
    ['KCE', '2026-11-26 18:00', 'CLOSED 2026-11-27, OPEN 2026-11-27 16:15'],
    ['QO', '2026-11-26 22:00', 'OPEN 2026-11-26, CLOSED 2026-11-27 01:30'],
    // A holiday on a Friday is merged with Monday: 3 July 2026.
    ['SIE', '2026-07-03 23:00', 'OPEN 2026-07-06, CLOSED 2026-07-04 00:00'],
    ['SIE', '2026-07-04 00:00', 'CLOSED 2026-07-06, OPEN 2026-07-06 05:00'],
    // Good Friday, 26 March 2027: all are closed except Asia's rubber and palm oil.
    ['CLE', '2027-03-26 12:00', 'CLOSED 2027-03-29, OPEN 2027-03-29 05:00'],
    ['ZCE', '2027-03-26 12:00', 'CLOSED 2027-03-29, OPEN 2027-03-29 07:00'],
    ['LDKZ', '2027-03-26 12:00', 'CLOSED 2027-03-30, OPEN 2027-03-30 07:00'],
    ['LRC', '2027-03-29 18:00', 'CLOSED 2027-03-29, OPEN 2027-03-30 15:00'],
    ['FEF', '2027-03-26 12:00', 'CLOSED 2027-03-29, OPEN 2027-03-29 06:25'],
    ['TRU', '2027-03-26 12:00', 'OPEN 2027-03-26, CLOSED 2027-03-26 13:15'],
    // The LME follows London's clocks.
    ['LDKZ', '2026-07-01 07:00', 'OPEN 2026-07-01, CLOSED 2026-07-02 01:00'],
    ['LDKZ', '2026-12-01 07:59', 'CLOSED 2026-12-01, OPEN 2026-12-01 08:00'],
    ['LDKZ', '2026-12-28 12:00', 'CLOSED 2026-12-29, OPEN 2026-12-29 08:00'],
    ['LDKZ', '2026-12-25 12:00', 'CLOSED 2026-12-29, OPEN 2026-12-29 08:00'],
    // Lunar new year 2026: Tuesday 17 and Wednesday 18 February.
    ['ZFT', '2026-02-17 12:00', 'CLOSED 2026-02-19, OPEN 2026-02-19 06:55'],
    ['FEF', '2026-02-16 20:00', 'OPEN 2026-02-19, CLOSED 2026-02-17 04:15'],
    ['MPO', '2026-02-16 12:00', 'PAUSED 2026-02-16, OPEN 2026-02-16 13:30'],
    ['MPO', '2026-02-18 12:00', 'CLOSED 2026-02-19, OPEN 2026-02-19 09:30'],
    // In 2027 the second day is a Sunday, so Monday is the holiday.
    ['ZFT', '2027-02-08 12:00', 'CLOSED 2027-02-09, OPEN 2027-02-09 06:55'],
    // Palm oil: a lunch break, and an evening session that belongs to the next date, except on Fridays.
    ['MPO', '2026-11-24 11:30', 'PAUSED 2026-11-24, OPEN 2026-11-24 13:30'],
    ['MPO', '2026-11-24 20:00', 'OPEN 2026-11-25, CLOSED 2026-11-24 22:30'],
    ['MPO', '2026-11-27 20:00', 'CLOSED 2026-11-30, OPEN 2026-11-30 09:30'],
    // Rubber in Osaka: Friday night belongs to Monday; three consecutive holidays in September 2026.
    ['TRU', '2026-11-20 15:00', 'OPEN 2026-11-24, CLOSED 2026-11-20 17:00'],
    ['TRU', '2026-09-22 10:00', 'CLOSED 2026-09-24, OPEN 2026-09-24 07:00'],
    // Iron ore after 20:15 in Singapore belongs to the next date.
    ['FEF', '2026-11-24 19:05', 'CLOSED 2026-11-25, OPEN 2026-11-24 19:15'],
    ['FEF', '2026-11-25 04:15', 'PAUSED 2026-11-25, OPEN 2026-11-25 06:25'],
    // Cotton opens on the evening before.
    ['CTE', '2026-11-23 08:59', 'CLOSED 2026-11-23, OPEN 2026-11-23 09:00'],
    ['CTE', '2026-11-28 00:00', 'OPEN 2026-11-27, CLOSED 2026-11-28 01:30'],
    // New year.
    ['CLE', '2027-01-01 12:00', 'CLOSED 2027-01-04, OPEN 2027-01-04 06:00'],
    ['ZCE', '2026-01-02 12:00', 'CLOSED 2026-01-02, OPEN 2026-01-02 21:30'],
    // Christmas 2027 is a Saturday: America observes it on Friday.
    ['CLE', '2027-12-24 12:00', 'CLOSED 2027-12-27, OPEN 2027-12-27 06:00'],
  ])('%s at %s in Vietnam: %s', (code, at, expected) => {
    expect(seen(code, at)).toBe(expected);
  });

  test('on a Sunday at noon everything is closed, with a known next opening', () => {
    for (const { commodity } of REFERENCE_COMMODITIES) {
      const session = hours.sessionAt(commodity, vietnam('2026-11-22 12:00'));
      expect(session.state, commodity.code).toBe('CLOSED');
      expect(session.opensAtMs, commodity.code).toBeLessThan(vietnam('2026-11-24 12:00'));
    }
  });

  test('a deadline counts from the end of the day’s session, and sessions skip holidays', () => {
    const corn = commodity('ZCE');
    expect(inVietnam(hours.sessionEndMs(corn, '2026-11-27'))).toBe('2026-11-28 01:05');
    expect(inVietnam(hours.sessionEndMs(corn, '2026-11-26'))).toBe('2026-11-26 02:20');
    expect(hours.sessionBefore(corn, '2026-11-27')).toBe('2026-11-25');
    expect(hours.sessionsBetween(corn, '2026-11-20', '2026-11-30')).toBe(5);
    expect(hours.sessionsBetween(corn, '2026-11-30', '2026-11-27')).toBe(0);
  });
});

describe('at any instant', () => {
  const anyCommodity = fc.constantFrom(...REFERENCE_COMMODITIES.map((reference) => reference.commodity));
  const anyInstant = fc.integer({ min: vietnam('2022-01-02 00:00'), max: vietnam('2033-12-30 00:00') });

  test('the next change is in the future, and what follows it is as announced', () => {
    fc.assert(
      fc.property(anyCommodity, anyInstant, (which, timeMs) => {
        const { state, changesAtMs, changesTo, opensAtMs } = hours.sessionAt(which, timeMs);
        expect(changesAtMs).toBeGreaterThan(timeMs);
        expect(changesTo).not.toBe(state);
        expect(opensAtMs).toBe(state === 'OPEN' ? null : changesAtMs);
        expect(hours.sessionAt(which, changesAtMs - 1).state).toBe(state);
        // A close at the same instant as the next opening does not count.
        expect(hours.sessionAt(which, changesAtMs).state).toBe(changesTo);
      }),
      { numRuns: 2_000 },
    );
  });

  test('trade dates never go back, and each ends in the future', () => {
    fc.assert(
      fc.property(anyCommodity, anyInstant, fc.integer({ min: 0, max: 30 * 24 }), (which, timeMs, laterHours) => {
        const today = hours.exchangeDateAt(which.exchange, timeMs);
        const later = hours.exchangeDateAt(which.exchange, timeMs + laterHours * HOUR_MS);
        expect(today?.endsMs).toBeGreaterThan(timeMs);
        expect((later?.date ?? '') >= (today?.date ?? '')).toBe(true);
        expect(hours.exchangeDateAt(which.exchange, today?.endsMs ?? 0)?.date).not.toBe(today?.date);
      }),
      { numRuns: 2_000 },
    );
  });

  test('a commodity never trades on a date other than its exchange’s', () => {
    for (const { commodity: which } of REFERENCE_COMMODITIES) {
      for (let date = '2026-01-02'; date < '2028-01-01'; date = addDays(date, 1)) {
        const endsMs = hours.sessionEndMs(which, date);
        const own = hours.exchangeDateAt(which.exchange, endsMs - 1)?.date;
        const kept = hours.sessionsBetween(which, addDays(date, -1), date) === 1;
        if (kept) expect(own, `${which.code} ${date}`).toBe(date);
      }
    }
  });

  test('each week has at least one date, usually four or five', () => {
    const corn = commodity('ZCE');
    const days = Array.from({ length: 52 }, (_, week) => civilFromDays(20_454 + week * 7));
    for (const monday of days) {
      const count = hours.sessionsBetween(corn, addDays(monday, -1), addDays(monday, 6));
      expect(count, monday).toBeGreaterThanOrEqual(3);
      expect(count, monday).toBeLessThanOrEqual(5);
    }
  });
});
