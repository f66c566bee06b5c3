/**
 * Every route of the contract, driven from its own schemas with fixed seeds: whatever is sent, the answer is one
 * that the contract names. `FUZZ_RUNS` makes it long (npm run prove).
 */
import type { AuthState } from '@mua/contract/entities/auth-state';
import { errorReply } from '@mua/contract/errors';
import { ROUTES } from '@mua/contract/registry';
import { colonPathOf, errorsOf, type RouteDefinition } from '@mua/contract/route';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordingPlayer } from '../../src/venue/recorded/playback.ts';
import { type FuzzedRequest, requestOf } from '../fixtures/arbitraries.ts';
import {
  AN_1,
  AN_2,
  BINH_1,
  Browser,
  CODE,
  NANO,
  OPERATOR_TOKEN,
  type Platform,
  START_MS,
  startPlatform,
} from '../fixtures/platform.ts';
import { stageScenarios } from '../fixtures/scenarios.ts';

const SEED = 20_261_120;
const RUNS = Number(process.env.FUZZ_RUNS ?? 60);

const KNOWN_ORDER = '0190163d-8694-739b-aea5-966c26f8ad91';
const KNOWN_PAIR = '0190163d-8694-739b-aea5-966c26f8ad95';
const ORDER = {
  clientOrderId: KNOWN_ORDER,
  contractCode: CODE,
  side: 'BUY',
  orderType: 'LIMIT',
  duration: 'GTC',
  quantity: 2,
  limitPrice: '450.00',
};
const GOOD_BODIES: { readonly [name: string]: object } = {
  placeOrder: ORDER,
  modifyOrder: { clientOrderId: KNOWN_ORDER, quantity: 3, limitPrice: '449.75' },
  cancelOrder: { clientOrderId: KNOWN_ORDER },
  forceSell: { contractCode: CODE, clientOrderId: '0190163d-8694-739b-aea5-966c26f8ad92' },
  reversePosition: { contractCode: CODE, clientOrderId: '0190163d-8694-739b-aea5-966c26f8ad94' },
  cancelAllOrders: { contractCode: CODE },
  modifyConditionalOrder: { clientOrderId: KNOWN_PAIR, takeProfit: '470.00', quantity: 1 },
  cancelConditionalOrder: { clientOrderId: KNOWN_PAIR },
  setBrakes: {
    maxLotsPerOrder: 5,
    dailyLoss: '5000000',
    noTradeHours: { from: '22:00', to: '06:00' },
    coolOffUntil: null,
  },
  createPriceAlert: { contractCode: CODE, price: '470.00', isRepeating: true, note: 'look' },
  updatePriceAlert: { price: '475.00', isRepeating: false, isActive: true },
  createWatchlist: { name: 'Grains', contractCodes: [CODE, NANO] },
  renameWatchlist: { name: 'Corn' },
  arrangeWatchlist: { contractCodes: [NANO, CODE] },
  addToWatchlist: { contractCode: CODE },
  haltTrading: { contractCode: NANO, operatorId: 'lan', reason: 'drill' },
  liftHalt: { contractCode: NANO, operatorId: 'lan', reason: 'over' },
  operatorForceSell: {
    accountId: AN_1,
    contractCode: CODE,
    clientOrderId: '0190163d-8694-739b-aea5-966c26f8ad96',
    operatorId: 'lan',
    reason: 'asked by phone',
  },
  startScenario: { name: 'gap', contractCode: CODE, operatorId: 'lan', reason: 'drill' },
  stopScenario: { contractCode: CODE, operatorId: 'lan', reason: 'over' },
  searchOrders: { queryTable: { contractCode: { contains: 'zce' }, statusOrder: { nin: ['FILLED'] } }, limit: 5 },
};
const vocabulary = {
  accountIds: [AN_1, AN_1, AN_1, AN_2, BINH_1, '108C000009-01'],
  contractCodes: [CODE, CODE, NANO],
  clientOrderIds: [KNOWN_ORDER, KNOWN_PAIR],
  orderIds: [] as string[],
  mailboxIds: [] as string[],
  alertIds: [] as string[],
  watchlistIds: [] as string[],
};

let platform: Platform;
/** By who asks: nobody, An, An with Bình in the same jar. A log-out ends a jar, so they sign in when they must. */
let browsers: [Browser, Browser, Browser];

async function arrive(who: number): Promise<Browser> {
  const browser = browsers[who] ?? browsers[0];
  const names = [[], ['an@mua.demo'], ['binh@mua.demo', 'an@mua.demo']][who] ?? [];
  const { accounts }: AuthState = (await browser.get('/api/investor/session')).json();
  const isActing = accounts.some(({ accessToken }) => accessToken.value === browser.slot);
  if (accounts.length !== names.length || (names.length > 0 && !isActing)) {
    await browser.post('/api/investor/logout-all', {});
    for (const name of names) await browser.signIn(name);
  }
  return browser;
}

