/** Traces of one book that a trader can read, run against the fast and the slow book: matching and resting orders. */

import { describe, expect, it, test } from 'vitest';
import { audit } from '#matching/audit.ts';
import { type BookView, collarDistanceTicks } from '#matching/book.ts';
import { STORY_BOOKS, STORY_RULES, say, storyLines, traceInto } from '#matching/book-trace.ts';
import { NaiveBook } from '#matching/naive-book.ts';
import { OrderBook } from '#matching/order-book.ts';
import { seededRandom } from '#values/random.ts';

const STORIES: Record<string, string> = {
  'an order trades at the price that was there first, and its rest stays': `
    S1 anna SELL 5 @ 101
    B1 binh BUY 8 @ 103 -> B1 takes 5 @ 101 from S1
    book 103x3 |`,
  'best price first, then first come': `
    S1 anna SELL 2 @ 102
    S2 anna SELL 2 @ 101
    S3 chi SELL 2 @ 101
    B1 binh BUY 5 @ 102 -> B1 takes 2 @ 101 from S2; B1 takes 2 @ 101 from S3; B1 takes 1 @ 102 from S1
    book | 102x1`,
  'a sell walks down the bids': `
    B1 anna BUY 2 @ 98
    B2 anna BUY 2 @ 99
    S1 binh SELL 3 @ 98 -> S1 takes 2 @ 99 from B2; S1 takes 1 @ 98 from B1
    book 98x1 |`,
  'a part fill keeps its place in the queue': `
    S1 anna SELL 5 @ 101
    S2 chi SELL 5 @ 101
    B1 binh BUY 2 @ 101 -> B1 takes 2 @ 101 from S1
    B2 binh BUY 4 @ 101 -> B2 takes 3 @ 101 from S1; B2 takes 1 @ 101 from S2
    book | 101x4`,
  'negative and zero prices are prices like any other': `
    S1 anna SELL 1 @ 0
    S2 anna SELL 1 @ -3
    B1 chi BUY 1 @ -5
    B2 binh BUY 2 @ 0 -> B2 takes 1 @ -3 from S2; B2 takes 1 @ 0 from S1
    S3 binh SELL 1 @ -5 -> S3 takes 1 @ -5 from B1
    book |`,

  'a market order finds nobody': `
    B1 binh BUY 3 MARKET -> B1 cancelled EmptyBook`,
  'a market order outlasts the other side': `
    S1 anna SELL 2 @ 101
    B1 binh BUY 3 MARKET -> B1 takes 2 @ 101 from S1; B1 cancelled EmptyBook
    book |`,
  'the collar is 2 % of the best price, its bound included': `
    S1 anna SELL 1 @ 1000
    S2 anna SELL 1 @ 1020
    S3 anna SELL 1 @ 1021
    B1 binh BUY 3 MARKET -> B1 takes 1 @ 1000 from S1; B1 takes 1 @ 1020 from S2; B1 cancelled CollarReached
    book | 1021x1`,
  'the collar is rounded down to whole ticks: 2 % of 1049 is 20.98': `
    B1 anna BUY 1 @ 1049
    B2 anna BUY 1 @ 1029
    B3 anna BUY 1 @ 1028
    S1 binh SELL 3 MARKET -> S1 takes 1 @ 1049 from B1; S1 takes 1 @ 1029 from B2; S1 cancelled CollarReached`,
  'the collar is at least 10 ticks, below zero too': `
    B1 anna BUY 1 @ -3
    B2 anna BUY 1 @ -13
    B3 anna BUY 1 @ -14
    S1 binh SELL 3 MARKET -> S1 takes 1 @ -3 from B1; S1 takes 1 @ -13 from B2; S1 cancelled CollarReached`,
  'a collar of 2 % counts from the absolute value of a negative price': `
    S1 anna SELL 1 @ -1000
    S2 anna SELL 1 @ -980
    S3 anna SELL 1 @ -979
    B1 binh BUY 3 MARKET -> B1 takes 1 @ -1000 from S1; B1 takes 1 @ -980 from S2; B1 cancelled CollarReached`,

  'IOC takes what there is and leaves nothing': `
    S1 anna SELL 2 @ 101
    B1 binh BUY 3 @ 101 IOC -> B1 takes 2 @ 101 from S1; B1 cancelled IocRemainder
    B2 binh BUY 3 @ 101 IOC -> B2 cancelled IocRemainder
    book |`,
  'FOK fills whole over several levels': `
    S1 anna SELL 2 @ 101
    S2 chi SELL 2 @ 102
    B1 binh BUY 4 @ 102 FOK -> B1 takes 2 @ 101 from S1; B1 takes 2 @ 102 from S2
    book |`,
  'FOK one lot short within its limit does nothing': `
    S1 anna SELL 2 @ 101
    S2 chi SELL 1 @ 102
    S3 chi SELL 9 @ 103
    B1 binh BUY 4 @ 102 FOK -> B1 cancelled FokNotFilled
    book | 101x2 102x1 103x9`,
  'a market FOK fills within the collar or not at all': `
    S1 anna SELL 2 @ 101
    S2 chi SELL 2 @ 112
    B1 binh BUY 3 MARKET FOK -> B1 cancelled FokNotFilled
    B2 binh BUY 2 MARKET FOK -> B2 takes 2 @ 101 from S1`,
  'own liquidity does not count for FOK': `
    S1 anna SELL 2 @ 101
    S2 binh SELL 2 @ 102
    B1 binh BUY 3 @ 102 FOK -> B1 cancelled FokNotFilled
    B2 binh BUY 2 @ 102 FOK -> B2 takes 2 @ 101 from S1`,
  'nor does what stands behind own liquidity: FOK would be stopped there': `
    S1 binh SELL 1 @ 101
    S2 anna SELL 5 @ 101
    B1 binh BUY 3 @ 101 FOK -> B1 cancelled FokNotFilled
    book | 101x6`,

  'an owner never trades with itself: the newest is cancelled, fills before stand': `
    S1 anna SELL 2 @ 101
    S2 binh SELL 2 @ 102
    S3 anna SELL 2 @ 103
    B1 binh BUY 6 @ 103 -> B1 takes 2 @ 101 from S1; B1 cancelled SelfTrade
    book | 102x2 103x2`,
  'an owner may rest on both sides when the prices do not meet': `
    S1 binh SELL 2 @ 102
    B1 binh BUY 2 @ 101
    book 101x2 | 102x2`,
  'a market order stopped by its own owner says so': `
    S1 binh SELL 2 @ 101
    B1 binh BUY 2 MARKET -> B1 cancelled SelfTrade`,
  'an IOC stopped by its own owner says so': `
    S1 binh SELL 2 @ 101
    B1 binh BUY 2 @ 101 IOC -> B1 cancelled SelfTrade`,

  'a smaller quantity keeps the place in the queue': `
    S1 anna SELL 5 @ 101
    S2 chi SELL 5 @ 101
    modify S1 3 @ 101 DAY -> S1 modified 3 @ 101 DAY
    B1 binh BUY 4 @ 101 -> B1 takes 3 @ 101 from S1; B1 takes 1 @ 101 from S2`,
  'a modify that changes nothing, or only the duration, keeps the place': `
    S1 anna SELL 5 @ 101
    S2 chi SELL 5 @ 101
    modify S1 5 @ 101 DAY -> S1 modified 5 @ 101 DAY
    modify S1 5 @ 101 GTC -> S1 modified 5 @ 101 GTC
    B1 binh BUY 1 @ 101 -> B1 takes 1 @ 101 from S1
    end 2026-11-20 -> S2 expired DayEnded
    book | 101x4`,
  'a larger quantity goes to the back': `
    S1 anna SELL 5 @ 101
    S2 chi SELL 5 @ 101
    modify S1 6 @ 101 DAY -> S1 modified 6 @ 101 DAY
    B1 binh BUY 7 @ 101 -> B1 takes 5 @ 101 from S2; B1 takes 2 @ 101 from S1`,
  'a new price goes to the back of that price': `
    S1 anna SELL 5 @ 101
    S2 chi SELL 5 @ 102
    modify S1 5 @ 102 DAY -> S1 modified 5 @ 102 DAY
    B1 binh BUY 6 @ 102 -> B1 takes 5 @ 102 from S2; B1 takes 1 @ 102 from S1`,
  'away and back again is at the back': `
    S1 anna SELL 5 @ 101
    S2 chi SELL 5 @ 101
    modify S1 5 @ 102 DAY -> S1 modified 5 @ 102 DAY
    modify S1 5 @ 101 DAY -> S1 modified 5 @ 101 DAY
    B1 binh BUY 1 @ 101 -> B1 takes 1 @ 101 from S2`,
  'a modify without a price keeps the price': `
    S1 anna SELL 5 @ 101
    modify S1 4 GTC -> S1 modified 4 @ 101 GTC
    book | 101x4`,
  'a new price may trade, after the modify is reported': `
    B1 binh BUY 5 @ 99
    S1 anna SELL 2 @ 101
    modify B1 5 @ 102 DAY -> B1 modified 5 @ 102 DAY; B1 takes 2 @ 101 from S1
    book 102x3 |`,
  'what was filled before and after a modify counts towards its quantity': `
    B1 binh BUY 5 @ 99
    S1 anna SELL 2 @ 99 -> S1 takes 2 @ 99 from B1
    S2 anna SELL 2 @ 100
    modify B1 6 @ 100 DAY -> B1 modified 6 @ 100 DAY; B1 takes 2 @ 100 from S2
    modify B1 5 @ 100 DAY -> B1 modified 5 @ 100 DAY
    book 100x1 |`,
  'a new price may fill the order': `
    B1 binh BUY 2 @ 99
    S1 anna SELL 2 @ 101
    modify B1 2 @ 101 DAY -> B1 modified 2 @ 101 DAY; B1 takes 2 @ 101 from S1
    cancel B1 -> B1 cancelRejected UnknownOrder
    book |`,
  'a new price that meets the own order ends the modified one': `
    B1 binh BUY 5 @ 99
    S1 anna SELL 1 @ 100
    S2 binh SELL 2 @ 101
    modify B1 5 @ 101 DAY -> B1 modified 5 @ 101 DAY; B1 takes 1 @ 100 from S1; B1 cancelled SelfTrade
    book | 101x2`,
  'a quantity at or below what is filled ends the order': `
    B1 binh BUY 5 @ 99
    S1 anna SELL 3 @ 99 -> S1 takes 3 @ 99 from B1
    modify B1 2 @ 99 DAY -> B1 modified 3 @ 99 DAY
    modify B1 9 @ 99 DAY -> B1 modifyRejected UnknownOrder
    book |`,

  'cancel takes the rest away, once': `
    B1 binh BUY 5 @ 99
    S1 anna SELL 2 @ 99 -> S1 takes 2 @ 99 from B1
    cancel B1 -> B1 cancelled UserRequest
    cancel B1 -> B1 cancelRejected UnknownOrder
    book |`,
  'an id that rests cannot come twice': `
    B1 binh BUY 5 @ 99
    B1 binh BUY 5 @ 98 -> B1 rejected DuplicateOrder
    book 99x5 |`,

  'DAY ends with the trade date, GTD with its own, GTC stays; bids first, best first': `
    S1 anna SELL 1 @ 102 GTD 2026-11-20
    S2 anna SELL 1 @ 101 DAY
    B1 binh BUY 1 @ 98 DAY
    B2 binh BUY 1 @ 99 GTD 2026-11-21
    B3 binh BUY 1 @ 99 DAY
    B4 binh BUY 1 @ 97 GTC
    end 2026-11-20 -> B3 expired DayEnded; B1 expired DayEnded; S2 expired DayEnded; S1 expired DateReached
    end 2026-11-21 -> B2 expired DateReached
    book 97x1 |`,
  'GTD whose date passed unseen (a holiday) ends at the next end': `
    B1 binh BUY 1 @ 98 GTD 2026-11-20
    end 2026-11-23 -> B1 expired DateReached`,
  'the end of the contract ends all': `
    B1 binh BUY 1 @ 98 GTC
    S1 anna SELL 1 @ 99 GTC
    endContract -> B1 expired ContractEnded; S1 expired ContractEnded
    book |`,

  'a quote stands, moves, refills and goes without a word': `
    quote Q1 maker BUY 5 @ 99
    quote Q1 maker BUY 5 @ 98
    S1 anna SELL 3 @ 98 -> S1 takes 3 @ 98 from Q1
    quote Q1 maker BUY 5 @ 98
    book 98x5 |
    quote Q1 maker BUY 0 @ 98
    quote Q1 maker BUY 0 @ 98
    book |`,
  'a quote keeps its place when it is the same or smaller, and loses it when it is refilled': `
    quote Q1 maker BUY 5 @ 99
    B1 binh BUY 5 @ 99
    quote Q1 maker BUY 5 @ 99
    quote Q1 maker BUY 4 @ 99
    S1 anna SELL 1 @ 99 -> S1 takes 1 @ 99 from Q1
    quote Q1 maker BUY 5 @ 99
    S2 anna SELL 1 @ 99 -> S2 takes 1 @ 99 from B1`,
  'a quote may trade, and is stopped by its own other side': `
    S1 anna SELL 2 @ 100
    quote Q2 maker SELL 5 @ 101
    quote Q1 maker BUY 5 @ 101 -> Q1 takes 2 @ 100 from S1; Q1 cancelled SelfTrade
    book | 101x5`,
};

