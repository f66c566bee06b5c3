import { randomUUID } from 'node:crypto';
import { accountEquityVnd } from '@mua/core/engine';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { followTradeDate } from '../../src/accounts/trade-date-start.ts';
import { JournalBusyError } from '../../src/trading/sequencer.ts';
import {
  AN_1,
  AN_2,
  type Browser,
  CODE,
  DUNG_1,
  type Platform,
  signedIn,
  startPlatform,
} from '../fixtures/platform.ts';

let platform: Platform;
let an: Browser;

async function open(): Promise<void> {
  platform = await startPlatform();
  an = await signedIn(platform, 'an@mua.demo');
}
const close = () => platform.close();

type Terms = Record<string, unknown>;

function limitOrder(more: Terms = {}): Terms {
  return {
    clientOrderId: randomUUID(),
    contractCode: CODE,
    side: 'BUY',
    orderType: 'LIMIT',
    duration: 'DAY',
    quantity: 2,
    limitPrice: '450.00',
    ...more,
  };
}

const place = (terms: Terms, accountId = AN_1) => an.post(`/api/order/${accountId}/place`, terms);

describe('placing', () => {
  beforeAll(open);
  afterAll(close);
  // Each test has its full burst of orders again.
  beforeEach(() => platform.wall.advanceBy(10_000));

  test('an order is answered 201 with the order as it is on disk', async () => {
    const terms = limitOrder();
    const response = await place(terms);
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
    await platform.sequencer.settled();
    const stored = (await an.get(`/api/order/${AN_1}/by-client-id/${terms.clientOrderId}`)).json();
    expect(stored).toMatchObject({ orderId: order.orderId, status: 'WORKING', heldAt: 'EXCHANGE' });
  });

  test('names and codes mean the same', async () => {
    const { order } = (await place(limitOrder({ side: 2, orderType: 2, duration: 1 }))).json();
    expect([order.side, order.orderType, order.duration]).toEqual(['SELL', 'LIMIT', 'GTC']);
  });

  test('the same id with the same terms is the same order; with others it is refused', async () => {
    const terms = limitOrder({ clientOrderId: randomUUID().toUpperCase() });
    const first = (await place(terms)).json();
    const again = await place({
      ...terms,
      limitPrice: '450',
      clientOrderId: String(terms.clientOrderId).toLowerCase(),
    });
    expect([again.statusCode, again.json().order.orderId]).toEqual([200, first.order.orderId]);
    const other = await place({ ...terms, quantity: 3 });
    expect([other.statusCode, other.json().code]).toEqual([409, 'IDEMPOTENCY_MISMATCH']);
  });

  test('twenty at once with one id are one order', async () => {
    const terms = limitOrder();
    const responses = await Promise.all(Array.from({ length: 20 }, () => place(terms)));
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
  ])('%s is refused with its numbers and stored as rejected', async (_what, more, code, facts) => {
    const terms = limitOrder(more);
    const response = await place(terms);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toEqual({ code, facts, requestId: expect.any(String) });
    const stored = (await an.get(`/api/order/${AN_1}/by-client-id/${terms.clientOrderId}`)).json();
    expect(stored.status).toBe('REJECTED');
    expect(stored.rejection.code).toBe(code);
    expect((await place(terms)).statusCode).toBe(200);
  });

  test('beyond the margin it says what is missing and how many lots would do', async () => {
    const response = await place(limitOrder({ quantity: 40 }), AN_2);
    expect(response.json()).toMatchObject({
      code: 'InsufficientMargin',
      facts: { required: '1474984000', available: '1000000000', missing: '474984000', maxLots: 27, fee: '28000000' },
    });
    expect((await place(limitOrder({ quantity: 27 }), AN_2)).statusCode).toBe(201);
  });

  test('an unknown contract is 404 and leaves no trace', async () => {
    const terms = limitOrder({ contractCode: 'NOPE99' });
    const response = await place(terms);
    expect([response.statusCode, response.json()]).toMatchObject([
      404,
      { code: 'ContractNotFound', facts: { code: 'NOPE99' } },
    ]);
    expect((await an.get(`/api/order/${AN_1}/by-client-id/${terms.clientOrderId}`)).json().code).toBe('OrderNotFound');
  });

  test('a sub-account that is not activated cannot trade', async () => {
    const dung = await signedIn(platform, 'dung@mua.demo');
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
    ['an id that is none', { clientOrderId: 'order-1' }, 'clientOrderId'],
    ['a market order with a price', { orderType: 'MARKET' }, 'limitPrice'],
    ['a limit order without one', { limitPrice: undefined }, 'limitPrice'],
    ['a date without GTD', { expirationDate: '2026-11-25' }, 'expirationDate'],
    ['a word in lower case', { side: 'buy' }, 'side'],
    ['a contract code that is none', { contractCode: 'ZCE Z26' }, 'contractCode'],
  ])('%s is malformed and leaves no trace', async (_what, more, field) => {
    const stored = async () => (await an.get(`/api/order/${AN_1}/query?limit=1`)).json().total;
    const before = await stored();
    const response = await place(limitOrder(more));
    expect([response.statusCode, response.json()]).toMatchObject([400, { code: 'BadRequest', facts: { field } }]);
    expect(await stored()).toBe(before);
  });

  test('when the journal cannot keep up it is 503', async () => {
    const { sequencer } = platform;
    const busy = await startPlatform({
      sequencer: {
        ...sequencer,
        submit: () => Promise.reject(new JournalBusyError('full')),
      },
    });
    const browser = await signedIn(busy, 'an@mua.demo');
    const response = await browser.post(`/api/order/${AN_1}/place`, limitOrder());
    expect([response.statusCode, response.json().code]).toEqual([503, 'JOURNAL_UNAVAILABLE']);
    await busy.close();
  });
});

