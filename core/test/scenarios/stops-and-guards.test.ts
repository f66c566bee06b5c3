/**
 * Stops held by the broker and at the exchange; halts, own limits, reduce-only, go flat and reverse; the expiry guard.
 */
import { NO_SELF_LIMITS } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { AN, Broker, CODE, FULL_RULES, requestsOf } from '#test/scenarios/broker.ts';

const full = (cashVnd = 1_000_000_000n): Broker => new Broker(cashVnd, FULL_RULES);
const HELD_BY_US = { ...FULL_RULES, exchangesWithoutStops: ['CBOT'] };

describe('a stop at the exchange', () => {
  test('is sent with its trigger and works until it fires', () => {
    const broker = full();
    const { orderId, events } = broker.place('BUY 2', { orderType: 'STOP', duration: 'GTC', stopPrice: '455' });
    expect(requestsOf(events)).toMatchObject([{ order: { orderType: 'STOP', stopPriceTicks: 1820 } }]);
    broker.accept(orderId);
    broker.report(orderId, { kind: 'triggered', priceTicks: 1821 });
    broker.fill(orderId, 2, 1822);
    expect(broker.order(orderId)).toMatchObject({
      status: 'FILLED',
      stopPriceTicks: 1820,
      triggeredMs: expect.any(Number),
    });
  });

  test('may be moved while it waits, and no more once it has fired', () => {
    const broker = full();
    const more = { orderType: 'STOP_LIMIT', duration: 'GTC', stopPrice: '455', limitPrice: '456' } as const;
    const { orderId } = broker.place('BUY 2', more);
    broker.accept(orderId);
    const moved = broker.do({ kind: 'modifyOrder', accountId: AN, orderId, stopPrice: '457', limitPrice: '458' });
    expect(requestsOf(moved)).toMatchObject([{ kind: 'modify', stopPriceTicks: 1828, limitPriceTicks: 1832 }]);
    broker.report(orderId, {
      kind: 'modified',
      quantityLots: 2,
      limitPriceTicks: 1832,
      stopPriceTicks: 1828,
      duration: 'GTC',
    });
    expect(broker.order(orderId)).toMatchObject({ stopPriceTicks: 1828, limitPriceTicks: 1832, status: 'WORKING' });
    broker.report(orderId, { kind: 'triggered', priceTicks: 1828 });
    expect(broker.do({ kind: 'modifyOrder', accountId: AN, orderId, stopPrice: '459' })).toMatchObject([
      { kind: 'commandRefused', refusal: { code: 'BadRequest', facts: { field: 'stopPrice' } }, about: { orderId } },
    ]);
  });

  test('a limit more than the band from its own stop is refused', () => {
    const more = { orderType: 'STOP_LIMIT', duration: 'GTC', stopPrice: '455', limitPrice: '500' } as const;
    expect(full().place('BUY 2', more).events).toMatchObject([
      { order: { refusal: { code: 'StopLimitTooFar', facts: { reference: 1820, bound: 1947, price: 2000 } } } },
    ]);
  });

  test('between two ticks says which price', () => {
    const more = { orderType: 'STOP', duration: 'GTC', stopPrice: '455.1' } as const;
    expect(full().place('BUY 2', more).events).toMatchObject([
      { order: { refusal: { code: 'WrongTick', facts: { field: 'stopPrice', lower: 1820, upper: 1821 } } } },
    ]);
  });
});

