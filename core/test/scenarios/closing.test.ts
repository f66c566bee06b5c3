/**
 * Closing and reducing with crossing events: panic, double clicks, fills in transit, closed markets. A position may be
 * closed; an order meant to close it never reverses it.
 */
import type { CommandBody, VenueRequest } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { AN, Broker, CODE, FULL_RULES, requestsOf } from '#test/scenarios/broker.ts';

type PlaceOrder = Extract<CommandBody, { kind: 'placeOrder' }>;

function long(lots: number, cashVnd = 1_000_000_000n): Broker {
  const broker = new Broker(cashVnd, FULL_RULES);
  broker.trade(`BUY ${lots} @ 450`, 1800);
  return broker;
}

function reported(requests: readonly VenueRequest[]): string[] {
  return requests.map((request) =>
    request.kind === 'submit'
      ? `${request.order.side} ${request.order.quantityLots}`
      : `${request.kind} ${request.orderId}`,
  );
}

function working(broker: Broker, text: string, more: Partial<PlaceOrder> = {}): string {
  const { orderId } = broker.place(text, more);
  broker.accept(orderId);
  return orderId;
}

function liquidate(broker: Broker, id: string, more: { goFlat?: boolean } = {}) {
  return broker.do({
    kind: 'liquidateContract',
    accountId: AN,
    orderId: id,
    clientOrderId: id,
    contractCode: CODE,
    ...more,
  });
}

const OPEN: CommandBody = { kind: 'changeSession', contractCodes: [CODE], state: 'OPEN', opensAtMs: null };
const CLOSE: CommandBody = { kind: 'changeSession', contractCodes: [CODE], state: 'CLOSED', opensAtMs: 99 };

