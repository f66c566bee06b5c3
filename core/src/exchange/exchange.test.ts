/**
 * What a member of the exchange receives: reports and refusals. Matching itself is tested in
 * matching/order-book.test.ts.
 */

import { describe, expect, expectTypeOf, test } from 'vitest';
import { createExchange, type Exchange, type Listing } from '#exchange/index.ts';
import type { VenueOrder, VenueReport, VenueRequest } from '#orders/venue-messages.ts';
import { EXCHANGE_REFUSALS, type ExchangeRefusal } from '#values/trading-words.ts';

const CORN = 'ZCEZ26';
const SILVER = 'SI5COZ26';
const RULES = { collarBasisPoints: 200, collarMinimumTicks: 10 };

function opened(listing: Listing = { session: 'OPEN' }): Exchange {
  const exchange = createExchange({ epoch: 'e7', rules: RULES });
  exchange.listContract(CORN, listing);
  exchange.listContract(SILVER, listing);
  return exchange;
}

function submit(order: Partial<VenueOrder> & { orderId: string }): VenueRequest {
  const limit = { contractCode: CORN, ownerId: 'anna', side: 'BUY', orderType: 'LIMIT', duration: 'DAY' } as const;
  return { kind: 'submit', order: { ...limit, quantityLots: 5, limitPriceTicks: 100, ...order } };
}

function market(order: Partial<VenueOrder> & { orderId: string }): VenueRequest {
  const terms = { contractCode: CORN, ownerId: 'anna', side: 'BUY', orderType: 'MARKET', duration: 'DAY' } as const;
  return { kind: 'submit', order: { ...terms, quantityLots: 5, ...order } };
}

function stop(order: Partial<VenueOrder> & { orderId: string }): VenueRequest {
  const terms = { contractCode: CORN, ownerId: 'anna', side: 'BUY', orderType: 'STOP', duration: 'DAY' } as const;
  return { kind: 'submit', order: { ...terms, quantityLots: 5, stopPriceTicks: 105, ...order } };
}

const stopLimit = (order: Partial<VenueOrder> & { orderId: string }): VenueRequest =>
  stop({ orderType: 'STOP_LIMIT', limitPriceTicks: 106, ...order });

/** One lot trades, between two parties of its own. */
function trade(exchange: Exchange, priceTicks: number): readonly VenueReport[] {
  const terms = { orderType: 'LIMIT', quantityLots: 1, limitPriceTicks: priceTicks } as const;
  exchange.handle(submit({ orderId: 'giver', ownerId: 'giver', side: 'SELL', ...terms }));
  return exchange.handle(submit({ orderId: 'taker', ownerId: 'taker', side: 'BUY', ...terms }));
}

const modify = (orderId: string, terms: Partial<Extract<VenueRequest, { kind: 'modify' }>> = {}): VenueRequest => ({
  kind: 'modify',
  orderId,
  contractCode: CORN,
  quantityLots: 5,
  limitPriceTicks: 100,
  duration: 'DAY',
  ...terms,
});

const cancel = (orderId: string, contractCode = CORN): VenueRequest => ({ kind: 'cancel', orderId, contractCode });

/** A report without its execution id, as short text. */
function text(report: VenueReport): string {
  const { execId: _execId, contractCode: _contractCode, kind, orderId, ...facts } = report;
  return [orderId, kind, ...Object.values(facts)].join(' ');
}

const texts = (reports: readonly VenueReport[]): string[] => reports.map(text);

