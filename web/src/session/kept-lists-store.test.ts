import { LIMITS } from '@mua/contract/limits';
import { beforeEach, expect, test } from 'vitest';
import { keptListsFrom, toggleKept, useKeptLists } from '#session/kept-lists-store.ts';

beforeEach(() => useKeptLists.setState({ favourites: [], lists: [], offeredTo: [] }));

test('adds and removes a star, up to the limit', () => {
  for (let index = 0; index <= LIMITS.wishlistMax; index += 1) toggleKept(`C${index}`);
  expect(useKeptLists.getState().favourites).toHaveLength(LIMITS.wishlistMax);
  toggleKept('C0');
  expect(useKeptLists.getState().favourites).not.toContain('C0');
});

test('accepts only well-formed entries from the storage', () => {
  const codes = Array.from({ length: LIMITS.watchlistContracts + 5 }, (_, index) => `C${index}`);
  const kept = keptListsFrom({
    favourites: ['A', 'A', 7, null, 'x'.repeat(65), 'B'],
    lists: [
      { watchlistId: '1', name: 'n'.repeat(90), contractCodes: codes },
      { watchlistId: '2', name: '' },
      { watchlistId: 3, name: 'no id' },
      'list',
      { watchlistId: '4', name: 'empty', contractCodes: 'A' },
    ],
    offeredTo: { an: true },
  });
  expect(kept.favourites).toEqual(['A', 'B']);
  expect(kept.lists.map(({ watchlistId, contractCodes }) => [watchlistId, contractCodes.length])).toEqual([
    ['1', LIMITS.watchlistContracts],
    ['4', 0],
  ]);
  expect(kept.lists[0]?.name).toHaveLength(LIMITS.watchlistNameMax);
  expect(kept.offeredTo).toEqual([]);
  expect([keptListsFrom(null), keptListsFrom('x')]).toEqual(
    [kept, kept].map(() => ({ favourites: [], lists: [], offeredTo: [] })),
  );
});
