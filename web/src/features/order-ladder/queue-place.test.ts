import { expect, test } from 'vitest';
import { aheadOf, NO_PLACES, type QueuePlaces, withBook } from '#features/order-ladder/queue-place.ts';
import type { RestingOrder } from '#features/order-ladder/resting-order.ts';
import type { DepthTicks } from '#market/depth-store.ts';
import { sampleOrder } from '#mock/sample-records.ts';

const own = (part: Parameters<typeof sampleOrder>[0] = {}, openLots = 2): RestingOrder => {
  const order = sampleOrder({ orderId: 'mine', side: 'BUY', quantity: 2, status: 'WORKING', ...part });
  return { order, priceTicks: 100, openLots, isStop: false };
};
const book = (timeMs: number, lots: number, priceTicks = 100): DepthTicks => ({
  ...{ code: 'ZCEZ26', asks: [], timeMs },
  bids: [{ priceTicks, lots, cumulativeLots: lots }],
});

function after(resting: readonly RestingOrder[], ...books: DepthTicks[]): QueuePlaces {
  return books.reduce((places, depth) => withBook(places, { resting, depth }), NO_PLACES);
}

test('the first book may be older than the order: it says nothing', () => {
  expect(aheadOf(after([own()], book(0, 50)), own())).toBeNull();
  expect(aheadOf(after([own()], book(0, 50), book(999, 50)), own())).toBeNull();
  expect(aheadOf(after([own()], book(0, 50), book(1_000, 52)), own())).toBe(50);
});

test('it only becomes less, whoever comes behind', () => {
  const seen = [book(0, 50), book(1_000, 52), book(2_000, 90), book(3_000, 40), book(4_000, 60)];
  expect(aheadOf(after([own()], ...seen), own())).toBe(38);
  // First: nobody but the own lots was there.
  expect(aheadOf(after([own()], ...seen, book(5_000, 2), book(6_000, 80)), own())).toBe(0);
});

test('all own lots at the price are taken off, and none of them may be under way', () => {
  const second = own({ orderId: 'second', quantity: 3 }, 3);
  expect(aheadOf(after([own(), second], book(0, 9), book(1_000, 9)), second)).toBe(4);
  const leaving = { ...second, order: { ...second.order, status: 'IN_CANCEL' as const } };
  expect(aheadOf(after([own(), leaving], book(0, 9), book(1_000, 9)), own())).toBeNull();
});

test('another price or number of lots begins anew; a price beyond the book keeps what was known', () => {
  const places = after([own()], book(0, 50), book(1_000, 52));
  expect(aheadOf(places, { ...own(), priceTicks: 101 })).toBeNull();
  expect(aheadOf(places, own({ quantity: 5 }))).toBeNull();
  const beyond = withBook(places, { resting: [own()], depth: book(2_000, 7, 99) });
  expect(beyond).toBe(places);
  expect(aheadOf(beyond, own())).toBe(50);
});

test('a stop waits at no price of the book', () => {
  const stop = { ...own({ orderType: 'STOP' }), isStop: true };
  expect(aheadOf(after([stop], book(0, 50), book(1_000, 50)), stop)).toBeNull();
});