describe('reports', () => {
  test('an order is accepted first, and a trade is reported to both sides with one trade id', () => {
    const exchange = opened();
    expect(exchange.handle(submit({ orderId: 'S1', ownerId: 'binh', side: 'SELL', quantityLots: 3 }))).toEqual([
      { execId: 'e7-1', orderId: 'S1', contractCode: CORN, kind: 'accepted' },
    ]);
    expect(exchange.handle(submit({ orderId: 'B1' }))).toEqual([
      { execId: 'e7-2', orderId: 'B1', contractCode: CORN, kind: 'accepted' },
      { execId: 'e7-3', orderId: 'S1', contractCode: CORN, kind: 'filled', tradeId: 'e7-T1', priceTicks: 100, lots: 3 },
      { execId: 'e7-4', orderId: 'B1', contractCode: CORN, kind: 'filled', tradeId: 'e7-T1', priceTicks: 100, lots: 3 },
    ]);
    expect(exchange.takeTrades()).toEqual([
      { tradeId: 'e7-T1', contractCode: CORN, priceTicks: 100, lots: 3, aggressorSide: 'BUY' },
    ]);
    expect(exchange.takeTrades()).toEqual([]);
  });

  test('modify and cancel', () => {
    const exchange = opened();
    exchange.handle(submit({ orderId: 'B1' }));
    expect(exchange.handle(modify('B1', { quantityLots: 4, duration: 'GTD', expirationDate: '2026-12-18' }))).toEqual([
      {
        execId: 'e7-2',
        orderId: 'B1',
        contractCode: CORN,
        kind: 'modified',
        quantityLots: 4,
        limitPriceTicks: 100,
        duration: 'GTD',
        expirationDate: '2026-12-18',
      },
    ]);
    expect(texts(exchange.handle(modify('B1')))).toEqual(['B1 modified 5 100 DAY']);
    expect(texts(exchange.handle(cancel('B1')))).toEqual(['B1 cancelled UserRequest']);
    expect(texts(exchange.handle(cancel('B1')))).toEqual(['B1 cancelRejected UnknownOrder']);
    expect(texts(exchange.handle(modify('B1')))).toEqual(['B1 modifyRejected UnknownOrder']);
  });

  test('a market order without a counterparty is accepted, then cancelled', () => {
    expect(texts(opened().handle(market({ orderId: 'B1' })))).toEqual(['B1 accepted', 'B1 cancelled EmptyBook']);
  });

  test('execution ids are unique over contracts and restarts', () => {
    const reports = ['e7', 'e8'].flatMap((epoch) => {
      const exchange = createExchange({ epoch, rules: RULES });
      exchange.listContract(CORN, { session: 'OPEN' });
      exchange.listContract(SILVER, { session: 'OPEN' });
      return [CORN, SILVER, CORN].flatMap((contractCode, at) =>
        exchange.handle(submit({ orderId: `B${at}`, contractCode })),
      );
    });
    expect(new Set(reports.map((report) => report.execId)).size).toBe(6);
  });

  test('the same requests give the same reports', () => {
    const run = (): unknown => {
      const exchange = opened();
      const requests = [
        submit({ orderId: 'B1' }),
        submit({ orderId: 'S1', ownerId: 'binh', side: 'SELL', contractCode: SILVER }),
        market({ orderId: 'S2', ownerId: 'binh', side: 'SELL' }),
      ];
      const reports = requests.flatMap((request) => exchange.handle(request));
      return [reports, exchange.endTradeDate('2026-11-20'), exchange.takeTrades()];
    };
    expect(run()).toEqual(run());
  });
});

