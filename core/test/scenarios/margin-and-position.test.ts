/** Margin, fees and positions as a trader would check them on paper. */
import { accountEquityVnd, cashVnd } from '@mua/core/engine';
import { previewOrder } from '@mua/core/preview';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeMargin, marginRatioBasisPoints, maxLots, withdrawableVnd, worstCaseLots } from '#margin/margin.ts';
import { applyFill, emptyPosition, estimatedProfit } from '#positions/position.ts';
import { AN, Broker, CODE, CORN_MARGIN_VND } from '#test/scenarios/broker.ts';

const USD = { tickValueMinor: 1250n, rateE4: 261_000_000n };

function required(broker: Broker): bigint {
  return broker.state.accounts.get(AN)?.requiredVnd ?? 0n;
}

describe('required margin: the worst case of position and working orders', () => {
  test.each([
    [0, 0, 0, 0],
    [2, 0, 0, 2],
    [2, 3, 0, 5],
    [2, 0, 2, 2],
    [2, 0, 5, 3],
    [-2, 1, 0, 2],
    [-2, 5, 0, 3],
    [-2, 0, 4, 6],
    [0, 3, 4, 4],
  ])('net %i, working buys %i, working sells %i: %i lots', (netLots, workingBuyLots, workingSellLots, lots) => {
    expect(worstCaseLots({ netLots, workingBuyLots, workingSellLots })).toBe(lots);
  });

  test('a closing order needs no more margin, and is never refused for it', () => {
    const broker = new Broker(2n * CORN_MARGIN_VND + 3_000_000n);
    broker.trade('BUY 2 @ 450', 1800);
    broker.mark(1600);
    const { orderId } = broker.place('SELL 2 @ 430');
    expect(broker.order(orderId).status).toBe('IN_TRANSIT');
    expect(required(broker)).toBe(2n * CORN_MARGIN_VND);
    const more = broker.place('SELL 1 @ 430').events;
    expect(more).toMatchObject([{ order: { refusal: { code: 'InsufficientMargin' } } }]);
  });

  test('the refusal names the largest quantity, and that quantity is accepted', () => {
    const broker = new Broker(300_000_000n);
    const refused = broker.place('BUY 20 @ 450').events[0];
    if (refused?.kind !== 'orderChanged' || refused.order.refusal?.code !== 'InsufficientMargin')
      throw new Error('accepted');
    const { maxLots: lots } = refused.order.refusal.facts;
    expect(lots).toBe(8);
    expect(broker.place(`BUY ${lots} @ 450`).events[0]?.kind).toBe('venueRequested');
  });

  test('the ticket says what the engine does', () => {
    fc.assert(
      fc.property(
        fc.record({
          netLots: fc.integer({ min: -20, max: 20 }),
          buys: fc.nat(10),
          sells: fc.nat(10),
          equity: fc.bigInt({ min: -(10n ** 9n), max: 3n * 10n ** 9n }),
          lots: fc.integer({ min: 1, max: 40 }),
          side: fc.constantFrom('BUY' as const, 'SELL' as const),
        }),
        ({ netLots, buys, sells, equity, lots, side }) => {
          const exposure = { netLots, workingBuyLots: buys, workingSellLots: sells };
          const requiredVnd = BigInt(worstCaseLots(exposure)) * CORN_MARGIN_VND;
          const common = {
            equityVnd: equity,
            requiredVnd,
            exposure,
            marginPerLotVnd: CORN_MARGIN_VND,
            feeVnd: 350_000n,
          };
          const preview = previewOrder({ ...common, side, lots, maxLotsPerOrder: 50 });
          const situation = { ...common, earlierLots: side === 'BUY' ? buys : sells };
          expect(preview.isAccepted).toBe(judgeMargin(situation, side, lots).accepted);
          const most = maxLots(situation, side, 50);
          expect(side === 'BUY' ? preview.maxBuyLots : preview.maxSellLots).toBe(most);
          for (let at = 1; at <= 50; at += 1) expect(judgeMargin(situation, side, at).accepted).toBe(at <= most);
        },
      ),
      { seed: 11, numRuns: 300 },
    );
  });

  test('no required margin, no ratio; below zero it is rounded away from zero', () => {
    expect(marginRatioBasisPoints(5n, 0n)).toBeNull();
    expect(marginRatioBasisPoints(3n, 2n)).toBe(15_000n);
    expect(marginRatioBasisPoints(-1n, 3n)).toBe(-3_334n);
  });

  test('unrealised profit cannot be withdrawn', () => {
    expect(withdrawableVnd({ availableVnd: 900n, cashVnd: 500n, heldVnd: 100n })).toBe(400n);
    expect(withdrawableVnd({ availableVnd: -5n, cashVnd: 500n, heldVnd: 0n })).toBe(0n);
  });
});

