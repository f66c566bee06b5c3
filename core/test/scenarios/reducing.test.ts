/** Orders that only reduce a position are free: of margin, own limits and sizes, whatever else stands on their side. */
import { type CommandBody, NO_SELF_LIMITS, type Order } from '@mua/core/engine';
import type { RefusalCode } from '@mua/core/values';
import { describe, expect, test } from 'vitest';
import { AN, Broker, CODE, FULL_RULES, requestsOf } from '#test/scenarios/broker.ts';

type PlaceOrder = Extract<CommandBody, { kind: 'placeOrder' }>;

const TAKE_PROFIT: Partial<PlaceOrder> = { isReduceOnly: true, duration: 'GTC' };
const STOP: Partial<PlaceOrder> = { isReduceOnly: true, duration: 'GTC', orderType: 'STOP', stopPrice: '445' };
const TRAILING: Partial<PlaceOrder> = {
  isReduceOnly: true,
  duration: 'GTC',
  orderType: 'TRAILING_STOP',
  trailAmount: '5',
};

/** Pays for five lots at 1,800; the margin call comes at 1,796. */
const TIGHT_VND = 185_000_000n;

function long(lots: number, cashVnd = 1_000_000_000n): Broker {
  const broker = new Broker(cashVnd, FULL_RULES);
  broker.trade(`BUY ${lots} @ 450`, 1800);
  return broker;
}

function working(broker: Broker, text: string, more: Partial<PlaceOrder>): string {
  const { orderId } = broker.place(text, more);
  broker.accept(orderId);
  return orderId;
}

function refusalOf(broker: Broker, text: string, more: Partial<PlaceOrder>): RefusalCode | null {
  const { orderId, events } = broker.place(text, more);
  const placed = events.find(
    (event): event is { kind: 'orderChanged'; order: Order } =>
      event.kind === 'orderChanged' && event.order.orderId === orderId,
  );
  return placed?.order.refusal?.code ?? null;
}

function coolOff(broker: Broker): void {
  const brakes = { ...NO_SELF_LIMITS, coolOffUntilMs: broker.timeMs + 3_600_000 };
  broker.do({ kind: 'setBrakes', accountId: AN, brakes });
}