describe('refusals', () => {
  const REFUSED: [string, VenueRequest, ExchangeRefusal][] = [
    ['a contract that is not listed', submit({ orderId: 'B1', contractCode: 'ZCEH31' }), 'UnknownContract'],
    ['no lots', submit({ orderId: 'B1', quantityLots: 0 }), 'InvalidOrder'],
    ['half a lot', submit({ orderId: 'B1', quantityLots: 1.5 }), 'InvalidOrder'],
    ['more lots than sums can hold', submit({ orderId: 'B1', quantityLots: 2 ** 31 }), 'InvalidOrder'],
    ['half a tick', submit({ orderId: 'B1', limitPriceTicks: 0.5 }), 'InvalidOrder'],
    ['a price that is no number', submit({ orderId: 'B1', limitPriceTicks: Number.NaN }), 'InvalidOrder'],
    ['a market order with a limit', market({ orderId: 'B1', limitPriceTicks: 1 }), 'InvalidOrder'],
    ['GTD without a date', submit({ orderId: 'B1', duration: 'GTD' }), 'InvalidOrder'],
    ['GTD with half a date', submit({ orderId: 'B1', duration: 'GTD', expirationDate: '2026-12' }), 'InvalidOrder'],
    ['DAY with a date', submit({ orderId: 'B1', expirationDate: '2026-12-18' }), 'InvalidOrder'],
    ['a stop without a stop price', submit({ orderId: 'B1', orderType: 'STOP_LIMIT' }), 'InvalidOrder'],
    ['a stop with a limit', stop({ orderId: 'B1', limitPriceTicks: 106 }), 'InvalidOrder'],
    ['a limit order with a stop price', submit({ orderId: 'B1', stopPriceTicks: 105 }), 'InvalidOrder'],
    ['a market order with a stop price', market({ orderId: 'B1', stopPriceTicks: 105 }), 'InvalidOrder'],
    ['half a tick as stop price', stop({ orderId: 'B1', stopPriceTicks: 0.5 }), 'InvalidOrder'],
    ['an IOC stop', stop({ orderId: 'B1', duration: 'IOC' }), 'InvalidOrder'],
    ['a FOK stop-limit', stopLimit({ orderId: 'B1', duration: 'FOK' }), 'InvalidOrder'],
    ['a stop with the id of one that waits', stop({ orderId: 'T0' }), 'DuplicateOrder'],
    ['a limit for a stop', modify('T0', { limitPriceTicks: 106 }), 'InvalidOrder'],
    ['a modify of a stop to FOK', modify('T0', { duration: 'FOK' }), 'InvalidOrder'],
    ['a stop price for an order that rests', modify('B0', { stopPriceTicks: 105 }), 'StopNotWaiting'],
    ['no owner', submit({ orderId: 'B1', ownerId: '' }), 'InvalidOrder'],
    ['an id that rests', submit({ orderId: 'B0' }), 'DuplicateOrder'],
    ['a modify to IOC', modify('B0', { duration: 'IOC' }), 'InvalidOrder'],
    ['a modify to half a lot', modify('B0', { quantityLots: 0.5 }), 'InvalidOrder'],
    ['a modify in a contract that is not listed', modify('B0', { contractCode: 'ZCEH31' }), 'UnknownContract'],
    ['a modify of an order of another contract', modify('B0', { contractCode: SILVER }), 'UnknownOrder'],
    ['a cancel in a contract that is not listed', cancel('B0', 'ZCEH31'), 'UnknownContract'],
    ['a cancel of an order of another contract', cancel('B0', SILVER), 'UnknownOrder'],
  ];

  test.each(REFUSED)('%s', (_name, request, reason) => {
    const exchange = opened();
    exchange.handle(submit({ orderId: 'B0' }));
    exchange.handle(stop({ orderId: 'T0' }));
    const before = [exchange.openOrders(CORN), exchange.waitingStops(CORN)];
    const kinds = {
      submit: 'rejected',
      modify: 'modifyRejected',
      cancel: 'cancelRejected',
      status: 'orderStatus',
    } as const;
    expect(exchange.handle(request)).toMatchObject([{ kind: kinds[request.kind], reason }]);
    expect([exchange.openOrders(CORN), exchange.waitingStops(CORN)]).toEqual(before);
  });

  test.each([0, -2])('a modify to %i lots is refused, and the order is unchanged', (quantityLots) => {
    const exchange = opened();
    exchange.handle(submit({ orderId: 'B0' }));
    expect(texts(exchange.handle(modify('B0', { quantityLots })))).toEqual(['B0 modifyRejected QuantityInvalid']);
    expect(exchange.openOrders(CORN)).toHaveLength(1);
  });

  test('an answer carries the id of its request, what happens besides carries none', () => {
    const exchange = opened();
    const ids = (request: VenueRequest) =>
      exchange.handle(request).map(({ kind, requestId = '-' }) => `${kind} ${requestId}`);
    expect(ids({ ...submit({ orderId: 'B0', quantityLots: 2 }), requestId: '1-1' })).toEqual(['accepted 1-1']);
    const sell = submit({ orderId: 'S0', side: 'SELL', ownerId: 'bob', quantityLots: 1 });
    expect(ids({ ...sell, requestId: '2-1' })).toEqual(['accepted 2-1', 'filled -', 'filled -']);
    expect(ids({ ...modify('B0', { quantityLots: 3 }), requestId: '3-1' })).toEqual(['modified 3-1']);
    expect(ids({ kind: 'status', orderId: 'B0', contractCode: CORN, requestId: '4-1' })).toEqual(['orderStatus 4-1']);
    expect(ids({ ...cancel('B0'), requestId: '5-1' })).toEqual(['cancelled 5-1']);
    expect(ids({ ...cancel('B0'), requestId: '5-2' })).toEqual(['cancelRejected 5-2']);
  });

  test('a status request returns fills, leaves and terms, or null', () => {
    const exchange = opened();
    const status = (orderId: string): VenueReport[] => [
      ...exchange.handle({ kind: 'status', orderId, contractCode: CORN }),
    ];
    exchange.handle(submit({ orderId: 'B0', limitPriceTicks: 100, quantityLots: 5 }));
    exchange.handle(submit({ orderId: 'S0', side: 'SELL', ownerId: 'bob', limitPriceTicks: 100, quantityLots: 2 }));
    exchange.handle(stop({ orderId: 'T0', side: 'SELL', stopPriceTicks: 95 }));
    expect(status('B0')).toMatchObject([{ order: { filledLots: 2, leavesLots: 3, limitPriceTicks: 100 } }]);
    expect(status('T0')).toMatchObject([{ order: { filledLots: 0, stopPriceTicks: 95 } }]);
    expect(status('none')).toMatchObject([{ kind: 'orderStatus', order: null }]);
  });

  test('a limit order without a limit', () => {
    const terms = { contractCode: CORN, ownerId: 'anna', side: 'BUY', orderType: 'LIMIT', duration: 'DAY' } as const;
    const order = { orderId: 'B1', quantityLots: 1, ...terms };
    expect(texts(opened().handle({ kind: 'submit', order }))).toEqual(['B1 rejected InvalidOrder']);
  });

  test('every reason is one of the list', () => {
    expectTypeOf<(typeof EXCHANGE_REFUSALS)[number]>().toEqualTypeOf<ExchangeRefusal>();
    expect(new Set(REFUSED.map(([, , reason]) => reason)).size).toBe(EXCHANGE_REFUSALS.length - 3);
  });
});

