/**
 * Answers each call in the mock: written by hand for those that a screen depends on, made from the contract's schema
 * for all others. It stores nothing but who is signed in, and the orders since the page was loaded.
 */
import { type AuthState, SIGNED_OUT } from '@mua/contract/entities/auth-state';
import { candleInterval } from '@mua/contract/entities/candle';
import { ORDER_TABS } from '@mua/contract/entities/order-filter';
import { listContinuousCandles } from '@mua/contract/http/continuous-candles';
import { listAccounts, listMarginStatus, readAccount, readMarginStatus, readMe } from '@mua/contract/http/investors';
import {
  listCandles,
  listContracts,
  listSparklines,
  listSpreads,
  readContract,
  readPriceboard,
} from '@mua/contract/http/market';
import {
  changeNoticeDelivery,
  leaveChat,
  readNoticeDelivery,
  testNoticeChannel,
} from '@mua/contract/http/notifications';
import { listOpenInterest } from '@mua/contract/http/open-interest';
import { cancelOrder, modifyOrder, placeOrder, queryOrders } from '@mua/contract/http/orders';
import { login, logout, logoutAll, restoreSession } from '@mua/contract/http/sign-in';
import { readExtraInfo } from '@mua/contract/http/system';
import { LIMITS } from '@mua/contract/limits';
import type { BodyOf, ReplyOf, RouteDefinition } from '@mua/contract/route';
import { MOCK_CONTRACTS, mockCandles, mockQuotes } from '#mock/mock-market.ts';
import { cancelMockOrder, mockOrders, modifyMockOrder, placeMockOrder } from '#mock/mock-orders.ts';
import { orderPageOf } from '#mock/order-page.ts';
import { type Schema, sampleOf } from '#mock/sample-of.ts';
import { ACCOUNT, AN, MARGIN, NOTICE_DELIVERY } from '#mock/sample-records.ts';

export interface MockCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly nowMs: number;
}

export interface MockReply {
  readonly status: number;
  readonly body: unknown;
}

interface Answer {
  readonly status: number;
  readonly say: (call: MockCall) => unknown;
}

const HANDLE = { value: 'mock-handle-of-an-0001' };
const SIGNED_IN: AuthState = {
  isAuth: true,
  accessToken: HANDLE,
  accounts: [{ user: { userId: AN.userId }, accessToken: HANDLE }],
  activeUserId: AN.userId,
};

let authState: AuthState = SIGNED_OUT;

/** Binds each answer to the reply type of its route. */
function answer<R extends RouteDefinition>(
  route: R,
  say: (call: MockCall) => ReplyOf<R>,
  status = 200,
): [RouteDefinition, Answer] {
  return [route, { status, say }];
}

const signInAs = (state: AuthState) => {
  authState = state;
  return state;
};

const ANSWERS: ReadonlyMap<RouteDefinition, Answer> = new Map([
  answer(login, () => signInAs(SIGNED_IN)),
  answer(logout, () => signInAs(SIGNED_OUT)),
  answer(logoutAll, () => signInAs(SIGNED_OUT)),
  answer(restoreSession, () => authState),
  answer(readMe, () => AN),
  answer(listAccounts, () => ({ items: [ACCOUNT], nextCursor: null })),
  answer(readAccount, () => ACCOUNT),
  answer(readMarginStatus, () => MARGIN),
  answer(listMarginStatus, () => ({ items: [{ ...MARGIN }], nextCursor: null })),
  answer(readNoticeDelivery, () => NOTICE_DELIVERY),
  answer(changeNoticeDelivery, () => NOTICE_DELIVERY),
  answer(testNoticeChannel, () => NOTICE_DELIVERY, 202),
  answer(leaveChat, () => NOTICE_DELIVERY),
  answer(listContracts, () => ({ items: [...MOCK_CONTRACTS], nextCursor: null })),
  answer(readContract, ({ params }) => contractOf(params.contractCode)),
  answer(readPriceboard, ({ nowMs }) => ({ seq: 1, items: mockQuotes(MOCK_CODES, nowMs) })),
  answer(listCandles, ({ params, query, nowMs }) => ({
    ...{ items: candlesOf(params.contractCode ?? '', query, nowMs), nextCursor: null, tradeDates: null },
  })),
  // Each commodity has one month, so that nothing is joined.
  answer(listContinuousCandles, ({ params, query, nowMs }) => {
    const month = MOCK_CONTRACTS.find((one) => one.commodityCode === params.commodityCode) ?? MOCK_CONTRACTS[0];
    const front = month?.code ?? '';
    const begins = { contractCode: front, reason: 'NO_OLDER_BARS' } as const;
    const page = { nextCursor: null, tradeDates: null, front, frontUntil: null, rolls: [], begins };
    return { ...page, items: candlesOf(front, query, nowMs) };
  }),
  answer(listOpenInterest, () => ({ items: [], nextCursor: null })),
  // Its months have no spread: rolls are two orders.
  answer(listSpreads, () => ({ items: [] })),
  answer(listSparklines, ({ query, nowMs }) => ({
    items: String(query.contractCodes ?? 'ZCEZ26')
      .split(',')
      .map((contractCode) => {
        const bars = mockCandles(contractCode, { interval: '15m', beforeMs: nowMs, count: 96, nowMs });
        return { contractCode, times: bars.map(({ time }) => time), closes: bars.map(({ close }) => close) };
      }),
  })),
  answer(queryOrders, ({ query }) => orderPageOf(mockOrders(), { tab: ORDER_TABS.find((tab) => tab === query.tab) })),
  answer(placeOrder, ({ body, nowMs }) => placeMockOrder(body as BodyOf<typeof placeOrder>, nowMs), 201),
  answer(modifyOrder, ({ body }) => modifyMockOrder(body as BodyOf<typeof modifyOrder>)),
  answer(cancelOrder, ({ body, nowMs }) => cancelMockOrder(body as BodyOf<typeof cancelOrder>, nowMs)),
  answer(
    readExtraInfo,
    ({ nowMs }): ReplyOf<typeof readExtraInfo> => ({
      version: __APP_VERSION__,
      mode: 'demo',
      venue: 'simulated',
      marketHours: 'always',
      clock: 'system',
      engineTime: new Date(nowMs).toISOString(),
      demoSignIn: null,
    }),
  ),
]);

const MOCK_CODES = MOCK_CONTRACTS.map(({ code }) => code);

function contractOf(code: string | undefined) {
  const [first] = MOCK_CONTRACTS;
  const found = MOCK_CONTRACTS.find((contract) => contract.code === code) ?? first;
  if (!found) throw new Error('the mock lists no contract');
  return found;
}

export function mockReply(route: RouteDefinition, call: MockCall): MockReply {
  const written = ANSWERS.get(route);
  if (written) return { status: written.status, body: written.say(call) };
  // The mock has no files.
  if (route.content) return { status: 404, body: { code: 'FileNotFound', facts: {}, requestId: 'mock' } };
  const [[status, schema] = ['200', undefined]] = Object.entries(route.replies);
  // zod's own type describes less of a schema's parts than it has.
  return { status: Number(status), body: schema ? sampleOf(schema as unknown as Schema) : {} };
}

function candlesOf(contractCode: string, query: Readonly<Record<string, string | undefined>>, nowMs: number) {
  return mockCandles(contractCode, {
    interval: candleInterval.catch('1m').parse(query.interval),
    beforeMs: query.before === undefined ? nowMs : Date.parse(query.before),
    count: Math.min(Number(query.limit ?? LIMITS.candlesDefault), LIMITS.candlesMax),
    nowMs,
  });
}
