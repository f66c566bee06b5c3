/**
 * Checks that settled pairs follow the feed: a new one becomes a row, counted and summed once, even with pages that are
 * not loaded.
 */
import type { SettledPosition } from '@mua/contract/entities/position';
import { expect, test } from 'vitest';
import { type SettledPages, withSettled } from '#ledger/settled-pages.ts';

const pair = (settledId: string, part: Partial<SettledPosition> = {}) =>
  ({
    settledId,
    contractCode: 'ZCEZ26',
    settleTime: `2026-11-20T05:00:0${settledId}.000Z`,
    actualProfitVnd: '1000',
    actualProfitUsd: '0.50',
    ...part,
  }) as SettledPosition;
const list: SettledPages = {
  pages: [
    {
      items: [pair('5')],
      nextCursor: 'a',
      total: 77,
      hidden: 1,
      sums: { actualProfitVnd: '-500', actualProfitUsd: '-0.25' },
    },
    {
      items: [pair('4')],
      nextCursor: 'b',
      total: 77,
      hidden: 1,
      sums: { actualProfitVnd: '-500', actualProfitUsd: '-0.25' },
    },
  ],
};

test('adds a new pair as a row, counted and summed', () => {
  const { pages } = withSettled(list, pair('6'), null);
  expect(pages[0]?.items.map(({ settledId }) => settledId)).toEqual(['6', '5']);
  for (const page of pages) {
    expect(page).toMatchObject({ total: 78, hidden: 1, sums: { actualProfitVnd: '500', actualProfitUsd: '0.25' } });
  }
});

test('leaves the dollar sum alone for a pair in another currency', () => {
  const { pages } = withSettled(list, pair('6', { actualProfitUsd: null }), null);
  expect(pages[0]?.sums).toEqual({ actualProfitVnd: '500', actualProfitUsd: '-0.25' });
});

test('changes nothing for a repeated pair, or one the server counted on a page not loaded', () => {
  expect(withSettled(list, pair('4'), null)).toBe(list);
  expect(withSettled(list, pair('1'), null)).toBe(list);
});

test('leaves a pair of another contract out of a list of one contract', () => {
  const { pages } = withSettled(list, pair('6', { contractCode: 'KCEH27' }), 'ZCEZ26');
  expect(pages.map(({ total, hidden }) => [total, hidden])).toEqual([
    [77, 2],
    [77, 2],
  ]);
});
