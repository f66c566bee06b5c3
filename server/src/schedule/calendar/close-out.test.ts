import { contractOf, DEFAULT_TRADING_RULES, REFERENCE_COMMODITIES } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { closeOutDays } from '#schedule/calendar/close-out.ts';
import { ALWAYS_OPEN, createRealHours } from '#schedule/calendar/trading-hours.ts';

const real = createRealHours();

function days(code: string, year: number, month: number, hours = real) {
  const found = REFERENCE_COMMODITIES.find(({ commodity }) => commodity.code === code);
  if (!found) throw new Error(`no commodity ${code}`);
  const { commodity, listing } = found;
  const contract = contractOf(commodity, listing, { year, month });
  const { long, short } = closeOutDays({ contract, commodity, hours, rules: DEFAULT_TRADING_RULES });
  const reported = ({ date, deadlineMs, lastSession }: typeof long): string =>
    `${date} ${new Date(deadlineMs).toISOString().slice(11, 16)}, ${lastSession}`;
  return [reported(long), reported(short)];
}

describe('close-out days', () => {
  test.each([
    // Corn is deliverable: longs close before 30 November, on the short day after Thanksgiving (12:05 in Chicago).
    ['ZCE', 2026, 12, '2026-11-27 17:05, 2026-11-27', '2026-12-11 18:20, 2026-12-14'],
    // Crude's first notice is not known to us: both sides close before the last trading day.
    ['CLE', 2027, 1, '2026-12-21 21:00, 2026-12-22', '2026-12-21 21:00, 2026-12-22'],
    // Sugar's first notice comes after its last trading day: longs close when shorts do.
    ['SBE', 2027, 3, '2027-02-25 17:00, 2027-02-26', '2027-02-25 17:00, 2027-02-26'],
    // LME copper ends on the Tuesday before the third Wednesday.
    ['LDKZ', 2026, 12, '2026-12-14 18:00, 2026-12-15', '2026-12-14 18:00, 2026-12-15'],
    // The last weekday of December is not a trading day everywhere.
    ['SSC', 2027, 5, '2027-05-27 17:00, 2027-05-28', '2027-05-27 17:00, 2027-05-28'],
  ])('of %s %i-%i', (code, year, month, long, short) => {
    expect(days(code, year, month)).toEqual([long, short]);
  });

  test('always open: the deadline is one hour before the broker’s date ends', () => {
    expect(days('ZCE', 2026, 12, ALWAYS_OPEN)).toEqual([
      '2026-11-27 21:00, 2026-11-27',
      '2026-12-11 21:00, 2026-12-14',
    ]);
  });
});