describe('sessions', () => {
  test.each(['PAUSED', 'CLOSED'] as const)(
    'while %s everything but a cancel is refused, and orders rest',
    (session) => {
      const exchange = opened();
      exchange.handle(submit({ orderId: 'B1' }));
      exchange.handle(submit({ orderId: 'B2' }));
      exchange.setSession(CORN, session);
      const quote = { orderId: 'Q1', ownerId: 'maker-1', side: 'BUY', priceTicks: 99, lots: 5 } as const;
      expect(texts(exchange.handle(submit({ orderId: 'B3' })))).toEqual(['B3 rejected MarketClosed']);
      expect(texts(exchange.handle(market({ orderId: 'B3' })))).toEqual(['B3 rejected MarketClosed']);
      expect(texts(exchange.handle(modify('B1')))).toEqual(['B1 modifyRejected MarketClosed']);
      expect(texts(exchange.quote(CORN, quote))).toEqual(['Q1 rejected MarketClosed']);
      expect(texts(exchange.handle(cancel('B1')))).toEqual(['B1 cancelled UserRequest']);
      expect(exchange.takeTrades()).toEqual([]);
      expect(texts(exchange.handle(submit({ orderId: 'B4', contractCode: SILVER })))).toEqual(['B4 accepted']);
      exchange.setSession(CORN, 'OPEN');
      expect(exchange.openOrders(CORN).map((order) => order.orderId)).toEqual(['B2']);
    },
  );

  test('while paused no stop is accepted, moved or fired; a waiting one can be cancelled', () => {
    const exchange = opened();
    trade(exchange, 100);
    exchange.handle(stop({ orderId: 'T1', side: 'SELL', stopPriceTicks: 95 }));
    exchange.handle(stop({ orderId: 'T2' }));
    exchange.setSession(CORN, 'PAUSED');
    expect(texts(exchange.handle(stop({ orderId: 'T3', stopPriceTicks: 100 })))).toEqual(['T3 rejected MarketClosed']);
    expect(texts(exchange.handle(modify('T1', { stopPriceTicks: 101 })))).toEqual(['T1 modifyRejected MarketClosed']);
    expect(texts(exchange.handle(cancel('T2')))).toEqual(['T2 cancelled UserRequest']);
    exchange.setSession(CORN, 'OPEN');
    expect(exchange.waitingStops(CORN).map((waiting) => waiting.orderId)).toEqual(['T1']);
    expect(exchange.audit()).toEqual([]);
  });

  test('a contract is listed closed', () => {
    expect(opened({}).summary(CORN).session).toBe('CLOSED');
  });

  test('the trade date ends for one contract or for all, closed ones too', () => {
    const exchange = opened();
    exchange.handle(submit({ orderId: 'B1' }));
    exchange.handle(submit({ orderId: 'B2', contractCode: SILVER }));
    exchange.handle(submit({ orderId: 'B3', duration: 'GTC' }));
    exchange.setSession(SILVER, 'CLOSED');
    expect(texts(exchange.endTradeDate('2026-11-20', SILVER))).toEqual(['B2 expired DayEnded']);
    expect(texts(exchange.endTradeDate('2026-11-20'))).toEqual(['B1 expired DayEnded']);
    expect(texts(exchange.endContract(CORN))).toEqual(['B3 expired ContractEnded']);
    expect(texts(exchange.handle(cancel('B3')))).toEqual(['B3 cancelRejected UnknownContract']);
  });
});

