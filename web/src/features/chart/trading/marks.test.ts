/** Checks the positions and order of margin levels, fills and menu items. */
import { expect, test } from 'vitest';
import { fillMarks, fillsIn, placedFills } from '#features/chart/trading/fills.ts';
import { edgeText, type MarginLevelLine, placedMarginLevels } from '#features/chart/trading/margin-levels.ts';
import { isAtOnce, PRICE_DRAFTS, type PriceDraft } from '#features/chart/trading/price-menu.tsx';
import { CORN, sampleFill, sampleOrder } from '#mock/sample-records.ts';

const level = (ticks: number): MarginLevelLine => ({ name: 'call', ticks, label: '' });

test('visible margin levels are lines, the others text at their edge, the nearest first', () => {
  const marginLevels = [level(300), level(-50), level(250), level(100), level(-20)];
  const { lines, above, below } = placedMarginLevels(marginLevels, ({ ticks }) => ticks, 200);
  expect(lines.map(({ y }) => y)).toEqual([100]);
  expect(above.map(({ ticks }) => ticks)).toEqual([-20, -50]);
  expect(below.map(({ ticks }) => ticks)).toEqual([250, 300]);
});

test('an edge names as many levels as fit, always including the nearest', () => {
  const texts = ["Margin call 100% 208'4", "Orders cancelled 70% 200'0"];
  const widthOf = (text: string) => text.length * 6;
  const said = (width: number) => edgeText('↓', texts, { width, widthOf });
  expect(said(400)).toBe("↓ Margin call 100% 208'4 · Orders cancelled 70% 200'0");
  expect(said(300)).toBe("↓ Margin call 100% 208'4");
  expect(said(50)).toBe("↓ Margin call 100% 208'4");
});

test('fills of one bar, price and side share one mark; fills out of view have none', () => {
  const minute = 60_000;
  const at = (minutes: number, price = '454.00') =>
    sampleFill({ time: new Date(minutes * minute).toISOString(), price });
  const marks = fillMarks([at(1), at(1.5), at(1, '454.25'), at(9), at(-3), at(1, '454.10')], CORN.decimalFormat);
  const placed = placedFills(marks, {
    axes: { xOf: (index) => index * 10, yOf: (ticks) => ticks, yAt: (price) => price },
    indexOf: (timeMs) => Math.floor(timeMs / minute),
    width: 50,
  });
  expect(placed).toEqual([
    { x: 10, y: 1816, side: 'BUY' },
    { x: 10, y: 1817, side: 'BUY' },
  ]);
});

test.each<[string, number, readonly string[]]>([
  ['below the market', 10, ['SELL LIMIT', 'BUY STOP']],
  ['above it', 30, ['BUY LIMIT', 'SELL STOP']],
])('%s the menu keeps its order and shows which orders would trade at once', (_name, ticks, expected) => {
  const now = { bid: 19, ask: 21, last: 20 };
  const word = ({ side, orderType }: PriceDraft) => `${side} ${orderType}`;
  expect(PRICE_DRAFTS.map(word)).toEqual(['BUY LIMIT', 'SELL LIMIT', 'BUY STOP', 'SELL STOP']);
  expect(PRICE_DRAFTS.filter((draft) => isAtOnce(draft, ticks, now)).map(word)).toEqual(expected);
});

test('fills are of this contract, not of one whose code contains it', () => {
  const own = sampleOrder({ contractCode: 'CLEF27', fills: [sampleFill({ fillId: 'own' })] });
  const micro = sampleOrder({ contractCode: 'MCLEF27', fills: [sampleFill({ fillId: 'micro' })] });
  expect(fillsIn([own, micro], 'CLEF27').map(({ fillId }) => fillId)).toEqual(['own']);
});
