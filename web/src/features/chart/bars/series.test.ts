import { expect, test } from 'vitest';
import { chartedOf, joinedSeries, type Series } from '#features/chart/bars/series.ts';
import { OWN_SERIES, seriesChoiceFrom } from '#features/chart/settings/series-choice.ts';

const CORN = {
  code: 'ZCEH27',
  commodityCode: 'ZCE',
  decimalFormat: { scale: 2, tickUnits: 25, display: 'eighths' },
} as const;
const roll = (atMs: number) => ({ atMs, from: 'A', to: 'B', gapTicks: null });
const series = (front: string, rolls: number[], begins: Series['begins'] = null): Series => ({
  ...{ front, frontUntilMs: 9, begins },
  rolls: rolls.map(roll),
});

test('a contract alone is charted by its own bars', () => {
  expect(chartedOf(CORN, OWN_SERIES).continuous).toBeUndefined();
  expect(chartedOf(CORN, { ...OWN_SERIES, isContinuous: true }).continuous).toEqual({
    ...{ commodityCode: 'ZCE', roll: 'days', rollDays: 5, adjustment: 'none' },
  });
});

test('the newest page says for which month a series stands, the oldest where it begins', () => {
  const begins = { contractCode: 'A', reason: 'NO_OLDER_BARS' } as const;
  const joined = joinedSeries(series('old', [1, 2], begins), series('new', [2, 3]));
  expect(joined).toMatchObject({ front: 'new', begins });
  expect(joined?.rolls.map(({ atMs }) => atMs)).toEqual([1, 2, 3]);
});

test.each([null, 'x', { rollDays: 31, roll: 'moon', adjustment: 1, isContinuous: 'yes' }])(
  'what is not valid of a stored choice falls back: %j',
  (kept) => expect(seriesChoiceFrom(kept)).toEqual(OWN_SERIES),
);

test('a stored choice is kept', () => {
  const kept = { isContinuous: true, roll: 'volume', rollDays: 0, adjustment: 'ratio' };
  expect(seriesChoiceFrom(kept)).toEqual(kept);
});