describe('a stop where the exchange takes none', () => {
  test('waits with us and is sent as a market order when the price is there', () => {
    const broker = new Broker(1_000_000_000n, HELD_BY_US);
    const { orderId, events } = broker.place('BUY 2', { orderType: 'STOP', duration: 'GTC', stopPrice: '455' });
    expect(requestsOf(events)).toEqual([]);
    expect(broker.order(orderId)).toMatchObject({ status: 'WORKING', isHeldByUs: true });
    expect(requestsOf(broker.mark(1819))).toEqual([]);
    expect(requestsOf(broker.mark(1819, { highTicks: 1820 }))).toMatchObject([{ order: { orderType: 'MARKET' } }]);
    expect(requestsOf(broker.mark(1830))).toEqual([]);
  });

  /** Limits are a point beyond their stop. */
  test.each([
    ['BUY', 'STOP', '455', undefined, { highTicks: 1819 }, { highTicks: 1820 }],
    ['SELL', 'STOP', '445', undefined, { lowTicks: 1781 }, { lowTicks: 1780 }],
    ['BUY', 'STOP_LIMIT', '455', '456', { highTicks: 1819 }, { highTicks: 1820 }],
    ['SELL', 'STOP_LIMIT', '445', '444', { lowTicks: 1781 }, { lowTicks: 1780 }],
  ] as const)('to %s as %s at %s is due from its own side only', (side, orderType, stopPrice, limitPrice, near, at) => {
    const broker = new Broker(1_000_000_000n, HELD_BY_US);
    const limit = limitPrice === undefined ? {} : { limitPrice };
    broker.place(`${side} 2`, { orderType, duration: 'GTC', stopPrice, ...limit });
    expect(requestsOf(broker.mark(1800))).toEqual([]);
    expect(requestsOf(broker.mark(1800, near))).toEqual([]);
    const becomes = orderType === 'STOP' ? 'MARKET' : 'LIMIT';
    expect(requestsOf(broker.mark(1800, at))).toMatchObject([{ order: { side, orderType: becomes, quantityLots: 2 } }]);
  });

  test('is changed and cancelled at once, without asking anybody', () => {
    const broker = new Broker(1_000_000_000n, HELD_BY_US);
    const { orderId } = broker.place('BUY 2', { orderType: 'STOP', duration: 'GTC', stopPrice: '455' });
    broker.do({ kind: 'modifyOrder', accountId: AN, orderId, stopPrice: '457' });
    expect(broker.order(orderId)).toMatchObject({ status: 'WORKING', stopPriceTicks: 1828 });
    expect(requestsOf(broker.mark(1820))).toEqual([]);
    broker.do({ kind: 'cancelOrder', accountId: AN, orderId });
    expect(broker.order(orderId).status).toBe('CANCELLED');
    expect(requestsOf(broker.mark(1900))).toEqual([]);
  });
});

describe('a trading halt', () => {
  test.each([
    [{ kind: 'all' }, 'ALL'],
    [{ kind: 'contract', contractCode: CODE }, CODE],
    [{ kind: 'account', accountId: AN }, AN],
  ] as const)('of %o refuses new orders, lets cancels through, and can be lifted', (scope, name) => {
    const broker = full();
    const working = broker.place('BUY 1 @ 440').orderId;
    broker.accept(working);
    broker.do({ kind: 'setTradingHalt', scope, reason: 'drill', operatorId: 'lan' });
    const more = { orderId: 'late' };
    expect(broker.place('BUY 1 @ 441', more).events).toMatchObject([
      { order: { refusal: { code: 'TRADING_HALTED', facts: { scope: name, reason: 'drill' } } } },
    ]);
    expect(requestsOf(broker.do({ kind: 'cancelOrder', accountId: AN, orderId: working }))).toHaveLength(1);
    broker.do({ kind: 'setTradingHalt', scope, reason: null, operatorId: 'lan' });
    expect(requestsOf(broker.place('BUY 1 @ 441').events)).toHaveLength(1);
  });

  test('by the exchange suspends what works there until it opens again', () => {
    const broker = full();
    const { orderId } = broker.place('BUY 1 @ 440');
    broker.accept(orderId);
    broker.do({ kind: 'changeSession', contractCodes: [CODE], state: 'PAUSED', opensAtMs: null, isHalt: true });
    expect(broker.order(orderId).status).toBe('SUSPENDED');
    broker.do({ kind: 'changeSession', contractCodes: [CODE], state: 'OPEN', opensAtMs: null });
    expect(broker.order(orderId).status).toBe('WORKING');
  });
});

describe("an investor's own limits", () => {
  test.each([
    [{ maxLotsPerOrder: 2 }, 'BrakeMaxLots'],
    [{ dailyLossVnd: 1n }, 'BrakeDailyLoss'],
    [{ coolOffUntilMs: 10_000_000 }, 'BrakeCoolOff'],
    // 00:00 UTC is 07:00 in Vietnam.
    [{ noTradeHours: { fromMinute: 7 * 60, toMinute: 8 * 60 } }, 'BrakeHours'],
  ])('%o refuses risk with %s and never a reduction', (limit, code) => {
    const broker = full();
    broker.trade('BUY 3 @ 450', 1800);
    broker.do({ kind: 'setBrakes', accountId: AN, brakes: { ...NO_SELF_LIMITS, ...limit } });
    expect(broker.place('BUY 3 @ 450').events).toMatchObject([{ order: { refusal: { code } } }]);
    expect(requestsOf(broker.place('SELL 3 @ 450').events)).toHaveLength(1);
  });

  test('are tightened at once and loosened on the next trade date', () => {
    const broker = full();
    const set = (maxLotsPerOrder: number | null): unknown =>
      broker.do({ kind: 'setBrakes', accountId: AN, brakes: { ...NO_SELF_LIMITS, maxLotsPerOrder } });
    set(5);
    set(2);
    expect(broker.account().brakes.maxLotsPerOrder).toBe(2);
    set(null);
    expect(broker.account()).toMatchObject({ brakes: { maxLotsPerOrder: 2 }, nextBrakes: { maxLotsPerOrder: null } });
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-11-21' });
    expect(broker.account()).toMatchObject({ brakes: { maxLotsPerOrder: null }, nextBrakes: null });
  });

  test("today's loss counts from the start of the trade date, deposits aside", () => {
    const broker = full();
    broker.trade('BUY 3 @ 450', 1800);
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-11-21' });
    broker.do({ kind: 'deposit', accountId: AN, amountVnd: 50_000_000n, reference: 'more' });
    broker.do({ kind: 'setBrakes', accountId: AN, brakes: { ...NO_SELF_LIMITS, dailyLossVnd: 10_000_000n } });
    broker.mark(1791);
    expect(requestsOf(broker.place('BUY 1 @ 447').events)).toHaveLength(1);
    broker.mark(1789);
    expect(broker.place('BUY 1 @ 447').events).toMatchObject([{ order: { refusal: { code: 'BrakeDailyLoss' } } }]);
  });
});