describe('positions: first in, first out', () => {
  test('3 bought in two lots, 2 sold: the older lot first, and the pairs say so', () => {
    const position = emptyPosition(CODE);
    const buy = (fillId: string, lots: number, priceTicks: number): void => {
      applyFill(position, { fillId, side: 'BUY', lots, priceTicks, timeMs: 1 }, USD);
    };
    buy('a', 1, 1800);
    buy('b', 2, 1810);
    const pairs = applyFill(position, { fillId: 'c', side: 'SELL', lots: 2, priceTicks: 1820, timeMs: 9 }, USD);
    expect(pairs).toMatchObject([
      { lots: 1, buyFillId: 'a', sellFillId: 'c', profitMinor: 25_000n, profitVnd: 6_525_000n, settleTimeMs: 9 },
      { lots: 1, buyFillId: 'b', sellFillId: 'c', profitMinor: 12_500n, profitVnd: 3_262_500n },
    ]);
    expect(position).toMatchObject({ netLots: 1, openNotional: 1810 });
  });

  test('selling through zero closes and opens the other way', () => {
    const broker = new Broker();
    broker.trade('BUY 2 @ 450', 1800);
    broker.trade('SELL 5', 1790);
    expect(broker.state.accounts.get(AN)?.positions.get(CODE)).toMatchObject({ netLots: -3, openNotional: 5370 });
  });

  test('after any trades, cash is the start plus settled profit less fees', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 4 }), fc.integer({ min: -50, max: 50 })), {
          maxLength: 30,
        }),
        (trades) => {
          const position = emptyPosition(CODE);
          let settled = 0n;
          let flow = 0;
          for (const [buys, lots, priceTicks] of trades) {
            const side = buys ? 'BUY' : 'SELL';
            for (const pair of applyFill(position, { fillId: 'f', side, lots, priceTicks, timeMs: 0 }, USD))
              settled += pair.profitMinor;
            flow += (buys ? -1 : 1) * lots * priceTicks;
          }
          const open = estimatedProfit(position, 7, USD).minor;
          expect(settled + open).toBe(BigInt(flow + position.netLots * 7) * USD.tickValueMinor);
        },
      ),
      { seed: 12 },
    );
  });
});

describe('force-sell by contract', () => {
  test('liquidate sells the whole position at market and leaves working orders', () => {
    const broker = new Broker();
    broker.trade('BUY 3 @ 450', 1800);
    const { orderId: working } = broker.place('BUY 1 @ 440');
    const events = broker.do({
      kind: 'liquidateContract',
      accountId: AN,
      orderId: 'x',
      clientOrderId: 'cx',
      contractCode: CODE,
    });
    expect(events[0]).toMatchObject({
      request: { order: { side: 'SELL', orderType: 'MARKET', duration: 'IOC', quantityLots: 3 } },
    });
    expect(broker.order('x').isForceSell).toBe(true);
    expect(broker.order(working).status).toBe('IN_TRANSIT');
  });

  test('it is sent once however often it is asked with the same id, and refused without a position', () => {
    const broker = new Broker();
    broker.trade('BUY 3 @ 450', 1800);
    const liquidate = (clientOrderId: string, orderId: string): unknown =>
      broker.do({ kind: 'liquidateContract', accountId: AN, orderId, clientOrderId, contractCode: CODE });
    liquidate('cx', 'x');
    expect(liquidate('cx', 'y')).toMatchObject([{ kind: 'orderRepeated', orderId: 'x' }]);
    broker.fill('x', 3, 1800);
    expect(liquidate('cz', 'z')).toMatchObject([{ kind: 'commandRefused', refusal: { code: 'OpenPositionNotFound' } }]);
    expect(cashVnd(broker.state, broker.state.accounts.get(AN) ?? fail())).toBe(1_000_000_000n - 6n * 350_000n);
  });
});

