/** Trailing stops and exit pairs from their owner's view: corn at 450, ticks of a quarter cent. */
import type { CommandBody, EngineEvent } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { AN, Broker, CODE, FULL_RULES, requestsOf } from '#test/scenarios/broker.ts';

type PlaceOrder = Extract<CommandBody, { kind: 'placeOrder' }>;

function long(lots: number): Broker {
  const broker = new Broker(1_000_000_000n, FULL_RULES);
  broker.trade(`BUY ${lots} @ 450`, 1800);
  return broker;
}

const trailing = (more: Partial<PlaceOrder>): Partial<PlaceOrder> => ({
  orderType: 'TRAILING_STOP',
  duration: 'GTC',
  isReduceOnly: true,
  ...more,
});
const pair = (takeProfit?: string, stopLoss?: string): Partial<PlaceOrder> => ({
  orderType: 'TPSL',
  duration: 'GTC',
  ...(takeProfit === undefined ? {} : { takeProfit }),
  ...(stopLoss === undefined ? {} : { stopLoss }),
});

describe('a trailing stop', () => {
  test('follows the price up by whole ticks, never down, and sells at market', () => {
    const broker = long(2);
    const { orderId } = broker.place('SELL 2', trailing({ trailAmount: '2.5' }));
    expect(broker.conditional(orderId)).toMatchObject({ initialStopTicks: 1790, currentStopTicks: 1790 });
    broker.mark(1805);
    expect(broker.conditional(orderId).currentStopTicks).toBe(1795);
    broker.mark(1797);
    expect(broker.conditional(orderId)).toMatchObject({ currentStopTicks: 1795, status: 'PENDING_ACTIVATION' });
    const requests = requestsOf(broker.mark(1795));
    expect(requests).toMatchObject([
      { kind: 'submit', order: { side: 'SELL', orderType: 'MARKET', duration: 'IOC', quantityLots: 2 } },
    ]);
    expect(broker.conditional(orderId)).toMatchObject({
      status: 'ACTIVE',
      triggeredTicks: 1795,
      triggeredLeg: 'TRAIL',
      currentStopTicks: 1795,
      initialStopTicks: 1790,
    });
  });

  test('a high and a low in one step: neither fires a stop that the other one moved', () => {
    const broker = long(2);
    const { orderId } = broker.place('SELL 2', trailing({ trailAmount: '2.5' }));
    broker.mark(1800);
    broker.mark(1805, { highTicks: 1806, lowTicks: 1792 });
    expect(broker.conditional(orderId)).toMatchObject({ status: 'PENDING_ACTIVATION', currentStopTicks: 1796 });
  });

  test('a percentage is taken of the best price', () => {
    const broker = long(1);
    const { orderId } = broker.place('SELL 1', trailing({ trailPercent: '1' }));
    expect(broker.conditional(orderId).currentStopTicks).toBe(1782);
    broker.mark(2000);
    expect(broker.conditional(orderId).currentStopTicks).toBe(1980);
  });

  test.each([
    [{ trailAmount: '0.1' }, 'TrailInvalid'],
    [{ trailAmount: '0' }, 'TrailInvalid'],
    [{ trailPercent: '51' }, 'TrailInvalid'],
    [{ trailPercent: '0' }, 'TrailInvalid'],
  ])('%o is refused and its id used up', (more, code) => {
    const broker = long(1);
    const { orderId } = broker.place('SELL 1', trailing(more));
    expect(broker.conditional(orderId)).toMatchObject({ status: 'FAILED', refusal: { code } });
  });

  test.each([
    [{ trailAmount: '1', trailPercent: '1' }, 'trailAmount'],
    [{}, 'trailAmount'],
    [{ trailAmount: 'x' }, 'trailAmount'],
    [{ trailAmount: '1', takeProfit: '460' }, 'takeProfit'],
    [{ trailAmount: '1', limitPrice: '460' }, 'limitPrice'],
  ])('%o is malformed and leaves no trace', (more, field) => {
    const broker = long(1);
    const { orderId, events } = broker.place('SELL 1', trailing(more));
    expect(events).toEqual([{ kind: 'commandRefused', refusal: { code: 'BadRequest', facts: { field } } }]);
    expect(broker.state.conditionals.has(orderId)).toBe(false);
  });
});

