/** Protection of a position, and its loss: exit pairs and trailing stops with a hostile owner and a moving market. */
import type { CommandBody } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { AN, Broker, CODE, FULL_RULES, requestsOf } from '#test/scenarios/broker.ts';

type PlaceOrder = Extract<CommandBody, { kind: 'placeOrder' }>;

function long(lots: number): Broker {
  const broker = new Broker(1_000_000_000n, FULL_RULES);
  broker.trade(`BUY ${lots} @ 450`, 1800);
  return broker;
}

function pair(takeProfit?: string, stopLoss?: string): Partial<PlaceOrder> {
  return {
    orderType: 'TPSL',
    duration: 'GTC',
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  };
}

describe('an exit pair', () => {
  test('that the position has shrunk can still be moved without naming its size', () => {
    const broker = long(3);
    const { orderId: conditionalOrderId } = broker.place('SELL 3', pair('460', '445'));
    broker.trade('SELL 2 @ 450', 1800);
    const moved = broker.do({ kind: 'modifyConditional', accountId: AN, conditionalOrderId, stopLoss: '447' });
    expect(moved).toMatchObject([{ kind: 'conditionalChanged', conditional: { stopLossTicks: 1788, armedLots: 1 } }]);
  });

  test.each([
    [1, 'taken'],
    [2, 'ReduceOnlyExceeded'],
    [0, 'QuantityInvalid'],
  ])('of one open lot, changed to %i: %s', (quantityLots, expected) => {
    const broker = long(3);
    const { orderId: conditionalOrderId } = broker.place('SELL 3', pair('460', '445'));
    broker.trade('SELL 2 @ 450', 1800);
    const [event] = broker.do({ kind: 'modifyConditional', accountId: AN, conditionalOrderId, quantityLots });
    expect(event?.kind === 'commandRefused' ? event.refusal.code : 'taken').toBe(expected);
  });

  test('waits while another order closes its position, and protects it if that finds no price', () => {
    const broker = long(3);
    const first = broker.place('SELL 3', pair(undefined, '446')).orderId;
    const second = broker.place('SELL 3', pair(undefined, '445')).orderId;
    expect(requestsOf(broker.mark(1780))).toHaveLength(1);
    expect(broker.conditional(second).status).toBe('PENDING_ACTIVATION');
    broker.accept(`${first}-x`);
    broker.report(`${first}-x`, { kind: 'cancelled', reason: 'EmptyBook' });
    expect(broker.conditional(first)).toMatchObject({ status: 'FAILED', reason: 'EmptyBook' });
    expect(requestsOf(broker.mark(1779))).toMatchObject([{ order: { orderId: `${second}-x`, quantityLots: 3 } }]);
  });

  test('does not sell what its owner sells at market at the same time', () => {
    const broker = long(3);
    const { orderId } = broker.place('SELL 3', pair(undefined, '445'));
    broker.place('SELL 2', { orderId: 'panic' });
    expect(requestsOf(broker.mark(1780))).toMatchObject([{ order: { orderId: `${orderId}-x`, quantityLots: 1 } }]);
  });

  test('is cancelled when the position reverses', () => {
    const broker = long(3);
    const { orderId } = broker.place('SELL 3', pair('460', '445'));
    broker.trade('SELL 5 @ 450', 1800);
    expect(broker.conditional(orderId)).toMatchObject({ status: 'CANCELLED', reason: 'PositionGone' });
    expect(requestsOf(broker.mark(1900))).toEqual([]);
  });
});

