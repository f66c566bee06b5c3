/** Calendar spreads from an investor's view: corn of December at 450 less March at 462.5, ticks of a quarter cent. */
import { type CommandBody, type EngineEvent, restoreState, snapshotState, stateHash } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { AN, Broker, CODE, CORN_MARGIN_VND, FULL_RULES, requestsOf } from '#test/scenarios/broker.ts';

type PlaceOrder = Extract<CommandBody, { kind: 'placeOrder' }>;

const MARCH = 'ZCEH27';
const SPREAD = `${CODE}-${MARCH}`;
const FEE_VND = 350_000n;
/** A tick of one lot: 12.50 USD at 26,100. */
const TICK_VND = 326_250n;

function listed(cashVnd = 1_000_000_000n): Broker {
  const broker = new Broker(cashVnd, FULL_RULES);
  broker.do({
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
    settlementTicks: 1850,
  });
  broker.do({ kind: 'listSpread', near: CODE, far: MARCH });
  return broker;
}

const place = (broker: Broker, text: string, more: Partial<PlaceOrder> = {}) =>
  broker.place(text, { contractCode: SPREAD, ...more });

function fill(broker: Broker, orderId: string, lots: number, nearTicks: number, farTicks: number): EngineEvent[] {
  const legs = { nearTicks, farTicks };
  return broker.report(orderId, { kind: 'filled', tradeId: 't', lots, priceTicks: nearTicks - farTicks, legs });
}

const netLots = (broker: Broker): [number, number] => {
  const { positions } = broker.account(AN);
  return [positions.get(CODE)?.netLots ?? 0, positions.get(MARCH)?.netLots ?? 0];
};

const working = (broker: Broker) =>
  [CODE, MARCH].map((code) => {
    const { workingBuyLots = 0, workingSellLots = 0 } = broker.account(AN).holdings.get(code) ?? {};
    return [workingBuyLots, workingSellLots];
  });

const refusalOf = (events: readonly EngineEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'orderChanged' ? [event.order.refusal] : event.kind === 'commandRefused' ? [event.refusal] : [],
  )[0];

