/** Checks orders that are placed together over HTTP: all or none, once, told as a group, and cancelled as one. */
import { randomUUID } from 'node:crypto';
import { order as orderShape } from '@mua/contract/entities/order';
import { groupReply } from '@mua/contract/http/orders';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AN_1, type Browser, CODE, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

let platform: Platform;
let an: Browser;

beforeAll(async () => {
  platform = await startPlatform();
  an = await signedIn(platform, 'an@mua.demo');
});
afterAll(() => platform.close());

const member = (terms: object = {}) => ({
  ...{ clientOrderId: randomUUID(), side: 'BUY', orderType: 'LIMIT', duration: 'DAY', quantity: 1 },
  ...{ limitPrice: '440.00', ...terms },
});
const up = (terms: object = {}) => member({ orderType: 'STOP', stopPrice: '455.00', limitPrice: undefined, ...terms });
const placeGroup = (kind: 'OCO' | 'SCALE', orders: readonly object[], more: object = {}) =>
  an.post(`/api/order/${AN_1}/place-group`, { kind, contractCode: CODE, orders, ...more });
const cancelAll = (scope: object) => an.post(`/api/order/${AN_1}/cancel-all`, scope);

async function listed(groupId: string) {
  await platform.sequencer.settled();
  const { items } = (await an.get(`/api/order/${AN_1}/query`)).json();
  return items
    .map((one: unknown) => orderShape.parse(one))
    .filter(({ group }: { group: { groupId: string } | null }) => group?.groupId === groupId);
}

describe('a pair', () => {
  test('is answered, listed and told in an order as one group', async () => {
    const response = await placeGroup('OCO', [up({ stopLossDistance: '2.00', trailsStop: true }), member()]);
    expect(response.statusCode).toBe(201);
    const { groupId, orders, conditionalOrders } = groupReply.parse(response.json());
    expect(orders.map(({ group }) => group)).toEqual([
      { groupId, kind: 'OCO', size: 2, place: 1 },
      { groupId, kind: 'OCO', size: 2, place: 2 },
    ]);
    const trailing = { takeProfit: null, stopLoss: null, trailAmount: '2.00', currentStopPrice: '453.00' };
    expect(conditionalOrders).toMatchObject([{ parentOrderCode: orders[0]?.orderId, ...trailing }]);
    expect(await listed(groupId)).toHaveLength(2);
    const timeline = await an.get(`/api/order/${AN_1}/orders/${orders[1]?.orderId}/timeline`);
    expect(timeline.json().moments[0]).toMatchObject({ kind: 'received', facts: { origin: 'INVESTOR' } });
  });

  test('whose first is filled in part has the other cancelled, with the reason', async () => {
    const { groupId, orders } = (await placeGroup('OCO', [up({ quantity: 2 }), member()])).json();
    const [first] = orders;
    await platform.venue.fill(first.orderId, CODE, 1, 1_820);
    const [one, other] = (await listed(groupId)).sort((a: { orderId: string }, b: { orderId: string }) =>
      a.orderId < b.orderId ? -1 : 1,
    );
    expect(one).toMatchObject({ status: 'PARTIALLY_FILLED', filledQuantity: 1 });
    expect(other).toMatchObject({ status: 'CANCELLED', reason: { code: 'SiblingFilled' } });
  });

  test('sent again is the same two orders', async () => {
    const pair = [up(), member()];
    const first = (await placeGroup('OCO', pair)).json();
    const again = await placeGroup('OCO', pair);
    expect(again.statusCode).toBe(200);
    expect(again.json().orders.map(({ orderId }: { orderId: string }) => orderId)).toEqual(
      first.orders.map(({ orderId }: { orderId: string }) => orderId),
    );
    const other = await placeGroup('OCO', [pair[0] ?? {}, member()]);
    expect([other.statusCode, other.json().code]).toEqual([409, 'IDEMPOTENCY_MISMATCH']);
  });
});

describe('a scale', () => {
  test('is cancelled by one call, and what was placed alone stays', async () => {
    const alone = (await an.post(`/api/order/${AN_1}/place`, { contractCode: CODE, ...member() })).json().order;
    const prices = ['440.00', '439.00', '438.00'];
    const { groupId } = (
      await placeGroup(
        'SCALE',
        prices.map((limitPrice) => member({ limitPrice })),
      )
    ).json();
    const cancelled = await cancelAll({ groupId });
    expect(cancelled.json()).toMatchObject({ orders: 3, conditionalOrders: 0 });
    expect((await listed(groupId)).map(({ status }: { status: string }) => status)).toEqual(
      prices.map(() => 'CANCELLED'),
    );
    const { items } = (await an.get(`/api/order/${AN_1}/query`)).json();
    expect(items.find(({ orderId }: { orderId: string }) => orderId === alone.orderId).status).toBe('WORKING');
    expect((await cancelAll({ groupId })).json()).toMatchObject({ code: 'OrderNotFound' });
  });

  test('counts as its orders against the rate of a sub-account', async () => {
    platform.wall.advanceBy(10_000);
    // Larger than allowed: refused, and counted.
    const scale = () =>
      placeGroup(
        'SCALE',
        Array.from({ length: 20 }, () => member({ quantity: 51 })),
      );
    const answers = [await scale(), await scale(), await scale()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 429]);
    platform.wall.advanceBy(10_000);
  });
});

describe('a group that is refused leaves no order', () => {
  test.each([
    ['too little margin for both', [up({ quantity: 45 }), member({ quantity: 45 })], 422, 'InsufficientMargin', {}],
    [
      'a price between two ticks, told with its order',
      [up(), member({ limitPrice: '440.10' })],
      422,
      'WrongTick',
      { field: 'orders.1.limitPrice', price: '440.10' },
    ],
    ['a pair of three', [up(), member(), member()], 400, 'BadRequest', { field: 'orders' }],
    [
      'a trailing stop',
      [up(), member({ orderType: 'TRAILING_STOP', limitPrice: undefined })],
      400,
      'BadRequest',
      { field: 'orders.1.orderType' },
    ],
    ['no price', [up(), member({ limitPrice: undefined })], 400, 'BadRequest', { field: 'orders.1.limitPrice' }],
  ])('%s', async (_what, orders, status, code, facts) => {
    const before = platform.sequencer.state.orders.size;
    const response = await placeGroup('OCO', orders);
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
    expect(response.json().facts).toMatchObject(facts);
    expect(platform.sequencer.state.orders.size).toBe(before);
  });

  test('a group to cancel is named alone', async () => {
    const response = await cancelAll({ groupId: 'AAAAAAAAAAAAAAAA', contractCode: CODE });
    expect([response.statusCode, response.json().facts]).toEqual([400, { field: 'groupId' }]);
  });
});

test('both filled: their owner is told, with what the second one filled', async () => {
  await cancelAll({});
  const { orders } = (await placeGroup('OCO', [up(), member()])).json();
  const [one, other] = orders;
  // The exchange has filled both before it hears of a cancel.
  await Promise.all([
    platform.venue.fill(one.orderId, CODE, 1, 1_820),
    platform.venue.fill(other.orderId, CODE, 1, 1_760),
  ]);
  await platform.sequencer.settled();
  const { items } = (await an.get(`/api/notification/${AN_1}/mailbox`)).json();
  expect(items.find(({ code }: { code: string }) => code === 'PairFilledBoth')).toMatchObject({
    orderId: other.orderId,
    facts: { side: 'BUY', filled: 1, lots: 1, contract: CODE },
  });
});