describe('a trader in panic', () => {
  test.each([
    ['sells at market', { duration: 'IOC' }],
    ['sells at market, reducing only', { duration: 'IOC', isReduceOnly: true }],
  ] as const)('%s, then liquidates: nothing is left to liquidate', (_what, more) => {
    const broker = long(3);
    broker.place('SELL 3', more);
    expect(liquidate(broker, 'x')).toMatchObject([{ refusal: { code: 'OpenPositionNotFound' } }]);
  });

  test('sells one of three at market, then liquidates: two are liquidated', () => {
    const broker = long(3);
    broker.place('SELL 1');
    expect(reported(requestsOf(liquidate(broker, 'x')))).toEqual(['SELL 2']);
  });

  test('liquidates while the stop-loss has just fired: nothing is sold twice', () => {
    const broker = long(3);
    broker.place('SELL 3', { orderType: 'TPSL', duration: 'GTC', stopLoss: '445' });
    expect(reported(requestsOf(broker.mark(1780)))).toEqual(['SELL 3']);
    expect(liquidate(broker, 'x')).toMatchObject([{ refusal: { code: 'OpenPositionNotFound' } }]);
  });

  test('goes flat with an order in transit: it is cancelled as soon as possible, and its fills are closed too', () => {
    const broker = long(3);
    const { orderId } = broker.place('BUY 2 @ 449');
    expect(requestsOf(liquidate(broker, 'flat', { goFlat: true }))).toEqual([]);
    expect(broker.order('flat').status).toBe('PENDING');
    expect(reported(requestsOf(broker.report(orderId, { kind: 'accepted' })))).toEqual([`cancel ${orderId}`]);
    broker.fill(orderId, 1, 1796);
    // It asked for three; the fourth lot is a new decision.
    expect(reported(requestsOf(broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' })))).toEqual([
      'SELL 3',
    ]);
  });

  test('goes flat twice: one closing order', () => {
    const broker = long(3);
    working(broker, 'BUY 2 @ 445');
    liquidate(broker, 'flat', { goFlat: true });
    expect(liquidate(broker, 'again', { goFlat: true })).toMatchObject([{ refusal: { code: 'OpenPositionNotFound' } }]);
  });

  test.each([
    ['the market is closed', CLOSE, 'MarketClosed'],
    [
      'trading is halted',
      { kind: 'setTradingHalt', scope: { kind: 'all' }, reason: 'drill', operatorId: 'lan' },
      'TRADING_HALTED',
    ],
  ] as const)(
    'goes flat while %s: refused whole, and nothing that protects the position is cancelled',
    (_what, before, code) => {
      const broker = long(3);
      const stop = working(broker, 'SELL 3', { orderType: 'STOP', duration: 'GTC', stopPrice: '445' });
      const { orderId: pair } = broker.place('SELL 3', { orderType: 'TPSL', duration: 'GTC', stopLoss: '440' });
      broker.do(before);
      const events = liquidate(broker, 'flat', { goFlat: true });
      expect(events).toMatchObject([{ order: { status: 'REJECTED', refusal: { code } } }]);
      expect(broker.order(stop).status).toBe('WORKING');
      expect(broker.conditional(pair).status).toBe('PENDING_ACTIVATION');
    },
  );
});

describe('two closing orders', () => {
  test('that waited and one fill between them close what is open, not more', () => {
    const broker = long(5);
    const sell = working(broker, 'SELL 2 @ 452');
    const bid = working(broker, 'BUY 1 @ 440');
    liquidate(broker, 'flat', { goFlat: true });
    broker.fill(sell, 2, 1808);
    expect(requestsOf(broker.report(sell, { kind: 'cancelRejected', reason: 'UnknownOrder' }))).toEqual([]);
    expect(reported(requestsOf(broker.report(bid, { kind: 'cancelled', reason: 'UserRequest' })))).toEqual(['SELL 3']);
  });

  test('the close-out waits for a cancel, which a whole fill answers: it takes the rest', () => {
    const broker = long(5, 1_000_000_000n);
    const sell = working(broker, 'SELL 3 @ 455');
    broker.do({ kind: 'closeOut', contractCode: CODE, position: 'long' });
    const [first] = [...broker.state.orders.values()].filter((order) => order.isForceSell);
    expect(first).toMatchObject({ status: 'PENDING', quantityLots: 5 });
    expect(reported(requestsOf(broker.fill(sell, 3, 1820)))).toEqual(['SELL 2']);
  });
});

describe('a fill that crosses a cancel of a margin level', () => {
  test('is booked, its margin stays, and the level is worked out with it', () => {
    const broker = long(10, 403_500_000n);
    const turning = working(broker, 'SELL 12 @ 465');
    broker.mark(1750);
    expect(broker.order(turning)).toMatchObject({ status: 'IN_CANCEL', cancelReason: 'MarginLevel' });
    broker.fill(turning, 12, 1860);
    expect(broker.order(turning).status).toBe('FILLED');
    expect(broker.account().positions.get(CODE)?.netLots).toBe(-2);
    expect(broker.account().marginState.rung).toBe('NONE');
    expect(requestsOf(broker.report(turning, { kind: 'cancelRejected', reason: 'UnknownOrder' }))).toEqual([]);
  });
});

describe('a liquidation of the broker', () => {
  /** Ten lots far below 20 %, and a working order whose cancel is not answered: the closing order waits. */
  function waiting(): { broker: Broker; orderId: string } {
    const broker = long(10, 403_500_000n);
    working(broker, 'SELL 2 @ 470');
    broker.mark(1690);
    const [closing] = [...broker.state.orders.values()].filter((order) => order.isForceSell);
    return { broker, orderId: closing?.orderId ?? '' };
  }

  test('is not its investor’s to cancel', () => {
    const { broker, orderId } = waiting();
    expect(broker.order(orderId).status).toBe('PENDING');
    expect(broker.do({ kind: 'cancelOrder', accountId: AN, orderId })).toMatchObject([
      { refusal: { code: 'OrderCancelNotAllowed', facts: { status: 'PENDING' } } },
    ]);
  });

  test.each([1, 50])('nor to change to %i lots', (quantityLots) => {
    const { broker, orderId } = waiting();
    const before = broker.order(orderId).quantityLots;
    expect(broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots })).toMatchObject([
      { refusal: { code: 'OrderModifyNotAllowed', facts: { status: 'PENDING' } } },
    ]);
    expect(broker.order(orderId).quantityLots).toBe(before);
  });
});