describe('exits of an entry', () => {
  const exits = { takeProfit: '460', stopLoss: '440', exitOrderId: 'exits' };

  function entered(text: string): { broker: Broker; orderId: string } {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    const { orderId } = broker.place(text, exits);
    broker.accept(orderId);
    return { broker, orderId };
  }

  test('that their owner has cancelled are not armed by later fills', () => {
    const { broker, orderId } = entered('BUY 5 @ 450');
    broker.do({ kind: 'cancelConditional', accountId: AN, conditionalOrderId: 'exits' });
    const reported = broker.fill(orderId, 2, 1800).filter(({ kind }) => kind === 'conditionalChanged');
    expect(reported).toEqual([]);
    expect(broker.conditional('exits')).toMatchObject({ status: 'CANCELLED', armedLots: 0 });
  });

  test('grow with an entry that was raised', () => {
    const { broker, orderId } = entered('BUY 2 @ 450');
    broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots: 5 });
    broker.report(orderId, { kind: 'modified', quantityLots: 5, limitPriceTicks: 1800, duration: 'DAY' });
    broker.fill(orderId, 5, 1800);
    expect(broker.conditional('exits')).toMatchObject({ armedLots: 5, lots: 5 });
  });

  test('that have fired take the rest of their entry with them: what it filled then would have no protection', () => {
    const { broker, orderId } = entered('BUY 5 @ 450');
    broker.fill(orderId, 2, 1800);
    const requests = requestsOf(broker.mark(1840));
    expect(requests).toMatchObject([
      { kind: 'submit', order: { side: 'SELL', quantityLots: 2 } },
      { kind: 'cancel', orderId },
    ]);
    broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' });
    expect(broker.order(orderId)).toMatchObject({ status: 'CANCELLED', filledLots: 2, reason: 'SiblingFilled' });
  });

  test('that have fired take it with them also when nobody knows how it stands, as soon as that is known', () => {
    const { broker, orderId } = entered('BUY 10 @ 450');
    broker.fill(orderId, 4, 1800);
    broker.do({ kind: 'loseVenue' });
    broker.do({ kind: 'resyncVenue', epoch: 'e1' });
    expect(broker.order(orderId).status).toBe('UNKNOWN');
    expect(requestsOf(broker.mark(1760))).toMatchObject([{ kind: 'submit', order: { side: 'SELL', quantityLots: 4 } }]);
    expect(broker.order(orderId)).toMatchObject({ status: 'UNKNOWN', cancelWish: 'SiblingFilled' });
    expect(requestsOf(broker.do({ kind: 'resyncVenue', epoch: 'e1', orderIds: [orderId] }))).toContainEqual({
      ...{ kind: 'cancel', orderId, contractCode: CODE },
    });
  });

  /** Three of five lots are bought; what is sold meanwhile needs no exit, though two more may come. */
  test.each([
    [1, 2],
    [2, 1],
    [3, 0],
    [4, 0],
  ])('shrink with the position while their entry lives: %i sold, %i protected', (sold, armedLots) => {
    const { broker, orderId } = entered('BUY 5 @ 450');
    broker.fill(orderId, 3, 1800);
    broker.trade(`SELL ${sold} @ 450`, 1800);
    expect(broker.conditional('exits')).toMatchObject({ status: 'PENDING_ACTIVATION', armedLots });
  });

  test('of an entry that only closes the other side protect nothing', () => {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    broker.trade('SELL 5 @ 450', 1800);
    const { orderId } = broker.place('BUY 5 @ 450', exits);
    broker.accept(orderId);
    broker.fill(orderId, 5, 1800);
    expect(broker.conditional('exits').status).toBe('CANCELLED');
    expect(requestsOf(broker.mark(1900))).toEqual([]);
  });

  test('of an entry through zero protect what it has opened', () => {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    broker.trade('SELL 2 @ 450', 1800);
    const { orderId } = broker.place('BUY 5 @ 450', exits);
    broker.accept(orderId);
    broker.fill(orderId, 5, 1800);
    expect(broker.conditional('exits').armedLots).toBe(3);
    expect(requestsOf(broker.mark(1840))).toMatchObject([{ order: { side: 'SELL', quantityLots: 3 } }]);
  });
});

describe('a trailing stop by percent, where prices are below zero', () => {
  /** Best price and stop, of a sell that trails by 5 %: the distance is a share of the absolute price, a tick at least. */
  test.each([
    [[-1000], -1050],
    [[-1000, -400], -420],
    [[-1000, -400, -900], -420],
    [[-10, 0], -1],
    [[-10, 0, 200], 190],
    [[200, -1000], 190],
  ])('marks %j: the stop stands at %i', (marks, expected) => {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    const [first = 0, ...others] = marks;
    broker.mark(first);
    const more = { orderType: 'TRAILING_STOP', duration: 'GTC', trailPercent: '5' } as const;
    const { orderId } = broker.place('SELL 1', more);
    for (const mark of others) broker.mark(mark);
    expect(broker.conditional(orderId).currentStopTicks).toBe(expected);
  });

  test('of a buy it falls with the price through zero and never rises', () => {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    broker.mark(100);
    const more = { orderType: 'TRAILING_STOP', duration: 'GTC', trailPercent: '10' } as const;
    const { orderId } = broker.place('BUY 1', more);
    const stops = [100, 0, -100, -95].map((mark) => {
      broker.mark(mark);
      return broker.conditional(orderId).currentStopTicks;
    });
    expect(stops).toEqual([110, 1, -90, -90]);
  });
});

describe('two sub-accounts of one investor', () => {
  test('have limits, halts and margin each of their own', () => {
    const broker = long(3);
    broker.open('an-2', 100_000_000n);
    broker.do({
      kind: 'setTradingHalt',
      scope: { kind: 'account', accountId: AN },
      reason: 'drill',
      operatorId: 'lan',
    });
    expect(broker.place('BUY 1 @ 450').events).toMatchObject([{ order: { refusal: { code: 'TRADING_HALTED' } } }]);
    expect(requestsOf(broker.place('BUY 1 @ 450', { accountId: 'an-2' }).events)).toHaveLength(1);
  });

  test('are one owner at the exchange', () => {
    const broker = long(3);
    broker.open('an-2', 100_000_000n);
    const owners = ['an-1', 'an-2'].flatMap((accountId) =>
      requestsOf(broker.place('SELL 1 @ 455', { accountId }).events).map((request) =>
        request.kind === 'submit' ? request.order.ownerId : '',
      ),
    );
    expect(owners).toEqual(['an', 'an']);
  });

  test('one cannot touch what the other has', () => {
    const broker = long(3);
    broker.open('an-2', 100_000_000n);
    const { orderId } = broker.place('SELL 3', pair('460', '445'));
    const named = { accountId: 'an-2', conditionalOrderId: orderId };
    expect(broker.do({ kind: 'modifyConditional', ...named, stopLoss: '440' })).toMatchObject([
      { refusal: { code: 'ConditionalOrderNotFound' } },
    ]);
    expect(
      broker.do({
        kind: 'liquidateContract',
        accountId: 'an-2',
        orderId: 'z',
        clientOrderId: 'z',
        contractCode: CODE,
      }),
    ).toMatchObject([{ refusal: { code: 'OpenPositionNotFound' } }]);
  });
});
