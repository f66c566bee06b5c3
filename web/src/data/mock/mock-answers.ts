/**
 * What the mock says to each call: written for those that a screen lives on, made from the contract's schema for all
 * others. It keeps nothing but who is signed in and what was ordered since the page was loaded.
 */
import { type AuthState, SIGNED_OUT } from '@mua/contract/entities/auth-state';
import { listAccounts, listMarginStatus, readAccount, readMarginStatus, readMe } from '@mua/contract/http/investors';
import { listCandles, listContracts, readContract, readPriceboard } from '@mua/contract/http/market';
import { placeOrder, queryOrders } from '@mua/contract/http/orders';
import { login, logout, logoutAll, restoreSession } from '@mua/contract/http/sign-in';
import { readExtraInfo } from '@mua/contract/http/system';
import type { BodyOf, ReplyOf, RouteDefinition } from '@mua/contract/route';
import { ACCOUNT, AN, MARGIN, sampleOrder } from '../sample-records.ts';
import { MOCK_CONTRACTS, mockCandles, mockQuotes } from './mock-market.ts';
import { type Schema, sampleOf } from './sample-of.ts';

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

type Answer = (call: MockCall) => unknown;

const HANDLE = { value: 'mock-handle-of-an-0001' };
const SIGNED_IN: AuthState = {
  isAuth: true,
  accessToken: HANDLE,
  accounts: [{ user: { userId: AN.userId }, accessToken: HANDLE }],
  activeUserId: AN.userId,
};
const CANDLES = 300;

let authState: AuthState = SIGNED_OUT;
let orders: ReturnType<typeof sampleOrder>[] = [];

/** Keeps each answer to the reply of its route. */
function answer<R extends RouteDefinition>(route: R, say: (call: MockCall) => ReplyOf<R>): [RouteDefinition, Answer] {
  return [route, say];
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
  answer(listContracts, () => ({ items: [...MOCK_CONTRACTS], nextCursor: null })),
  answer(readContract, ({ params }) => contractOf(params.contractCode)),
  answer(readPriceboard, ({ nowMs }) => ({ seq: 1, items: mockQuotes(MOCK_CODES, nowMs) })),
  answer(listCandles, ({ params, query, nowMs }) => ({
    items: mockCandles(params.contractCode ?? '', {
      before: query.before === undefined ? nowMs : Date.parse(query.before),
      count: Math.min(Number(query.limit ?? CANDLES), CANDLES),
    }),
    nextCursor: null,
    tradeDates: null,
  })),
  answer(queryOrders, () => ({ items: orders, nextCursor: null, total: orders.length, hidden: 0 })),
  answer(placeOrder, ({ body }) => {
    const { clientOrderId, contractCode, quantity } = body as BodyOf<typeof placeOrder>;
    const order = sampleOrder({ clientOrderId, contractCode, quantity, orderId: `mock-${orders.length + 1}` });
    orders = [order, ...orders];
    return { order, seq: orders.length };
  }),
  answer(
    readExtraInfo,
    ({ nowMs }): ReplyOf<typeof readExtraInfo> => ({
      version: __APP_VERSION__,
      mode: 'demo',
      venue: 'simulated',
      marketHours: 'always',
      clock: 'system',
      engineTime: new Date(nowMs).toISOString(),
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
  const [[status, schema] = ['200', undefined]] = Object.entries(route.replies);
  const say = ANSWERS.get(route);
  if (say) return { status: Number(status), body: say(call) };
  // zod's own type says less of a schema's parts than it has.
  return { status: Number(status), body: schema ? sampleOf(schema as unknown as Schema) : {} };
}
