import { expect, test } from 'vitest';
import { equityFigure, nearestPoint } from '#features/equity-curve/equity-figure.ts';
import { sampleDay } from '#mock/sample-records.ts';

const size = { width: 780, height: 200 };
const DAYS = [
  sampleDay({ tradeDate: '2026-11-02', equity: '1000000000' }),
  sampleDay({ tradeDate: '2026-11-03', equity: '940000000' }),
  sampleDay({ tradeDate: '2026-11-12', equity: '1010000000', netDeposits: '1050000000' }),
  sampleDay({ tradeDate: '2026-11-20', equity: '1080000000', netDeposits: '1050000000' }),
];

test('every point and line is inside the plot, higher values are higher up, and a week is a week wide', () => {
  const { points, grid, plotWidth, plotHeight } = equityFigure(DAYS, size);
  for (const { x, y, depositY } of points) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(plotWidth);
    expect(Math.min(y, depositY)).toBeGreaterThanOrEqual(0);
    expect(Math.max(y, depositY)).toBeLessThanOrEqual(plotHeight);
  }
  const [first, second, third, last] = points.map(({ x, y }) => ({ x, y }));
  if (!first || !second || !third || !last) throw new Error('four days are four points');
  expect([...points].sort((a, b) => a.y - b.y).map(({ day }) => day.equity)).toEqual([
    '1080000000',
    '1010000000',
    '1000000000',
    '940000000',
  ]);
  expect((third.x - second.x) / (second.x - first.x)).toBeCloseTo(9, 1);
  expect(grid.length).toBeGreaterThan(1);
  for (const { valueVnd } of grid) expect(valueVnd % 10_000_000n).toBe(0n);
});

test('deposits are marked on their date; the first one is where the curve begins', () => {
  const { moves } = equityFigure(DAYS, size);
  expect(moves.map(({ tradeDate, amountVnd }) => [tradeDate, amountVnd])).toEqual([['2026-11-12', 50_000_000n]]);
});

test('a single day is one point at the right end, and its line is flat', () => {
  const { points, moves, line, plotWidth, plotHeight } = equityFigure([sampleDay()], size);
  expect(points).toHaveLength(1);
  expect(points[0]?.x).toBeGreaterThan(plotWidth - 10);
  expect(points[0]?.y).toBeCloseTo(plotHeight / 2, 0);
  expect(moves).toEqual([]);
  expect(line).not.toContain('NaN');
});

test('date labels keep their distance', () => {
  const many = Array.from({ length: 28 }, (_, index) => {
    return sampleDay({ tradeDate: `2026-02-${String(index + 1).padStart(2, '0')}` });
  });
  const { dates } = equityFigure(many, size);
  expect(dates.at(-1)?.day.tradeDate).toBe('2026-02-28');
  expect(dates.every(({ x }, index) => index === 0 || x - (dates[index - 1]?.x ?? 0) >= 84)).toBe(true);
});

test('the pointer finds the nearest day', () => {
  const { points } = equityFigure(DAYS, size);
  expect(nearestPoint(points, 0)?.day.tradeDate).toBe('2026-11-02');
  expect(nearestPoint(points, size.width)?.day.tradeDate).toBe('2026-11-20');
  expect(nearestPoint([], 5)).toBeUndefined();
});
