/** Follows one order from placing to its end, and its results: fills, positions, round turns, margin, history. */
import { randomUUID } from 'node:crypto';
import { accountEquityVnd } from '@mua/core/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { followTradeDate } from '#accounts/trade-date-start.ts';
import { limitOrder, type OrderHarness, openOrderHarness } from '#test/fixtures/order-harness.ts';
import { AN_1, AN_2, CODE } from '#test/fixtures/platform.ts';

let harness: OrderHarness;

async function open(): Promise<void> {
  harness = await openOrderHarness();
}
const close = () => harness.close();

describe('the life of an order', () => {
  beforeEach(open);
  afterEach(close);

  test('placed, filled, a position, closed, settled, in the history', async () => {
    harness.platform.venue.fillAtTicks = 1800;
    const bought = (await harness.place(limitOrder({ quantity: 3 }))).json().order;
    await harness.platform.sequencer.settled();
    const [position] = (await harness.read('open-positions')).items;
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

    harness.platform.venue.fillAtTicks = 1804;
    await harness.place(limitOrder({ side: 'SELL', quantity: 1, limitPrice: '451.00' }));
    await harness.platform.sequencer.settled();
    const settled = (await harness.read('settle-positions')).items;
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
    const histories = (await harness.read('histories')).items;
    expect(histories.map((order: { status: string }) => order.status)).toEqual(['FILLED', 'FILLED']);
    expect(histories[1]).toMatchObject({
      orderId: bought.orderId,
      averagePrice: '450.0000',
      fills: [{ lots: 3, price: '450.00', fee: '1050000' }],
    });
  });

  test('margin status is the number that the engine decides by', async () => {
    harness.platform.venue.fillAtTicks = 1800;
    await harness.place(limitOrder({ quantity: 3 }));
    harness.platform.venue.fillAtTicks = null;
    await harness.place(limitOrder({ quantity: 2, limitPrice: '449.00' }));
    await harness.place(limitOrder({ side: 'SELL', quantity: 1, limitPrice: '460.00' }));
    await harness.platform.sequencer.submit({
      kind: 'markPrices',
      prices: [{ contractCode: CODE, lastTicks: 1777, highTicks: 1800, lowTicks: 1777 }],
    });
    await harness.platform.sequencer.settled();
    const { state } = harness.platform.sequencer;
    const account = state.accounts.get(AN_1);
    if (!account) throw new Error('the account is there');
    const equity = accountEquityVnd(state, account);
    const margin = (await harness.an.get(`/api/investor/margin-status/${AN_1}`)).json();
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
    const [first, second] = (await harness.an.get('/api/investor/margin-status')).json().items;
    expect(first).toMatchObject({ accountId: AN_1, equity: margin.equity, marginRatio: margin.marginRatio });
    expect(second).toMatchObject({ accountId: AN_2, equity: '1000000000', marginRatio: null });
    const overview = (await harness.an.get(`/api/investor/accounts/${AN_1}`)).json();
    expect(overview).toMatchObject({
      totalEquity: margin.equity,
      estimatedProfitLoss: '-22511250',
      subAccountName: 'Nguyễn Văn An 01',
    });
  });

  test('the list shows the fills of a live order, as the histories do for an ended one', async () => {
    const { order } = (await harness.place(limitOrder({ quantity: 3 }))).json();
    await harness.place(limitOrder({ limitPrice: '449.00' }));
    await harness.platform.sequencer.settled();
    await harness.platform.venue.fill(order.orderId, CODE, 1, 1800);
    await harness.platform.venue.fill(order.orderId, CODE, 1, 1799);
    await harness.platform.sequencer.settled();
    const [resting, live] = (await harness.read('query')).items;
    expect(resting.fills).toEqual([]);
    expect(live).toMatchObject({
      status: 'PARTIALLY_FILLED',
      filledQuantity: 2,
      fills: [
        { orderId: order.orderId, lots: 1, price: '450.00', fee: '350000' },
        { orderId: order.orderId, lots: 1, price: '449.75', fee: '350000' },
      ],
    });
    await harness.platform.venue.fill(order.orderId, CODE, 1, 1799);
    await harness.platform.sequencer.settled();
    const [final] = (await harness.read('histories')).items;
    expect(final.fills).toHaveLength(3);
    expect((await harness.read('query')).items[1]).toEqual(final);
  });

  test('cancelling and modifying by either id', async () => {
    const terms = limitOrder();
    const { order } = (await harness.place(terms)).json();
    await harness.platform.sequencer.settled();
    const modified = await harness.post('modify', { clientOrderId: terms.clientOrderId, limitPrice: '449.50' });
    expect([modified.statusCode, modified.json().order]).toMatchObject([
      200,
      { status: 'IN_MODIFY', limitPrice: '450.00', pendingModify: { limitPrice: '449.50', quantity: 2 } },
    ]);
    await harness.platform.sequencer.settled();
    const wrong = await harness.post('modify', { orderId: order.orderId, limitPrice: '449.60' });
    expect(wrong.json()).toMatchObject({
      code: 'WrongTick',
      facts: { lower: '449.50', upper: '449.75', price: '449.60' },
    });
    const cancelled = await harness.post('cancel', { orderId: order.orderId });
    expect(cancelled.json().order.status).toBe('IN_CANCEL');
    await harness.platform.sequencer.settled();
    const after = await harness.read(`by-client-id/${terms.clientOrderId}`);
    expect(after).toMatchObject({ status: 'CANCELLED', limitPrice: '449.50', reason: null, heldAt: null });
    const again = await harness.post('cancel', { orderId: order.orderId });
    expect([again.statusCode, again.json()]).toMatchObject([
      409,
      { code: 'OrderCancelNotAllowed', facts: { status: 'CANCELLED' } },
    ]);
  });

  test('a cancel of an order in transit is stored, shown, and carried out once', async () => {
    const answerNow = harness.platform.venue.holdBack();
    const { order } = (await harness.place(limitOrder())).json();
    expect(order).toMatchObject({ status: 'IN_TRANSIT', isCancelRequested: false });
    const asked = await harness.post('cancel', { orderId: order.orderId });
    expect(asked.statusCode).toBe(200);
    const waiting = { status: 'IN_TRANSIT', isCancelRequested: true, reason: null };
    expect(asked.json().order).toMatchObject(waiting);
    expect(await harness.read(`by-client-id/${order.clientOrderId}`)).toMatchObject(waiting);
    const again = await harness.post('cancel', { orderId: order.orderId });
    expect([again.statusCode, again.json().code]).toEqual([409, 'OrderCancelNotAllowed']);
    answerNow();
    await harness.platform.sequencer.settled();
    const cancelled = await harness.read(`by-client-id/${order.clientOrderId}`);
    expect(cancelled).toMatchObject({ status: 'CANCELLED', isCancelRequested: false, reason: null });
  });

  test('a cancel of all reaches orders in transit, counts them, and is carried out once they have arrived', async () => {
    const answerNow = harness.platform.venue.holdBack();
    const placed = [await harness.place(limitOrder()), await harness.place(limitOrder({ limitPrice: '449.00' }))];
    const sent = placed.map((reply) => reply.json().order);
    expect(sent.map(({ status }) => status)).toEqual(['IN_TRANSIT', 'IN_TRANSIT']);
    const asked = await harness.post('cancel-all', {});
    expect([asked.statusCode, asked.json()]).toMatchObject([200, { orders: 2, conditionalOrders: 0 }]);
    const again = await harness.post('cancel-all', {});
    expect([again.statusCode, again.json()]).toMatchObject([200, { orders: 0, conditionalOrders: 0 }]);
    answerNow();
    await harness.platform.sequencer.settled();
    for (const { clientOrderId } of sent)
      expect(await harness.read(`by-client-id/${clientOrderId}`)).toMatchObject({ status: 'CANCELLED', reason: null });
  });

  test('an order that ended on an earlier trade date can still be found', async () => {
    harness.platform.venue.fillAtTicks = 1800;
    const { order } = (await harness.place(limitOrder())).json();
    await harness.platform.sequencer.settled();
    const fees = async () => (await harness.an.get(`/api/investor/margin-status/${AN_1}`)).json().transactionFee;
    expect(await fees()).toBe('700000');
    const rolled = await harness.platform.sequencer.submit({ kind: 'endTradeDate', nextTradeDate: '2026-11-21' });
    expect(await fees()).toBe('0');
    const { pool } = harness.platform.database;
    expect((await followTradeDate(pool, harness.platform.sequencer))()).toBe(rolled.command.seq);
    const cancel = await harness.post('cancel', { orderId: order.orderId });
    expect([cancel.statusCode, cancel.json()]).toMatchObject([
      409,
      { code: 'OrderCancelNotAllowed', facts: { status: 'FILLED' } },
    ]);
    const modify = await harness.post('modify', { clientOrderId: order.clientOrderId, quantity: 1 });
    expect(modify.json().code).toBe('OrderModifyNotAllowed');
    const never = await harness.post('cancel', { orderId: 'never-was' });
    expect([never.statusCode, never.json().code]).toEqual([404, 'OrderNotFound']);
    const elsewhere = await harness.an.post(`/api/order/${AN_2}/cancel`, { orderId: order.orderId });
    expect(elsewhere.json().code).toBe('OrderNotFound');
  });

  test('force-sell closes all lots of one contract, once', async () => {
    harness.platform.venue.fillAtTicks = 1800;
    await harness.place(limitOrder({ quantity: 3 }));
    await harness.platform.sequencer.settled();
    const url = `/api/order/force-sell/accounts/${AN_1}/by-contract`;
    const clientOrderId = randomUUID();
    const sold = await harness.an.post(url, { contractCode: CODE, clientOrderId });
    expect([sold.statusCode, sold.json().order]).toMatchObject([
      201,
      { side: 'SELL', orderType: 'MARKET', quantity: 3, isForceSell: true },
    ]);
    await harness.platform.sequencer.settled();
    expect((await harness.read('open-positions')).items).toEqual([]);
    const again = await harness.an.post(url, { contractCode: CODE, clientOrderId });
    expect([again.statusCode, again.json().order.orderId]).toEqual([200, sold.json().order.orderId]);
    const nothing = await harness.an.post(url, { contractCode: CODE, clientOrderId: randomUUID() });
    expect([nothing.statusCode, nothing.json().code]).toEqual([404, 'OpenPositionNotFound']);
  });
});