describe('the life of an order', () => {
  beforeEach(open);
  afterEach(close);

  test('placed, filled, positioned, closed, settled, in the history', async () => {
    platform.venue.fillAtTicks = 1800;
    const bought = (await place(limitOrder({ quantity: 3 }))).json().order;
    await platform.sequencer.settled();
    const [position] = (await an.get(`/api/order/${AN_1}/open-positions`)).json().items;
    expect(position).toMatchObject({
      contractCode: CODE,
      buyQuantity: 3,
      sellQuantity: 0,
      netLots: 3,
      marketPrice: '450.00',
      filledPrice: '450.00',
      averagePrice: '450.0000',
      currency: 'USD',
      estimatedProfit: '0.00',
      estimatedProfitVnd: '0',
      lastTradeDay: '2026-12-14',
    });

    platform.venue.fillAtTicks = 1804;
    await place(limitOrder({ side: 'SELL', quantity: 1, limitPrice: '451.00' }));
    await platform.sequencer.settled();
    const settled = (await an.get(`/api/order/${AN_1}/settle-positions`)).json().items;
    expect(settled).toMatchObject([
      {
        side: 'BUY',
        buyQuantity: 1,
        sellQuantity: 1,
        buyPrice: '450.00',
        sellPrice: '451.00',
        actualProfit: '50.00',
        actualProfitUsd: '50.00',
        actualProfitVnd: '1305000',
      },
    ]);
    const histories = (await an.get(`/api/order/${AN_1}/histories`)).json().items;
    expect(histories.map((order: { status: string }) => order.status)).toEqual(['FILLED', 'FILLED']);
    expect(histories[1]).toMatchObject({
      orderId: bought.orderId,
      averagePrice: '450.0000',
      fills: [{ lots: 3, price: '450.00', fee: '1050000' }],
    });
  });

  test('margin status is the number the engine decides by', async () => {
    platform.venue.fillAtTicks = 1800;
    await place(limitOrder({ quantity: 3 }));
    platform.venue.fillAtTicks = null;
    await place(limitOrder({ quantity: 2, limitPrice: '449.00' }));
    await place(limitOrder({ side: 'SELL', quantity: 1, limitPrice: '460.00' }));
    await platform.sequencer.submit({
      kind: 'markPrices',
      prices: [{ contractCode: CODE, lastTicks: 1777, highTicks: 1800, lowTicks: 1777 }],
    });
    await platform.sequencer.settled();
    const { state } = platform.sequencer;
    const account = state.accounts.get(AN_1);
    if (!account) throw new Error('the account is there');
    const equity = accountEquityVnd(state, account);
    const margin = (await an.get(`/api/investor/margin-status/${AN_1}`)).json();
    expect(margin).toMatchObject({
      equity: equity.toString(),
      requiredMargin: account.requiredVnd.toString(),
      availableMargin: (equity - account.requiredVnd).toString(),
      transactionFee: '1050000',
      cash: '998950000',
      contracts: [
        { netLots: 3, workingBuyLots: 2, workingSellLots: 1, marketPrice: '444.25', estimatedProfit: '-22511250' },
      ],
    });
    expect(BigInt(margin.requiredMargin)).toBe(5n * 36_174_600n);
    const [first, second] = (await an.get('/api/investor/margin-status')).json().items;
    expect(first).toMatchObject({ accountId: AN_1, equity: margin.equity, marginRatio: margin.marginRatio });
    expect(second).toMatchObject({ accountId: AN_2, equity: '1000000000', marginRatio: null });
    const overview = (await an.get(`/api/investor/accounts/${AN_1}`)).json();
    expect(overview).toMatchObject({
      totalEquity: margin.equity,
      estimatedProfitLoss: '-22511250',
      subAccountName: 'Nguyễn Văn An 01',
    });
  });

  test('the list carries the fills of an order that still lives, as the histories do when it is final', async () => {
    const { order } = (await place(limitOrder({ quantity: 3 }))).json();
    await place(limitOrder({ limitPrice: '449.00' }));
    await platform.sequencer.settled();
    await platform.venue.fill(order.orderId, CODE, 1, 1800);
    await platform.venue.fill(order.orderId, CODE, 1, 1799);
    await platform.sequencer.settled();
    const [resting, live] = (await an.get(`/api/order/${AN_1}/query`)).json().items;
    expect(resting.fills).toEqual([]);
    expect(live).toMatchObject({
      status: 'PARTIALLY_FILLED',
      filledQuantity: 2,
      fills: [
        { orderId: order.orderId, lots: 1, price: '450.00', fee: '350000' },
        { orderId: order.orderId, lots: 1, price: '449.75', fee: '350000' },
      ],
    });
    await platform.venue.fill(order.orderId, CODE, 1, 1799);
    await platform.sequencer.settled();
    const [final] = (await an.get(`/api/order/${AN_1}/histories`)).json().items;
    expect(final.fills).toHaveLength(3);
    expect((await an.get(`/api/order/${AN_1}/query`)).json().items[1]).toEqual(final);
  });

  test('cancelling and modifying by either id', async () => {
    const terms = limitOrder();
    const { order } = (await place(terms)).json();
    await platform.sequencer.settled();
    const modified = await an.post(`/api/order/${AN_1}/modify`, {
      clientOrderId: terms.clientOrderId,
      limitPrice: '449.50',
    });
    expect([modified.statusCode, modified.json().order]).toMatchObject([
      200,
      { status: 'IN_MODIFY', limitPrice: '450.00', pendingModify: { limitPrice: '449.50', quantity: 2 } },
    ]);
    await platform.sequencer.settled();
    const wrong = await an.post(`/api/order/${AN_1}/modify`, { orderId: order.orderId, limitPrice: '449.60' });
    expect(wrong.json()).toMatchObject({
      code: 'WrongTick',
      facts: { lower: '449.50', upper: '449.75', price: '449.60' },
    });
    const cancelled = await an.post(`/api/order/${AN_1}/cancel`, { orderId: order.orderId });
    expect(cancelled.json().order.status).toBe('IN_CANCEL');
    await platform.sequencer.settled();
    const after = (await an.get(`/api/order/${AN_1}/by-client-id/${terms.clientOrderId}`)).json();
    expect(after).toMatchObject({ status: 'CANCELLED', limitPrice: '449.50', reason: null, heldAt: null });
    const again = await an.post(`/api/order/${AN_1}/cancel`, { orderId: order.orderId });
    expect([again.statusCode, again.json()]).toMatchObject([
      409,
      { code: 'OrderCancelNotAllowed', facts: { status: 'CANCELLED' } },
    ]);
  });

  test('an order that ended on an earlier trade date is known still', async () => {
    platform.venue.fillAtTicks = 1800;
    const { order } = (await place(limitOrder())).json();
    await platform.sequencer.settled();
    const fees = async () => (await an.get(`/api/investor/margin-status/${AN_1}`)).json().transactionFee;
    expect(await fees()).toBe('700000');
    const rolled = await platform.sequencer.submit({ kind: 'endTradeDate', nextTradeDate: '2026-11-21' });
    expect(await fees()).toBe('0');
    const { pool } = platform.database;
    expect((await followTradeDate(pool, platform.sequencer))()).toBe(rolled.command.seq);
    const cancel = await an.post(`/api/order/${AN_1}/cancel`, { orderId: order.orderId });
    expect([cancel.statusCode, cancel.json()]).toMatchObject([
      409,
      { code: 'OrderCancelNotAllowed', facts: { status: 'FILLED' } },
    ]);
    const modify = await an.post(`/api/order/${AN_1}/modify`, { clientOrderId: order.clientOrderId, quantity: 1 });
    expect(modify.json().code).toBe('OrderModifyNotAllowed');
    const never = await an.post(`/api/order/${AN_1}/cancel`, { orderId: 'never-was' });
    expect([never.statusCode, never.json().code]).toEqual([404, 'OrderNotFound']);
    const elsewhere = await an.post(`/api/order/${AN_2}/cancel`, { orderId: order.orderId });
    expect(elsewhere.json().code).toBe('OrderNotFound');
  });

  test('force-sell closes all lots of one contract, once', async () => {
    platform.venue.fillAtTicks = 1800;
    await place(limitOrder({ quantity: 3 }));
    await platform.sequencer.settled();
    const url = `/api/order/force-sell/accounts/${AN_1}/by-contract`;
    const clientOrderId = randomUUID();
    const sold = await an.post(url, { contractCode: CODE, clientOrderId });
    expect([sold.statusCode, sold.json().order]).toMatchObject([
      201,
      { side: 'SELL', orderType: 'MARKET', quantity: 3, isForceSell: true },
    ]);
    await platform.sequencer.settled();
    expect((await an.get(`/api/order/${AN_1}/open-positions`)).json().items).toEqual([]);
    const again = await an.post(url, { contractCode: CODE, clientOrderId });
    expect([again.statusCode, again.json().order.orderId]).toEqual([200, sold.json().order.orderId]);
    const nothing = await an.post(url, { contractCode: CODE, clientOrderId: randomUUID() });
    expect([nothing.statusCode, nothing.json().code]).toEqual([404, 'OpenPositionNotFound']);
  });
});