describe('an exit pair on a position', () => {
  test.each([
    ['takes its profit', 1840, 'TAKE_PROFIT'],
    ['stops its loss', 1780, 'STOP_LOSS'],
  ] as const)('%s, and the other leg is gone', (_what, mark, leg) => {
    const broker = long(3);
    const { orderId } = broker.place('SELL 3', pair('460', '445'));
    expect(requestsOf(broker.mark(mark))).toHaveLength(1);
    expect(broker.conditional(orderId)).toMatchObject({ status: 'ACTIVE', triggeredLeg: leg });
    expect(requestsOf(broker.mark(leg === 'TAKE_PROFIT' ? 1780 : 1840))).toEqual([]);
  });

  test.each([
    ['SELL 3', '449', '445', 'TakeProfitWrongSide'],
    ['SELL 3', '460', '451', 'StopLossWrongSide'],
    ['SELL 4', '460', '445', 'ReduceOnlyExceeded'],
    ['BUY 1', '440', '460', 'ReduceOnlyExceeded'],
  ])('%s with profit at %s and loss at %s: %s', (text, takeProfit, stopLoss, code) => {
    const broker = long(3);
    const { orderId } = broker.place(text, pair(takeProfit, stopLoss));
    expect(broker.conditional(orderId)).toMatchObject({ status: 'FAILED', refusal: { code } });
  });

  test('shrinks with the position and is cancelled when it closes', () => {
    const broker = long(3);
    const { orderId } = broker.place('SELL 3', pair('460', '445'));
    broker.trade('SELL 2 @ 450', 1800);
    expect(broker.conditional(orderId).armedLots).toBe(1);
    broker.trade('SELL 1 @ 450', 1800);
    expect(broker.conditional(orderId)).toMatchObject({ status: 'CANCELLED', reason: 'PositionGone' });
    expect(requestsOf(broker.mark(1840))).toEqual([]);
  });

  test('two pairs never close more than is open', () => {
    const broker = long(3);
    broker.place('SELL 3', pair('460'));
    broker.place('SELL 3', pair(undefined, '445'));
    broker.place('SELL 2', pair('460'));
    const lots = requestsOf(broker.mark(1840)).map((request) =>
      request.kind === 'submit' ? request.order.quantityLots : 0,
    );
    expect(lots.reduce((sum, some) => sum + some, 0)).toBe(3);
  });

  test('has failed when the order that it sent found no price', () => {
    const broker = long(1);
    const { orderId } = broker.place('SELL 1', pair(undefined, '445'));
    broker.mark(1780);
    broker.accept(`${orderId}-x`);
    broker.report(`${orderId}-x`, { kind: 'cancelled', reason: 'EmptyBook' });
    expect(broker.conditional(orderId)).toMatchObject({ status: 'FAILED', reason: 'EmptyBook' });
  });
});

describe('exits that come with an entry', () => {
  const entry = (more: Partial<PlaceOrder> = {}): Partial<PlaceOrder> => ({
    takeProfit: '460',
    stopLoss: '440',
    exitOrderId: 'exits',
    ...more,
  });

  test('are armed by its fills, lot by lot', () => {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    const { orderId } = broker.place('BUY 5 @ 450', entry());
    broker.accept(orderId);
    expect(broker.conditional('exits')).toMatchObject({ armedLots: 0, parentOrderId: orderId, side: 'SELL' });
    expect(requestsOf(broker.mark(1750))).toEqual([]);
    broker.mark(1800);
    broker.fill(orderId, 2, 1800);
    expect(broker.conditional('exits').armedLots).toBe(2);
    expect(requestsOf(broker.mark(1755))[0]).toMatchObject({ order: { side: 'SELL', quantityLots: 2 } });
  });

  test('go when the entry ends without a fill', () => {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    const { orderId } = broker.place('BUY 5 @ 450', entry());
    broker.accept(orderId);
    broker.do({ kind: 'cancelOrder', accountId: AN, orderId });
    broker.report(orderId, { kind: 'cancelled', reason: 'UserRequest' });
    expect(broker.conditional('exits').status).toBe('CANCELLED');
  });

  test('on the wrong side refuse the whole order', () => {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    const { events } = broker.place('BUY 5 @ 450', entry({ stopLoss: '455' }));
    expect(events).toMatchObject([
      {
        kind: 'orderChanged',
        order: { status: 'REJECTED', refusal: { code: 'StopLossWrongSide', facts: { price: 1800 } } },
      },
    ]);
    expect(broker.state.conditionals.size).toBe(0);
  });
});

