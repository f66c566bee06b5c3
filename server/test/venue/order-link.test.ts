/**
 * What goes to the exchange when the journal has hung: nothing that was meant for a moment that has passed, nothing that
 * only prices of the past asked for, and everything else once.
 */
import {
  type CommandBody,
  createEngineState,
  type PriceMark,
  TIME_TO_SEND_MS,
  type VenueRequest,
} from '@mua/core/engine';
import { expect, test } from 'vitest';
import { createExchangeEntry } from '#journal/exchange-entry.ts';
import { createSequencer, STALLED_MS } from '#journal/sequencer.ts';
import { holdableJournal } from '#test/fixtures/holdable-journal.ts';
import { stageLoad } from '#test/fixtures/load.ts';
import { createOrderLink } from '#venue/order-link.ts';
import { enterReferenceData } from '../../../bench/src/reference-data.ts';

const CODE = 'ZCEZ26';
const EPOCH = 'e1';

type Placed = Extract<CommandBody, { kind: 'placeOrder' }>;

const order = (orderId: string, terms: Pick<Placed, 'orderType' | 'duration'> & Partial<Placed>): CommandBody => ({
  ...{ kind: 'placeOrder', accountId: 'account-0', orderId, clientOrderId: orderId },
  ...{ contractCode: CODE, side: 'BUY', quantityLots: 1, ...terms },
});
const limit = (orderId: string): CommandBody =>
  order(orderId, { orderType: 'LIMIT', duration: 'DAY', limitPrice: '450.00' });
const market = (orderId: string): CommandBody => order(orderId, { orderType: 'MARKET', duration: 'IOC' });
const mark = (lastTicks: number): CommandBody => ({
  kind: 'markPrices',
  prices: [{ contractCode: CODE, lastTicks, highTicks: lastTicks, lowTicks: lastTicks }],
});

const nameOf = (request: VenueRequest): string => (request.kind === 'submit' ? request.order : request).orderId;

async function stage() {
  const fail = (error: unknown): never => {
    throw error;
  };
  const load = stageLoad();
  const state = createEngineState();
  const { journal, hold, release } = holdableJournal();
  const sequencer = createSequencer({ ...{ state, load, journal, now: load.nowMs }, onFatal: fail });
  enterReferenceData((body) => void sequencer.submit(body), 1);
  await sequencer.submit(mark(1_800));
  const sent: string[] = [];
  /** How often it was asked how orders stand. */
  const asked: number[] = [];
  const newest: PriceMark[] = [];
  const { listener } = createOrderLink({
    sequencer,
    newestPrices: () => newest,
    venue: {
      ...{ name: 'simulated', accounts: 'demo', market: undefined as never },
      orders: {
        send: (requests) => sent.push(...requests.map((request) => `${request.kind} ${nameOf(request)}`)),
        listOpen: () => asked.push(load.nowMs()),
      },
      start: async () => {},
      stop: async () => {},
    },
    entry: createExchangeEntry(sequencer, fail),
    recall: async () => undefined,
  });
  await listener.restarted(EPOCH);
  return {
    ...{ load, state, sequencer, listener, newest, sent, asked, hold },
    /** The disk answers; everybody is told. */
    async goOn() {
      release();
      await sequencer.settled();
      await new Promise(setImmediate);
    },
  };
}

test.each([
  ['ten seconds', TIME_TO_SEND_MS, ['submit at-once', 'submit rests'], 0],
  ['longer', TIME_TO_SEND_MS + 1, [], 1],
])('after %s of a hanging journal', async (_what, hungMs, sentAtOnce, askedTimes) => {
  const { load, sequencer, sent, asked, hold, goOn } = await stage();
  hold();
  for (const body of [market('at-once'), limit('rests')]) void sequencer.submit(body);
  load.advanceBy(hungMs);
  await goOn();
  expect([sent, asked.length]).toEqual([sentAtOnce, askedTimes]);
});

test('what was for the moment ends unsent, the rest is sent when the exchange has listed what it has', async () => {
  const { load, state, sequencer, listener, sent, hold, goOn } = await stage();
  hold();
  for (const body of [market('at-once'), limit('rests')]) void sequencer.submit(body);
  load.advanceBy(3 * 60_000);
  await goOn();
  expect(['at-once', 'rests'].map((orderId) => state.orders.get(orderId)?.status)).toEqual([
    'DISCONNECTED',
    'DISCONNECTED',
  ]);
  await listener.back(EPOCH, []);
  expect(sent).toEqual(['submit rests']);
  expect(state.orders.get('at-once')).toMatchObject({ status: 'CANCELLED', reason: 'NotSentInTime', filledLots: 0 });
  await sequencer.submit(market('afterwards'));
  expect(sent).toEqual(['submit rests', 'submit afterwards']);
});

test('a stop is not fired by a price that was there while the journal hung, and is gone', async () => {
  const { load, state, sequencer, listener, sent, hold, goOn } = await stage();
  await sequencer.submit(order('entry', { orderType: 'TRAILING_STOP', duration: 'DAY', trailAmount: '5' }));
  hold();
  void sequencer.submit(limit('rests'));
  await new Promise(setImmediate);
  load.advanceBy(STALLED_MS + 1);
  for (const ticks of [1_830, 1_800]) void sequencer.submit(mark(ticks));
  load.advanceBy(TIME_TO_SEND_MS);
  await goOn();
  await listener.back(EPOCH, []);
  expect(sent).toEqual(['submit rests']);
  expect(state.conditionals.get('entry')?.status).toBe('PENDING_ACTIVATION');
});

test('exits of what was filled meanwhile are held against the newest price, and against no older one', async () => {
  const { load, state, sequencer, listener, newest, sent, hold, goOn } = await stage();
  const exits = { exitOrderId: 'exits', takeProfit: '449.25', stopLoss: '445.00' };
  await sequencer.submit(order('entry', { orderType: 'LIMIT', duration: 'GTC', limitPrice: '447.50', ...exits }));
  await listener.reports([{ kind: 'accepted', orderId: 'entry', contractCode: CODE, execId: `${EPOCH}-1` }]);
  hold();
  void sequencer.submit(limit('rests'));
  await new Promise(setImmediate);
  load.advanceBy(STALLED_MS + 1);
  const trade = { execId: `${EPOCH}-2`, tradeId: 'trade', priceTicks: 1_790, lots: 1 };
  void listener.reports([{ kind: 'filled', orderId: 'entry', contractCode: CODE, ...trade }]);
  newest.push({ contractCode: CODE, lastTicks: 1_791, highTicks: 1_791, lowTicks: 1_791 });
  load.advanceBy(TIME_TO_SEND_MS);
  await goOn();
  await listener.back(EPOCH, []);
  expect(state.contracts.get(CODE)?.lastTicks).toBe(1_791);
  expect([...state.conditionals.values()].map(({ status }) => status)).toEqual(['PENDING_ACTIVATION']);
  expect(sent).toEqual(['submit entry', 'submit rests']);
});

test('an exchange whose own word on the link is under way is not asked, and has every order once', async () => {
  const { load, sequencer, listener, sent, asked, hold, goOn } = await stage();
  hold();
  void sequencer.submit(limit('rests'));
  await new Promise(setImmediate);
  load.advanceBy(TIME_TO_SEND_MS + 1);
  void listener.lost('cut');
  await goOn();
  expect([sent, asked]).toEqual([[], []]);
  await listener.back(EPOCH, []);
  expect([sent, asked]).toEqual([['submit rests'], []]);
});