describe('reduce-only', () => {
  test('an order in transit while the position closes is cancelled on arrival', () => {
    const broker = long(3);
    const closing = working(broker, 'SELL 3 @ 450');
    const { orderId } = broker.place('SELL 3 @ 455', { isReduceOnly: true });
    broker.fill(closing, 3, 1800);
    expect(reported(requestsOf(broker.report(orderId, { kind: 'accepted' })))).toEqual([`cancel ${orderId}`]);
  });

  test('a modify that crosses a fill: fitted to what is open when it is answered', () => {
    const broker = long(5);
    const only = working(broker, 'SELL 3 @ 455', { isReduceOnly: true });
    const other = working(broker, 'SELL 4 @ 452');
    broker.do({ kind: 'modifyOrder', accountId: AN, orderId: only, quantityLots: 5 });
    broker.fill(other, 4, 1808);
    const answered = broker.report(only, { kind: 'modified', quantityLots: 5, limitPriceTicks: 1820, duration: 'DAY' });
    expect(requestsOf(answered)).toMatchObject([{ kind: 'modify', orderId: only, quantityLots: 1 }]);
  });

  test('while the market is closed it waits to be fitted, and is at the open', () => {
    const broker = long(3);
    const only = working(broker, 'SELL 3 @ 455', { isReduceOnly: true });
    const other = working(broker, 'SELL 1 @ 450');
    broker.do(CLOSE);
    expect(requestsOf(broker.fill(other, 1, 1800))).toEqual([]);
    expect(requestsOf(broker.do(OPEN))).toMatchObject([{ kind: 'modify', orderId: only, quantityLots: 2 }]);
  });

  test('an exchange that refuses the change is asked for a cancel, not again and again', () => {
    const broker = long(3);
    const only = working(broker, 'SELL 3 @ 455', { isReduceOnly: true });
    const other = working(broker, 'SELL 1 @ 450');
    broker.fill(other, 1, 1800);
    const refused = broker.report(only, { kind: 'modifyRejected', reason: 'OutsideDailyLimit' });
    expect(reported(requestsOf(refused))).toEqual([`cancel ${only}`]);
  });

  /** A stop for all of three lots, and one of them is sold. */
  function protectedLong(before: (broker: Broker, stop: string) => void) {
    const broker = long(3);
    const more = { orderType: 'STOP', duration: 'GTC', stopPrice: '445', isReduceOnly: true } as const;
    const stop = working(broker, 'SELL 3', more);
    const other = working(broker, 'SELL 1 @ 450');
    before(broker, stop);
    return { broker, stop, asked: requestsOf(broker.fill(other, 1, 1800)) };
  }

  test.each<[string, (broker: Broker, stop: string) => void]>([
    [
      'a new price, while it was closed',
      (broker, stop) => {
        broker.do({ kind: 'modifyOrder', accountId: AN, orderId: stop, stopPrice: '446' });
        broker.report(stop, { kind: 'modifyRejected', reason: 'MarketClosed' });
      },
    ],
    [
      'a new price, for another reason',
      (broker, stop) => {
        broker.do({ kind: 'modifyOrder', accountId: AN, orderId: stop, stopPrice: '446' });
        broker.report(stop, { kind: 'modifyRejected', reason: 'OutsideDailyLimit' });
      },
    ],
    [
      'a cancel',
      (broker, stop) => {
        broker.do({ kind: 'cancelOrder', accountId: AN, orderId: stop });
        broker.report(stop, { kind: 'cancelRejected', reason: 'busy' });
      },
    ],
    [
      'fewer lots, and took them later',
      (broker, stop) => {
        broker.do({ kind: 'modifyOrder', accountId: AN, orderId: stop, quantityLots: 2 });
        broker.report(stop, { kind: 'modifyRejected', reason: 'busy' });
        broker.do({ kind: 'modifyOrder', accountId: AN, orderId: stop, stopPrice: '446' });
        broker.report(stop, { kind: 'modified', quantityLots: 3, stopPriceTicks: 1784, duration: 'GTC' });
      },
    ],
  ])('a stop of which the exchange once refused %s, still shrinks', (_what, before) => {
    const { stop, asked } = protectedLong(before);
    expect(asked).toMatchObject([{ kind: 'modify', orderId: stop, quantityLots: 2 }]);
  });

  const refuseAsClosed = (broker: Broker, stop: string) =>
    broker.report(stop, { kind: 'modifyRejected', reason: 'MarketClosed' });

  test('a stop that the exchange, closed, does not shrink stays and is shrunk at the open', () => {
    const { broker, stop } = protectedLong(() => {});
    broker.do(CLOSE);
    expect(requestsOf(refuseAsClosed(broker, stop))).toEqual([]);
    expect(broker.order(stop).status).toBe('WORKING');
    expect(requestsOf(broker.do(OPEN))).toMatchObject([{ kind: 'modify', orderId: stop, quantityLots: 2 }]);
  });

  test('nor is an exchange that closes before we hear of it asked again and again', () => {
    const { broker, stop } = protectedLong(() => {});
    expect(requestsOf(refuseAsClosed(broker, stop))).toEqual([]);
    broker.wait(5_000);
    const more = working(broker, 'BUY 1 @ 440');
    expect(requestsOf(broker.fill(more, 1, 1760))).toEqual([]);
    const less = working(broker, 'SELL 1 @ 450');
    expect(requestsOf(broker.fill(less, 1, 1800))).toMatchObject([{ kind: 'modify', orderId: stop, quantityLots: 2 }]);
  });

  test('a stop that fires at the exchange while its position closes: the fill is booked, the exchange is right', () => {
    const broker = long(3);
    const stop = working(broker, 'SELL 3', {
      orderType: 'STOP',
      duration: 'GTC',
      stopPrice: '445',
      isReduceOnly: true,
    });
    const other = working(broker, 'SELL 3 @ 446');
    broker.report(stop, { kind: 'triggered', priceTicks: 1780 });
    expect(requestsOf(broker.fill(other, 3, 1784))).toEqual([]);
    broker.fill(stop, 3, 1779);
    expect(broker.order(stop).status).toBe('FILLED');
    expect(broker.account().positions.get(CODE)?.netLots).toBe(-3);
  });
});