describe.each(STORY_BOOKS)('%s', (_name, open) => {
  it.each(Object.entries(STORIES))('%s', (_story, script) => {
    for (const { line, is, should, faults } of storyLines(open, script)) {
      expect(is, line).toBe(should);
      expect(faults, line).toEqual([]);
    }
  });

  test('last trade and volume of the trade date', () => {
    const book = open(traceInto([]));
    expect([book.lastPriceTicks, book.lastLots, book.volumeLots]).toEqual([null, 0, 0]);
    for (const line of ['S1 anna SELL 2 @ 0', 'S2 anna SELL 2 @ 1 GTC', 'B1 binh BUY 3 @ 1']) say(book, line);
    expect([book.lastPriceTicks, book.lastLots, book.volumeLots]).toEqual([1, 1, 3]);
    book.endTradeDate('2026-11-20');
    expect([book.lastPriceTicks, book.lastLots, book.volumeLots]).toEqual([1, 1, 0]);
  });

  test('best prices, order count, depth cut to the levels asked for, orders as they rest', () => {
    const book = open(traceInto([]));
    expect([book.bestBidTicks, book.bestAskTicks, book.orderCount]).toEqual([null, null, 0]);
    const lines = ['B1 a BUY 1 @ 98', 'B2 b BUY 2 @ 99', 'B3 c BUY 3 @ 98 GTD 2026-12-18', 'S1 d SELL 4 @ 101 GTC'];
    for (const line of lines) say(book, line);
    expect([book.bestBidTicks, book.bestAskTicks, book.orderCount]).toEqual([99, 101, 4]);
    expect(book.depth(1)).toEqual({
      bids: [{ priceTicks: 99, lots: 2, orders: 1 }],
      asks: [{ priceTicks: 101, lots: 4, orders: 1 }],
    });
    expect(book.depth(9).bids[1]).toEqual({ priceTicks: 98, lots: 4, orders: 2 });
    expect(book.openOrders().map((order) => order.orderId)).toEqual(['B2', 'B1', 'B3', 'S1']);
    expect(book.openOrders()[2]).toEqual({
      orderId: 'B3',
      ownerId: 'c',
      side: 'BUY',
      priceTicks: 98,
      leavesLots: 3,
      filledLots: 0,
      duration: 'GTD',
      expirationDate: '2026-12-18',
    });
  });
});

