/** Checks conditional orders, bulk cancels, own limits, the mailbox and operators, over HTTP. */
import { randomUUID } from 'node:crypto';
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  AN_1,
  BINH_1,
  type Browser,
  CODE,
  OPERATOR_TOKEN,
  type Platform,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';

let platform: Platform;
let an: Browser;
let binh: Browser;

beforeAll(async () => {
  platform = await startPlatform({ limits: { ordersPerSecond: 1e6, ordersBurst: 1e6 } });
  an = await signedIn(platform, 'an@mua.demo');
  binh = await signedIn(platform, 'binh@mua.demo');
});
afterAll(() => platform.close());
beforeEach(async () => {
  platform.venue.fillAtTicks = null;
  await mark(1800);
  await an.post(`/api/order/${AN_1}/cancel-all`, {});
});

type Terms = Record<string, unknown>;

function place(terms: Terms, browser = an, account = AN_1): Promise<LightMyRequestResponse> {
  const order = {
    clientOrderId: randomUUID(),
    contractCode: CODE,
    side: 'BUY',
    duration: 'GTC',
    quantity: 1,
    ...terms,
  };
  return browser.post(`/api/order/${account}/place`, order);
}

async function mark(lastTicks: number): Promise<void> {
  const prices = [{ contractCode: CODE, lastTicks, highTicks: lastTicks, lowTicks: lastTicks }];
  await platform.sequencer.submit({ kind: 'markPrices', prices });
  await platform.sequencer.settled();
}

async function long(quantity: number): Promise<void> {
  platform.venue.fillAtTicks = 1800;
  await place({ orderType: 'LIMIT', limitPrice: '450.00', quantity });
  await platform.sequencer.settled();
  platform.venue.fillAtTicks = null;
}

async function conditionals(query = ''): Promise<ConditionalOrder[]> {
  return (await an.get(`/api/order/${AN_1}/conditional-orders${query}`)).json().items;
}

async function mailbox(): Promise<MailboxMessage[]> {
  return (await an.get(`/api/notification/${AN_1}/mailbox`)).json().items;
}

describe('a trailing stop', () => {
  test('is placed like an order, listed with its current stop, changed and cancelled', async () => {
    await long(2);
    const clientOrderId = randomUUID();
    const terms = { clientOrderId, side: 'SELL', orderType: 'TRAILING_STOP', quantity: 2, trailAmount: '2.50' };
    const placed = await place({ ...terms, isReduceOnly: true });
    expect(placed.statusCode).toBe(201);
    expect(placed.json()).toMatchObject({
      order: { clientOrderId, orderType: 'TRAILING_STOP', orderTypeCode: null, status: 'WORKING', heldAt: 'BROKER' },
      conditionalOrder: { state: 'PENDING_ACTIVATION', initialStopPrice: '447.50', trailAmount: '2.50' },
    });
    expect((await place({ ...terms, isReduceOnly: true })).statusCode).toBe(200);
    expect((await place(terms)).json().code).toBe('IDEMPOTENCY_MISMATCH');

    await mark(1810);
    const [listed] = await conditionals('?view=pending');
    expect(listed).toMatchObject({ clientOrderId, initialStopPrice: '447.50', currentStopPrice: '450.00' });

    const path = `/api/order/${AN_1}/conditional-orders`;
    const modified = await an.post(`${path}/modify`, { clientOrderId, trailAmount: '5' });
    expect(modified.json().conditionalOrder).toMatchObject({ trailAmount: '5.00', currentStopPrice: '447.50' });
    const found = (await an.get(`/api/order/${AN_1}/by-client-id/${clientOrderId}`)).json();
    expect(found).toMatchObject({ clientOrderId, orderType: 'TRAILING_STOP' });
    const cancelled = await an.post(`${path}/cancel`, { clientOrderId });
    expect(cancelled.json().conditionalOrder.state).toBe('CANCELLED');
    expect((await an.post(`${path}/cancel`, { clientOrderId })).json()).toMatchObject({
      code: 'ConditionalOrderNotAllowed',
      facts: { status: 'CANCELLED' },
    });
    expect((await binh.post(`/api/order/${BINH_1}/conditional-orders/cancel`, { clientOrderId })).json().code).toBe(
      'ConditionalOrderNotFound',
    );
  });
});

test('the list counts every order of its view and contract, whatever the page holds', async () => {
  await long(3);
  const terms = { side: 'SELL', orderType: 'TRAILING_STOP', trailAmount: '2.50', isReduceOnly: true };
  for (let placed = 0; placed < 3; placed += 1) await place(terms);
  const pageOf = async (query: string) => (await an.get(`/api/order/${AN_1}/conditional-orders?${query}`)).json();
  const first = await pageOf('view=pending&limit=2');
  expect([first.items.length, first.total]).toEqual([2, 3]);
  const last = await pageOf(`view=pending&limit=2&cursor=${first.nextCursor}`);
  expect([last.items.length, last.nextCursor, last.total]).toEqual([1, null, 3]);
  expect((await pageOf(`view=pending&contractCode=${CODE}`)).total).toBe(3);
  expect((await pageOf('view=pending&contractCode=KCEH27')).total).toBe(0);
});

