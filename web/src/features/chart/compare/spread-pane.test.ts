import { expect, test } from 'vitest';
import { spreadLabels, spreadReading } from '#features/chart/compare/spread-pane.ts';
import { CORN } from '#mock/sample-records.ts';

const GRID = CORN.decimalFormat;
const range = {
  from: 0,
  to: 0,
  range: 4,
  realFrom: -12,
  realTo: -8,
  realRange: 4,
  displayFrom: 0,
  displayTo: 0,
  displayRange: 4,
};
const bounding = { width: 60, height: 96, left: 0, right: 0, top: 0, bottom: 0 };

test('a difference of prices in eighths is written in eighths, a ratio and unlike prices in decimals', () => {
  expect(spreadReading(-11.25, { grid: GRID, decimals: 2 })).toBe("−11'2");
  expect(spreadReading(9.5, { grid: GRID, decimals: 2 })).toBe("9'4");
  expect(spreadReading(-11.25, { grid: null, decimals: 3 })).toBe('−11.250');
});

test('the axis has round prices of the grid where they are, and the library’s own labels without one', () => {
  const labels = spreadLabels({ range, bounding, defaultTicks: [] }, GRID);
  expect(labels.map(({ text }) => text)).toEqual(["−11'0", "−10'0", "−9'0"]);
  expect(labels.map(({ coord }) => coord)).toEqual([72, 48, 24]);
  const defaultTicks = [{ coord: 10, value: 1, text: '1.0' }];
  expect(spreadLabels({ range, bounding, defaultTicks }, null)).toBe(defaultTicks);
});