describe('what a hostile tester found', () => {
  const raise = (broker: Broker, orderId: string, quantityLots: number) =>
    broker.do({ kind: 'modifyOrder', accountId: AN, orderId, quantityLots });

  test('raising orders from the newest to the oldest does not slip past the margin check', () => {
    const broker = new Broker(6n * CORN_MARGIN_VND);
    broker.trade('BUY 5 @ 450', 1800);
    const orders = [1, 2, 3].map(() => broker.place('SELL 1 @ 460').orderId);
    for (const orderId of orders) broker.accept(orderId);
    expect(raise(broker, orders[2] ?? '', 3).at(-1)?.kind).toBe('accountChanged');
    expect(raise(broker, orders[1] ?? '', 9)).toMatchObject([{ refusal: { code: 'InsufficientMargin' } }]);
    expect(required(broker)).toBe(5n * CORN_MARGIN_VND);
  });

  test('a fill is the last trade: no profit on a price from before it', () => {
    const broker = new Broker();
    broker.mark(2500);
    broker.trade('BUY 2 @ 450', 1800);
    expect(accountEquityVnd(broker.state, broker.state.accounts.get(AN) ?? fail())).toBe(1_000_000_000n - 700_000n);
  });

  test('liquidating twice sells once, and what is left of a part fill can be liquidated again', () => {
    const broker = new Broker();
    broker.trade('BUY 5 @ 450', 1800);
    const liquidate = (id: string) =>
      broker.do({ kind: 'liquidateContract', accountId: AN, orderId: id, clientOrderId: id, contractCode: CODE });
    liquidate('x');
    expect(liquidate('y')).toMatchObject([{ kind: 'commandRefused', refusal: { code: 'OpenPositionNotFound' } }]);
    broker.fill('x', 3, 1800);
    broker.report('x', { kind: 'cancelled', reason: 'EmptyBook' });
    expect(liquidate('z')[0]).toMatchObject({ request: { order: { quantityLots: 2 } } });
  });

  test('an order that becomes a day order is good for the date on which it does', () => {
    const broker = new Broker();
    const { orderId } = broker.place('BUY 1 @ 450', { duration: 'GTC' });
    broker.accept(orderId);
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-11-21' });
    broker.do({ kind: 'modifyOrder', accountId: AN, orderId, duration: 'DAY' });
    broker.report(orderId, { kind: 'modified', quantityLots: 1, limitPriceTicks: 1800, duration: 'DAY' });
    broker.do({ kind: 'restartVenue', epoch: 'e2' });
    expect(broker.order(orderId).status).toBe('WORKING');
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-11-22' });
    broker.do({ kind: 'restartVenue', epoch: 'e3' });
    expect(broker.order(orderId)).toMatchObject({ status: 'EXPIRED', reason: 'DayEnded' });
  });

  test('an unanswered modify to GTC applies before a restart looks whether the day is over', () => {
    const broker = new Broker();
    const { orderId } = broker.place('BUY 1 @ 450');
    broker.accept(orderId);
    broker.do({ kind: 'modifyOrder', accountId: AN, orderId, duration: 'GTC' });
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-11-21' });
    broker.do({ kind: 'restartVenue', epoch: 'e2' });
    expect(broker.order(orderId)).toMatchObject({ status: 'WORKING', duration: 'GTC' });
  });

  test('a refused raise names the total that would be taken, and it is taken', () => {
    const broker = new Broker(10n * CORN_MARGIN_VND);
    const { orderId } = broker.place('BUY 5 @ 450');
    broker.accept(orderId);
    broker.fill(orderId, 3, 1800);
    const refused = raise(broker, orderId, 40)[0];
    if (refused?.kind !== 'commandRefused' || refused.refusal.code !== 'InsufficientMargin')
      throw new Error('accepted');
    const { maxLots: most, available } = refused.refusal.facts;
    expect(available).toBe(5n * CORN_MARGIN_VND - 3n * 350_000n);
    expect(raise(broker, orderId, most + 1)).toMatchObject([{ kind: 'commandRefused' }]);
    expect(raise(broker, orderId, most)[0]?.kind).toBe('venueRequested');
  });

  /** Two lots open, three working; five working need margin for seven, and fees both ways for five. */
  test.each([
    ['enough to the dong', 0n, 'IN_MODIFY'],
    ['a dong too little', 1n, 'WORKING'],
  ])(
    'beside a position an order is raised when there is %s: what it holds already counts once',
    (_name, less, status) => {
      const broker = new Broker(7n * CORN_MARGIN_VND + 2n * 350_000n + 10n * 350_000n - less);
      broker.trade('BUY 2 @ 450', 1800);
      const { orderId } = broker.place('BUY 3 @ 450');
      broker.accept(orderId);
      raise(broker, orderId, 5);
      expect(broker.order(orderId).status).toBe(status);
    },
  );

  test('an order at the exchange cannot become one that never rests', () => {
    const broker = new Broker();
    const { orderId } = broker.place('BUY 1 @ 450');
    broker.accept(orderId);
    expect(broker.do({ kind: 'modifyOrder', accountId: AN, orderId, duration: 'IOC' })).toMatchObject([
      { refusal: { code: 'DurationNotAllowed', facts: { duration: 'IOC' } } },
    ]);
  });
});

