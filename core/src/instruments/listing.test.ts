import { describe, expect, test } from 'vitest';
import { type LastTradeRule, listContracts, type NoticeRule } from '#instruments/listing.ts';
import { REFERENCE_COMMODITIES } from '#instruments/reference/index.ts';

function reference(code: string) {
  const found = REFERENCE_COMMODITIES.find(({ commodity }) => commodity.code === code);
  if (!found) throw new Error(`no commodity ${code}`);
  return found;
}

function listed(code: string, today: string, count?: number) {
  const { commodity, listing } = reference(code);
  return listContracts(commodity, listing, today, count);
}

describe('listing', () => {
  test('corn lists its next delivery months, with the dates of the sheet', () => {
    const [front, second] = listed('ZCE', '2026-11-20');
    expect(listed('ZCE', '2026-11-20').map(({ code }) => code)).toEqual([
      'ZCEZ26',
      'ZCEH27',
      'ZCEK27',
      'ZCEN27',
      'ZCEU27',
    ]);
    expect(front).toMatchObject({ firstNotificationDate: '2026-11-30', lastTradeDay: '2026-12-14' });
    // The 28th of February 2027 is a Sunday.
    expect(second).toMatchObject({ firstNotificationDate: '2027-02-26', lastTradeDay: '2027-03-12' });
  });

  test('a contract is listed through its last trading day and no longer', () => {
    expect(listed('ZCE', '2026-12-14', 1)[0]?.code).toBe('ZCEZ26');
    expect(listed('ZCE', '2026-12-15', 1)[0]?.code).toBe('ZCEH27');
  });

  test.each([
    // code, today, front contract, first notice, last trading day, by
    ['CLE', '2026-11-20', 'CLEZ26', null, '2026-11-20'], // three weekdays before the 25th of the month before
    ['CLE', '2026-11-21', 'CLEF27', null, '2026-12-22'],
    ['NQM', '2026-11-19', 'NQMZ26', null, '2026-11-19'],
    ['QO', '2023-10-20', 'QOZ23', '2023-10-27', '2023-10-31'], // the dated list of the sheet
    ['LRC', '2026-11-25', 'LRCF27', '2026-12-28', '2027-01-25'],
    ['KCE', '2026-11-20', 'KCEZ26', '2026-11-20', '2026-12-21'],
    ['SBE', '2026-11-20', 'SBEH27', '2027-03-01', '2027-02-26'],
    ['QW', '2026-11-20', 'QWH27', null, '2027-02-12'], // 16 days before 1 March is a Saturday
    ['TRU', '2026-12-01', 'TRUZ26', null, '2026-12-22'], // December: before the 28th
    ['TRU', '2027-01-01', 'TRUF27', null, '2027-01-25'],
    ['MPO', '2026-11-01', 'MPOX26', null, '2026-11-13'], // the 15th is a Sunday
    ['LDKZ', '2026-11-20', 'LDKZZ26', null, '2026-12-15'], // the third Wednesday is the 16th
    ['SIE', '2026-11-20', 'SIEZ26', '2026-11-30', '2026-12-29'],
    ['SI5CO', '2026-11-20', 'SI5COZ26', null, '2026-11-26'],
    ['CTE', '2026-11-20', 'CTEZ26', '2026-11-24', '2026-11-30'], // last trading day assumed
  ])('%s on %s: %s', (code, today, contract, firstNotice, lastTradeDay) => {
    const [front] = listed(code, today, 1);
    expect(front).toMatchObject({ code: contract, firstNotificationDate: firstNotice, lastTradeDay });
  });

  test.each([
    // The exchange's rule, counted from the month's end or the last trading day.
    ['ZCE', '2026-12-01', 'ZCEZ26', '2026-12-15'], // last delivery two business days after the 14th
    ['SIE', '2026-12-01', 'SIEZ26', '2026-12-30'], // the second-last business day
    ['LRC', '2027-01-01', 'LRCF27', '2027-01-25'], // four business days before the last
    ['KCE', '2026-12-01', 'KCEZ26', '2026-12-22'], // seven business days before the last
    ['CCE', '2026-12-01', 'CCEZ26', '2026-12-17'], // ten business days before the last
    ['CLE', '2026-11-20', 'CLEZ26', null], // MXV leaves it to its own notices
  ])('%s on %s: last notice of %s', (code, today, contract, lastNotice) => {
    expect(listed(code, today, 1)[0]).toMatchObject({ code: contract, lastNotificationDate: lastNotice });
  });

  test('every commodity lists three to five months, in order, none twice', () => {
    for (const { commodity, listing } of REFERENCE_COMMODITIES) {
      const contracts = listContracts(commodity, listing, '2026-11-20');
      expect(contracts.length).toBeGreaterThanOrEqual(3);
      expect(contracts.length).toBeLessThanOrEqual(5);
      const days = contracts.map(({ lastTradeDay }) => lastTradeDay);
      expect(days).toEqual([...new Set(days)].sort());
    }
  });

  test('a rule that is missing does not compile', () => {
    const notice = { kind: 'weekdaysFromLastTrade', count: -2 } satisfies NoticeRule;
    // @ts-expect-error notice may refer to the last trading day, not the other way round
    const lastTrade: LastTradeRule = notice;
    expect(lastTrade).toBe(notice);
  });
});