describe('an order in a spread', () => {
  test('is one order at the exchange, and buys the near leg and sells the far one', () => {
    const broker = listed();
    const { orderId, events } = place(broker, 'BUY 2 @ -12.5');
    expect(requestsOf(events)).toMatchObject([
      { kind: 'submit', order: { contractCode: SPREAD, side: 'BUY', quantityLots: 2, limitPriceTicks: -50 } },
    ]);
    broker.accept(orderId);
    const filled = fill(broker, orderId, 2, 1799, 1850).filter(({ kind }) => kind === 'orderFilled');
    expect(filled).toMatchObject([
      { fill: { contractCode: CODE, side: 'BUY', priceTicks: 1799, lots: 2, feeVnd: 2n * FEE_VND } },
      { fill: { contractCode: MARCH, side: 'SELL', priceTicks: 1850, lots: 2, feeVnd: 2n * FEE_VND } },
    ]);
    expect(netLots(broker)).toEqual([2, -2]);
    expect(broker.order(orderId)).toMatchObject({
      status: 'FILLED',
      filledLots: 2,
      filledNotional: -102,
      feeVnd: 4n * FEE_VND,
    });
  });

  test('sold, sells the near leg and buys the far one', () => {
    const broker = listed();
    const { orderId } = place(broker, 'SELL 1 @ -12.5');
    fill(broker, orderId, 1, 1800, 1850);
    expect(netLots(broker)).toEqual([-1, 1]);
  });

  test('that fills sets no mark, and fires no trigger', () => {
    const broker = listed();
    broker.trade('BUY 1 @ 450', 1800);
    const stop = broker.place('SELL 1', { orderType: 'TRAILING_STOP', duration: 'GTC', trailAmount: '5' });
    const { orderId } = place(broker, 'BUY 1 @ -12.5');
    fill(broker, orderId, 1, 1700, 1760);
    expect(broker.state.contracts.get(CODE)?.lastTicks).toBe(1800);
    expect(broker.state.contracts.get(MARCH)?.lastTicks).toBeNull();
    expect(broker.conditional(stop.orderId).status).toBe('PENDING_ACTIVATION');
  });

  test('that closes is settled first in, first out, leg by leg', () => {
    const broker = listed();
    broker.trade('BUY 1 @ 450', 1800);
    const { orderId } = place(broker, 'SELL 1 @ -13');
    const settled = fill(broker, orderId, 1, 1804, 1855).filter(({ kind }) => kind === 'positionSettled');
    expect(settled).toMatchObject([{ contractCode: CODE, pair: { lots: 1, profitVnd: 4n * TICK_VND } }]);
    expect(netLots(broker)).toEqual([0, 1]);
  });

  test('is booked part by part, a report that is told twice once', () => {
    const broker = listed();
    const { orderId } = place(broker, 'BUY 3 @ -12.5');
    const legs = { nearTicks: 1800, farTicks: 1850 };
    const report = { kind: 'filled', tradeId: 't', lots: 1, priceTicks: -50, legs } as const;
    for (const _time of [1, 2]) broker.report(orderId, report, 'e1-77');
    expect([netLots(broker), broker.order(orderId).status]).toEqual([[1, -1], 'PARTIALLY_FILLED']);
  });

  test.each([
    ['without the prices of its legs', SPREAD, undefined],
    ['of a contract with legs', CODE, { nearTicks: 1800, farTicks: 1850 }],
  ])('whose fill comes %s goes to the suspense list', (_what, contractCode, legs) => {
    const broker = listed();
    const { orderId } = broker.place(contractCode === CODE ? 'BUY 1 @ 450' : 'BUY 1 @ -12.5', { contractCode });
    const report = { kind: 'filled', tradeId: 't', lots: 1, priceTicks: -50, ...(legs ? { legs } : {}) } as const;
    const events = broker.report(orderId, report);
    expect(events).toMatchObject([{ kind: 'reportSuspended', why: 'legsUnclear' }]);
    expect(netLots(broker)).toEqual([0, 0]);
  });

  test('rests, changes, and is cancelled like any other', () => {
    const broker = listed();
    const { orderId } = place(broker, 'BUY 2 @ -12.5', { duration: 'GTC' });
    broker.accept(orderId);
    expect(working(broker)).toEqual([
      [2, 0],
      [0, 2],
    ]);
    const asked = broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots: 3, limitPrice: '-12.25' });
    expect(requestsOf(asked)).toMatchObject([{ kind: 'modify', quantityLots: 3, limitPriceTicks: -49 }]);
    broker.report(orderId, { kind: 'modified', quantityLots: 3, limitPriceTicks: -49, duration: 'GTC' });
    broker.do({ kind: 'cancelOrder', accountId: AN, orderId });
    broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' });
    expect([working(broker), broker.account(AN).holdings.size]).toEqual([
      [
        [0, 0],
        [0, 0],
      ],
      0,
    ]);
  });

  test('is there after a restart, in both legs', () => {
    const broker = listed();
    place(broker, 'BUY 2 @ -12.5');
    const again = restoreState(snapshotState(broker.state));
    expect(stateHash(again)).toBe(stateHash(broker.state));
    expect(again.accounts.get(AN)?.requiredVnd).toBe(4n * CORN_MARGIN_VND);
  });

  test('is one order for ever under its id', () => {
    const broker = listed();
    const first = place(broker, 'BUY 1 @ -12.5');
    const again = place(broker, 'BUY 1 @ -12.50', { orderId: 'x', clientOrderId: `c-${first.orderId}` });
    expect(again.events).toMatchObject([{ kind: 'orderRepeated', orderId: first.orderId }]);
    const other = place(broker, 'BUY 1 @ 12.5', { orderId: 'y', clientOrderId: `c-${first.orderId}` });
    expect(refusalOf(other.events)).toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
  });
});

describe('margin of a spread', () => {
  test('is held by the worst case over each leg', () => {
    const broker = listed();
    place(broker, 'BUY 2 @ -12.5');
    expect(broker.account(AN).requiredVnd).toBe(4n * CORN_MARGIN_VND);
  });

  test.each([
    [0n, undefined],
    [-1n, { code: 'InsufficientMargin', facts: { missing: 1n, fee: 4n * FEE_VND, maxLots: 0 } }],
  ])('and both sides of both fees must be there, to the dong (%s)', (less, refused) => {
    const broker = listed(2n * CORN_MARGIN_VND + 4n * FEE_VND + less);
    const why = refusalOf(place(broker, 'BUY 1 @ -12.5').events);
    if (refused) expect(why).toMatchObject(refused);
    else expect(why).toBeNull();
  });

  test('is never missing for one that only reduces both legs', () => {
    const broker = listed(2n * CORN_MARGIN_VND + 4n * FEE_VND);
    const opened = place(broker, 'BUY 1 @ -12.5');
    fill(broker, opened.orderId, 1, 1800, 1850);
    expect(refusalOf(place(broker, 'BUY 1 @ -12.5').events)).toMatchObject({ code: 'InsufficientMargin' });
    expect(refusalOf(place(broker, 'SELL 1 @ -12.5').events)).toBeNull();
  });
});