describe('a reduce-only order beside another on its side', () => {
  /** Beside a take profit of the whole position. */
  test.each<[string, Partial<PlaceOrder>]>([
    ['a stop', STOP],
    ['a stop with a limit', { ...STOP, orderType: 'STOP_LIMIT', limitPrice: '444' }],
    ['a limit', { ...TAKE_PROFIT, limitPrice: '455', orderType: 'LIMIT' }],
    ['a market order', { isReduceOnly: true }],
  ])('is taken below the margin call: %s', (_what, more) => {
    const broker = long(5, TIGHT_VND);
    working(broker, 'SELL 5 @ 460', TAKE_PROFIT);
    broker.mark(1796);
    expect(broker.account().marginState.rung).toBe('CALL');
    expect(refusalOf(broker, 'SELL 5', more)).toBeNull();
  });

  test('as a third one it is margined as what it could open', () => {
    const broker = long(5, TIGHT_VND);
    working(broker, 'SELL 5 @ 460', TAKE_PROFIT);
    working(broker, 'SELL 5', STOP);
    expect(refusalOf(broker, 'SELL 5 @ 455', TAKE_PROFIT)).toBe('InsufficientMargin');
  });

  test('is not cancelled below 70 %, nor is the other: both protections stay as the price falls', () => {
    const broker = long(5, 200_000_000n);
    const orders = [
      { clientOrderId: 'p-1', side: 'SELL', orderType: 'LIMIT', limitPrice: '460', quantityLots: 5 },
      { clientOrderId: 'p-2', side: 'SELL', orderType: 'STOP', stopPrice: '430', quantityLots: 5 },
    ] as const;
    const asked = orders.map((order) => ({ ...order, duration: 'GTC', isReduceOnly: true }) as const);
    broker.do({
      kind: 'placeGroup',
      accountId: AN,
      contractCode: CODE,
      groupId: 'p',
      groupKind: 'OCO',
      orders: asked,
    });
    for (const orderId of ['p-1', 'p-2']) broker.accept(orderId);
    broker.mark(1755);
    expect(broker.account().marginState.rung).toBe('CANCEL');
    expect(['p-1', 'p-2'].map((orderId) => broker.order(orderId).status)).toEqual(['WORKING', 'WORKING']);
  });

  test('while its position has shrunk and the exchange has not answered, it is not cancelled either', () => {
    const broker = long(5, 200_000_000n);
    const both = [
      working(broker, 'SELL 5 @ 460', TAKE_PROFIT),
      working(broker, 'SELL 5', { ...STOP, stopPrice: '430' }),
    ];
    const { orderId } = broker.place('SELL 2', { isReduceOnly: true });
    broker.fill(orderId, 2, 1758);
    broker.mark(1740);
    expect(broker.account().marginState.rung).toBe('CANCEL');
    expect(both.map((orderId) => broker.order(orderId).status)).toEqual(['IN_MODIFY', 'IN_MODIFY']);
  });

  test.each<[string, Partial<PlaceOrder>]>([
    ['a stop', STOP],
    ['a market order', { isReduceOnly: true }],
  ])('is no trade that own limits stop: %s', (_what, more) => {
    const broker = long(5);
    working(broker, 'SELL 5 @ 460', TAKE_PROFIT);
    coolOff(broker);
    expect(refusalOf(broker, 'SELL 5', more)).toBeNull();
  });

  test('may be placed in the expiry window', () => {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    broker.trade('SELL 5 @ 450', 1800);
    working(broker, 'BUY 5 @ 440', TAKE_PROFIT);
    const deadlineMs = broker.timeMs + 3_600_000;
    broker.do({
      kind: 'nearCloseOut',
      ...{ contractCode: CODE, position: 'long', date: '2026-11-30', sessionsLeft: 3, deadlineMs },
    });
    expect(refusalOf(broker, 'BUY 5', { ...STOP, stopPrice: '455' })).toBeNull();
  });

  test.each<[string, (broker: Broker) => void]>([
    ['below the margin call', () => undefined],
    ['in a cool-off', coolOff],
    ['beside two of the same size', (broker) => working(broker, 'SELL 5', { ...STOP, stopPrice: '430' })],
  ])('a trailing stop beside a take profit fires %s', (_what, prepare) => {
    const broker = long(5, TIGHT_VND);
    working(broker, 'SELL 5 @ 460', TAKE_PROFIT);
    const { orderId } = broker.place('SELL 5', TRAILING);
    prepare(broker);
    expect(requestsOf(broker.mark(1776))).toContainEqual(
      expect.objectContaining({ order: expect.objectContaining({ orderId: `${orderId}-x`, quantityLots: 5 }) }),
    );
    expect(broker.conditional(orderId).status).toBe('ACTIVE');
  });
});

describe('what an account below its margin is told of an order that only reduces', () => {
  test.each([
    ['alone: all of its position', [], 11, 5],
    ['beside a take profit: as much again', ['SELL 5 @ 460'], 6, 5],
    ['beside both exits: nothing more', ['SELL 5 @ 460', 'SELL 5 @ 470'], 1, 0],
  ])('%s', (_what, others, lots, most) => {
    const broker = long(5, TIGHT_VND);
    for (const other of others) working(broker, other, TAKE_PROFIT);
    broker.mark(1790);
    const { events } = broker.place(`SELL ${lots} @ 480`, TAKE_PROFIT);
    const facts = expect.objectContaining({ maxLots: most });
    expect(events).toMatchObject([{ order: { refusal: { code: 'InsufficientMargin', facts } } }]);
    if (most > 0) expect(refusalOf(broker, `SELL ${most} @ 480`, TAKE_PROFIT)).toBeNull();
  });
});

describe('orders that only reduce turn nothing over', () => {
  test.each([
    ['closes nothing twice', 5, 'ReduceOnlyExceeded'],
    ['closes what the first one leaves', 2, null],
    ['and no more', 3, 'ReduceOnlyExceeded'],
  ])('a second one at market %s', (_what, lots, refused) => {
    const broker = long(5);
    broker.place(`SELL ${lots === 5 ? 5 : 3}`, { isReduceOnly: true });
    expect(refusalOf(broker, `SELL ${lots}`, { isReduceOnly: true })).toBe(refused);
  });

  test('the lots of those that rest shrink with the position', () => {
    const broker = long(5);
    const first = working(broker, 'SELL 5 @ 460', TAKE_PROFIT);
    const second = working(broker, 'SELL 5', STOP);
    expect(requestsOf(broker.fill(first, 3, 1840))).toMatchObject([
      { kind: 'modify', orderId: second, quantityLots: 2 },
    ]);
  });
});