beforeAll(async () => {
  const attempts = { perSubject: 1e6, subjectWindowMs: 1, perAddress: 1e6, addressWindowMs: 1 };
  platform = await startPlatform({
    limits: { signInAttempts: attempts, ordersPerSecond: 1e6, ordersBurst: 1e6 },
    player: recordingWithoutEnd(),
    scenarios: stageScenarios(START_MS),
  });
  browsers = [new Browser(platform), new Browser(platform), new Browser(platform)];
  const an = await arrive(1);
  await openPosition(an, '0190163d-8694-739b-aea5-966c26f8ad93');
  const placed = await an.post(`/api/order/${AN_1}/place`, ORDER);
  vocabulary.orderIds = [placed.json().order.orderId];
  const { limitPrice: _none, ...pair } = { ...ORDER, side: 'SELL', orderType: 'TPSL', takeProfit: '460.00' };
  await an.post(`/api/order/${AN_1}/place`, { ...pair, clientOrderId: KNOWN_PAIR });
  await platform.sequencer.settled();
  const { items } = (await an.get(`/api/notification/${AN_1}/mailbox`)).json();
  const alert = await an.post(`/api/notification/${AN_1}/alerts`, { contractCode: CODE, price: '465.00' });
  vocabulary.alertIds = [alert.json().alertId];
  const list = await an.post(`/api/market/${AN_1}/watchlists`, { name: 'Mine', contractCodes: [CODE] });
  vocabulary.watchlistIds = [list.json().watchlistId];
  vocabulary.mailboxIds = items.map(({ mailboxId }: { mailboxId: string }) => mailboxId);
});
afterAll(() => platform.close());

async function openPosition(an: Browser, clientOrderId: string): Promise<void> {
  platform.venue.fillAtTicks = 1800;
  await an.post(`/api/order/${AN_1}/place`, { ...ORDER, quantity: 5, clientOrderId });
  await platform.sequencer.settled();
  platform.venue.fillAtTicks = null;
}

function addressOf(route: RouteDefinition, { params, query }: FuzzedRequest): string {
  const path = colonPathOf(route).replace(/:([A-Za-z]+)/g, (_, name: string) => encode(params[name] ?? 'missing'));
  const search = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return search.length === 0 ? path : `${path}?${search.join('&')}`;
}

/** encodeURIComponent throws on half a surrogate pair. */
function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));
}

/** A recording that may be asked for anything. */
function recordingWithoutEnd(): RecordingPlayer {
  let state = { contractCode: CODE, speed: 1, isPaused: false, positionMs: 0, endMs: Date.UTC(2100, 0) };
  return {
    state: () => state,
    async play({ speed = state.speed, isPaused = state.isPaused, jumpToMs = state.positionMs }) {
      const isForward = jumpToMs >= state.positionMs && jumpToMs <= state.endMs;
      if (isForward) state = { ...state, speed, isPaused, positionMs: jumpToMs };
      return isForward;
    },
  };
}

function check(route: RouteDefinition, response: LightMyRequestResponse): void {
  const { statusCode, body } = response;
  const schema = route.replies[statusCode as 200 | 201];
  if (schema) {
    schema.parse(JSON.parse(body));
    return;
  }
  const error = errorReply.parse(JSON.parse(body));
  expect(statusCode, body).toBeLessThan(500);
  expect(errorsOf(route)).toContain(error.code);
}

test.each(Object.entries(ROUTES))(
  '%s',
  async (name, route: RouteDefinition) => {
    const answers = new Set<number>();
    // What the routes before it have closed is there again.
    if (name === 'operatorForceSell') await openPosition(await arrive(1), '0190163d-8694-739b-aea5-966c26f8ad97');
    await fc.assert(
      fc.asyncProperty(
        requestOf(route, vocabulary, GOOD_BODIES[name]),
        fc.constantFrom(0, 1, 1, 1, 2),
        async (request, who) => {
          const browser = await arrive(who);
          const headers = {
            ...(route.body ? { 'content-type': 'application/json' } : {}),
            // Now and then somebody has the token.
            ...(route.access === 'operator' && who === 1 ? { authorization: `Bearer ${OPERATOR_TOKEN}` } : {}),
          };
          const payload = route.body ? { payload: request.body } : {};
          const url = addressOf(route, request);
          const response = await browser.send({ method: route.method, url, headers, ...payload });
          answers.add(response.statusCode);
          check(route, response);
        },
      ),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    );
    // A fuzz test that never gets through the door proves little.
    if (route.path !== '/dev/clock') expect([...answers].some((status) => status < 300)).toBe(true);
  },
  600_000,
);
