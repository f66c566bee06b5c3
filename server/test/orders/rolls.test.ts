/** Checks rolls over HTTP: two orders, told apart by their ids, refused whole, and the prices of both months. */
import { randomUUID } from 'node:crypto';
import type { Order } from '@mua/contract/entities/order';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AN_1, type Browser, CODE, NANO, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

const MARCH = 'ZCEH27';

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
    settlementTicks: 1_800,
  });
});
afterAll(() => platform.close());
beforeEach(async () => {
  platform.venue.fillAtTicks = 1_800;
  await place({ side: 'BUY', orderType: 'LIMIT', duration: 'DAY', limitPrice: '450.00' });
  await platform.sequencer.settled();
});

const place = (terms: object) =>
  an.post(`/api/order/${AN_1}/place`, { clientOrderId: randomUUID(), contractCode: CODE, quantity: 2, ...terms });
const roll = (rollInto: object, terms: object = {}) =>
  place({ side: 'SELL', orderType: 'MARKET', duration: 'IOC', isReduceOnly: true, rollInto, ...terms });

async function positions(): Promise<Record<string, number>> {
  const { items } = (await an.get(`/api/order/${AN_1}/open-positions`)).json();
  return Object.fromEntries(
    items.map((one: { contractCode: string; netLots: number }) => [one.contractCode, one.netLots]),
  );
}

describe('a roll', () => {
  test('answers with the closing order, and lists the opening one under its id', async () => {
    const before = await positions();
    const response = await roll({ contractCode: MARCH });
    expect(response.statusCode).toBe(201);
    const { order } = response.json();
    await platform.sequencer.settled();
    const { items } = (await an.get(`/api/order/${AN_1}/query`)).json();
    const opening = items.find(({ orderId }: Order) => orderId === `${order.orderId}-r`);
    expect(opening).toMatchObject({ contractCode: MARCH, side: 'BUY', quantity: 2, status: 'FILLED' });
    const after = await positions();
    expect(after[MARCH] ?? 0).toBe((before[MARCH] ?? 0) + 2);
    expect(after[CODE] ?? 0).toBe((before[CODE] ?? 0) - 2);
  });

  test('of a far price between two ticks is refused with that price', async () => {
    const response = await roll(
      { contractCode: MARCH, limitPrice: '450.10' },
      { limitPrice: '450.00', orderType: 'LIMIT' },
    );
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({
      code: 'WrongTick',
      facts: { field: 'rollInto.limitPrice', price: '450.10' },
    });
  });

  test.each([
    ['an order that may open', {}, { isReduceOnly: false }],
    ['an order that rests', {}, { duration: 'DAY' }],
    ['a stop', {}, { orderType: 'STOP', stopPrice: '440.00', duration: 'DAY' }],
    ['another commodity', { contractCode: NANO }, {}],
    ['a field that nobody knows', { lots: 3 }, {}],
  ])('%s is malformed', async (_what, target, terms) => {
    const response = await roll({ contractCode: MARCH, ...target }, terms);
    expect(response.statusCode).toBe(400);
  });
});
