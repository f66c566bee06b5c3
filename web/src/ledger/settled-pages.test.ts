/** Settled pairs follow the feed: a new one is a row, counted and summed once, with pages that are not at hand. */
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

test('a new pair is a row, counted and summed', () => {
  const { pages } = withSettled(list, pair('6'), null);
  expect(pages[0]?.items.map(({ settledId }) => settledId)).toEqual(['6', '5']);
  for (const page of pages) {
    expect(page).toMatchObject({ total: 78, hidden: 1, sums: { actualProfitVnd: '500', actualProfitUsd: '0.25' } });
  }
});

test('one of another currency has no dollars', () => {
  const { pages } = withSettled(list, pair('6', { actualProfitUsd: null }), null);
  expect(pages[0]?.sums).toEqual({ actualProfitVnd: '500', actualProfitUsd: '-0.25' });
});

test('one that is told again, or that the server has counted on a page that is not at hand, changes nothing', () => {
  expect(withSettled(list, pair('4'), null)).toBe(list);
  expect(withSettled(list, pair('1'), null)).toBe(list);
});

test('one of another contract is what a list of one leaves out', () => {
  const { pages } = withSettled(list, pair('6', { contractCode: 'KCEH27' }), 'ZCEZ26');
  expect(pages.map(({ total, hidden }) => [total, hidden])).toEqual([
    [77, 2],
    [77, 2],
  ]);
});