describe('stops', () => {
  test('accepted when it waits, triggered with the price that fired it, then what it became', () => {
    const exchange = opened();
    exchange.handle(submit({ orderId: 'S1', ownerId: 'binh', side: 'SELL', limitPriceTicks: 107, quantityLots: 9 }));
    expect(texts(exchange.handle(stop({ orderId: 'T1', quantityLots: 2 })))).toEqual(['T1 accepted']);
    expect(texts(exchange.handle(stopLimit({ orderId: 'T2' })))).toEqual(['T2 accepted']);
    expect(exchange.summary(CORN)).toMatchObject({ orderCount: 1, stopCount: 2, bestBidTicks: null });
    expect(exchange.depth(CORN, 5).bids).toEqual([]);
    expect(texts(trade(exchange, 105))).toEqual([
      'taker accepted',
      'giver filled e7-T1 105 1',
      'taker filled e7-T1 105 1',
      'T1 triggered 105',
      'S1 filled e7-T2 107 2',
      'T1 filled e7-T2 107 2',
      'T2 triggered 105',
    ]);
    expect(exchange.takeTrades().map(({ priceTicks }) => priceTicks)).toEqual([105, 107]);
    expect(exchange.openOrders(CORN).map(({ orderId }) => orderId)).toEqual(['T2', 'S1']);
    expect(exchange.waitingStops(CORN)).toEqual([]);
  });

  test('modify and cancel, before and after the trigger', () => {
    const exchange = opened();
    exchange.handle(stopLimit({ orderId: 'T1' }));
    expect(exchange.handle(modify('T1', { quantityLots: 4, stopPriceTicks: 104, limitPriceTicks: 103 }))).toEqual([
      {
        execId: 'e7-2',
        orderId: 'T1',
        contractCode: CORN,
        kind: 'modified',
        quantityLots: 4,
        limitPriceTicks: 103,
        stopPriceTicks: 104,
        duration: 'DAY',
      },
    ]);
    exchange.handle(stop({ orderId: 'T2' }));
    const moved: VenueRequest = { kind: 'modify', orderId: 'T2', contractCode: CORN, quantityLots: 1, duration: 'GTC' };
    expect(texts(exchange.handle({ ...moved, stopPriceTicks: 110 }))).toEqual(['T2 modified 1 110 GTC']);
    expect(texts(exchange.handle(cancel('T2')))).toEqual(['T2 cancelled UserRequest']);
    expect(texts(trade(exchange, 104)).at(-1)).toBe('T1 triggered 104');
    expect(texts(exchange.handle(modify('T1', { stopPriceTicks: 99 })))).toEqual(['T1 modifyRejected StopNotWaiting']);
    expect(texts(exchange.handle(modify('T1', { quantityLots: 3 })))).toEqual(['T1 modified 3 100 DAY']);
    expect(texts(exchange.handle(cancel('T1')))).toEqual(['T1 cancelled UserRequest']);
  });

  test('a maker’s trade fires them too', () => {
    const exchange = opened();
    exchange.handle(stop({ orderId: 'T1', quantityLots: 1 }));
    exchange.handle(submit({ orderId: 'S1', ownerId: 'binh', side: 'SELL', limitPriceTicks: 105, quantityLots: 2 }));
    const bid = { orderId: 'Q1', ownerId: 'maker-1', side: 'BUY', priceTicks: 105, lots: 1 } as const;
    expect(texts(exchange.quote(CORN, bid))).toEqual([
      'S1 filled e7-T1 105 1',
      'Q1 filled e7-T1 105 1',
      'T1 triggered 105',
      'S1 filled e7-T2 105 1',
      'T1 filled e7-T2 105 1',
    ]);
  });

  test('the trade date and the contract end for stops that wait, in a pause too', () => {
    const exchange = opened();
    exchange.handle(stop({ orderId: 'T1' }));
    exchange.handle(stop({ orderId: 'T2', duration: 'GTD', expirationDate: '2026-11-20' }));
    exchange.handle(stop({ orderId: 'T3', duration: 'GTC' }));
    exchange.setSession(CORN, 'PAUSED');
    expect(texts(exchange.endTradeDate('2026-11-20'))).toEqual(['T1 expired DayEnded', 'T2 expired DateReached']);
    expect(texts(exchange.endContract(CORN))).toEqual(['T3 expired ContractEnded']);
  });

  test('after a restart the same ids wait again, and no price from before it fires them', () => {
    const before = opened();
    trade(before, 110);
    const after = createExchange({ epoch: 'e8', rules: RULES });
    after.listContract(CORN, { session: 'OPEN' });
    expect(texts(after.handle(stop({ orderId: 'T1' })))).toEqual(['T1 accepted']);
    expect(after.waitingStops(CORN)).toHaveLength(1);
    expect(texts(trade(after, 105)).slice(-2)).toEqual(['T1 triggered 105', 'T1 cancelled EmptyBook']);
  });
});