test('ten thousand orders come and leave, twice: the index grows, pools return what they lent', () => {
  const random = seededRandom(3);
  const book = new OrderBook(STORY_RULES, traceInto([]));
  for (const round of [1, 2]) {
    const ids = Array.from({ length: 1_000 }, (_, number) => `${round}-${number}`);
    for (const id of ids) {
      const side = random.pick(['BUY', 'SELL'] as const);
      const priceTicks = side === 'BUY' ? -random.between(1, 300) : random.between(0, 300);
      book.quote({ orderId: id, ownerId: `owner-${random.below(9)}`, side, priceTicks, lots: random.between(1, 9) });
    }
    expect(book.orderCount).toBe(1_000);
    expect(audit(book)).toEqual([]);
    while (ids.length > 0) {
      const [id = ''] = ids.splice(random.below(ids.length), 1);
      book.cancel(id);
      if (ids.length % 100 === 0) expect(audit(book)).toEqual([]);
    }
    expect(book.openOrders()).toEqual([]);
    expect(book.depth(1)).toEqual({ bids: [], asks: [] });
  }
});

test.each([
  [1000, 20],
  [-1000, 20],
  [1049, 20],
  [1050, 21],
  [500, 10],
  [0, 10],
  [-7, 10],
])('collar around %i is %i ticks', (bestTicks, distanceTicks) => {
  expect(collarDistanceTicks(bestTicks, STORY_RULES)).toBe(distanceTicks);
});

