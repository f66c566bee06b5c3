import type { MarginStatus } from '@mua/contract/entities/margin';
import type { Order, OrderHistory } from '@mua/contract/entities/order';
import { DEFAULT_EXCLUDED_STATUSES } from '@mua/contract/entities/order-filter';
import type { OpenPosition } from '@mua/contract/entities/position';
import type { AccountItem } from '@mua/contract/feeds/investor-feed';
import type { OrderPage } from '@mua/contract/http/orders';
import { FINAL_STATUSES } from '@mua/core/values';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { applyAccountEvent, subscribeAccountEvents } from '#ledger/account-events.ts';
import { forgetLedgers, ledgerOf, overlayOrders, overlayPositions } from '#ledger/account-ledger.ts';
import { isListed, type OrderListing, type OrderPages, overlayPage } from '#ledger/order-pages.ts';
import { orderPageOf } from '#mock/order-page.ts';
import { sampleFill, sampleOrder } from '#mock/sample-records.ts';

const order = (orderId: string, seq: number, changes: Partial<OrderHistory> = {}) =>
  sampleOrder({
    ...{ orderId, clientOrderId: null, accountId: 'a1', dateTime: `2026-11-20T05:00:0${orderId}.000Z`, seq },
    ...changes,
  });
const fill = (fillId: string, orderId: string, seq: number) =>
  ({ kind: 'fill', fill: sampleFill({ fillId, orderId, accountId: 'a1', seq }) }) as const;
const position = (contractCode: string, netLots: number, seq: number) =>
  ({ contractCode, netLots, seq, accountId: 'a1' }) as OpenPosition;

const ALL = ['u1', 'orders', 'a1', {}];
const DEFAULT = ['u1', 'orders', 'a1', { statusOrder: { nin: [...DEFAULT_EXCLUDED_STATUSES] } }];
const pages = (rows: OrderHistory[], counts: Partial<OrderPage> = {}): OrderPages => ({
  pages: [{ ...orderPageOf(rows), ...counts }],
  pageParams: [null],
});

let client = new QueryClient();
const list = (key: unknown[]) => client.getQueryData<OrderPages>(key)?.pages[0];
const shown = (key: unknown[]) => list(key)?.items.map(({ orderId, status }) => `${orderId} ${status}`);
const apply = (...items: AccountItem[]) =>
  applyAccountEvent(client, { userId: 'u1', accountId: 'a1', items, isSnapshot: false });
const notify = (reported: Order) => apply({ kind: 'order', order: reported });

beforeEach(() => {
  client = new QueryClient();
  forgetLedgers();
});

describe('orders', () => {
  test('a newer state replaces the row, an older one does not', () => {
    client.setQueryData(ALL, pages([order('1', 5)]));
    notify(order('1', 7, { status: 'FILLED' }));
    notify(order('1', 6, { status: 'PARTIALLY_FILLED' }));
    expect(shown(ALL)).toEqual(['1 FILLED']);
  });

  test('a new order goes to the top of the lists that show it and is counted by those that hide it', () => {
    client.setQueryData(ALL, pages([order('1', 5)]));
    client.setQueryData(DEFAULT, pages([order('1', 5, { status: 'FILLED' })]));
    notify(order('2', 8));
    expect(shown(ALL)).toEqual(['2 WORKING', '1 WORKING']);
    expect(list(ALL)).toMatchObject({ total: 2, hidden: 0 });
    expect(shown(DEFAULT)).toEqual(['1 FILLED']);
    expect(list(DEFAULT)).toMatchObject({ total: 1, hidden: 1 });
  });

  test('a row that leaves the filter leaves the list', () => {
    client.setQueryData(DEFAULT, pages([order('1', 5, { status: 'IN_CANCEL' })]));
    notify(order('1', 6, { status: 'WORKING' }));
    expect(list(DEFAULT)).toMatchObject({ items: [], total: 0, hidden: 1 });
  });

  test('an old order that enters the filter marks the list stale, for the server to place it', () => {
    client.setQueryData(DEFAULT, pages([order('3', 5, { status: 'FILLED' })], { total: 1, hidden: 1 }));
    notify(order('1', 6));
    notify(order('1', 9, { status: 'FILLED', dateClosed: '2026-11-20T06:00:00.000Z' }));
    expect(client.getQueryState(DEFAULT)?.isInvalidated).toBe(true);
  });

  test('a late answer to a fetch does not overwrite what is known already', () => {
    notify(order('1', 9, { status: 'FILLED' }));
    expect(overlayOrders(ledgerOf('u1', 'a1'), [order('1', 5)])[0]?.status).toBe('FILLED');
    expect(overlayOrders(ledgerOf('u2', 'a1'), [order('1', 5)])[0]?.status).toBe('WORKING');
  });

  test('a page read before one order arrived and another ended is brought up to date', () => {
    const live = { statusOrder: { nin: [...FINAL_STATUSES] } };
    apply(
      { kind: 'order', order: order('1', 9, { status: 'FILLED', filledQuantity: 2 }) },
      { kind: 'order', order: order('3', 8) },
    );
    const page = orderPageOf([order('2', 6), order('1', 5)], { hidden: 4 });
    const ledger = ledgerOf('u1', 'a1');
    const shownOf = (isFirst: boolean) => overlayPage(page, ledger, { listing: live, isFirst });
    expect(shownOf(true)).toMatchObject({ items: [{ orderId: '3' }, { orderId: '2' }], total: 2, hidden: 5 });
    expect(shownOf(false)).toMatchObject({ items: [{ orderId: '2' }], total: 1, hidden: 5 });
  });

  test.each([
    [{}, true],
    [{ contractCode: { contains: 'zce' } }, true],
    [{ contractCode: { contains: 'LRC' } }, false],
    [{ statusOrder: { nin: ['WORKING' as const] } }, false],
    [{ orderDateTime: { gte: '2026-11-20T05:00:01.000Z', lte: '2026-11-20T05:00:01.000Z' } }, true],
    [{ orderDateTime: { gte: '2026-11-20T05:00:01.001Z' } }, false],
    [{ tab: 'ALL', statusOrder: { nin: ['WORKING' as const] } }, true],
    [{ tab: 'PENDING', orderDateTime: { gte: '2026-11-20T05:00:01.001Z' } }, true],
    [{ tab: 'FILLED' }, false],
    [{ ofContract: 'MZCEZ26' }, false],
  ] as [OrderListing, boolean][])('listing %j', (listing, matches) =>
    expect(isListed(order('1', 1), listing)).toBe(matches),
  );
});