describe('refused', () => {
  const HALT = { kind: 'contract', contractCode: MARCH } as const;
  test.each<[string, Partial<PlaceOrder>, object, CommandBody?]>([
    ['at market', { orderType: 'MARKET', limitPrice: undefined as never, duration: 'IOC' }, { code: 'BadRequest' }],
    ['FOK', { duration: 'FOK' }, { code: 'DurationNotAllowed' }],
    ['with a date', { duration: 'GTD', expirationDate: '2026-12-01' }, { facts: { field: 'expirationDate' } }],
    ['GTD', { duration: 'GTD' }, { code: 'DurationNotAllowed' }],
    ['reduce-only', { isReduceOnly: true }, { code: 'BadRequest', facts: { field: 'isReduceOnly' } }],
    ['with exits', { takeProfit: '-5', exitOrderId: 'e' }, { code: 'BadRequest', facts: { field: 'takeProfit' } }],
    ['a trailing stop', { orderType: 'TRAILING_STOP', trailAmount: '1' }, { code: 'BadRequest' }],
    ['between two ticks', { limitPrice: '-12.6' }, { code: 'WrongTick', facts: { lower: -51, upper: -50 } }],
    [
      'where a leg would leave its band',
      { limitPrice: '-76.5' },
      { code: 'PriceOutsideDailyLimit', facts: { floor: -305, ceiling: 205, price: -306 } },
    ],
    ['without lots', { quantityLots: 0 }, { code: 'QuantityInvalid' }],
    ['of too many lots', { quantityLots: 51 }, { code: 'MaxLotsPerOrder' }],
    [
      'while a leg is halted',
      {},
      { code: 'TRADING_HALTED', facts: { scope: MARCH } },
      { kind: 'setTradingHalt', scope: HALT, reason: 'news', operatorId: 'o' },
    ],
    [
      'near the close-out of the leg that it opens long',
      {},
      { code: 'ExpiryWindowReduceOnly', facts: { contract: CODE } },
      {
        kind: 'nearCloseOut',
        contractCode: CODE,
        position: 'long',
        date: '2026-11-25',
        sessionsLeft: 3,
        deadlineMs: 9e9,
      },
    ],
    [
      'after the last day of its near month',
      {},
      { code: 'ContractExpired', facts: { contract: CODE } },
      { kind: 'endTradeDate', nextTradeDate: '2026-12-15' },
    ],
  ])('%s', (_what, more, refused, before) => {
    const broker = listed();
    if (before) broker.do(before);
    const { limitPrice, ...terms } = more;
    const price = 'limitPrice' in more ? limitPrice : '-12.5';
    const { events } = place(broker, `BUY 1 @ ${price ?? ''}`, { ...terms, ...(price ? { limitPrice: price } : {}) });
    expect(requestsOf(events)).toEqual([]);
    expect(refusalOf(events)).toMatchObject(refused);
  });

  test.each([
    ['nothing holds a leg back that is reduced', 'SELL', null],
    ['the other leg is held back', 'BUY', { code: 'ExpiryWindowReduceOnly' }],
  ] as const)('near a close-out %s', (_what, side, refused) => {
    const broker = listed();
    broker.trade('BUY 1 @ 450', 1800);
    for (const position of ['long', 'short'] as const)
      broker.do({
        kind: 'nearCloseOut',
        contractCode: CODE,
        position,
        date: '2026-11-25',
        sessionsLeft: 1,
        deadlineMs: 9e9,
      });
    const why = refusalOf(place(broker, `${side} 1 @ -12.5`).events);
    if (refused) expect(why).toMatchObject(refused);
    else expect(why).toBeNull();
  });
});