describe('exits of an entry that has filled nothing yet', () => {
  /** A buy at 440 while the market is at 450: 1760 and 1800 ticks. */
  function belowTheMarket(more: Partial<PlaceOrder> = { takeProfit: '445', stopLoss: '435' }): {
    readonly broker: Broker;
    readonly orderId: string;
    readonly change: (prices: { takeProfit?: string; stopLoss?: string }) => unknown;
    readonly reprice: (limitPrice: string) => unknown;
  } {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    broker.mark(1_800);
    const { orderId } = broker.place('BUY 2 @ 440', { exitOrderId: 'exits', ...more });
    broker.accept(orderId);
    const refusalIn = ([event]: readonly EngineEvent[]) =>
      event?.kind === 'commandRefused' ? [event.refusal.code, event.refusal.facts] : 'taken';
    return {
      ...{ broker, orderId },
      change: (prices) =>
        refusalIn(broker.do({ kind: 'modifyConditional', accountId: AN, conditionalOrderId: 'exits', ...prices })),
      reprice: (limitPrice) => refusalIn(broker.do({ kind: 'modifyOrder', accountId: AN, orderId, limitPrice })),
    };
  }

  test.each<[{ takeProfit?: string; stopLoss?: string }, unknown]>([
    [{ takeProfit: '441' }, 'taken'],
    [{ stopLoss: '439' }, 'taken'],
    [{ takeProfit: '440' }, ['TakeProfitWrongSide', { price: 1_760 }]],
    [{ stopLoss: '442' }, ['StopLossWrongSide', { price: 1_760 }]],
  ])('changed to %j are judged against its price, not the market: %j', (prices, expected) => {
    expect(belowTheMarket().change(prices)).toEqual(expected);
  });

  test('are judged against the market once something is filled', () => {
    const { broker, orderId, change } = belowTheMarket();
    broker.mark(1_760);
    broker.fill(orderId, 1, 1_760);
    broker.mark(1_776);
    expect(change({ stopLoss: '442' })).toBe('taken');
    expect(change({ takeProfit: '443' })).toEqual(['TakeProfitWrongSide', { price: 1_776 }]);
  });

  test('are judged against the market where it has no price', () => {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    broker.mark(1_800);
    broker.place('BUY 2', { takeProfit: '460', exitOrderId: 'exits' });
    const events = broker.do({
      ...{ kind: 'modifyConditional', accountId: AN, conditionalOrderId: 'exits', takeProfit: '449' },
    });
    expect(events).toMatchObject([{ refusal: { code: 'TakeProfitWrongSide', facts: { price: 1_800 } } }]);
  });

  test.each([
    ['444.75', 'taken'],
    ['435.25', 'taken'],
    ['445', ['TakeProfitWrongSide', { price: 1_780 }]],
    ['435', ['StopLossWrongSide', { price: 1_740 }]],
  ])('refuse a price of the entry on their other side: %s %j', (limitPrice, expected) => {
    expect(belowTheMarket().reprice(limitPrice)).toEqual(expected);
  });

  test('at a distance move along with it, also past where they were', () => {
    const { broker, orderId, reprice } = belowTheMarket({ takeProfitDistance: '2', stopLossDistance: '2' });
    expect(reprice('446')).toBe('taken');
    broker.report(orderId, { kind: 'modified', quantityLots: 2, limitPriceTicks: 1_784, duration: 'DAY' });
    expect(broker.conditional('exits')).toMatchObject({ takeProfitTicks: 1_792, stopLossTicks: 1_776 });
  });

  test('a distance beside a price: only the price stands in the way', () => {
    const mixed = { takeProfitDistance: '2', stopLoss: '435' };
    expect(belowTheMarket(mixed).reprice('446')).toBe('taken');
    expect(belowTheMarket(mixed).reprice('434')).toEqual(['StopLossWrongSide', { price: 1_736 }]);
  });

  test('must be right for both prices while the exchange has not answered', () => {
    const { reprice, change } = belowTheMarket();
    expect(reprice('443')).toBe('taken');
    expect(change({ takeProfit: '442' })).toEqual(['TakeProfitWrongSide', { price: 1_772 }]);
    expect(change({ stopLoss: '441' })).toEqual(['StopLossWrongSide', { price: 1_760 }]);
    expect(change({ stopLoss: '439' })).toBe('taken');
  });

  test('leave the price alone once they are armed', () => {
    const { broker, orderId, reprice } = belowTheMarket();
    broker.mark(1_760);
    broker.fill(orderId, 1, 1_760);
    expect(reprice('445')).toBe('taken');
  });
});

