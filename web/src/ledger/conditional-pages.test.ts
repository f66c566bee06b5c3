/**
 * Checks that the two views of conditional orders follow the feed: a row is in one of them, newest first, and never
 * goes back.
 */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { applyAccountEvent } from '#ledger/account-events.ts';
import { forgetLedgers, ledgerOf } from '#ledger/account-ledger.ts';
import { type ConditionalPages, overlayConditionals } from '#ledger/conditional-pages.ts';
import { ACTOR, sampleConditional } from '#mock/sample-records.ts';

const one = (id: string, seq: number, part: Partial<ConditionalOrder> = {}) =>
  sampleConditional({ conditionalOrderId: id, createdAt: `2026-11-20T05:00:0${id}.000Z`, seq, ...part });
const key = (view: 'pending' | 'activated', contractCode?: string) => [
  ...[ACTOR.userId, 'conditionals', ACTOR.accountId],
  { view, contractCode },
];
const pages = (rows: ConditionalOrder[], nextCursor: string | null = null): ConditionalPages => ({
  // One more is on a page that is not loaded.
  pages: [{ items: rows, nextCursor, total: rows.length + (nextCursor === null ? 0 : 1) }],
  pageParams: [null],
});

let client = new QueryClient();
const shown = (view: 'pending' | 'activated') =>
  client
    .getQueryData<ConditionalPages>(key(view))
    ?.pages.flatMap(({ items }) => items.map(({ conditionalOrderId, state }) => `${conditionalOrderId} ${state}`));
const totals = () =>
  (['pending', 'activated'] as const).map((view) => client.getQueryData<ConditionalPages>(key(view))?.pages[0]?.total);
const notify = (conditionalOrder: ConditionalOrder, isSnapshot = false) =>
  applyAccountEvent(client, { ...ACTOR, items: [{ kind: 'conditionalOrder', conditionalOrder }], isSnapshot });

beforeEach(() => {
  client = new QueryClient();
  forgetLedgers();
  client.setQueryData(key('pending'), pages([one('2', 5)]));
  client.setQueryData(key('activated'), pages([]));
});

describe('a newer state', () => {
  test('places a new order by its time', () => {
    notify(one('3', 6));
    notify(one('1', 7));
    expect(shown('pending')).toEqual(['3 PENDING_ACTIVATION', '2 PENDING_ACTIVATION', '1 PENDING_ACTIVATION']);
  });

  test('moves an order that fired to the other view and removes a cancelled one from both', () => {
    notify(one('3', 6));
    notify(one('2', 7, { state: 'ACTIVE' }));
    notify(one('3', 8, { state: 'CANCELLED' }));
    expect(shown('pending')).toEqual([]);
    expect(shown('activated')).toEqual(['2 ACTIVE']);
  });

  test('counts what comes, goes and changes views, whatever is loaded', () => {
    client.setQueryData(key('pending'), pages([one('2', 5)], 'more'));
    notify(one('3', 6));
    expect(totals()).toEqual([3, 0]);
    notify(one('3', 7, { trailAmount: '5.00' }));
    expect(totals()).toEqual([3, 0]);
    notify(one('2', 8, { state: 'ACTIVE' }));
    notify(one('3', 9, { state: 'CANCELLED' }));
    expect(totals()).toEqual([1, 1]);
  });

  test('leaves the list of another contract alone', () => {
    client.setQueryData(key('pending', 'KCEH27'), pages([]));
    notify(one('3', 6));
    expect(client.getQueryData(key('pending', 'KCEH27'))).toEqual(pages([]));
  });

  test('ignores an older state', () => {
    notify(one('2', 8, { state: 'FAILED' }));
    notify(one('2', 7));
    expect([shown('pending'), shown('activated')]).toEqual([[], ['2 FAILED']]);
  });

  test('ignores a state older than the fetched row', () => {
    client.setQueryData(key('pending'), pages([one('2', 9)]));
    notify(one('2', 8, { state: 'CANCELLED' }));
    expect(shown('pending')).toEqual(['2 PENDING_ACTIVATION']);
  });

  test('leaves an order older than the loaded page to its own page', () => {
    client.setQueryData(key('pending'), pages([one('2', 5)], 'more'));
    notify(one('1', 7));
    expect(shown('pending')).toEqual(['2 PENDING_ACTIVATION']);
  });
});

describe('a fetch', () => {
  const fetched = (...items: ConditionalOrder[]) =>
    overlayConditionals({ items, nextCursor: null, total: items.length }, ledgerOf(ACTOR.userId, ACTOR.accountId), {
      view: 'pending',
      isFirst: true,
    }).items.map(({ conditionalOrderId }) => conditionalOrderId);

  test('picks up orders that fired or arrived while it was under way', () => {
    notify(one('2', 7, { state: 'TRIGGERED' }));
    notify(one('3', 8));
    expect(fetched(one('2', 5))).toEqual(['3']);
  });

  test('counts what left and arrived while it was under way', () => {
    notify(one('2', 7, { state: 'TRIGGERED' }));
    const page = { items: [one('2', 5)], nextCursor: null, total: 5 };
    const listing = { view: 'pending', isFirst: true } as const;
    expect(overlayConditionals(page, ledgerOf(ACTOR.userId, ACTOR.accountId), listing).total).toBe(4);
  });

  test('does not bring back an order that the latest snapshot lacks', () => {
    notify(one('3', 8));
    notify(one('4', 9), true);
    expect(fetched()).toEqual(['4']);
  });

  test('takes the stop of the fetched row when the state is the same', () => {
    notify(one('2', 5));
    const rows = overlayConditionals(
      { items: [one('2', 5, { currentStopPrice: '456.00' })], nextCursor: null, total: 1 },
      ledgerOf(ACTOR.userId, ACTOR.accountId),
      { view: 'pending', isFirst: true },
    ).items;
    expect(rows[0]?.currentStopPrice).toBe('456.00');
  });
});