test('an order that was refused in its reply causes no message', async () => {
  const refused = await place({ orderType: 'LIMIT', limitPrice: '450.00', quantity: 100_000 });
  expect(refused.statusCode).toBe(422);
  await platform.sequencer.settled();
  expect((await mailbox()).map(({ code }) => code)).not.toContain('OrderRejected');
});

describe('an exit pair', () => {
  test('comes with its entry, is armed by the fill, fires, and is reported in the mailbox', async () => {
    platform.venue.fillAtTicks = 1800;
    const placed = await place({ orderType: 'LIMIT', limitPrice: '450.00', takeProfit: '455.00', stopLoss: '445.00' });
    const { order, conditionalOrder } = placed.json();
    expect(conditionalOrder).toMatchObject({ parentOrderCode: order.orderId, side: 'SELL', armedQuantity: 0 });
    await platform.sequencer.settled();
    expect(await conditionals('?view=pending')).toMatchObject([{ armedQuantity: 1, takeProfit: '455.00' }]);
    platform.venue.fillAtTicks = 1820;
    await mark(1820);
    const [fired] = await conditionals('?view=activated');
    expect(fired).toMatchObject({ state: 'ACTIVE', triggeredLeg: 'TAKE_PROFIT', triggeredPrice: '455.00' });
    const child = (await an.get(`/api/order/${AN_1}/query`)).json().items[0];
    expect(child).toMatchObject({ orderId: fired?.childOrderId, clientOrderId: null, status: 'FILLED', side: 'SELL' });
    const messages = await mailbox();
    expect(messages.map(({ code }) => code)).toEqual(expect.arrayContaining(['ConditionalTriggered', 'OrderFilled']));
    const reported = messages.find(({ code }) => code === 'ConditionalTriggered');
    expect(reported?.facts).toEqual({ contract: CODE, price: '455.00', side: 'SELL', lots: 1, orderType: 'MARKET' });
  });
});

test('exits at a distance stand at it from what their entry filled at', async () => {
  platform.venue.fillAtTicks = 1797;
  const clientOrderId = randomUUID();
  const terms = { clientOrderId, orderType: 'LIMIT', limitPrice: '450.00', takeProfitDistance: '4.00' } as const;
  const placed = await place({ ...terms, stopLossDistance: '2.00' });
  expect(placed.json().conditionalOrder).toMatchObject({ takeProfit: '454.00', stopLoss: '448.00' });
  await platform.sequencer.settled();
  expect(await conditionals('?view=pending')).toMatchObject([
    { armedQuantity: 1, takeProfit: '453.25', stopLoss: '447.25' },
  ]);
  expect((await place({ ...terms, stopLossDistance: '2.000' })).statusCode).toBe(200);
  expect((await place(terms)).json().code).toBe('IDEMPOTENCY_MISMATCH');
  const both = await place({ orderType: 'LIMIT', limitPrice: '450.00', stopLoss: '445.00', stopLossDistance: '2.00' });
  expect(both.statusCode).toBe(400);
  const offGrid = await place({ orderType: 'LIMIT', limitPrice: '450.00', stopLossDistance: '2.10' });
  expect(offGrid.json()).toMatchObject({
    code: 'WrongTick',
    facts: { price: '2.10', lower: '2.00', upper: '2.25', field: 'stopLossDistance' },
  });
  await an.post(`/api/order/${AN_1}/cancel-all`, {});
  platform.venue.fillAtTicks = 1800;
  await place({ side: 'SELL', orderType: 'LIMIT', limitPrice: '450.00' });
  await platform.sequencer.settled();
});

describe('in bulk', () => {
  test('cancel all ends working and conditional orders, of one contract or of all', async () => {
    await long(1);
    await place({ orderType: 'LIMIT', limitPrice: '440.00' });
    await place({ side: 'SELL', orderType: 'TPSL', takeProfit: '470.00' });
    const kept = await an.post(`/api/order/${AN_1}/cancel-all`, { contractCode: CODE, keepStops: true });
    expect(kept.json()).toMatchObject({ orders: 1, conditionalOrders: 0 });
    const answer = await an.post(`/api/order/${AN_1}/cancel-all`, { contractCode: CODE });
    expect(answer.json()).toMatchObject({ conditionalOrders: 1 });
    expect((await an.post(`/api/order/${AN_1}/cancel-all`, { contractCode: 'NOPE99' })).statusCode).toBe(404);
  });

  test('go flat cancels and closes; reverse inverts the position', async () => {
    await long(2);
    await place({ orderType: 'LIMIT', limitPrice: '440.00' });
    platform.venue.fillAtTicks = 1801;
    const path = `/api/order/force-sell/accounts/${AN_1}/by-contract`;
    const flat = await an.post(path, { contractCode: CODE, clientOrderId: randomUUID(), goFlat: true });
    expect(flat.statusCode).toBe(201);
    await platform.sequencer.settled();
    expect((await an.get(`/api/order/${AN_1}/open-positions`)).json().items).toEqual([]);
    await long(2);
    platform.venue.fillAtTicks = 1800;
    const reversed = await an.post(`/api/order/${AN_1}/reverse`, { contractCode: CODE, clientOrderId: randomUUID() });
    expect(reversed.json().order).toMatchObject({ side: 'SELL', quantity: 4, orderType: 'MARKET' });
    await platform.sequencer.settled();
    expect((await an.get(`/api/order/${AN_1}/open-positions`)).json().items).toMatchObject([{ netLots: -2 }]);
  });
});

