import { expect, test } from 'vitest';
import { nearest } from '#features/chart/surface/plane-points.ts';

test('the magnet snaps to the nearest price within its reach', () => {
  expect(nearest(52, [10, 50, 60], 5)).toBe(1);
  expect(nearest(70, [10, 50, 60], 5)).toBe(-1);
  expect(nearest(70, [], 5)).toBe(-1);
});
