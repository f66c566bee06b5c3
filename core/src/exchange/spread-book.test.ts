/** A spread's book beside those of its legs: corn of December less March, around minus 12.5 (-50 ticks). */
import { describe, expect, test } from 'vitest';
import { createExchange, type Exchange } from '#exchange/index.ts';
import type { VenueOrder, VenueReport, VenueRequest } from '#orders/venue-messages.ts';

const NEAR = 'ZCEZ26';
const FAR = 'ZCEH27';
const SPREAD = { code: `${NEAR}-${FAR}`, near: NEAR, far: FAR };
const RULES = { collarBasisPoints: 200, collarMinimumTicks: 10 };
const BAND = { bandBasisPoints: 700, bandMinTicks: 20 };

function listed(): Exchange {
  const exchange = createExchange({ epoch: 'e7', rules: RULES, band: BAND });
  exchange.listContract(NEAR, { session: 'OPEN', settlementTicks: 1800 });
  exchange.listContract(FAR, { session: 'OPEN', settlementTicks: 1850 });
  exchange.listSpread(SPREAD);
  return exchange;
}

function submit(orderId: string, side: 'BUY' | 'SELL', limitPriceTicks: number, more: Partial<VenueOrder> = {}) {
  const terms = { contractCode: SPREAD.code, ownerId: orderId, orderType: 'LIMIT', duration: 'DAY' } as const;
  const order = { ...terms, orderId, side, quantityLots: 2, limitPriceTicks, ...more };
  return { kind: 'submit', order } satisfies VenueRequest;
}

const quote = (exchange: Exchange, code: string, bid: number, ask: number): void => {
  exchange.quote(code, { orderId: `b-${code}`, ownerId: 'maker', side: 'BUY', priceTicks: bid, lots: 9 });
  exchange.quote(code, { orderId: `a-${code}`, ownerId: 'maker', side: 'SELL', priceTicks: ask, lots: 9 });
};

const legsOf = (reports: readonly VenueReport[]) =>
  reports.flatMap((report) => (report.kind === 'filled' ? [[report.orderId, report.priceTicks, report.legs]] : []));

const MAKER = { orderId: '~m', ownerId: 'maker', side: 'BUY' } as const;

const kindsOf = (reports: readonly VenueReport[]) =>
  reports.map((report) => ('reason' in report ? `${report.kind} ${report.reason}` : report.kind));

describe('a trade in a spread', () => {
  test('has one pair of leg prices for both sides, from the near book', () => {
    const exchange = listed();
    quote(exchange, NEAR, 1797, 1800);
    exchange.handle(submit('x', 'SELL', -50));
    const legs = { nearTicks: 1799, farTicks: 1849 };
    expect(legsOf(exchange.handle(submit('y', 'BUY', -48)))).toEqual([
      ['x', -50, legs],
      ['y', -50, legs],
    ]);
    expect(exchange.takeTrades()).toMatchObject([{ contractCode: SPREAD.code, priceTicks: -50, lots: 2 }]);
  });

  test('is no trade in the legs: their books, last prices and stops do not notice', () => {
    const exchange = listed();
    quote(exchange, NEAR, 1797, 1800);
    const stop = { ownerId: 's', orderType: 'STOP', stopPriceTicks: 1798, contractCode: NEAR } as const;
    const { limitPriceTicks: _none, ...order } = submit('stop', 'BUY', 0, stop).order;
    exchange.handle({ kind: 'submit', order });
    exchange.handle(submit('x', 'SELL', -50));
    exchange.handle(submit('y', 'BUY', -50));
    expect(exchange.summary(NEAR)).toMatchObject({ bestBidTicks: 1797, lastPriceTicks: null, stopCount: 1 });
    expect(exchange.summary(FAR)).toMatchObject({ lastPriceTicks: null, volumeLots: 0 });
    expect(exchange.audit()).toEqual([]);
  });

  test('moves with the daily limits of its legs', () => {
    const exchange = listed();
    quote(exchange, NEAR, 1797, 1801);
    exchange.setDailyLimits(FAR, { lowestTicks: 1820, highestTicks: 1840 });
    exchange.handle(submit('x', 'SELL', -50));
    expect(legsOf(exchange.handle(submit('y', 'BUY', -50)))[0]?.[2]).toEqual({ nearTicks: 1790, farTicks: 1840 });
  });
});

describe('what a spread takes', () => {
  test.each<[string, Partial<VenueOrder>]>([
    ['FOK', { duration: 'FOK' }],
    ['GTD', { duration: 'GTD', expirationDate: '2026-12-01' }],
    ['a stop limit', { orderType: 'STOP_LIMIT', stopPriceTicks: -40 }],
  ])('not %s', (_what, more) => {
    expect(kindsOf(listed().handle(submit('x', 'BUY', -50, more)))).toEqual(['rejected InvalidOrder']);
  });

  test('no price that its legs could not have', () => {
    const exchange = listed();
    // The band: 7 % of 1800 and of 1850 are 126 and 129 ticks.
    expect(kindsOf(exchange.handle(submit('low', 'BUY', 1674 - 1979 - 1)))).toEqual(['rejected OutsideDailyLimit']);
    expect(kindsOf(exchange.handle(submit('lowest', 'BUY', 1674 - 1979)))).toEqual(['accepted']);
    expect(kindsOf(exchange.handle(submit('high', 'SELL', 1926 - 1721 + 1)))).toEqual(['rejected OutsideDailyLimit']);
    expect(kindsOf(exchange.setDailyLimits(NEAR, { lowestTicks: 1790, highestTicks: 1810 }))).toEqual([]);
    expect(kindsOf(exchange.handle(submit('now', 'SELL', 1810 - 1721 + 1)))).toEqual(['rejected OutsideDailyLimit']);
  });

  test('nothing while a leg is not open, or has no settlement', () => {
    const exchange = listed();
    exchange.setSession(FAR, 'PAUSED');
    expect(exchange.summary(SPREAD.code).session).toBe('PAUSED');
    expect(kindsOf(exchange.handle(submit('x', 'BUY', -50)))).toEqual(['rejected MarketClosed']);
    expect(kindsOf(exchange.quote(SPREAD.code, { ...MAKER, priceTicks: -51, lots: 1 }))).toEqual([
      'rejected MarketClosed',
    ]);
    expect(kindsOf(exchange.quote(SPREAD.code, { ...MAKER, priceTicks: 0, lots: 0 }))).toEqual([]);
    exchange.setSession(FAR, 'OPEN');
    exchange.setSettlement(NEAR, null);
    expect(kindsOf(exchange.handle(submit('y', 'BUY', -50)))).toEqual(['rejected MarketClosed']);
  });

  test('and ends with its near month', () => {
    const exchange = listed();
    exchange.handle(submit('x', 'BUY', -50, { duration: 'GTC' }));
    expect(kindsOf(exchange.endTradeDate('2026-11-20', SPREAD.code))).toEqual([]);
    expect(kindsOf(exchange.endContract(NEAR))).toEqual(['expired ContractEnded']);
    expect(kindsOf(exchange.handle(submit('y', 'BUY', -50)))).toEqual(['rejected UnknownContract']);
    expect(exchange.summary(FAR).session).toBe('OPEN');
  });
});