describe('own limits', () => {
  test('are tightened at once, loosened on the next trade date, and refuse with their number', async () => {
    const path = `/api/investor/accounts/${BINH_1}/brakes`;
    const none = { maxLotsPerOrder: null, dailyLoss: null, noTradeHours: null, coolOffUntil: null };
    expect((await binh.get(path)).json()).toEqual({ inForce: none, next: null });
    const tight = { ...none, maxLotsPerOrder: 2, noTradeHours: { from: '22:00', to: '06:30' } };
    expect((await binh.post(path, tight)).json()).toEqual({ inForce: tight, next: null });
    expect((await binh.post(path, none)).json()).toEqual({ inForce: tight, next: none });
    const refused = await place({ orderType: 'LIMIT', limitPrice: '450.00', quantity: 3 }, binh, BINH_1);
    expect(refused.json()).toMatchObject({ code: 'BrakeMaxLots', facts: { max: 2 } });
  });
});

describe('the mailbox', () => {
  test('counts unread messages, marks one and all as read, and is private', async () => {
    await long(1);
    const [first] = await mailbox();
    const path = `/api/notification/${AN_1}/mailbox`;
    const { unread } = (await an.get(`${path}/unread-count`)).json();
    expect(unread).toBeGreaterThan(0);
    expect(first).toMatchObject({ isRead: false, code: 'OrderFilled', contractCode: CODE });
    expect((await an.post(`${path}/${first?.mailboxId}/read`, {})).json()).toEqual({ unread: unread - 1 });
    expect((await an.post(`${path}/${first?.mailboxId}/read`, {})).json()).toEqual({ unread: unread - 1 });
    expect((await binh.post(`/api/notification/${BINH_1}/mailbox/${first?.mailboxId}/read`, {})).statusCode).toBe(404);
    expect((await an.post(`${path}/read-all`, {})).json()).toEqual({ unread: 0 });
    expect((await mailbox()).every(({ isRead }) => isRead)).toBe(true);
  });
});

describe('operators', () => {
  const asOperator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const act = (url: string, payload: object): Promise<LightMyRequestResponse> =>
    an.send({ method: 'POST', url, payload, headers: asOperator });

  test('halt a contract and lift it, only with the token; every act is recorded', async () => {
    const halt = { contractCode: CODE, operatorId: 'lan', reason: 'drill' };
    expect((await an.post('/api/operator/halts', halt)).statusCode).toBe(401);
    expect((await act('/api/operator/halts', halt)).json().items).toMatchObject([
      { contractCode: CODE, reason: 'drill' },
    ]);
    const refused = await place({ orderType: 'LIMIT', limitPrice: '450.00' });
    expect(refused.json()).toMatchObject({ code: 'TRADING_HALTED', facts: { scope: CODE, reason: 'drill' } });
    expect((await act('/api/operator/halts/lift', { ...halt, reason: 'over' })).json().items).toEqual([]);
    expect((await place({ orderType: 'LIMIT', limitPrice: '449.00' })).statusCode).toBe(201);
    const acts = (await an.send({ method: 'GET', url: '/api/operator/acts', headers: asOperator })).json().items;
    expect(acts).toMatchObject([
      { act: 'tradingHalt', isLifted: true, reason: 'over', operatorId: 'lan', contractCode: CODE },
      { act: 'tradingHalt', isLifted: false, reason: 'drill' },
    ]);
  });

  test('close a position of an investor, with a reason', async () => {
    await long(5);
    platform.venue.fillAtTicks = 1800;
    const answer = await act('/api/operator/force-sell', {
      accountId: AN_1,
      contractCode: CODE,
      clientOrderId: randomUUID(),
      operatorId: 'lan',
      reason: 'asked by phone',
    });
    expect(answer.json().order).toMatchObject({ isForceSell: true, accountId: AN_1 });
    const [last] = (await an.send({ method: 'GET', url: '/api/operator/acts', headers: asOperator })).json().items;
    expect(last).toMatchObject({ act: 'forceSell', accountId: AN_1, reason: 'asked by phone' });
  });
});