describe('a tab of the list', () => {
  const TABS = { ALL: ['u1', 'orders', 'a1', { tab: 'ALL' }], FILLED: ['u1', 'orders', 'a1', { tab: 'FILLED' }] };
  const ended = '2026-11-20T06:00:00.000Z';
  const done = (id: string, seq: number, part: Partial<OrderHistory> = {}) =>
    order(id, seq, { status: 'FILLED', dateClosed: ended, filledQuantity: 2, ...part });
  const counts = (key: unknown[]) => {
    const { total, hidden, tabs, sums } = list(key) ?? {};
    return { total, hidden, sums, tabs: [tabs?.ALL, tabs?.PENDING, tabs?.FILLED, tabs?.CANCELLED] };
  };

  test('in the tab "all", an order that fills moves below the live ones, and counts and sums follow', () => {
    client.setQueryData(TABS.ALL, pages([order('5', 5), order('2', 2), done('3', 3), done('1', 1)]));
    apply({ kind: 'fill', fill: sampleFill({ fillId: 'f', orderId: '5', accountId: 'a1', lots: 2, seq: 8 }) });
    notify(done('5', 9));
    expect(shown(TABS.ALL)).toEqual(['2 WORKING', '5 FILLED', '3 FILLED', '1 FILLED']);
    const sums = { quantity: 8, filledQuantity: 6, fee: '350000' };
    expect(counts(TABS.ALL)).toEqual({ total: 4, hidden: 0, sums, tabs: [4, 1, 3, 0] });
  });

  test('in the tab "all", counts beyond the loaded pages are kept', () => {
    const far = { total: 77, tabs: { ALL: 77, PENDING: 1, CANCELLED: 66, FILLED: 10, REJECTED: 0 } };
    const rows = pages([order('5', 5), done('3', 3)], { ...far, nextCursor: 'more' });
    client.setQueryData(TABS.ALL, rows);
    notify(order('6', 9));
    notify(order('5', 10, { status: 'CANCELLED', dateClosed: ended }));
    expect(shown(TABS.ALL)).toEqual(['6 WORKING', '5 CANCELLED', '3 FILLED']);
    expect(counts(TABS.ALL)).toMatchObject({ total: 78, tabs: [78, 1, 10, 67] });
    expect(client.getQueryState(TABS.ALL)?.isInvalidated).toBe(false);
  });

  test('in another tab, the server places an order that enters, and the sums drop one that leaves', () => {
    client.setQueryData(TABS.FILLED, pages([done('3', 3)]));
    notify(done('1', 9));
    expect(client.getQueryState(TABS.FILLED)?.isInvalidated).toBe(true);
    const live = ['u1', 'orders', 'a1', { tab: 'PENDING' }];
    client.setQueryData(live, pages([order('5', 5), order('4', 4)]));
    notify(done('5', 10));
    const sums = { quantity: 2, filledQuantity: 0, fee: '0' };
    expect(counts(live)).toEqual({ total: 1, hidden: 0, sums, tabs: [2, 1, 1, 0] });
  });

  test('a live order that leaves a page not loaded makes the count stale', () => {
    notify(order('1', 1));
    const live = ['u1', 'orders', 'a1', { tab: 'PENDING' }];
    client.setQueryData(live, pages([order('5', 5)], { total: 60, nextCursor: 'more' }));
    notify(done('1', 10));
    expect(client.getQueryState(live)?.isInvalidated).toBe(true);
  });
});