describe('daily limits', () => {
  const dailyLimits = { lowestTicks: 90, highestTicks: 110 };
  const limited = (): Exchange => opened({ session: 'OPEN', dailyLimits });

  test('a price beyond them is refused, passive ones too; the limits themselves are allowed', () => {
    const exchange = limited();
    const price = (limitPriceTicks: number) =>
      exchange.handle(submit({ orderId: `B${limitPriceTicks}`, limitPriceTicks })).map((report) => report.kind);
    expect([89, 90, 110, 111].map(price)).toEqual([['rejected'], ['accepted'], ['accepted'], ['rejected']]);
    expect(texts(exchange.handle(modify('B90', { limitPriceTicks: 111 })))).toEqual([
      'B90 modifyRejected OutsideDailyLimit',
    ]);
    expect(exchange.setDailyLimits(CORN, null)).toEqual([]);
    expect(price(111)).toEqual(['accepted']);
  });

  test('stop prices, and the limits of stop-limits, too', () => {
    const exchange = limited();
    expect(texts(exchange.handle(stop({ orderId: 'T1', stopPriceTicks: 111 })))).toEqual([
      'T1 rejected OutsideDailyLimit',
    ]);
    expect(texts(exchange.handle(stopLimit({ orderId: 'T1', limitPriceTicks: 111 })))).toEqual([
      'T1 rejected OutsideDailyLimit',
    ]);
    expect(texts(exchange.handle(stop({ orderId: 'T1', stopPriceTicks: 110 })))).toEqual(['T1 accepted']);
    const away: VenueRequest = { kind: 'modify', orderId: 'T1', contractCode: CORN, quantityLots: 5, duration: 'DAY' };
    expect(texts(exchange.handle({ ...away, stopPriceTicks: 111 }))).toEqual(['T1 modifyRejected OutsideDailyLimit']);
  });

  test('nothing trades beyond them: not through a collar, and not with what came before they were set', () => {
    const exchange = opened();
    exchange.handle(submit({ orderId: 'B1', ownerId: 'binh', limitPriceTicks: 120 }));
    exchange.handle(submit({ orderId: 'B2', ownerId: 'binh', limitPriceTicks: 91, quantityLots: 1 }));
    exchange.handle(submit({ orderId: 'B3', ownerId: 'binh', limitPriceTicks: 89 }));
    expect(texts(exchange.setDailyLimits(CORN, dailyLimits))).toEqual(['B1 rejected OutsideDailyLimit']);
    expect(texts(exchange.handle(market({ orderId: 'S1', side: 'SELL' })))).toEqual([
      'S1 accepted',
      'B2 filled e7-T1 91 1',
      'S1 filled e7-T1 91 1',
      'S1 cancelled CollarReached',
    ]);
    expect(exchange.audit()).toEqual([]);
  });

  test('a quote to be removed may name any price', () => {
    const exchange = opened();
    const bid = { orderId: 'Q1', ownerId: 'maker-1', side: 'BUY', priceTicks: 100, lots: 5 } as const;
    exchange.quote(CORN, bid);
    exchange.setDailyLimits(CORN, dailyLimits);
    expect(texts(exchange.quote(CORN, { ...bid, priceTicks: 0 }))).toEqual(['Q1 rejected OutsideDailyLimit']);
    expect(exchange.quote(CORN, { ...bid, priceTicks: 0, lots: 0 })).toEqual([]);
    expect(exchange.summary(CORN).orderCount).toBe(0);
  });
});

