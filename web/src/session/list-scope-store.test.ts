// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { keptScope, scopedTo, useListScope } from '#session/list-scope-store.ts';

test('narrows each list on its own and remembers it', () => {
  const { setNarrowed } = useListScope.getState();
  setNarrowed('orders', true);
  setNarrowed('orders', true);
  setNarrowed('positions', true);
  setNarrowed('positions', false);
  expect(JSON.parse(localStorage.getItem('list-scope') ?? '').state).toEqual({ narrowed: ['orders'] });
  expect(scopedTo(useListScope.getState(), 'orders', 'ZCEZ26')).toBe('ZCEZ26');
  expect(scopedTo(useListScope.getState(), 'positions', 'ZCEZ26')).toBeUndefined();
  expect(scopedTo(useListScope.getState(), 'orders', undefined)).toBeUndefined();
  setNarrowed('orders', false);
});

test.each([null, {}, { narrowed: 'orders' }, { narrowed: ['board'] }])(
  'narrows nothing when the storage holds %o',
  (kept) => expect(keptScope(kept)).toEqual([]),
);
