/** The mock keeps to the contract: for every route there is, what it says is what the server would be allowed to say. */

import { candle } from '@mua/contract/entities/candle';
import { contract } from '@mua/contract/entities/contract';
import { depth } from '@mua/contract/entities/depth';
import { quote } from '@mua/contract/entities/prices';
import { publicTrade } from '@mua/contract/entities/public-trade';
import { ALL_ROUTES } from '@mua/contract/registry';
import { pathOf, type RouteDefinition } from '@mua/contract/route';
import { beforeAll, expect, test, vi } from 'vitest';
import { mockReply } from './mock-answers.ts';
import { MOCK_CONTRACTS, mockCandles, mockDepths, mockQuotes, mockTrades } from './mock-market.ts';

const NOW = Date.parse('2026-11-20T05:00:00.000Z');
const BODY = { clientOrderId: '6f9619ff-8b86-4d11-b42d-00c04fc964ff', contractCode: 'ZCEZ26', quantity: 2 };

beforeAll(() => void vi.stubGlobal('__APP_VERSION__', '0.1.0'));

test.each(ALL_ROUTES.map((route): [string, RouteDefinition] => [`${route.method} ${pathOf(route)}`, route]))(
  '%s',
  (_name, route) => {
    const params = { accountId: '108C000001-01', contractCode: 'ZCEZ26' };
    const { status, body } = mockReply(route, { params, query: {}, body: BODY, nowMs: NOW });
    const schema = Object.entries(route.replies).find(([known]) => known === String(status))?.[1];
    expect(schema?.safeParse(body).error?.issues ?? []).toEqual([]);
  },
);

test('the market is the contract’s too, and moves', () => {
  const codes = MOCK_CONTRACTS.map(({ code }) => code);
  for (const each of MOCK_CONTRACTS) expect(contract.safeParse(each).error?.issues ?? []).toEqual([]);
  for (const each of mockQuotes(codes, NOW)) quote.parse(each);
  for (const each of mockDepths(codes, NOW)) depth.parse(each);
  for (const each of mockTrades(codes, NOW)) publicTrade.parse(each);
  for (const each of mockCandles('ZCEZ26', { before: NOW, count: 20 })) candle.parse(each);
  const last = (timeMs: number) => mockQuotes(codes, timeMs).map((each) => each.last);
  expect(last(NOW)).not.toEqual(last(NOW + 20_000));
});