describe('makers', () => {
  test('quotes are placed without a report; trades with them are reported', () => {
    const exchange = opened();
    const bid = { orderId: 'Q1', ownerId: 'maker-1', side: 'BUY', priceTicks: 99, lots: 5 } as const;
    expect(exchange.quote(CORN, bid)).toEqual([]);
    expect(exchange.quote(CORN, { ...bid, priceTicks: 98 })).toEqual([]);
    expect(texts(exchange.handle(market({ orderId: 'S1', side: 'SELL', quantityLots: 2 })))).toEqual([
      'S1 accepted',
      'Q1 filled e7-T1 98 2',
      'S1 filled e7-T1 98 2',
    ]);
    expect(exchange.depth(CORN, 5)).toEqual({ bids: [{ priceTicks: 98, lots: 3, orders: 1 }], asks: [] });
    expect(texts(exchange.quote(CORN, { ...bid, lots: 0.5 }))).toEqual(['Q1 rejected InvalidOrder']);
    expect(exchange.quote(CORN, { ...bid, lots: 0 })).toEqual([]);
    expect(exchange.summary(CORN)).toEqual({
      session: 'OPEN',
      bestBidTicks: null,
      bestAskTicks: null,
      lastPriceTicks: 98,
      lastLots: 2,
      volumeLots: 2,
      orderCount: 0,
      stopCount: 0,
    });
    expect(exchange.audit()).toEqual([]);
  });
});

test('an unlisted contract is a bug where no member asks', () => {
  const exchange = opened();
  expect(() => exchange.depth('ZCEH31', 5)).toThrow('not listed');
  expect(() => exchange.setSession('ZCEH31', 'OPEN')).toThrow('not listed');
  expect(() => exchange.listContract(CORN)).toThrow('listed twice');
});
