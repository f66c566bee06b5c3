import { expect, test } from 'vitest';
import { LinePlaces, placeLabels } from '#features/chart/trading/line-places.ts';

const view = { width: 500, height: 200, axisWidth: 60 };
const place = (...ys: number[]) =>
  placeLabels(
    ys.map((y) => ({ id: String(y), y })),
    view,
  ).places.map(({ id, top, isOff }) => `${id} ${top}${isOff ? ' off' : ''}`);

test.each<[string, readonly number[], readonly string[]]>([
  ['apart, around their lines', [50, 150], ['50 39', '150 139']],
  ['neighbours move down', [100, 104], ['100 89', '104 112']],
  ['from the top down, in any order', [150, 50], ['50 39', '150 139']],
  ['at the top they stay inside', [2], ['2 0']],
  ['at the bottom they move up', [190, 198], ['190 155', '198 178']],
  ['beyond an edge they wait there', [-30, 260], ['-30 0 off', '260 178 off']],
])('%s', (_name, ys, expected) => expect(place(...ys)).toEqual(expected));

test('finds the nearest line within reach, and none outside the view', () => {
  const places = new LinePlaces();
  places.notify(
    placeLabels(
      [
        { id: 'a', y: 100 },
        { id: 'b', y: 104 },
        { id: 'c', y: -2 },
      ],
      view,
    ),
  );
  expect(places.near(103, 5)?.id).toBe('b');
  expect(places.near(97, 5)?.id).toBe('a');
  expect(places.near(120, 5)).toBeNull();
  expect(places.near(0, 5)).toBeNull();
});