describe('orders that may only reduce', () => {
  test('are refused beyond what is open', () => {
    const broker = full();
    broker.trade('BUY 3 @ 450', 1800);
    expect(broker.place('SELL 4 @ 455', { isReduceOnly: true }).events).toMatchObject([
      { order: { refusal: { code: 'ReduceOnlyExceeded', facts: { open: 3 } } } },
    ]);
  });

  test('shrink and go with the position', () => {
    const broker = full();
    broker.trade('BUY 3 @ 450', 1800);
    const { orderId } = broker.place('SELL 3 @ 455', { isReduceOnly: true });
    broker.accept(orderId);
    const other = broker.place('SELL 1 @ 450').orderId;
    broker.accept(other);
    expect(requestsOf(broker.fill(other, 1, 1800))).toMatchObject([{ kind: 'modify', orderId, quantityLots: 2 }]);
    broker.report(orderId, { kind: 'modified', quantityLots: 2, limitPriceTicks: 1820, duration: 'DAY' });
    const last = broker.place('SELL 2 @ 450').orderId;
    broker.accept(last);
    expect(requestsOf(broker.fill(last, 2, 1800))).toEqual([{ kind: 'cancel', orderId, contractCode: CODE }]);
    broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' });
    expect(broker.order(orderId).reason).toBe('PositionGone');
  });
});

describe('going flat and reversing', () => {
  const ids = { accountId: AN, orderId: 'flat', clientOrderId: 'flat', contractCode: CODE };

  test('go flat cancels first and closes what is open when the answers are there', () => {
    const broker = full();
    broker.trade('BUY 3 @ 450', 1800);
    const working = broker.place('BUY 2 @ 445').orderId;
    broker.accept(working);
    const events = broker.do({ kind: 'liquidateContract', ...ids, goFlat: true });
    expect(requestsOf(events)).toEqual([{ kind: 'cancel', orderId: working, contractCode: CODE }]);
    expect(broker.order('flat').status).toBe('PENDING');
    const released = broker.report(working, { kind: 'cancelled', reason: 'UserRequest' });
    expect(requestsOf(released)).toMatchObject([{ kind: 'submit', order: { side: 'SELL', quantityLots: 3 } }]);
  });

  test('liquidate leaves working orders; an operator is named', () => {
    const broker = full();
    broker.trade('BUY 3 @ 450', 1800);
    const working = broker.place('BUY 2 @ 445').orderId;
    broker.accept(working);
    const operator = { operatorId: 'lan', reason: 'asked by phone' };
    const events = broker.do({ kind: 'liquidateContract', ...ids, operator });
    expect(requestsOf(events)).toMatchObject([{ kind: 'submit', order: { quantityLots: 3 } }]);
    expect(events).toContainEqual({
      kind: 'operatorActed',
      operator,
      accountId: AN,
      contractCode: CODE,
      orderId: 'flat',
    });
  });

  test('reverse sends twice the lots, checked like any order', () => {
    const broker = full();
    broker.trade('BUY 3 @ 450', 1800);
    expect(requestsOf(broker.do({ kind: 'reversePosition', ...ids }))).toMatchObject([
      { order: { side: 'SELL', orderType: 'MARKET', quantityLots: 6 } },
    ]);
    const poor = full(160_000_000n);
    poor.trade('BUY 4 @ 450', 1800);
    poor.mark(1790);
    expect(poor.do({ kind: 'reversePosition', ...ids })).toMatchObject([
      { order: { refusal: { code: 'InsufficientMargin' } } },
    ]);
  });
});

