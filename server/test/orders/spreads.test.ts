/** Checks orders in a calendar spread over HTTP: one order, two legs in every list, and what is refused. */
import { randomUUID } from 'node:crypto';
import { orderTimeline } from '@mua/contract/entities/order-timeline';
import { spread } from '@mua/contract/entities/spread';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AN_1, type Browser, CODE, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

const MARCH = 'ZCEH27';
const SPREAD = `${CODE}-${MARCH}`;

let platform: Platform;
let an: Browser;

beforeAll(async () => {
  platform = await startPlatform();
  an = await signedIn(platform, 'an@mua.demo');
  await platform.sequencer.submit({
    kind: 'listContract',
    contract: {
      code: MARCH,
      commodityCode: 'ZCE',
      expiryYear: 2027,
      expiryMonth: 3,
      firstNotificationDate: '2027-02-26',
      lastNotificationDate: null,
      lastTradeDay: '2027-03-12',
    },
    settlementTicks: 1_850,
  });
  await platform.sequencer.submit({ kind: 'listSpread', near: CODE, far: MARCH });
});
afterAll(() => platform.close());

const place = (terms: object = {}) =>
  an.post(`/api/order/${AN_1}/place`, {
    ...{ clientOrderId: randomUUID(), contractCode: SPREAD, quantity: 2, side: 'BUY' },
    ...{ orderType: 'LIMIT', duration: 'DAY', limitPrice: '-12.50', ...terms },
  });

const read = async (path: string) => (await an.get(`/api/order/${AN_1}/${path}`)).json();

test('the spreads that can be traded are listed with their limits and prices', async () => {
  platform.market.move(SPREAD, { bidTicks: -51, askTicks: -49, bidLots: 4, askLots: 6 });
  const { items } = (await an.get('/api/market/spreads?commodityCode=ZCE')).json();
  expect(items.map((one: unknown) => spread.parse(one))).toMatchObject([
    {
      code: SPREAD,
      near: CODE,
      far: MARCH,
      tickSize: '0.25',
      lastTradeDay: '2026-12-14',
      priceLimits: { upper: '51.25', lower: '-76.25' },
      quote: { code: SPREAD, bid: '-12.75', ask: '-12.25' },
    },
  ]);
  expect((await an.get('/api/market/spreads?commodityCode=NOPE')).json()).toEqual({ items: [] });
});

describe('an order in a spread', () => {
  test('is one order, with a fill in each leg, and two positions', async () => {
    platform.venue.fillAtTicks = -50;
    const placed = await place();
    expect(placed.statusCode).toBe(201);
    const { order } = placed.json();
    expect(order).toMatchObject({ contractCode: SPREAD, limitPrice: '-12.50', heldAt: null });
    await platform.sequencer.settled();
    const { items } = await read(`query?contractCode=${SPREAD}`);
    expect(items).toMatchObject([{ orderId: order.orderId, status: 'FILLED', averagePrice: '-12.5000' }]);
    const past = (await read(`histories?contractCode=${SPREAD}`)).items[0];
    expect(past.fills).toMatchObject([
      { contractCode: CODE, spreadCode: SPREAD, side: 'BUY', price: '450.00', lots: 2, fee: '700000' },
      { contractCode: MARCH, spreadCode: SPREAD, side: 'SELL', price: '462.50', lots: 2, fee: '700000' },
    ]);
    const positions = (await read('open-positions')).items;
    expect(positions.map((one: { contractCode: string; netLots: number }) => [one.contractCode, one.netLots])).toEqual(
      expect.arrayContaining([
        [CODE, 2],
        [MARCH, -2],
      ]),
    );
  });

  test('tells its own price in its timeline and in its message', async () => {
    platform.venue.fillAtTicks = -49;
    const { order } = (await place({ limitPrice: '-12.25' })).json();
    await platform.sequencer.settled();
    const story = orderTimeline.parse((await an.get(`/api/order/${AN_1}/orders/${order.orderId}/timeline`)).json());
    const filled = story.moments.find(({ kind }) => kind === 'filled');
    expect(filled).toMatchObject({ facts: { price: '-12.25', lots: 2, fee: '1400000' } });
    const { items } = (await an.get(`/api/notification/${AN_1}/mailbox`)).json();
    const told = items.find(({ orderId }: { orderId: string }) => orderId === order.orderId);
    expect(told).toMatchObject({ contractCode: SPREAD, facts: { contract: SPREAD, price: '-12.2500' } });
  });

  test('that fills leaves the prices of its legs as they were', async () => {
    const marks = async () =>
      (await read('open-positions')).items.map((one: { contractCode: string; marketPrice: string }) => [
        one.contractCode,
        one.marketPrice,
      ]);
    const before = await marks();
    platform.venue.fillAtTicks = -40;
    await place({ limitPrice: '-10' });
    await platform.sequencer.settled();
    expect(await marks()).toEqual(before);
  });

  test('rests, changes and is cancelled, alone or with its leg', async () => {
    platform.venue.fillAtTicks = null;
    const first = (await place()).json().order;
    const second = (await place()).json().order;
    await platform.sequencer.settled();
    const modified = await an.post(`/api/order/${AN_1}/modify`, { orderId: first.orderId, limitPrice: '-13.00' });
    expect(modified.json()).toMatchObject({ order: { pendingModify: { limitPrice: '-13.00' } } });
    await platform.sequencer.settled();
    await an.post(`/api/order/${AN_1}/cancel`, { orderId: first.orderId });
    const all = await an.post(`/api/order/${AN_1}/cancel-all`, { contractCode: MARCH });
    expect(all.statusCode).toBe(200);
    await platform.sequencer.settled();
    for (const { orderId } of [first, second])
      expect((await read(`query?contractCode=${SPREAD}`)).items).toContainEqual(
        expect.objectContaining({ orderId, status: 'CANCELLED' }),
      );
  });

  test.each([
    ['beyond what its legs may cost', { limitPrice: '-80.00' }, 422, 'PriceOutsideDailyLimit'],
    ['between two ticks', { limitPrice: '-12.60' }, 422, 'WrongTick'],
    ['FOK', { duration: 'FOK' }, 422, 'DurationNotAllowed'],
    ['larger than allowed', { quantity: 999 }, 422, 'MaxLotsPerOrder'],
    ['of months that are no spread', { contractCode: `${MARCH}-${CODE}` }, 404, 'ContractNotFound'],
    ['reduce-only', { isReduceOnly: true }, 400, 'BadRequest'],
    ['a code of three', { contractCode: `${SPREAD}-${MARCH}` }, 400, 'BadRequest'],
  ])('is refused %s', async (_what, terms, statusCode, code) => {
    const response = await place(terms);
    expect([response.statusCode, response.json().code]).toEqual([statusCode, code]);
  });
});