describe('exits at a distance from their entry', () => {
  /** 16 ticks of profit, 8 of loss. */
  const away = (more: Partial<PlaceOrder> = {}): Partial<PlaceOrder> => ({
    takeProfitDistance: '4',
    stopLossDistance: '2',
    exitOrderId: 'exits',
    ...more,
  });
  const prices = (broker: Broker) => {
    const { takeProfitTicks, stopLossTicks } = broker.conditional('exits');
    return [takeProfitTicks, stopLossTicks];
  };
  const market = { orderType: 'MARKET' } as const;

  test('stand at their distance from its price, and from the average of what is filled once something is', () => {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    const { orderId } = broker.place('BUY 5 @ 450', away());
    broker.accept(orderId);
    expect(prices(broker)).toEqual([1_816, 1_792]);
    broker.fill(orderId, 2, 1_797);
    expect(prices(broker)).toEqual([1_813, 1_789]);
    // 1798 on average.
    broker.fill(orderId, 1, 1_800);
    expect(prices(broker)).toEqual([1_814, 1_790]);
    // 1798.5: rounded away from it.
    broker.fill(orderId, 1, 1_800);
    expect(prices(broker)).toEqual([1_815, 1_790]);
    expect(broker.conditional('exits').armedLots).toBe(4);
    expect(requestsOf(broker.mark(1_815))[0]).toMatchObject({ order: { side: 'SELL', quantityLots: 4 } });
  });

  test('of a market order are measured from its fill, not from what was seen before', () => {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    broker.mark(1_800);
    const { orderId } = broker.place('SELL 1', { ...market, ...away() });
    broker.accept(orderId);
    expect(prices(broker)).toEqual([1_784, 1_808]);
    broker.fill(orderId, 1, 1_795);
    expect(prices(broker)).toEqual([1_779, 1_803]);
  });

  test('move with an entry that is changed before its first fill', () => {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    const { orderId } = broker.place('BUY 5 @ 450', away());
    broker.accept(orderId);
    broker.do({ kind: 'modifyOrder', accountId: AN, orderId, limitPrice: '449' });
    broker.report(orderId, { kind: 'modified', quantityLots: 5, limitPriceTicks: 1_796, duration: 'DAY' });
    expect(prices(broker)).toEqual([1_812, 1_788]);
  });

  test('a leg that is given a price stays there; the other one keeps its distance', () => {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    const { orderId } = broker.place('BUY 2 @ 450', away());
    broker.accept(orderId);
    broker.fill(orderId, 1, 1_800);
    broker.do({ kind: 'modifyConditional', accountId: AN, conditionalOrderId: 'exits', stopLoss: '447' });
    expect(prices(broker)).toEqual([1_816, 1_788]);
    broker.fill(orderId, 1, 1_796);
    expect(prices(broker)).toEqual([1_814, 1_788]);
  });

  test('one leg may have a price and the other a distance', () => {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    const { orderId } = broker.place('BUY 1 @ 450', { takeProfit: '460', stopLossDistance: '2', exitOrderId: 'exits' });
    broker.accept(orderId);
    broker.fill(orderId, 1, 1_796);
    expect(prices(broker)).toEqual([1_840, 1_788]);
  });

  test.each<[Partial<PlaceOrder>, string, object]>([
    [{ takeProfitDistance: '0' }, 'BadRequest', { field: 'takeProfitDistance' }],
    [{ stopLossDistance: '-2' }, 'BadRequest', { field: 'stopLossDistance' }],
    [{ stopLossDistance: 'x' }, 'BadRequest', { field: 'stopLossDistance' }],
    [{ stopLoss: '440' }, 'BadRequest', { field: 'stopLossDistance' }],
  ])('%j is malformed', (more, code, facts) => {
    const broker = new Broker(1_000_000_000n, FULL_RULES);
    const { events } = broker.place('BUY 1 @ 450', away(more));
    expect(events).toMatchObject([{ kind: 'commandRefused', refusal: { code, facts } }]);
  });

  test('between two ticks a distance is refused, and a pair on a position has none', () => {
    const broker = long(1);
    const { events } = broker.place('BUY 1 @ 450', away({ stopLossDistance: '2.1' }));
    expect(events).toMatchObject([
      {
        order: {
          status: 'REJECTED',
          refusal: { code: 'WrongTick', facts: { lower: 8, upper: 9, field: 'stopLossDistance' } },
        },
      },
    ]);
    expect(broker.place('SELL 1', { orderType: 'TPSL', duration: 'GTC', stopLossDistance: '2' }).events).toMatchObject([
      { kind: 'commandRefused', refusal: { code: 'BadRequest', facts: { field: 'stopLossDistance' } } },
    ]);
  });
});

