/** Checks placing orders: accepted once, refused with the facts, malformed without a trace, too many, too fast. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { JournalBusyError } from '#refusals/journal-busy.ts';
import { limitOrder, type OrderHarness, openOrderHarness, type Terms } from '#test/fixtures/order-harness.ts';
import { AN_1, AN_2, DUNG_1, signedIn } from '#test/fixtures/platform.ts';

let harness: OrderHarness;

async function open(): Promise<void> {
  harness = await openOrderHarness();
}
const close = () => harness.close();

describe('placing', () => {
  beforeAll(open);
  afterAll(close);
  // Each test has its full burst of orders again.
  beforeEach(() => harness.platform.wall.advanceBy(10_000));

  test('an order is answered 201 with the order as it is on disk', async () => {
    const terms = limitOrder();
    const response = await harness.place(terms);
    expect(response.statusCode).toBe(201);
    const { order, seq } = response.json();
    expect(order).toMatchObject({
      clientOrderId: terms.clientOrderId,
      accountId: AN_1,
      side: 'BUY',
      sideCode: 1,
      orderType: 'LIMIT',
      orderTypeCode: 2,
      duration: 'DAY',
      durationCode: 0,
      quantity: 2,
      limitPrice: '450.00',
      status: 'IN_TRANSIT',
      sessionDate: '2026-11-20',
      filledQuantity: 0,
      averagePrice: null,
      rejection: null,
      seq,
    });
    expect(order.orderId).toMatch(/^[A-Za-z0-9_-]{16}$/);
    await harness.platform.sequencer.settled();
    const stored = await harness.read(`by-client-id/${terms.clientOrderId}`);
    expect(stored).toMatchObject({ orderId: order.orderId, status: 'WORKING', heldAt: 'EXCHANGE' });
  });

  test('names and codes are equivalent', async () => {
    const { order } = (await harness.place(limitOrder({ side: 2, orderType: 2, duration: 1 }))).json();
    expect([order.side, order.orderType, order.duration]).toEqual(['SELL', 'LIMIT', 'GTC']);
  });

  test('the same id with the same terms is the same order; with others it is refused', async () => {
    const terms = limitOrder({ clientOrderId: randomUUID().toUpperCase() });
    const first = (await harness.place(terms)).json();
    const again = await harness.place({
      ...terms,
      limitPrice: '450',
      clientOrderId: String(terms.clientOrderId).toLowerCase(),
    });
    expect([again.statusCode, again.json().order.orderId]).toEqual([200, first.order.orderId]);
    const other = await harness.place({ ...terms, quantity: 3 });
    expect([other.statusCode, other.json().code]).toEqual([409, 'IDEMPOTENCY_MISMATCH']);
  });

  test('twenty at once with one id are one order', async () => {
    const terms = limitOrder();
    const responses = await Promise.all(Array.from({ length: 20 }, () => harness.place(terms)));
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(new Set(responses.map((response) => response.json().order.orderId)).size).toBe(1);
  });

  test.each<[string, Terms, string, Terms]>([
    [
      'between two ticks',
      { limitPrice: '450.10' },
      'WrongTick',
      { tick: '0.25', lower: '450.00', upper: '450.25', price: '450.10' },
    ],
    ['more lots than an order may have', { quantity: 51 }, 'MaxLotsPerOrder', { max: 50, lots: 51 }],
    ['no lots', { quantity: 0 }, 'QuantityInvalid', { lots: 0 }],
    [
      'outside the band',
      { limitPrice: '500.00' },
      'PriceOutsideBand',
      { percent: '7', reference: '450.00', bound: '481.50', price: '500.00' },
    ],
    [
      'a time in force the exchange does not take',
      { orderType: 'MARKET', limitPrice: undefined, duration: 'GTC' },
      'DurationNotAllowed',
      { orderType: 'MARKET', duration: 'GTC' },
    ],
    [
      'a limit far from its own stop',
      { orderType: 'STOP_LIMIT', stopPrice: '460.00', limitPrice: '495.00' },
      'StopLimitTooFar',
      { percent: '7', reference: '460.00', bound: '492.00', price: '495.00' },
    ],
    [
      'a stop between two ticks',
      { orderType: 'STOP', limitPrice: undefined, stopPrice: '460.10' },
      'WrongTick',
      { tick: '0.25', lower: '460.00', upper: '460.25', price: '460.10', field: 'stopPrice' },
    ],
    [
      'a trail below a tick',
      { orderType: 'TRAILING_STOP', limitPrice: undefined, trailAmount: '0.10' },
      'TrailInvalid',
      { min: '0.25', tick: '0.25' },
    ],
    [
      'a pair without a position',
      { orderType: 'TPSL', limitPrice: undefined, takeProfit: '470.00' },
      'TakeProfitWrongSide',
      { price: '450.00' },
    ],
    [
      'exits on the wrong side of their entry',
      { takeProfit: '470.00', stopLoss: '455.00' },
      'StopLossWrongSide',
      { price: '450.00' },
    ],
    [
      'reducing more than is open',
      { isReduceOnly: true, side: 'SELL', quantity: 9 },
      'ReduceOnlyExceeded',
      { open: 0 },
    ],
    [
      'a date after the last trading day',
      { duration: 'GTD', expirationDate: '2026-12-31' },
      'ExpirationDateInvalid',
      { from: '2026-11-20', to: '2026-12-14' },
    ],
  ])('%s is refused with the facts and stored as rejected', async (_what, more, code, facts) => {
    const terms = limitOrder(more);
    const response = await harness.place(terms);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toEqual({ code, facts, requestId: expect.any(String) });
    const stored = await harness.read(`by-client-id/${terms.clientOrderId}`);
    expect(stored.status).toBe('REJECTED');
    expect(stored.rejection.code).toBe(code);
    expect((await harness.place(terms)).statusCode).toBe(200);
  });

  test('an order beyond the margin is refused with the shortfall and the lots that would fit', async () => {
    const response = await harness.place(limitOrder({ quantity: 40 }), AN_2);
    expect(response.json()).toMatchObject({
      code: 'InsufficientMargin',
      facts: { required: '1474984000', available: '1000000000', missing: '474984000', maxLots: 27, fee: '28000000' },
    });
    expect((await harness.place(limitOrder({ quantity: 27 }), AN_2)).statusCode).toBe(201);
  });

  test('an unknown contract is 404 and leaves no trace', async () => {
    const terms = limitOrder({ contractCode: 'NOPE99' });
    const response = await harness.place(terms);
    expect([response.statusCode, response.json()]).toMatchObject([
      404,
      { code: 'ContractNotFound', facts: { code: 'NOPE99' } },
    ]);
    expect((await harness.read(`by-client-id/${terms.clientOrderId}`)).code).toBe('OrderNotFound');
  });

  test('a sub-account that is not activated cannot trade', async () => {
    const dung = await signedIn(harness.platform, 'dung@mua.demo');
    const response = await dung.post(`/api/order/${DUNG_1}/place`, limitOrder());
    expect([response.statusCode, response.json().code]).toEqual([403, 'InvestorTradingAccountNotAllowed']);
  });

  test.each<[string, Terms, string]>([
    ['a float', { quantity: 1.5 }, 'quantity'],
    ['a price as a number', { limitPrice: 450 }, 'limitPrice'],
    ['an exponent', { limitPrice: '4.5e2' }, 'limitPrice'],
    ['lots as text', { quantity: '2' }, 'quantity'],
    ['an unknown field', { note: 'please' }, 'note'],
    ['no id', { clientOrderId: undefined }, 'clientOrderId'],
    ['an id that is not a UUID', { clientOrderId: 'order-1' }, 'clientOrderId'],
    ['a market order with a price', { orderType: 'MARKET' }, 'limitPrice'],
    ['a limit order without one', { limitPrice: undefined }, 'limitPrice'],
    ['a date without GTD', { expirationDate: '2026-11-25' }, 'expirationDate'],
    ['a word in lower case', { side: 'buy' }, 'side'],
    ['a contract code with a space', { contractCode: 'ZCE Z26' }, 'contractCode'],
  ])('%s is malformed and leaves no trace', async (_what, more, field) => {
    const stored = async () => (await harness.read('query?limit=1')).total;
    const before = await stored();
    const response = await harness.place(limitOrder(more));
    expect([response.statusCode, response.json()]).toMatchObject([400, { code: 'BadRequest', facts: { field } }]);
    expect(await stored()).toBe(before);
  });

  test('an order is answered 503 if the journal cannot keep up', async () => {
    const { sequencer } = harness.platform;
    const busy = await openOrderHarness({
      sequencer: {
        ...sequencer,
        submit: () => Promise.reject(new JournalBusyError('full')),
      },
    });
    const response = await busy.place(limitOrder());
    expect([response.statusCode, response.json().code]).toEqual([503, 'JOURNAL_UNAVAILABLE']);
    await busy.close();
  });
});

describe('rates', () => {
  beforeEach(open);
  afterEach(close);

  test('are forty orders at once, then twenty a second; cancels remain possible', async () => {
    const responses = await Promise.all(Array.from({ length: 45 }, () => harness.place(limitOrder({ quantity: 51 }))));
    const late = responses.filter(({ statusCode }) => statusCode === 429);
    expect(late).toHaveLength(5);
    expect(late[0]?.json()).toMatchObject({ code: 'TooManyRequests', facts: { seconds: 1 } });
    expect(late[0]?.headers['retry-after']).toBe('1');
    expect((await harness.post('cancel', { orderId: 'x' })).statusCode).toBe(404);
    expect((await harness.place(limitOrder(), AN_2)).statusCode).toBe(201);
    harness.platform.wall.advanceBy(1000);
    const next = await Promise.all(Array.from({ length: 25 }, () => harness.place(limitOrder({ quantity: 51 }))));
    expect(next.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
  });
});