describe('a closed market', () => {
  test('refuses market orders with the next opening, keeps others and sends them at the open', () => {
    const broker = new Broker();
    broker.do({ kind: 'changeSession', contractCodes: [CODE], state: 'CLOSED', opensAtMs: 5_000 });
    expect(broker.place('BUY 1').events).toMatchObject([
      { order: { refusal: { code: 'MarketClosed', facts: { opensAt: 5_000 } } } },
    ]);
    const { orderId } = broker.place('BUY 1 @ 450');
    expect(broker.order(orderId).status).toBe('ACTIVEAT');
    expect(required(broker)).toBe(CORN_MARGIN_VND);
    broker.do({ kind: 'changeSession', contractCodes: [CODE], state: 'OPEN', opensAtMs: null });
    expect(broker.order(orderId).status).toBe('IN_TRANSIT');
  });

  test('a waiting day order ends with the trade date', () => {
    const broker = new Broker();
    broker.do({ kind: 'changeSession', contractCodes: [CODE], state: 'CLOSED', opensAtMs: null });
    const day = broker.place('BUY 1 @ 450').orderId;
    const later = broker.place('BUY 1 @ 450', { duration: 'GTD', expirationDate: '2026-11-25' }).orderId;
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-11-21' });
    expect(broker.order(day)).toMatchObject({ status: 'EXPIRED', reason: 'DayEnded' });
    expect(broker.order(later).status).toBe('ACTIVEAT');
    broker.do({ kind: 'endTradeDate', nextTradeDate: '2026-11-26' });
    expect(broker.order(later)).toMatchObject({ status: 'EXPIRED', reason: 'DateReached' });
    expect(required(broker)).toBe(0n);
  });
});

describe('refusals carry their numbers', () => {
  test.each([
    ['BUY 1 @ 450.10', {}, 'WrongTick', { lower: 1800, upper: 1801 }],
    ['BUY 1 @ 900', {}, 'PriceOutsideBand', { percent: '7', reference: 1800, bound: 1926 }],
    ['SELL 1 @ 100', {}, 'PriceOutsideBand', { bound: 1674 }],
    ['BUY 51 @ 450', {}, 'MaxLotsPerOrder', { max: 50, lots: 51 }],
    ['BUY 0 @ 450', {}, 'QuantityInvalid', { lots: 0 }],
    [
      'BUY 1 @ 450',
      { duration: 'GTD', expirationDate: '2026-12-15' },
      'ExpirationDateInvalid',
      { from: '2026-11-20', to: '2026-12-14' },
    ],
    ['BUY 1', { duration: 'GTC' }, 'DurationNotAllowed', { orderType: 'MARKET', duration: 'GTC' }],
    ['BUY 1 @ 450', { orderType: 'STOP_LIMIT' }, 'OrderTypeNotSupported', { exchange: 'CBOT' }],
  ] as const)('%s %o: %s', (text, more, code, facts) => {
    const { events } = new Broker().place(text, more);
    expect(events).toMatchObject([{ kind: 'orderChanged', order: { status: 'REJECTED', refusal: { code, facts } } }]);
  });

  test.each([
    ['2026-11-19', 'REJECTED'],
    ['2026-11-20', 'IN_TRANSIT'],
    ['2026-12-14', 'IN_TRANSIT'],
    ['2026-12-15', 'REJECTED'],
  ])("good till %s, from today to the contract's last day: %s", (expirationDate, status) => {
    const broker = new Broker();
    const { orderId, events } = broker.place('BUY 1 @ 450', { duration: 'GTD', expirationDate });
    const reported = events.flatMap((event) => (event.kind === 'orderChanged' ? [event.order] : []));
    expect(reported).toMatchObject([{ orderId, status }]);
  });

  test('a passive price may be far away', () => {
    expect(new Broker().place('BUY 1 @ 1').events[0]?.kind).toBe('venueRequested');
  });

  test('a sub-account that is not activated trades nothing', () => {
    const broker = new Broker();
    broker.open('dung-1', 0n, false);
    expect(broker.place('BUY 1 @ 450', { accountId: 'dung-1' }).events).toMatchObject([
      { kind: 'commandRefused', refusal: { code: 'InvestorTradingAccountNotAllowed' } },
    ]);
  });
});

function fail(): never {
  throw new Error('no account');
}