describe('fills', () => {
  const fillsOf = (orderId: string) =>
    list(ALL)
      ?.items.find((row) => row.orderId === orderId)
      ?.fills.map(({ fillId }) => fillId);
  const partly = { status: 'PARTIALLY_FILLED', filledQuantity: 1, averagePrice: '454.0000' } as const;

  test('a fill from the feed joins the listed ones, once', () => {
    const listed = sampleFill({ fillId: 'f1', orderId: '1', seq: 5 });
    client.setQueryData(ALL, pages([order('1', 5, { ...partly, fills: [listed] })]));
    apply({ kind: 'order', order: order('1', 7, { ...partly, filledQuantity: 2 }) }, fill('f2', '1', 7));
    apply(fill('f2', '1', 7));
    expect(fillsOf('1')).toEqual(['f1', 'f2']);
    expect(client.getQueryState(ALL)?.isInvalidated).toBe(false);
  });

  test('a fill that arrives after an answer already counted it still finds its row', () => {
    client.setQueryData(ALL, pages([order('1', 5)]));
    notify(order('1', 9, partly));
    apply({ kind: 'order', order: order('1', 8, partly) }, fill('f1', '1', 8));
    expect(fillsOf('1')).toEqual(['f1']);
  });

  test('a new order that trades at once arrives with its fill', () => {
    client.setQueryData(ALL, pages([]));
    apply({ kind: 'order', order: order('2', 8, partly) }, fill('f1', '2', 8));
    expect(fillsOf('2')).toEqual(['f1']);
    expect(client.getQueryState(ALL)?.isInvalidated).toBe(false);
  });

  test('an answer that counts lots without reported fills has the list fetched again', () => {
    client.setQueryData(ALL, pages([order('1', 5)]));
    notify(order('1', 7, partly));
    expect(client.getQueryState(ALL)?.isInvalidated).toBe(true);
  });

  test('a late list answer keeps what the feed reported meanwhile', () => {
    apply({ kind: 'order', order: order('1', 7, { ...partly, filledQuantity: 2 }) }, fill('f2', '1', 7));
    const listed = sampleFill({ fillId: 'f1', orderId: '1', seq: 5 });
    const [row] = overlayOrders(ledgerOf('u1', 'a1'), [order('1', 5, { ...partly, fills: [listed] })]);
    expect(row?.filledQuantity).toBe(2);
    expect(row?.fills.map(({ fillId }) => fillId)).toEqual(['f1', 'f2']);
  });
});

test('newer positions replace older ones, net 0 disappears, rows stay in order of code', () => {
  client.setQueryData(['u1', 'positions', 'a1'], [position('B', 1, 3), position('C', 2, 3)]);
  apply({ kind: 'position', position: position('A', 1, 5) }, { kind: 'position', position: position('C', 0, 6) });
  expect(client.getQueryData<OpenPosition[]>(['u1', 'positions', 'a1'])?.map((row) => row.contractCode)).toEqual([
    'A',
    'B',
  ]);
  const late = overlayPositions(ledgerOf('u1', 'a1'), [position('B', 1, 3), position('C', 2, 4)]);
  expect(late.map((row) => row.contractCode)).toEqual(['A', 'B']);
});

test('only newer margin figures count', () => {
  const margin = (seq: number, equity: string) => ({ accountId: 'a1', isDemo: true, equity, seq }) as MarginStatus;
  apply({ kind: 'margin', margin: margin(5, '100') });
  apply({ kind: 'margin', margin: margin(4, '90') });
  expect(client.getQueryData<MarginStatus>(['u1', 'margin', 'a1'])?.equity).toBe('100');
});

test('subscribers receive each new state once', () => {
  const received = vi.fn();
  const stop = subscribeAccountEvents(({ items }) => received(items.length));
  notify(order('1', 5));
  notify(order('1', 5));
  stop();
  expect(received.mock.calls).toEqual([[1], [0]]);
});