describe('lists', () => {
  beforeEach(open);
  afterEach(close);

  test('page through every order once, whatever comes in meanwhile', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1)
      ids.push((await place(limitOrder({ quantity: 1 }))).json().order.orderId);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { items: { orderId: string }[]; nextCursor: string | null; total: number } = (
        await an.get(`/api/order/${AN_1}/query?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)
      ).json();
      seen.push(...page.items.map((order) => order.orderId));
      cursor = page.nextCursor;
      await place(limitOrder({ quantity: 1 }));
    }
    expect(seen).toEqual(ids.reverse());
  });

  test('orders of one moment, as a liquidation sends them, are paged like others', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1)
      ids.push((await place(limitOrder({ quantity: 1 }))).json().order.orderId);
    await platform.sequencer.settled();
    await platform.database.pool.query('update trading_order set received_seq = 1');
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const address = `/api/order/${AN_1}/query?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page: { items: { orderId: string }[]; nextCursor: string | null } = (await an.get(address)).json();
      seen.push(...page.items.map((order) => order.orderId));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(ids.sort().reverse());
  });

  test('filter as the order filter state says, and count what it hides', async () => {
    await place(limitOrder());
    await place(limitOrder({ quantity: 51 }));
    await platform.sequencer.settled();
    const filter = { statusOrder: { nin: ['WORKING'] }, contractCode: { contains: 'zce' } };
    const byBody = (await an.post(`/api/order/${AN_1}/query`, { queryTable: filter })).json();
    expect(byBody).toMatchObject({ total: 1, hidden: 1, items: [{ status: 'REJECTED' }] });
    const query = 'statusOrder%5Bnin%5D=WORKING&contractCode%5Bcontains%5D=zce';
    expect((await an.get(`/api/order/${AN_1}/query?${query}`)).json()).toEqual(byBody);
    const never = (await an.get(`/api/order/${AN_1}/query?orderDateTime%5Blte%5D=2026-11-20T04:59:59.999Z`)).json();
    expect(never).toMatchObject({ total: 0, hidden: 2 });
  });

  test('histories and settled pairs page too', async () => {
    platform.venue.fillAtTicks = 1800;
    for (let index = 0; index < 4; index += 1) {
      await place(limitOrder({ side: index % 2 === 0 ? 'BUY' : 'SELL' }));
      await platform.sequencer.settled();
    }
    for (const [list, key] of [
      ['histories', 'orderId'],
      ['settle-positions', 'settledId'],
    ] as const) {
      const all = (await an.get(`/api/order/${AN_1}/${list}`)).json().items;
      const first = (await an.get(`/api/order/${AN_1}/${list}?limit=1`)).json();
      const second = (await an.get(`/api/order/${AN_1}/${list}?limit=1&cursor=${first.nextCursor}`)).json();
      expect([first.items[0][key], second.items[0][key]]).toEqual([all[0][key], all[1][key]]);
    }
  });

  test.each(['query', 'histories', 'settle-positions'])('a broken cursor of %s is 400', async (list) => {
    for (const cursor of ['x', 'AAAA', Buffer.from('received 1 or true').toString('base64url'), 'a'.repeat(200)]) {
      const response = await an.get(`/api/order/${AN_1}/${list}?cursor=${cursor}`);
      expect([response.statusCode, response.json()]).toMatchObject([
        400,
        { code: 'BadRequest', facts: { field: 'cursor' } },
      ]);
    }
  });
});

describe('rates', () => {
  beforeEach(open);
  afterEach(close);

  test('forty orders at once, then twenty a second; cancels go on', async () => {
    const responses = await Promise.all(Array.from({ length: 45 }, () => place(limitOrder({ quantity: 51 }))));
    const late = responses.filter(({ statusCode }) => statusCode === 429);
    expect(late).toHaveLength(5);
    expect(late[0]?.json()).toMatchObject({ code: 'TooManyRequests', facts: { seconds: 1 } });
    expect(late[0]?.headers['retry-after']).toBe('1');
    expect((await an.post(`/api/order/${AN_1}/cancel`, { orderId: 'x' })).statusCode).toBe(404);
    expect((await place(limitOrder(), AN_2)).statusCode).toBe(201);
    platform.wall.advanceBy(1000);
    const next = await Promise.all(Array.from({ length: 25 }, () => place(limitOrder({ quantity: 51 }))));
    expect(next.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
  });
});