describe('the expiry guard', () => {
  const near = (sessionsLeft: number) =>
    ({
      kind: 'nearCloseOut',
      contractCode: CODE,
      position: 'long',
      date: '2026-11-27',
      sessionsLeft,
      deadlineMs: 99,
    }) as const;

  test('notifies holders only, at 10, 5, 3 and 1 sessions', () => {
    const broker = full();
    broker.trade('BUY 3 @ 450', 1800);
    const reported = [11, 10, 9, 5, 4, 3, 2, 1].filter((sessions) =>
      broker.do(near(sessions)).some((event) => event.kind === 'closeOutNeared' && event.notice.accountId === AN),
    );
    expect(reported).toEqual([10, 5, 3, 1]);
  });

  test('opens nothing in the window, on that side', () => {
    const broker = full();
    broker.trade('BUY 3 @ 450', 1800);
    broker.do(near(3));
    expect(broker.place('BUY 1 @ 450').events).toMatchObject([
      { order: { refusal: { code: 'ExpiryWindowReduceOnly', facts: { contract: CODE, date: '2026-11-27' } } } },
    ]);
    expect(requestsOf(broker.place('SELL 3 @ 450').events)).toHaveLength(1);
    expect(requestsOf(broker.place('SELL 5 @ 460').events)).toHaveLength(1);
  });

  test('closes at the deadline, and what is left settles without a trade', () => {
    const broker = full();
    broker.trade('BUY 3 @ 450', 1800);
    const [sent] = requestsOf(broker.do({ kind: 'closeOut', contractCode: CODE, position: 'long' }));
    expect(sent).toMatchObject({ kind: 'submit', order: { side: 'SELL', quantityLots: 3 } });
    const orderId = sent?.kind === 'submit' ? sent.order.orderId : '';
    broker.accept(orderId);
    broker.fill(orderId, 1, 1790);
    broker.report(orderId, { kind: 'cancelled', reason: 'EmptyBook' });
    const events = broker.do({ kind: 'settlePositions', contractCode: CODE, position: 'long', settlementTicks: 1795 });
    expect(events.filter(({ kind }) => kind === 'positionSettled')).toHaveLength(1);
    expect(broker.account().positions.size).toBe(0);
    expect(events.some(({ kind }) => kind === 'orderFilled')).toBe(false);
  });
});

describe('the expiry guard and orders that would open', () => {
  const closeLongs = { kind: 'closeOut', contractCode: CODE, position: 'long' } as const;
  const unknown = (broker: Broker, orderId: string): void => {
    broker.do({ kind: 'loseVenue' });
    broker.do({ kind: 'resyncVenue', epoch: 'e1', orderIds: [] });
    expect(broker.order(orderId).status).toBe('UNKNOWN');
  };
  const closed = (broker: Broker): void => {
    broker.do({ kind: 'changeSession', contractCodes: [CODE], state: 'CLOSED', opensAtMs: null });
  };

  test.each<[string, (broker: Broker, orderId: string) => void]>([
    ['while the session is open', () => {}],
    ['while it is closed', closed],
    [
      'while the contract is halted',
      (broker) => {
        const scope = { kind: 'contract', contractCode: CODE } as const;
        broker.do({ kind: 'setTradingHalt', scope, reason: 'drill', operatorId: 'lan' });
      },
    ],
    ['as soon as the exchange says that it has it, of an order in doubt', unknown],
  ])('asks for a cancel %s', (_when, first) => {
    const broker = full();
    const { orderId } = broker.place('BUY 10 @ 440', { duration: 'GTC' });
    broker.accept(orderId);
    first(broker, orderId);
    const sent = requestsOf(broker.do(closeLongs));
    if (broker.order(orderId).status === 'UNKNOWN') {
      expect(broker.order(orderId).cancelWish).toBe('ExpiryGuard');
      return;
    }
    expect(sent).toEqual([{ kind: 'cancel', orderId, contractCode: CODE }]);
    broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' });
    expect(broker.order(orderId)).toMatchObject({ status: 'CANCELLED', reason: 'ExpiryGuard' });
  });

  test('leaves what reduces a short, and what opens the other side', () => {
    const broker = full();
    broker.trade('SELL 3 @ 450', 1800);
    const ids = ['BUY 3 @ 440', 'SELL 2 @ 460'].map((text) => broker.place(text, { duration: 'GTC' }).orderId);
    for (const orderId of ids) broker.accept(orderId);
    expect(requestsOf(broker.do(closeLongs))).toEqual([]);
  });

  test('a conditional order that would open is refused when it fires', () => {
    const broker = full();
    broker.mark(1800);
    const trail = { orderType: 'TRAILING_STOP', duration: 'GTC', trailAmount: '10' } as const;
    const { orderId } = broker.place('BUY 2', trail);
    broker.do({ ...closeLongs, kind: 'nearCloseOut', date: '2026-11-27', sessionsLeft: 0, deadlineMs: 99 });
    broker.do(closeLongs);
    expect(requestsOf(broker.mark(1900))).toEqual([]);
    expect(broker.conditional(orderId)).toMatchObject({
      status: 'FAILED',
      refusal: { code: 'ExpiryWindowReduceOnly' },
    });
  });

  test('settles no position with lots from after the settlement price', () => {
    const broker = full();
    broker.trade('BUY 3 @ 450', 1800);
    const settle = (openedBeforeMs: number): unknown =>
      broker.do({ ...closeLongs, kind: 'settlePositions', settlementTicks: 1848, openedBeforeMs });
    settle(broker.timeMs);
    expect(broker.account().positions.size).toBe(1);
    settle(broker.timeMs + 1);
    expect(broker.account().positions.size).toBe(0);
  });
});

