import { listContracts, REFERENCE_COMMODITIES } from '@mua/core/engine';
import { BAR_INTERVALS, barOpenMs, DAY_MS, MINUTE_MS } from '@mua/core/values';
import { describe, expect, test } from 'vitest';
import { aggregateBars } from '#venue/port/bar-time.ts';
import { createHistory } from '#venue/simulated/history.ts';

const START_MS = Date.UTC(2026, 10, 20, 13, 7, 21);

function history() {
  const contracts = REFERENCE_COMMODITIES.filter(({ commodity }) => commodity.code === 'ZCE').flatMap(
    ({ commodity, listing }) =>
      listContracts(commodity, listing, '2026-11-20', 1).map((contract) => ({ contract, commodity })),
  );
  return createHistory({ seed: 1, contracts, startMs: START_MS });
}

/** Shared by all tests, because it caches its results. */
const SOURCE = history();
const CORN = { contractCode: 'ZCEZ26', beforeMs: START_MS + 1, limit: 300 } as const;

describe('history', () => {
  test.each(BAR_INTERVALS)('%s bars are in order and on the grid, with the current bar last', (interval) => {
    const bars = SOURCE.bars({ ...CORN, interval, limit: 60 }, START_MS);
    const opens = bars.map(({ openMs }) => openMs);
    expect(opens).toEqual([...new Set(opens)].sort((a, b) => a - b));
    for (const openMs of opens) expect(barOpenMs(interval, openMs)).toBe(openMs);
    expect(opens.at(-1)).toBe(barOpenMs(interval, START_MS));
    expect(bars.length).toBeGreaterThan(20);
    expect(bars.length).toBeLessThanOrEqual(60);
  });

  test('pages backwards without gaps or duplicates', () => {
    const all = SOURCE.bars({ ...CORN, interval: '5m' }, START_MS);
    const newest = SOURCE.bars({ ...CORN, interval: '5m', limit: 120 }, START_MS);
    const older = SOURCE.bars({ ...CORN, interval: '5m', limit: 180, beforeMs: newest[0]?.openMs ?? 0 }, START_MS);
    expect([...older, ...newest]).toEqual(all);
  });

  test('longer intervals are the sum of their minutes, including the current bar', () => {
    const minutes = SOURCE.bars({ ...CORN, interval: '1m', limit: 2_000 }, START_MS);
    const hours = SOURCE.bars({ ...CORN, interval: '1h', limit: 20 }, START_MS);
    expect(hours).toEqual(aggregateBars('1h', minutes).slice(-20));
  });

  test('weeks and months are the sum of their days', () => {
    const days = SOURCE.bars({ ...CORN, interval: '1d', limit: 400 }, START_MS);
    const weeks = SOURCE.bars({ ...CORN, interval: '1w', limit: 20 }, START_MS);
    const months = SOURCE.bars({ ...CORN, interval: '1M', limit: 8 }, START_MS);
    expect(weeks).toEqual(aggregateBars('1w', days).slice(-20));
    expect(months).toEqual(aggregateBars('1M', days).slice(-8));
  });

  test('reaches back two years and no further', () => {
    const days = SOURCE.bars({ ...CORN, interval: '1d', limit: 5_000 }, START_MS);
    expect(days.length).toBeGreaterThanOrEqual(730);
    expect(START_MS - (days[0]?.openMs ?? 0)).toBeLessThan(1_000 * DAY_MS);
  });

  test('cached bars equal computed ones', () => {
    const fresh = history();
    const query = { ...CORN, interval: '1m', limit: 500 } as const;
    const first = fresh.bars(query, START_MS);
    expect(fresh.bars(query, START_MS)).toEqual(first);
    expect(fresh.bars(query, START_MS + 3 * MINUTE_MS).slice(0, 400)).toEqual(first.slice(0, 400));
  });
});

describe('open interest of the past', () => {
  const read = (beforeMs: number, limit: number) =>
    SOURCE.openInterest({ contractCode: 'ZCEH27', beforeMs, limit }, START_MS);

  test('is of trade dates that are over, the newest of which the board tells', () => {
    const held = read(START_MS + DAY_MS, 300);
    expect(held).toHaveLength(300);
    expect(held.at(-1)?.endsMs).toBe(barOpenMs('1d', START_MS));
    for (const [index, { endsMs, lots }] of held.entries()) {
      expect(lots).toBeGreaterThanOrEqual(0);
      if (index > 0) expect(endsMs - (held[index - 1]?.endsMs ?? 0)).toBe(DAY_MS);
    }
  });

  test('pages without gaps, and is never told before its date is over', () => {
    const newest = read(START_MS + 1, 20);
    expect([...read(newest[0]?.endsMs ?? 0, 20), ...newest]).toEqual(read(START_MS + 1, 40));
    expect(
      SOURCE.openInterest({ contractCode: 'ZCEH27', beforeMs: START_MS, limit: 5 }, START_MS - 30 * DAY_MS),
    ).toEqual(SOURCE.openInterest({ contractCode: 'ZCEH27', beforeMs: START_MS - 30 * DAY_MS, limit: 5 }, START_MS));
  });

  test('falls as a month expires, and then nobody holds it', () => {
    const held = SOURCE.openInterest({ contractCode: 'ZCEU26', beforeMs: START_MS, limit: 60 }, START_MS);
    expect(new Date(held.at(-1)?.endsMs ?? 0).toISOString()).toBe('2026-09-14T22:00:00.000Z');
    expect(held.at(-1)?.lots).toBeLessThan((held.at(-30)?.lots ?? 0) / 5);
  });
});
