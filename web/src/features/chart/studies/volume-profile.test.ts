import fc from 'fast-check';
import { expect, test } from 'vitest';
import { profilePrices, volumeProfile } from '#features/chart/studies/volume-profile.ts';

const bar = (lowTicks: number, highTicks: number, lots: number) => ({ lowTicks, highTicks, lots });

test('lots are spread over the ticks of their bar; the value area grows on the heavier side', () => {
  const profile = volumeProfile([bar(10, 13, 40), bar(12, 12, 30), bar(13, 14, 10)], { rows: 50, share: 0.7 });
  // 10: 10, 11: 10, 12: 40, 13: 15, 14: 5. Of 80 lots, 56 are wanted: 40 and 15, then 10 more.
  expect(profile).toEqual({
    rows: [10, 10, 40, 15, 5],
    lowTicks: 10,
    rowTicks: 1,
    control: 2,
    areaFrom: 1,
    areaTo: 3,
  });
  expect(profile && profilePrices(profile, 0.25)).toEqual({ poc: 3, vah: 3.25, val: 2.75 });
});

test('a row holds a whole number of ticks', () => {
  const profile = volumeProfile([bar(0, 9, 100), bar(-3, -3, 7)], { rows: 5, share: 0.7 });
  expect(profile).toMatchObject({ lowTicks: -3, rowTicks: 3, control: 1 });
  expect(profile?.rows).toEqual([7, 30, 30, 30, 10]);
});

test('without a lot there is no profile', () => {
  expect(volumeProfile([], { rows: 10, share: 0.7 })).toBeNull();
  expect(volumeProfile([bar(1, 2, 0)], { rows: 10, share: 0.7 })).toBeNull();
});

test('the rows hold exactly the lots of the bars, and the value area its share of them around the heaviest', () => {
  const traded = fc
    .record({ low: fc.integer({ min: -500, max: 500 }), height: fc.nat(80), lots: fc.integer({ min: 1, max: 10_000 }) })
    .map(({ low, height, lots }) => bar(low, low + height, lots));
  const options = fc.record({
    rows: fc.integer({ min: 1, max: 200 }),
    share: fc.double({ min: 0.1, max: 0.95, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(traded, { minLength: 1, maxLength: 60 }), options, (bars, { rows, share }) => {
      const all = bars.reduce((sum, { lots }) => sum + lots, 0);
      const profile = volumeProfile(bars, { rows, share });
      if (!profile) throw new Error('no profile');
      const { control, areaFrom, areaTo } = profile;
      const sum = (some: readonly number[]) => some.reduce((total, lots) => total + lots, 0);
      expect(profile.rows.length).toBeLessThanOrEqual(rows);
      expect(sum(profile.rows)).toBeCloseTo(all, 6);
      expect(profile.rows[control]).toBe(Math.max(...profile.rows));
      expect(areaFrom <= control && control <= areaTo).toBe(true);
      expect(sum(profile.rows.slice(areaFrom, areaTo + 1))).toBeGreaterThanOrEqual(all * share - 1e-6);
    }),
  );
});
