/** What is kept of an arrangement of charts, and what of it still counts. */
import { expect, test } from 'vitest';
import { type ChartArrangement, keptCharts, ONE_CHART } from '#pages/trading/chart-arrangement.ts';
import { placesIn, withPlace } from '#pages/trading/chart-places.ts';

const FOUR: ChartArrangement = { ...ONE_CHART, shape: 'four' };

test('the others begin with the contract of the desk, each with an interval of its own', () => {
  expect(placesIn(ONE_CHART)).toEqual([]);
  expect(placesIn({ ...ONE_CHART, shape: 'rows' })).toEqual([{ code: null, interval: '1h' }]);
  expect(placesIn(FOUR).map(({ interval }) => interval)).toEqual(['1h', '1d', '5m']);
  // Written by another release.
  expect(placesIn({ ...FOUR, others: [{ code: 'ZCEH27', interval: '9y' }] })[0]).toEqual({
    ...{ code: 'ZCEH27', interval: '1h' },
  });
});

test('one that goes out of sight is remembered', () => {
  const chosen = withPlace(FOUR, 2, { code: 'ZCEH27' });
  expect(placesIn({ ...chosen, shape: 'columns' })).toEqual([{ code: null, interval: '1h' }]);
  expect(placesIn(chosen)[2]).toEqual({ code: 'ZCEH27', interval: '5m' });
});

test('what was kept comes back; what is no longer valid does not', () => {
  const kept = { ...withPlace(FOUR, 0, { code: 'ZCEH27', interval: '7m' }), isSameTime: true };
  expect(keptCharts(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  expect(keptCharts(undefined)).toEqual(ONE_CHART);
  expect(keptCharts({ shape: 'nine', others: 'x', isSameInterval: 1 })).toEqual(ONE_CHART);
  expect(
    keptCharts({
      shape: 'columns',
      others: [
        { code: 7, interval: 'soon' },
        { code: 7, interval: '1d' },
      ],
    }),
  ).toEqual({
    ...ONE_CHART,
    shape: 'columns',
    others: [
      { code: null, interval: '1h' },
      { code: null, interval: '1d' },
    ],
  });
});