test('audit names what is broken', () => {
  const sound = new NaiveBook(STORY_RULES, traceInto([]));
  say(sound, 'B1 binh BUY 5 @ 99');
  say(sound, 'S1 anna SELL 5 @ 101');
  say(sound, 'B2 binh BUY 5 STOP 105');
  say(sound, 'B3 binh BUY 5 STOP 106');
  const broken = (change: Partial<BookView>): string[] => {
    const { orderCount, stopCount, bestBidTicks, bestAskTicks, lastPriceTicks, lastLots, volumeLots } = sound;
    const seen = { orderCount, stopCount, bestBidTicks, bestAskTicks, lastPriceTicks, lastLots, volumeLots };
    const depth = sound.depth(9);
    const orders = sound.openOrders();
    const stops = sound.waitingStops();
    return audit({ ...seen, depth: () => depth, openOrders: () => orders, waitingStops: () => stops, ...change });
  };
  const [bid] = sound.openOrders();
  if (bid === undefined) throw new Error('no bid');
  expect(broken({})).toEqual([]);
  expect(broken({ orderCount: 3 })).toEqual(['3 orders are indexed, 2 rest']);
  expect(broken({ bestBidTicks: 98 })).toEqual(['best bid 98, depth says 99']);
  expect(broken({ openOrders: () => [{ ...bid, leavesLots: 0 }, ...sound.openOrders().slice(1)] })).toEqual([
    'BUY 99 shows 5 lots, its orders have 0',
    'B1 has 0 lots',
  ]);
  expect(broken({ openOrders: () => [{ ...bid, duration: 'IOC' }, ...sound.openOrders().slice(1)] })).toEqual([
    'B1 rests with IOC',
  ]);
  const [first, second] = sound.waitingStops();
  if (first === undefined || second === undefined) throw new Error('no stops');
  expect(broken({ stopCount: 1 })).toEqual(['1 stops are counted, 2 wait']);
  expect(broken({ lastPriceTicks: 105 })).toEqual(['B2 waits at 105, last is 105']);
  expect(broken({ waitingStops: () => [second, first] })).toEqual(['B2 fires before B3']);
  expect(broken({ waitingStops: () => [first, first] })).toEqual(['a stop waits twice']);
  expect(broken({ waitingStops: () => [first, { ...second, orderId: 'S1' }] })).toEqual(['S1 waits and rests']);
  expect(broken({ waitingStops: () => [first, { ...second, duration: 'IOC' }] })).toEqual(['B3 waits with IOC']);
  const crossed = { bids: [{ priceTicks: 102, lots: 5, orders: 1 }], asks: sound.depth(9).asks };
  expect(broken({ depth: () => crossed })).toContain('crossed: 102 / 101');
});
