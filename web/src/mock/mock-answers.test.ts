/**
 * Checks that the mock keeps to the contract: for every route, its answer is one that the server would be allowed to
 * give.
 */

import { candle } from '@mua/contract/entities/candle';
import { contract } from '@mua/contract/entities/contract';
import { depth } from '@mua/contract/entities/depth';
import { quote } from '@mua/contract/entities/prices';
import { publicTrade } from '@mua/contract/entities/public-trade';
import { errorReply } from '@mua/contract/errors';
import { listContinuousCandles } from '@mua/contract/http/continuous-candles';
import { listCandles } from '@mua/contract/http/market';
import { cancelOrder, modifyOrder, type OrderReply, placeOrder, queryOrders } from '@mua/contract/http/orders';
import { ALL_ROUTES } from '@mua/contract/registry';
import { pathOf, type ReplyOf, type RouteDefinition } from '@mua/contract/route';
import { beforeAll, expect, test, vi } from 'vitest';
import { mockReply } from '#mock/mock-answers.ts';
import { MOCK_CONTRACTS, mockCandles, mockDepths, mockQuotes, mockTrades } from '#mock/mock-market.ts';

const NOW = Date.parse('2026-11-20T05:00:00.000Z');
const BODY = {
  ...{ clientOrderId: '6f9619ff-8b86-4d11-b42d-00c04fc964ff', contractCode: 'GCEG27', quantity: 3 },
  ...{ side: 'SELL', orderType: 'LIMIT', duration: 'IOC', limitPrice: '2684.50' },
};

beforeAll(() => {
  vi.stubGlobal('__APP_VERSION__', '0.1.0');
  // Places the order that the routes of orders are asked about.
  mockReply(placeOrder, { params: {}, query: {}, body: BODY, nowMs: NOW });
});

test.each(ALL_ROUTES.map((route): [string, RouteDefinition] => [`${route.method} ${pathOf(route)}`, route]))(
  'answers %s within the contract',
  (_name, route) => {
    const params = { accountId: '108C000001-01', contractCode: 'ZCEZ26' };
    const { status, body } = mockReply(route, { params, query: {}, body: BODY, nowMs: NOW });
    if (route.content) {
      expect([status, errorReply.safeParse(body).success]).toEqual([404, true]);
      return;
    }
    const schema = Object.entries(route.replies).find(([known]) => known === String(status))?.[1];
    expect(schema?.safeParse(body).error?.issues).toBeUndefined();
    expect(schema).toBeDefined();
  },
);

test('the market keeps to the contract too, and moves', () => {
  const codes = MOCK_CONTRACTS.map(({ code }) => code);
  for (const each of MOCK_CONTRACTS) expect(contract.safeParse(each).error?.issues ?? []).toEqual([]);
  expect(mockQuotes(codes, NOW).map((each) => quote.parse(each).code)).toEqual(codes);
  expect(mockDepths(codes, NOW).map((each) => depth.parse(each).code)).toEqual(codes);
  expect(mockTrades(codes, NOW).map((each) => publicTrade.parse(each).code)).toEqual(codes);
  const bars = mockCandles('ZCEZ26', { interval: '1m', beforeMs: NOW, count: 20, nowMs: NOW });
  expect(bars.map((each) => candle.parse(each))).toHaveLength(20);
  const last = (timeMs: number) => mockQuotes(codes, timeMs).map((each) => each.last);
  expect(last(NOW)).not.toEqual(last(NOW + 20_000));
});

test('a bid is below its ask, in the quote and at every level of the book', () => {
  const codes = MOCK_CONTRACTS.map(({ code }) => code);
  for (const { bid, ask } of mockQuotes(codes, NOW)) expect(Number(bid)).toBeLessThan(Number(ask));
  for (const { bids, asks } of mockDepths(codes, NOW)) {
    const down = [...asks.toReversed(), ...bids].map(({ price }) => Number(price));
    expect(down).toEqual(down.toSorted((a, b) => b - a));
    expect(new Set(down).size).toBe(down.length);
  }
});

test.each([
  ['1m', 60_000],
  ['15m', 15 * 60_000],
  ['1d', 24 * 3_600_000],
] as const)('bars of %s are so long, and the running one ends at the last price', (interval, lengthMs) => {
  const nowMs = NOW + 17_000;
  const bars = mockCandles('GCEG27', { interval, beforeMs: nowMs, count: 3, nowMs });
  const opens = bars.map(({ time }) => Date.parse(time));
  expect(opens.slice(1).map((openMs, index) => openMs - (opens[index] ?? 0))).toEqual([lengthMs, lengthMs]);
  expect(bars.at(-1)?.close).toBe(mockQuotes(['GCEG27'], nowMs)[0]?.last);
  const query = { interval, before: new Date(nowMs).toISOString(), count: '3' };
  const { body } = mockReply(listCandles, { params: { contractCode: 'GCEG27' }, query, body: undefined, nowMs });
  const page = body as ReplyOf<typeof listCandles>;
  expect(page.items.map(({ time }) => Date.parse(time)).slice(-3)).toEqual(opens);
});

test('a continuous series is the one month that there is', () => {
  const query = { interval: '1m', limit: '3' };
  const asked = { params: { commodityCode: 'GCE' }, query, body: undefined, nowMs: NOW };
  const { body } = mockReply(listContinuousCandles, asked);
  const page = body as ReplyOf<typeof listContinuousCandles>;
  expect([page.front, page.items.length, page.rolls]).toEqual(['GCEG27', 3, []]);
});

test('an order is stored as sent, and follows its modification and its end', () => {
  const call = (route: RouteDefinition, body: unknown) =>
    mockReply(route, { params: { accountId: '108C000001-01' }, query: {}, body, nowMs: NOW });
  const { status, body: placed } = call(placeOrder, { ...BODY, clientOrderId: crypto.randomUUID() });
  expect([status, placed]).toMatchObject([
    201,
    {
      order: { contractCode: 'GCEG27', side: 'SELL', sideCode: 2, duration: 'IOC', limitPrice: '2684.50', quantity: 3 },
    },
  ]);
  const { orderId } = (placed as OrderReply).order;
  expect(call(modifyOrder, { orderId, quantity: 5 }).body).toMatchObject({ order: { orderId, quantity: 5 } });
  expect(call(cancelOrder, { orderId }).body).toMatchObject({ order: { orderId, quantity: 5, status: 'CANCELLED' } });
  const { items } = call(queryOrders, {}).body as ReplyOf<typeof queryOrders>;
  expect(items.find((each) => each.orderId === orderId)).toMatchObject({ quantity: 5, status: 'CANCELLED' });
  expect(() => call(cancelOrder, { orderId: 'of nobody' })).toThrow('no such order');
});