describe('the size of an order that only reduces', () => {
  /** A package allowed larger orders, and has ended. */
  function large(): Broker {
    const broker = new Broker(5_000_000_000n, FULL_RULES);
    for (let part = 0; part < 3; part += 1) broker.trade('BUY 40 @ 450', 1800);
    return broker;
  }

  test.each<[string, Partial<PlaceOrder>]>([
    ['a stop', STOP],
    ['a market order', { isReduceOnly: true }],
    ['a pair of exits', { orderType: 'TPSL', duration: 'GTC', stopLoss: '445' }],
  ])('is that of the position: %s', (_what, more) => {
    expect(refusalOf(large(), 'SELL 120', more)).toBeNull();
    expect(large().place('SELL 120', more).events).not.toContainEqual(
      expect.objectContaining({ conditional: expect.objectContaining({ status: 'FAILED' }) }),
    );
  });

  test('a stop that protects more than the house now allows in one order fires for all of it', () => {
    const broker = large();
    const { orderId } = broker.place('SELL 120', { orderType: 'TPSL', duration: 'GTC', stopLoss: '445' });
    broker.do({ kind: 'setTradingRules', fromMs: broker.timeMs, rules: { ...FULL_RULES, maxLotsPerOrder: 20 } });
    expect(requestsOf(broker.mark(1780))).toMatchObject([
      { order: { orderId: `${orderId}-x`, orderType: 'MARKET', quantityLots: 120 } },
    ]);
  });

  test.each([
    ['an order that may open', { isReduceOnly: false }, 'MaxLotsPerOrder'],
    ['more than is open', { isReduceOnly: true, quantityLots: 121 }, 'ReduceOnlyExceeded'],
    ['no lots', { isReduceOnly: true, quantityLots: 0 }, 'QuantityInvalid'],
  ])('%s is refused', (_what, more, code) => {
    expect(refusalOf(large(), 'SELL 120', more)).toBe(code);
  });
});

describe('a reversal', () => {
  function reverse(broker: Broker, orderId: string) {
    return broker.do({
      kind: 'reversePosition',
      ...{ accountId: AN, orderId, clientOrderId: orderId, contractCode: CODE },
    });
  }

  test('a second one while the first is on its way is refused', () => {
    const broker = long(5);
    expect(requestsOf(reverse(broker, 'r1'))).toMatchObject([{ order: { side: 'SELL', quantityLots: 10 } }]);
    expect(reverse(broker, 'r2')).toMatchObject([{ refusal: { code: 'OpenPositionNotFound' } }]);
    broker.fill('r1', 10, 1800);
    expect(requestsOf(reverse(broker, 'r3'))).toMatchObject([{ order: { side: 'BUY', quantityLots: 10 } }]);
  });

  test('turns over what nothing on its way closes', () => {
    const broker = long(5);
    broker.place('SELL 2');
    expect(requestsOf(reverse(broker, 'r'))).toMatchObject([{ order: { side: 'SELL', quantityLots: 6 } }]);
  });
});

describe('a liquidation of a part', () => {
  /** Ten lots at 15 % of their margin: nine are sold. */
  function partly(): { broker: Broker; conditionalOrderId: string } {
    const broker = long(10, 403_500_000n);
    const { orderId } = broker.place('SELL 10', { orderType: 'TPSL', duration: 'GTC', stopLoss: '420' });
    broker.place('BUY 1', { orderType: 'TRAILING_STOP', duration: 'GTC', trailAmount: '5', orderId: 'opens' });
    return { broker, conditionalOrderId: orderId };
  }

  test('leaves the rest its stop, and cancels what may open', () => {
    const { broker, conditionalOrderId } = partly();
    const [sent] = requestsOf(broker.mark(1694));
    const closing = sent?.kind === 'submit' ? sent.order : undefined;
    expect(closing?.quantityLots).toBe(9);
    expect(broker.conditional(conditionalOrderId)).toMatchObject({ status: 'PENDING_ACTIVATION', armedLots: 10 });
    expect(broker.conditional('opens')).toMatchObject({ status: 'CANCELLED', reason: 'ForceSell' });
    broker.accept(closing?.orderId ?? '');
    broker.fill(closing?.orderId ?? '', 9, 1694);
    expect(broker.conditional(conditionalOrderId)).toMatchObject({ status: 'PENDING_ACTIVATION', armedLots: 1 });
    expect(requestsOf(broker.mark(1680))).toMatchObject([{ order: { quantityLots: 1 } }]);
  });

  test('the stop that fires meanwhile closes what the liquidation leaves', () => {
    const { broker, conditionalOrderId } = partly();
    broker.mark(1694);
    expect(requestsOf(broker.mark(1680))).toMatchObject([
      { order: { orderId: `${conditionalOrderId}-x`, quantityLots: 1 } },
    ]);
  });
});