describe('stops and answers that cross (FIX 4.4, appendix D)', () => {
  const stop = { orderType: 'STOP', duration: 'GTC', stopPrice: '455' } as const;
  const stopLimit = { ...stop, orderType: 'STOP_LIMIT', limitPrice: '456' } as const;

  test.each([
    ['a cancel crosses the trigger', stop, ['cancel', 'triggered', 'fill 4', 'cancelRejected'], 'FILLED 4/4'],
    [
      'a cancel crosses a part fill after the trigger',
      stopLimit,
      ['cancel', 'triggered', 'fill 1', 'cancelled'],
      'CANCELLED 1/4',
    ],
    [
      'a modify crosses the trigger and is refused',
      stopLimit,
      ['modify 6', 'triggered', 'modifyRejected', 'fill 4'],
      'FILLED 4/4',
    ],
    [
      'a modify of a stop crosses its whole fill',
      stop,
      ['modify 6', 'triggered', 'fill 4', 'modifyRejected'],
      'FILLED 4/4',
    ],
    ['a decrease below what is filled', stopLimit, ['modify 2', 'triggered', 'fill 3', 'modified 2'], 'FILLED 3/3'],
    [
      'cancel after modify, both refused',
      stopLimit,
      ['modify 6', 'cancel', 'modifyRejected', 'cancelRejected'],
      'WORKING 0/4',
    ],
  ] as const)('%s', (_what, more, beats, expected) => {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    const orderId = working(broker, 'BUY 4', more);
    for (const beat of beats) {
      const [what, lots] = beat.split(' ');
      if (what === 'cancel') broker.do({ kind: 'cancelOrder', accountId: AN, orderId });
      else if (what === 'modify')
        broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots: Number(lots) });
      else if (what === 'triggered') broker.report(orderId, { kind: 'triggered', priceTicks: 1820 });
      else if (what === 'fill') broker.fill(orderId, Number(lots), 1821);
      else if (what === 'cancelled') broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' });
      else if (what === 'modified')
        broker.report(orderId, {
          kind: 'modified',
          quantityLots: Number(lots),
          limitPriceTicks: 1824,
          duration: 'GTC',
        });
      else if (what === 'cancelRejected') broker.report(orderId, { kind: 'cancelRejected', reason: 'UnknownOrder' });
      else broker.report(orderId, { kind: 'modifyRejected', reason: 'StopNotWaiting' });
    }
    const { status, filledLots, quantityLots } = broker.order(orderId);
    expect(`${status} ${filledLots}/${quantityLots}`).toBe(expected);
  });
});

describe('reversing', () => {
  const reverse = (broker: Broker) =>
    broker.do({ kind: 'reversePosition', accountId: AN, orderId: 'r', clientOrderId: 'r', contractCode: CODE });

  test.each([
    [25, 'SELL 50'],
    [26, 'MaxLotsPerOrder'],
  ])('%i lots, where an order may have 50: %s', (lots, expected) => {
    const events = reverse(long(lots, 3_000_000_000n));
    const [event] = events.filter(({ kind }) => kind === 'orderChanged');
    const refusal = event?.kind === 'orderChanged' ? event.order.refusal : null;
    expect(refusal?.code ?? reported(requestsOf(events))[0]).toBe(expected);
  });

  test('repeating the same id reverses once', () => {
    const broker = long(3);
    expect(reported(requestsOf(reverse(broker)))).toEqual(['SELL 6']);
    broker.fill('r', 6, 1800);
    expect(reverse(broker)).toMatchObject([{ kind: 'orderRepeated', orderId: 'r' }]);
    expect(broker.account().positions.get(CODE)?.netLots).toBe(-3);
  });

  test('takes the exits of the old position along', () => {
    const broker = long(3);
    const { orderId } = broker.place('SELL 3', { orderType: 'TPSL', duration: 'GTC', stopLoss: '440' });
    reverse(broker);
    broker.fill('r', 6, 1800);
    expect(broker.conditional(orderId)).toMatchObject({ status: 'CANCELLED', reason: 'PositionGone' });
  });
});
