/**
 * Requests that no exchange would send: the book throws instead of trading on. Also orders exactly at the daily limit.
 */
import { describe, expect, test } from 'vitest';
import type { BookListener, Quote } from '#matching/book.ts';
import { goodUntil, mayStay } from '#matching/good-until.ts';
import { OrderBook } from '#matching/order-book.ts';
import type { VenueOrder } from '#orders/venue-messages.ts';

const RULES = { collarBasisPoints: 200, collarMinimumTicks: 10 };

function bookReporting(reported: string[] = []): OrderBook {
  const nothing = (): void => {};
  const listener: BookListener = {
    accepted: nothing,
    rejected: (orderId, reason) => reported.push(`${orderId} ${reason}`),
    triggered: nothing,
    traded: nothing,
    cancelled: nothing,
    expired: nothing,
    modified: nothing,
    modifyRejected: nothing,
    cancelRejected: nothing,
  };
  return new OrderBook(RULES, listener);
}

const LIMIT: VenueOrder = {
  orderId: 'o',
  ownerId: 'anna',
  contractCode: 'ZCEZ26',
  side: 'BUY',
  orderType: 'LIMIT',
  duration: 'DAY',
  quantityLots: 1,
  limitPriceTicks: 100,
};
const { limitPriceTicks: _none, ...BARE } = LIMIT;
const STOP: VenueOrder = { ...BARE, orderId: 's', orderType: 'STOP', stopPriceTicks: 105 };

describe('a quote stays what it was', () => {
  const quote: Quote = { orderId: 'q', ownerId: 'maker', side: 'BUY', priceTicks: 100, lots: 3 };

  test.each<[string, Quote]>([
    ['another side', { ...quote, side: 'SELL', priceTicks: 110 }],
    ['another owner', { ...quote, ownerId: 'thief' }],
    ['the id of a stop', { ...quote, orderId: 's', ownerId: 'anna' }],
    ['the id of a stop of the other side', { ...quote, orderId: 's', ownerId: 'anna', side: 'SELL' }],
  ])('%s is a bug', (_what, changed) => {
    const book = bookReporting();
    book.quote(quote);
    book.submit(STOP);
    expect(() => book.quote(changed)).toThrow('a quote changed');
  });
});

test.each(['IOC', 'FOK'] as const)('%s never stays: neither as a stop nor by a modify', (duration) => {
  expect(mayStay(goodUntil({ duration }))).toBe(false);
  const book = bookReporting();
  expect(() => book.submit({ ...STOP, duration })).toThrow('IOC or FOK');
  book.submit(LIMIT);
  expect(() => book.modify({ orderId: 'o', quantityLots: 1, duration })).toThrow('IOC or FOK');
});

describe('new daily limits', () => {
  test.each<[string, VenueOrder, number, number, string[]]>([
    ['a buy at the highest price stays', LIMIT, 90, 100, []],
    ['a tick above it goes', LIMIT, 90, 99, ['o OutsideDailyLimit']],
    ['a sell at the lowest price stays', { ...LIMIT, side: 'SELL' }, 100, 110, []],
    ['a tick below it goes', { ...LIMIT, side: 'SELL' }, 101, 110, ['o OutsideDailyLimit']],
    ['a stop without a limit stays, below zero too', STOP, -20, -10, []],
    ['to sell as well', { ...STOP, side: 'SELL', stopPriceTicks: 50 }, 10, 20, []],
  ])('%s', (_what, order, lowestTicks, highestTicks, reported) => {
    const received: string[] = [];
    const book = bookReporting(received);
    book.submit(order);
    book.setDailyLimits({ lowestTicks, highestTicks });
    expect(received).toEqual(reported);
    expect(book.orderCount + book.stopCount).toBe(1 - reported.length);
  });
});
