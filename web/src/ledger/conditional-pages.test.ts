/** The two views of conditional orders follow the feed: a row is in one of them, newest first, and never goes back. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import { applyAccountEvent } from '#ledger/account-events.ts';
import { forgetLedgers, ledgerOf } from '#ledger/account-ledger.ts';
import { type ConditionalPages, overlayConditionals } from '#ledger/conditional-pages.ts';
import { ACTOR, sampleConditional } from '#mock/sample-records.ts';

const one = (id: string, seq: number, part: Partial<ConditionalOrder> = {}) =>
  sampleConditional({ conditionalOrderId: id, createdAt: `2026-11-20T05:00:0${id}.000Z`, seq, ...part });
const key = (view: 'pending' | 'activated') => [ACTOR.userId, 'conditionals', ACTOR.accountId, view];
const pages = (rows: ConditionalOrder[], nextCursor: string | null = null): ConditionalPages => ({
  pages: [{ items: rows, nextCursor }],
  pageParams: [null],
});

let client = new QueryClient();
const shown = (view: 'pending' | 'activated') =>
  client
    .getQueryData<ConditionalPages>(key(view))
    ?.pages.flatMap(({ items }) => items.map(({ conditionalOrderId, state }) => `${conditionalOrderId} ${state}`));
const notify = (conditionalOrder: ConditionalOrder, isSnapshot = false) =>
  applyAccountEvent(client, { ...ACTOR, items: [{ kind: 'conditionalOrder', conditionalOrder }], isSnapshot });

beforeEach(() => {
  client = new QueryClient();
  forgetLedgers();
  client.setQueryData(key('pending'), pages([one('2', 5)]));
  client.setQueryData(key('activated'), pages([]));
});

describe('a newer state', () => {
  test('a new one stands where its time says', () => {
    notify(one('3', 6));
    notify(one('1', 7));
    expect(shown('pending')).toEqual(['3 PENDING_ACTIVATION', '2 PENDING_ACTIVATION', '1 PENDING_ACTIVATION']);
  });

  test('one that fired changes views, one that was cancelled is in none', () => {
    notify(one('3', 6));
    notify(one('2', 7, { state: 'ACTIVE' }));
    notify(one('3', 8, { state: 'CANCELLED' }));
    expect(shown('pending')).toEqual([]);
    expect(shown('activated')).toEqual(['2 ACTIVE']);
  });

  test('an older state changes nothing', () => {
    notify(one('2', 8, { state: 'FAILED' }));
    notify(one('2', 7));
    expect([shown('pending'), shown('activated')]).toEqual([[], ['2 FAILED']]);
  });

  test('nor does one that is older than the row as it was fetched', () => {
    client.setQueryData(key('pending'), pages([one('2', 9)]));
    notify(one('2', 8, { state: 'CANCELLED' }));
    expect(shown('pending')).toEqual(['2 PENDING_ACTIVATION']);
  });

  test('one older than the page that is loaded is left to its own page', () => {
    client.setQueryData(key('pending'), pages([one('2', 5)], 'more'));
    notify(one('1', 7));
    expect(shown('pending')).toEqual(['2 PENDING_ACTIVATION']);
  });
});

describe('a fetch', () => {
  const fetched = (...items: ConditionalOrder[]) =>
    overlayConditionals({ items, nextCursor: null }, ledgerOf(ACTOR.userId, ACTOR.accountId), {
      view: 'pending',
      isFirst: true,
    }).items.map(({ conditionalOrderId }) => conditionalOrderId);

  test('that was under way while one fired and one came', () => {
    notify(one('2', 7, { state: 'TRIGGERED' }));
    notify(one('3', 8));
    expect(fetched(one('2', 5))).toEqual(['3']);
  });

  test('after a snapshot that lacks one does not bring it back', () => {
    notify(one('3', 8));
    notify(one('4', 9), true);
    expect(fetched()).toEqual(['4']);
  });

  test('of the same state is newer in where its stop stands', () => {
    notify(one('2', 5));
    const rows = overlayConditionals(
      { items: [one('2', 5, { currentStopPrice: '456.00' })], nextCursor: null },
      ledgerOf(ACTOR.userId, ACTOR.accountId),
      { view: 'pending', isFirst: true },
    ).items;
    expect(rows[0]?.currentStopPrice).toBe('456.00');
  });
});
