/** MarginLevels, fills and what a menu offers: where they stand and in which order. */
import { expect, test } from 'vitest';
import { fillMarks, fillsIn, placedFills } from '#features/chart/trading/fills.ts';
import { type MarginLevelLine, placedMarginLevels } from '#features/chart/trading/margin-levels.ts';
import { draftsAt } from '#features/chart/trading/price-menu.tsx';
import { CORN, sampleFill, sampleOrder } from '#mock/sample-records.ts';

const level = (ticks: number): MarginLevelLine => ({ name: 'call', ticks, label: '', short: String(ticks) });

test('marginLevels in sight are lines, the others words at their edge, the nearest first', () => {
  const marginLevels = [level(300), level(-50), level(250), level(100), level(-20)];
  const { lines, above, below } = placedMarginLevels(marginLevels, ({ ticks }) => ticks, 200);
  expect(lines.map(({ y }) => y)).toEqual([100]);
  expect(above.map(({ ticks }) => ticks)).toEqual([-20, -50]);
  expect(below.map(({ ticks }) => ticks)).toEqual([250, 300]);
});

test('fills of one bar, price and side are one mark; what lies outside is none', () => {
  const minute = 60_000;
  const at = (minutes: number, price = '454.00') =>
    sampleFill({ time: new Date(minutes * minute).toISOString(), price });
  const marks = fillMarks([at(1), at(1.5), at(1, '454.25'), at(9), at(-3), at(1, '454.10')], CORN.decimalFormat);
  const placed = placedFills(marks, {
    axes: { xOf: (index) => index * 10, yOf: (ticks) => ticks },
    indexOf: (timeMs) => Math.floor(timeMs / minute),
    width: 50,
  });
  expect(placed).toEqual([
    { x: 10, y: 1816, side: 'BUY' },
    { x: 10, y: 1817, side: 'BUY' },
  ]);
});

test.each<[string, number, number | null, readonly string[]]>([
  ['below the last price', 10, 20, ['BUY LIMIT', 'SELL LIMIT', 'SELL STOP', 'BUY STOP']],
  ['above it', 30, 20, ['SELL LIMIT', 'BUY LIMIT', 'BUY STOP', 'SELL STOP']],
  ['before the first trade', 30, null, ['BUY LIMIT', 'SELL LIMIT', 'SELL STOP', 'BUY STOP']],
])('%s the sensible side comes first', (_name, ticks, last, expected) => {
  expect(draftsAt(ticks, last).map(({ side, orderType }) => `${side} ${orderType}`)).toEqual(expected);
});

test('fills are of this contract, not of one whose code contains it', () => {
  const own = sampleOrder({ contractCode: 'CLEF27', fills: [sampleFill({ fillId: 'own' })] });
  const micro = sampleOrder({ contractCode: 'MCLEF27', fills: [sampleFill({ fillId: 'micro' })] });
  expect(fillsIn([own, micro], 'CLEF27').map(({ fillId }) => fillId)).toEqual(['own']);
});