describe('the link to the exchange', () => {
  test('lost: new orders wait as not sent, working ones are disconnected and can not be touched', () => {
    const broker = full();
    const working = broker.place('BUY 1 @ 440').orderId;
    broker.accept(working);
    broker.do({ kind: 'loseVenue' });
    expect(broker.order(working).status).toBe('DISCONNECTED');
    const waiting = broker.place('BUY 1 @ 441');
    expect(requestsOf(waiting.events)).toEqual([]);
    expect(broker.order(waiting.orderId).status).toBe('NOT_SENT');
    expect(broker.do({ kind: 'cancelOrder', accountId: AN, orderId: working })).toMatchObject([
      { refusal: { code: 'OrderCancelNotAllowed', facts: { status: 'DISCONNECTED' } } },
    ]);
    broker.do({ kind: 'cancelOrder', accountId: AN, orderId: waiting.orderId });
    expect(broker.order(waiting.orderId).status).toBe('CANCELLED');
  });

  test('back with the same exchange: its orders are live, those that never arrived are sent, the rest is unknown', () => {
    const broker = full();
    const [known, gone] = [broker.place('BUY 1 @ 440').orderId, broker.place('BUY 1 @ 441').orderId];
    broker.accept(known);
    broker.accept(gone);
    const underWay = broker.place('BUY 1 @ 442').orderId;
    broker.do({ kind: 'loseVenue' });
    const waiting = broker.place('BUY 1 @ 443').orderId;
    const events = broker.do({ kind: 'resyncVenue', epoch: 'e1', orderIds: [known] });
    expect(requestsOf(events)).toMatchObject([{ order: { orderId: underWay } }, { order: { orderId: waiting } }]);
    expect([known, gone, underWay, waiting].map((id) => broker.order(id).status)).toEqual([
      'WORKING',
      'UNKNOWN',
      'DISCONNECTED',
      'IN_TRANSIT',
    ]);
    broker.accept(underWay);
    expect(broker.order(underWay).status).toBe('WORKING');
  });

  test.each([0, 1])('back: a cancel that went down with it is asked again, with %i of two lots filled', (filled) => {
    const broker = full();
    const { orderId } = broker.place('BUY 2 @ 440');
    broker.accept(orderId);
    if (filled > 0) broker.fill(orderId, filled, 1760);
    broker.do({ kind: 'cancelOrder', accountId: AN, orderId });
    broker.do({ kind: 'loseVenue' });
    const events = broker.do({ kind: 'resyncVenue', epoch: 'e1', orderIds: [orderId] });
    expect(requestsOf(events)).toEqual([{ kind: 'cancel', orderId, contractCode: CODE }]);
    expect(broker.order(orderId).status).toBe('IN_CANCEL');
  });

  test('a fill that it reports late moves a disconnected order on', () => {
    const broker = full();
    const { orderId } = broker.place('BUY 2 @ 440');
    broker.accept(orderId);
    broker.do({ kind: 'loseVenue' });
    broker.fill(orderId, 1, 1760);
    expect(broker.order(orderId).status).toBe('PARTIALLY_FILLED');
    broker.do({ kind: 'resyncVenue', epoch: 'e1', orderIds: [orderId] });
    broker.fill(orderId, 1, 1760);
    expect(broker.order(orderId).status).toBe('FILLED');
  });
});
