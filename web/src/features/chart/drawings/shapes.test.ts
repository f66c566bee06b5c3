import { expect, test } from 'vitest';
import type { Tool } from '#features/chart/drawings/drawing.ts';
import { distanceTo, shapeOf } from '#features/chart/drawings/shapes.ts';
import type { Pixel } from '#features/chart/surface/plane-points.ts';

const BOX = { width: 400, height: 200 };
const at = (x: number, y: number): Pixel => ({ x, y });

test.each<[Tool, Pixel[], Pixel, number]>([
  ['trend', [at(0, 0), at(100, 0)], at(50, 7), 7],
  ['trend', [at(0, 0), at(100, 0)], at(110, 0), 10],
  ['ray', [at(0, 0), at(100, 0)], at(300, 4), 4],
  ['horizontal', [at(200, 80)], at(3, 78), 2],
  ['vertical', [at(200, 80)], at(205, 199), 5],
  ['rectangle', [at(0, 0), at(100, 100)], at(50, 50), 0],
  ['rectangle', [at(100, 100), at(0, 0)], at(50, 105), 5],
  ['measure', [at(0, 0), at(100, 100)], at(20, 80), 0],
  ['channel', [at(0, 0), at(100, 0), at(50, 40)], at(50, 20), 0],
  ['channel', [at(0, 0), at(100, 0), at(50, 40)], at(50, 43), 3],
  // Half of the way back from the second point to the first.
  ['fibonacci', [at(0, 0), at(100, 100)], at(50, 50), 0],
])('a pointer at %s', (tool, points, pointer, distance) => {
  expect(distanceTo(shapeOf(tool, points, BOX), pointer)).toBeCloseTo(distance, 6);
});

test('a ray through two equal points and a drawing without points yield nothing', () => {
  expect(shapeOf('ray', [at(5, 5), at(5, 5)], BOX).lines).toEqual([[at(5, 5), at(5, 5)]]);
  expect(distanceTo(shapeOf('trend', [], BOX), at(0, 0))).toBe(Number.POSITIVE_INFINITY);
});

test('a channel’s second line is parallel, wherever its third point is', () => {
  const { lines } = shapeOf('channel', [at(0, 0), at(100, 50), at(100, 90)], BOX);
  expect(lines[1]).toEqual([at(0, 40), at(100, 90)]);
});

test('a line extends beyond its points as configured', () => {
  const box = { width: 100, height: 100 };
  const points = [
    { x: 20, y: 50 },
    { x: 40, y: 50 },
  ];
  const ends = (extend: 'segment' | 'ray' | 'line') =>
    shapeOf('trend', points, box, extend).lines.flatMap((line) => line.map(({ x }) => x));
  expect(ends('segment')).toEqual([20, 40]);
  expect(ends('ray')).toEqual([20, 420]);
  expect(ends('line')).toEqual([-360, 420]);
});