describe('around a spread order', () => {
  test("its legs' sessions: it waits until both are open", () => {
    const broker = listed();
    const change = (code: string, state: 'OPEN' | 'CLOSED') =>
      broker.do({ kind: 'changeSession', contractCodes: [code], state, opensAtMs: null });
    change(CODE, 'CLOSED');
    change(MARCH, 'CLOSED');
    const { orderId } = place(broker, 'BUY 1 @ -12.5');
    expect(broker.order(orderId).status).toBe('ACTIVEAT');
    expect(requestsOf(change(MARCH, 'OPEN'))).toEqual([]);
    expect(requestsOf(change(CODE, 'OPEN'))).toMatchObject([{ kind: 'submit', order: { orderId } }]);
  });

  test('a halt of one leg at the exchange suspends it', () => {
    const broker = listed();
    const { orderId } = place(broker, 'BUY 1 @ -12.5');
    broker.accept(orderId);
    const halt = { kind: 'changeSession', contractCodes: [MARCH], opensAtMs: null } as const;
    broker.do({ ...halt, state: 'PAUSED', isHalt: true });
    expect(broker.order(orderId).status).toBe('SUSPENDED');
    broker.do({ ...halt, state: 'OPEN' });
    expect(broker.order(orderId).status).toBe('WORKING');
  });

  test('going flat in a leg cancels it first, and closes the position of that leg', () => {
    const broker = listed();
    broker.trade('BUY 1 @ 450', 1800);
    const { orderId } = place(broker, 'BUY 1 @ -12.5');
    broker.accept(orderId);
    const id = { orderId: 'flat', clientOrderId: 'c-flat' };
    const flat = broker.do({ kind: 'liquidateContract', accountId: AN, contractCode: CODE, goFlat: true, ...id });
    expect(requestsOf(flat)).toEqual([{ kind: 'cancel', orderId, contractCode: SPREAD }]);
    const after = broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' });
    expect(requestsOf(after)).toMatchObject([
      { kind: 'submit', order: { orderId: 'flat', side: 'SELL', quantityLots: 1 } },
    ]);
  });

  test('margin level: below 70 % it is cancelled, once', () => {
    const broker = listed(5n * CORN_MARGIN_VND);
    broker.trade('BUY 1 @ 450', 1800);
    const { orderId } = place(broker, 'BUY 1 @ -12.5');
    broker.accept(orderId);
    const events = broker.mark(1800 - 350);
    expect(requestsOf(events)).toEqual([{ kind: 'cancel', orderId, contractCode: SPREAD }]);
    expect(events.find(({ kind }) => kind === 'ladderMoved')).toMatchObject({ move: { cancelledOrders: 1 } });
  });

  test("the close-out of its far leg's shorts cancels it", () => {
    const broker = listed();
    const { orderId } = place(broker, 'BUY 1 @ -12.5');
    broker.accept(orderId);
    expect(requestsOf(broker.do({ kind: 'closeOut', contractCode: MARCH, position: 'long' }))).toEqual([]);
    expect(requestsOf(broker.do({ kind: 'closeOut', contractCode: MARCH, position: 'short' }))).toEqual([
      { kind: 'cancel', orderId, contractCode: SPREAD },
    ]);
  });

  test('orders of a spread are cancelled by its code, and of its legs nothing else', () => {
    const broker = listed();
    const { orderId } = place(broker, 'BUY 1 @ -12.5');
    broker.accept(orderId);
    broker.accept(broker.place('BUY 1 @ 440').orderId);
    expect(requestsOf(broker.do({ kind: 'cancelOrders', accountId: AN, contractCode: SPREAD }))).toEqual([
      { kind: 'cancel', orderId, contractCode: SPREAD },
    ]);
  });

  test('day and month: what waits with us ends with the trade date, and with its near month', () => {
    const broker = listed();
    broker.do({ kind: 'changeSession', contractCodes: [CODE, MARCH], state: 'CLOSED', opensAtMs: null });
    const day = place(broker, 'BUY 1 @ -12.5').orderId;
    const long = place(broker, 'BUY 1 @ -12.5', { duration: 'GTC' }).orderId;
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-11-21' });
    expect([broker.order(day).reason, broker.order(long).status]).toEqual(['DayEnded', 'ACTIVEAT']);
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-12-15' });
    expect(broker.order(long)).toMatchObject({ status: 'EXPIRED', reason: 'ContractEnded' });
  });

  test('a liquidation in one leg does not wait for it where the exchange has lost it and the other leg is closed', () => {
    const broker = listed();
    broker.trade('BUY 1 @ 450', 1800);
    const { orderId } = place(broker, 'BUY 1 @ -12.5');
    broker.accept(orderId);
    broker.do({ kind: 'changeSession', contractCodes: [MARCH], state: 'CLOSED', opensAtMs: null });
    broker.do({ kind: 'restartVenue', epoch: 'e2' });
    expect(broker.order(orderId).status).toBe('DISCONNECTED');
    const events = broker.do({ kind: 'closeOut', contractCode: CODE, position: 'long' });
    expect(broker.order(orderId)).toMatchObject({ status: 'CANCELLED', reason: 'ExpiryGuard' });
    expect(requestsOf(events)).toMatchObject([{ kind: 'submit', order: { contractCode: CODE, side: 'SELL' } }]);
  });

  test('an exchange that has lost its state gets it again', () => {
    const broker = listed();
    const { orderId } = place(broker, 'BUY 2 @ -12.5');
    fill(broker, orderId, 1, 1800, 1850);
    const again = broker.do({ kind: 'restartVenue', epoch: 'e2' });
    expect(requestsOf(again)).toMatchObject([{ kind: 'submit', order: { contractCode: SPREAD, quantityLots: 1 } }]);
  });
});
