import { describe, expect, test } from 'vitest';
import { changeBasisPoints, indexSeries, type PricePair, summarize } from '#features/market-overview/market-index.ts';

const pair = (last: number | null, settlement: number | null): PricePair => ({ last, settlement });
const indexOf = (...pairs: PricePair[]) => summarize(pairs).index;

describe('the index is 1000 x the geometric mean of last / settlement', () => {
  test.each<[string, PricePair[], number | null]>([
    ['nothing moved', [pair(450, 450), pair(3985, 3985)], 1000],
    ['one contract, one percent', [pair(101, 100)], 1010],
    ['a doubling and a halving cancel out', [pair(200, 100), pair(50, 100)], 1000],
    ['the unit of a price is irrelevant', [pair(110, 100), pair(11_000, 10_000)], 1100],
    ['a contract with only one of the prices is left out', [pair(110, 100), pair(null, 100), pair(100, null)], 1100],
    ['no ratio below zero', [pair(-37, 20), pair(5, -1), pair(100, 100)], 1000],
    ['nobody knows', [pair(null, null)], null],
    ['without contracts', [], null],
  ])('%s', (_case, pairs, index) => {
    const found = indexOf(...pairs);
    if (index === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(index, 9);
  });
});

test('the mean counts contracts with both prices, both above zero', () => {
  const pairs = [pair(2, 1), pair(0, 1), pair(-1, -2), pair(5, null), pair(1, 2)];
  expect(summarize(pairs)).toMatchObject({ counted: 2, index: expect.closeTo(1000) });
});

test('rising, falling and unchanged contracts are counted where both prices are known, negative ones too', () => {
  const pairs = [pair(2, 1), pair(1, 2), pair(0, 0), pair(-1, -2), pair(null, 5)];
  expect(summarize(pairs)).toMatchObject({ rising: 2, unchanged: 1, falling: 1 });
});

test.each([
  [1000, 0],
  [1012.2, 122],
  [990.5, -95],
  [1000.04, 0],
])('an index of %s has changed by %s hundredths of a percent', (index, change) =>
  expect(changeBasisPoints(index)).toBe(change),
);

describe('over time', () => {
  const bar = (timeMs: number, close: number) => ({ timeMs, close });

  test('a contract without a trade in a bar keeps its last close, and counts from its first bar on', () => {
    const series = indexSeries([
      { settlement: 100, closes: [bar(1, 110), bar(2, 120), bar(4, 100)] },
      { settlement: 10, closes: [bar(2, 10), bar(3, 12)] },
    ]);
    expect(series.map(Math.round)).toEqual([1100, 1095, 1200, 1095]);
  });

  test('without bars there is no line', () => expect(indexSeries([{ settlement: 100, closes: [] }])).toEqual([]));
});
