import type { MarginStatus } from '@mua/contract/entities/margin';
import type { Order } from '@mua/contract/entities/order';
import { DEFAULT_EXCLUDED_STATUSES } from '@mua/contract/entities/order-filter';
import type { OpenPosition } from '@mua/contract/entities/position';
import type { AccountItem } from '@mua/contract/feeds/investor-feed';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { applyAccountEvent, subscribeAccountEvents } from './account-events.ts';
import { forgetLedgers, ledgerOf, overlayOrders, overlayPositions } from './account-ledger.ts';
import { matchesFilter, type OrderPages } from './order-pages.ts';

const order = (orderId: string, seq: number, changes: Partial<Order> = {}): Order => ({
  ...{ orderId, clientOrderId: null, accountId: 'a1', contractCode: 'ZCEZ26', side: 'BUY', sideCode: 1 },
  ...{ orderType: 'LIMIT', orderTypeCode: 2, duration: 'DAY', durationCode: 0, quantity: 2, limitPrice: '457.75' },
  ...{ stopPrice: null, expirationDate: null, status: 'WORKING', dateTime: `2026-11-20T05:00:0${orderId}.000Z` },
  ...{ dateClosed: null, sessionDate: '2026-11-20', filledQuantity: 0, averagePrice: null, heldAt: 'EXCHANGE' },
  ...{ rejection: null, reason: null, pendingModify: null, isForceSell: false, seq },
  ...changes,
});
const position = (contractCode: string, netLots: number, seq: number) =>
  ({ contractCode, netLots, seq, accountId: 'a1' }) as OpenPosition;

const ALL = ['u1', 'orders', 'a1', {}];
const DEFAULT = ['u1', 'orders', 'a1', { statusOrder: { nin: [...DEFAULT_EXCLUDED_STATUSES] } }];
const pages = (rows: Order[], counts = { total: rows.length, hidden: 0 }): OrderPages => ({
  pages: [{ items: rows, nextCursor: null, ...counts }],
  pageParams: [null],
});

let client = new QueryClient();
const list = (key: unknown[]) => client.getQueryData<OrderPages>(key)?.pages[0];
const shown = (key: unknown[]) => list(key)?.items.map(({ orderId, status }) => `${orderId} ${status}`);
const apply = (...items: AccountItem[]) =>
  applyAccountEvent(client, { userId: 'u1', accountId: 'a1', items, isSnapshot: false });
const tell = (told: Order) => apply({ kind: 'order', order: told });

beforeEach(() => {
  client = new QueryClient();
  forgetLedgers();
});

describe('orders', () => {
  test('a newer state replaces the row, an older one does not', () => {
    client.setQueryData(ALL, pages([order('1', 5)]));
    tell(order('1', 7, { status: 'FILLED' }));
    tell(order('1', 6, { status: 'PARTIALLY_FILLED' }));
    expect(shown(ALL)).toEqual(['1 FILLED']);
  });

  test('a new order goes to the top of the lists that show it and is counted by those that hide it', () => {
    client.setQueryData(ALL, pages([order('1', 5)]));
    client.setQueryData(DEFAULT, pages([order('1', 5, { status: 'FILLED' })]));
    tell(order('2', 8));
    expect(shown(ALL)).toEqual(['2 WORKING', '1 WORKING']);
    expect(list(ALL)).toMatchObject({ total: 2, hidden: 0 });
    expect(shown(DEFAULT)).toEqual(['1 FILLED']);
    expect(list(DEFAULT)).toMatchObject({ total: 1, hidden: 1 });
  });

  test('a row that leaves the filter leaves the list', () => {
    client.setQueryData(DEFAULT, pages([order('1', 5, { status: 'IN_CANCEL' })]));
    tell(order('1', 6, { status: 'WORKING' }));
    expect(list(DEFAULT)).toMatchObject({ items: [], total: 0, hidden: 1 });
  });

  test('an old order that enters the filter is the server’s to place', () => {
    client.setQueryData(DEFAULT, pages([order('3', 5, { status: 'FILLED' })], { total: 1, hidden: 1 }));
    tell(order('1', 6));
    tell(order('1', 9, { status: 'FILLED', dateClosed: '2026-11-20T06:00:00.000Z' }));
    expect(client.getQueryState(DEFAULT)?.isInvalidated).toBe(true);
  });

  test('a fetch that answers late is laid under what is known already', () => {
    tell(order('1', 9, { status: 'FILLED' }));
    expect(overlayOrders(ledgerOf('u1', 'a1'), [order('1', 5)])[0]?.status).toBe('FILLED');
    expect(overlayOrders(ledgerOf('u2', 'a1'), [order('1', 5)])[0]?.status).toBe('WORKING');
  });

  test.each([
    [{}, true],
    [{ contractCode: { contains: 'zce' } }, true],
    [{ contractCode: { contains: 'LRC' } }, false],
    [{ statusOrder: { nin: ['WORKING' as const] } }, false],
    [{ orderDateTime: { gte: '2026-11-20T05:00:01.000Z', lte: '2026-11-20T05:00:01.000Z' } }, true],
    [{ orderDateTime: { gte: '2026-11-20T05:00:01.001Z' } }, false],
  ])('filter %j', (filter, matches) => expect(matchesFilter(order('1', 1), filter)).toBe(matches));
});

test('positions: newer ones replace, net 0 is gone, rows stay in order of code', () => {
  client.setQueryData(['u1', 'positions', 'a1'], [position('B', 1, 3), position('C', 2, 3)]);
  apply({ kind: 'position', position: position('A', 1, 5) }, { kind: 'position', position: position('C', 0, 6) });
  expect(client.getQueryData<OpenPosition[]>(['u1', 'positions', 'a1'])?.map((row) => row.contractCode)).toEqual([
    'A',
    'B',
  ]);
  const late = overlayPositions(ledgerOf('u1', 'a1'), [position('B', 1, 3), position('C', 2, 4)]);
  expect(late.map((row) => row.contractCode)).toEqual(['A', 'B']);
});

test('margin: only a newer one counts', () => {
  const margin = (seq: number, equity: string) => ({ accountId: 'a1', isDemo: true, equity, seq }) as MarginStatus;
  apply({ kind: 'margin', margin: margin(5, '100') });
  apply({ kind: 'margin', margin: margin(4, '90') });
  expect(client.getQueryData<MarginStatus>(['u1', 'margin', 'a1'])?.equity).toBe('100');
});

test('followers hear of each new state once', () => {
  const heard = vi.fn();
  const stop = subscribeAccountEvents(({ items }) => heard(items.length));
  tell(order('1', 5));
  tell(order('1', 5));
  stop();
  expect(heard.mock.calls).toEqual([[1], [0]]);
});
