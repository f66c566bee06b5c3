import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addMonths,
  addWeekdays,
  civilFromDays,
  dayNumber,
  lastDayOfMonth,
  nearestWeekday,
  parseCivilDate,
} from '#values/civil-date.ts';
import { profitMinor, toVnd } from '#values/money.ts';
import { divideHalfEven, divideUp } from '#values/whole-numbers.ts';

describe('rounding', () => {
  test.each([
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [-5n, 2n, -2n],
    [-7n, 2n, -4n],
    [8n, 3n, 3n],
    [-8n, 3n, -3n],
    [0n, 3n, 0n],
  ])('%s / %s to nearest, ties to even, is %s', (numerator, denominator, result) => {
    expect(divideHalfEven(numerator, denominator)).toBe(result);
  });

  test.each([
    [7n, 2n, 4n],
    [8n, 2n, 4n],
    [-7n, 2n, -3n],
  ])('%s / %s rounded up is %s', (numerator, denominator, result) => {
    expect(divideUp(numerator, denominator)).toBe(result);
  });

  test('rounding is never off by more than a half', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        (n, d) => {
          const error = divideHalfEven(n, d) * d - n;
          expect((error < 0n ? -error : error) * 2n <= d).toBe(true);
        },
      ),
      { seed: 3 },
    );
  });
});

describe('profit', () => {
  test('two lots of corn bought at 457.75 and sold at 460.00 earn 225 USD, 5,944,500 dong', () => {
    const minor = profitMinor({ buyTicks: 1831, sellTicks: 1840, lots: 2, tickValueMinor: 1250n });
    expect(minor).toBe(22_500n);
    expect(toVnd(minor, 264_200_000n)).toBe(5_944_500n);
  });

  test('crude bought at 10.01 and sold at -37.63 loses 47,640 USD', () => {
    expect(profitMinor({ buyTicks: 1001, sellTicks: -3763, lots: 1, tickValueMinor: 1000n })).toBe(-4_764_000n);
  });
});

describe('civil dates', () => {
  test.each([
    ['1970-01-01', 0],
    ['2000-02-29', 11_016],
    ['2026-11-20', 20_777],
  ])('%s is day %i', (date, day) => {
    expect([dayNumber(date), civilFromDays(day)]).toEqual([day, date]);
  });

  test.each(['2026-02-29', '2026-13-01', '2026-1-1', '20261120', ''])('%j is no date', (text) => {
    expect(parseCivilDate(text)).toBeUndefined();
  });

  test('days count on for a thousand years', () => {
    fc.assert(
      fc.property(fc.integer({ min: -200_000, max: 200_000 }), (day) => {
        expect(dayNumber(civilFromDays(day))).toBe(day);
      }),
      { seed: 4 },
    );
  });

  test('weekdays and months', () => {
    expect(addWeekdays('2026-11-20', 1)).toBe('2026-11-23');
    expect(addWeekdays('2026-11-23', -3)).toBe('2026-11-18');
    expect(nearestWeekday('2026-11-21', -1)).toBe('2026-11-20');
    expect(lastDayOfMonth({ year: 2028, month: 2 })).toBe('2028-02-29');
    expect(addMonths({ year: 2026, month: 11 }, 3)).toEqual({ year: 2027, month: 2 });
  });
});