describe('changing and cancelling', () => {
  test('new prices hold from then on', () => {
    const broker = long(3);
    const { orderId } = broker.place('SELL 3', pair('460', '445'));
    broker.do({
      kind: 'modifyConditional',
      accountId: AN,
      conditionalOrderId: orderId,
      takeProfit: '452',
      quantityLots: 2,
    });
    expect(requestsOf(broker.mark(1808))).toMatchObject([{ order: { quantityLots: 2 } }]);
  });

  test('what has been sent is not changed any more', () => {
    const broker = long(3);
    const { orderId } = broker.place('SELL 3', pair('460', '445'));
    broker.mark(1840);
    const events = broker.do({ kind: 'cancelConditional', accountId: AN, conditionalOrderId: orderId });
    expect(events).toEqual([
      {
        kind: 'commandRefused',
        refusal: { code: 'ConditionalOrderNotAllowed', facts: { status: 'ACTIVE' } },
        about: { orderId, receivedSeq: expect.any(Number) },
      },
    ]);
  });

  test('of somebody else is not found', () => {
    const broker = long(3);
    const { orderId } = broker.place('SELL 3', pair('460', '445'));
    const events = broker.do({ kind: 'cancelConditional', accountId: 'binh-1', conditionalOrderId: orderId });
    expect(events).toEqual([{ kind: 'commandRefused', refusal: { code: 'ConditionalOrderNotFound', facts: {} } }]);
  });

  test('cancel all takes conditional orders along', () => {
    const broker = long(3);
    const { orderId } = broker.place('SELL 3', pair('460', '445'));
    const working = broker.place('BUY 1 @ 440').orderId;
    broker.accept(working);
    expect(requestsOf(broker.do({ kind: 'cancelOrders', accountId: AN }))).toEqual([
      { kind: 'cancel', orderId: working, contractCode: CODE },
    ]);
    expect(broker.conditional(orderId)).toMatchObject({ status: 'CANCELLED', reason: 'UserRequest' });
  });

  test('cancel all can keep what protects a position: pairs, trailing and other stops that only reduce', () => {
    const broker = long(4);
    const exits = broker.place('SELL 1', pair('460', '445')).orderId;
    const trail = broker.place('SELL 1', trailing({ trailAmount: '2.5' })).orderId;
    const stop = { orderType: 'STOP', stopPrice: '440', duration: 'DAY' } as const;
    const kept = broker.place('SELL 1', { ...stop, isReduceOnly: true }).orderId;
    const working = broker.place('BUY 1 @ 440').orderId;
    const breakout = broker.place('BUY 1', { ...stop, stopPrice: '460' }).orderId;
    const added = broker.place('SELL 1', trailing({ trailAmount: '5', isReduceOnly: false })).orderId;
    for (const id of [working, kept, breakout]) broker.accept(id);
    const events = broker.do({ kind: 'cancelOrders', accountId: AN, keepStops: true });
    const ended = events.flatMap((event) =>
      event.kind === 'orderChanged' ? [`${event.order.orderId} ${event.order.status}`] : [],
    );
    expect(ended).toEqual([`${working} IN_CANCEL`, `${breakout} IN_CANCEL`]);
    expect(broker.order(kept).status).not.toBe('CANCELLED');
    expect(broker.conditional(added)).toMatchObject({ status: 'CANCELLED' });
    expect([exits, trail].map((id) => broker.conditional(id).status)).toEqual([
      'PENDING_ACTIVATION',
      'PENDING_ACTIVATION',
    ]);
  });

  test('a day order ends with its trade date', () => {
    const broker = long(3);
    const { orderId } = broker.place('SELL 3', { ...pair('460', '445'), duration: 'DAY' });
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-11-21' });
    expect(broker.conditional(orderId)).toMatchObject({ status: 'CANCELLED', reason: 'DayEnded' });
  });
});
