// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import { keptLists, movedTo, orderedIds, useColumnMemory } from '#session/column-memory.ts';

const memory = () => useColumnMemory.getState();
const kept = () => JSON.parse(localStorage.getItem('list-columns') ?? '{}').state.lists;

beforeEach(() => memory().reset('orders'));

test('keeps chosen, moved, resized and sorted columns on this device and forgets them on reset', () => {
  memory().setShown('orders', 'fee', false);
  memory().setOrder('orders', ['b', 'a']);
  memory().setWidth('orders', 'a', 123.4);
  memory().setSort('orders', { id: 'a', direction: 'descending' });
  const orders = {
    shown: { fee: false },
    order: ['b', 'a'],
    widths: { a: 123 },
    sort: { id: 'a', direction: 'descending' },
  };
  expect(memory().lists.orders).toEqual(orders);
  expect(kept()).toEqual({ orders });
  memory().setWidth('orders', 'a', null);
  expect(memory().lists.orders?.widths).toEqual({});
  memory().reset('orders');
  expect(kept()).toEqual({});
});

test.each([
  [10, 40],
  [10_000, 640],
])('a width of %d is kept as %d', (width, within) => {
  memory().setWidth('orders', 'a', width);
  expect(memory().lists.orders?.widths.a).toBe(within);
});

test.each([
  ['abcd', '', 'abcd'],
  ['abcd', 'dcba', 'dcba'],
  ['abcd', 'ca', 'cdab'],
  ['abcd', 'cxac', 'cdab'],
])(
  'columns %s with the stored order %s are ordered %s: a new one follows its default predecessor',
  (known, order, so) => expect(orderedIds([...known], [...order]).join('')).toBe(so),
);

test.each([
  ['a', 'c', 'bcad'],
  ['d', 'b', 'adbc'],
  ['a', 'a', 'abcd'],
  ['a', 'x', 'abcd'],
])('%s moved to the place of %s gives %s', (id, target, so) =>
  expect(movedTo([...'abcd'], id, target).join('')).toBe(so),
);

describe('reading the storage', () => {
  test.each([null, 'x', {}, { lists: 3 }, { lists: { orders: null, other: {} } }])(
    'ignores the stored value %o',
    (text) => expect(keptLists(text)).toEqual({}),
  );

  test('keeps the readable part of a broken entry', () => {
    const broken = { order: ['a', 3], shown: { a: 1, b: true }, widths: { a: 'wide', b: 20 }, sort: { id: 'a' } };
    const read = { order: ['a'], shown: { b: true }, widths: { b: 40 }, sort: null };
    expect(keptLists({ lists: { orders: broken, board: broken } })).toEqual({ orders: read, board: read });
  });
});
