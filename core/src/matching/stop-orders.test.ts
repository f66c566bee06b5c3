/**
 * Traces of stops (docs/rules/orders.md#stops), run against the fast and the slow book, in the language of
 * book-trace.ts.
 */
import { describe, expect, it, test } from 'vitest';
import { audit } from '#matching/audit.ts';
import type { WaitingStop } from '#matching/book.ts';
import { STORY_BOOKS, STORY_RULES, say, storyLines, traceInto } from '#matching/book-trace.ts';
import { OrderBook } from '#matching/order-book.ts';
import { seededRandom } from '#values/random.ts';

const TRIGGER: Record<string, string> = {
  'a buy stop fires when the last trade touches it, and takes at market; until then nobody sees it': `
    S1 anna SELL 1 @ 100
    S2 anna SELL 5 @ 105
    T1 binh BUY 2 STOP 100
    book | 100x1 105x5
    waiting T1 STOP 100
    B1 chi BUY 1 @ 100 -> B1 takes 1 @ 100 from S1; T1 triggered @ 100; T1 takes 2 @ 105 from S2
    waiting
    book | 105x3`,
  'a sell stop fires at its price or below': `
    B1 anna BUY 1 @ 99
    B2 anna BUY 5 @ 98
    T1 binh SELL 2 STOP 100
    S1 chi SELL 1 MARKET -> S1 takes 1 @ 99 from B1; T1 triggered @ 99; T1 takes 2 @ 98 from B2`,
  'one tick short fires nobody': `
    S1 anna SELL 1 @ 100
    S2 anna SELL 9 @ 110
    T1 binh BUY 2 STOP 101
    T2 binh SELL 2 STOP 99
    B1 chi BUY 1 @ 100 -> B1 takes 1 @ 100 from S1
    waiting T1 STOP 101, T2 STOP 99`,
  'quotes do not fire stops, trades do': `
    quote Q1 maker SELL 5 @ 120
    T1 binh BUY 1 STOP 110
    quote Q1 maker SELL 5 @ 110
    quote Q2 dealer BUY 1 @ 110 -> Q2 takes 1 @ 110 from Q1; T1 triggered @ 110; T1 takes 1 @ 110 from Q1`,
  'zero and negative stop prices are prices like any other': `
    B1 anna BUY 1 @ 1
    B2 anna BUY 1 @ 0
    B3 anna BUY 1 @ -5
    T1 binh SELL 1 STOP 0
    T2 binh SELL 1 STOP -3
    S1 chi SELL 1 @ 1 -> S1 takes 1 @ 1 from B1
    S2 chi SELL 1 @ 0 -> S2 takes 1 @ 0 from B2; T1 triggered @ 0; T1 takes 1 @ -5 from B3; T2 triggered @ -5; T2 cancelled EmptyBook`,
  'a trigger that is met already fires at once, after the acceptance': `
    S1 anna SELL 1 @ 100
    B1 chi BUY 1 @ 100 -> B1 takes 1 @ 100 from S1
    S2 anna SELL 9 @ 101
    T1 binh BUY 1 STOP 100 -> T1 triggered @ 100; T1 takes 1 @ 101 from S2
    T2 binh BUY 1 STOP 101 @ 99 -> T2 triggered @ 101
    T3 binh SELL 1 STOP 105 -> T3 triggered @ 101; T3 cancelled SelfTrade
    book 99x1 | 101x8`,
  'while nothing has traded a stop waits, wherever the quotes are': `
    S1 anna SELL 5 @ 120
    T1 binh BUY 1 STOP 100
    waiting T1 STOP 100`,
  'yesterday’s last trade counts too': `
    S1 anna SELL 9 @ 100 GTC
    B1 chi BUY 1 @ 100 -> B1 takes 1 @ 100 from S1
    end 2026-11-20
    T1 binh BUY 1 STOP 100 -> T1 triggered @ 100; T1 takes 1 @ 100 from S1`,
};

const ORDER: Record<string, string> = {
  'buy stops fire from the lowest price, then sell stops from the highest, equal ones by time': `
    S1 anna SELL 50 @ 100
    B1 anna BUY 50 @ 99
    T1 binh SELL 1 STOP 100
    T2 binh SELL 1 STOP 101
    T3 binh SELL 1 STOP 101
    T4 binh BUY 1 STOP 100
    T5 binh BUY 1 STOP 98
    T6 binh BUY 1 STOP 100
    waiting T5 STOP 98, T4 STOP 100, T6 STOP 100, T2 STOP 101, T3 STOP 101, T1 STOP 100
    B2 chi BUY 1 @ 100 -> B2 takes 1 @ 100 from S1; T5 triggered @ 100; T5 takes 1 @ 100 from S1; T4 triggered @ 100; T4 takes 1 @ 100 from S1; T6 triggered @ 100; T6 takes 1 @ 100 from S1; T2 triggered @ 100; T2 takes 1 @ 99 from B1; T3 triggered @ 100; T3 takes 1 @ 99 from B1; T1 triggered @ 100; T1 takes 1 @ 99 from B1`,
  'the trades of a stop fire the next one': `
    S1 anna SELL 1 @ 100
    S2 anna SELL 1 @ 102
    S3 anna SELL 1 @ 104
    T1 binh BUY 1 STOP 100
    T2 binh BUY 1 STOP 101
    T3 binh BUY 1 STOP 105
    B1 chi BUY 1 @ 100 -> B1 takes 1 @ 100 from S1; T1 triggered @ 100; T1 takes 1 @ 102 from S2; T2 triggered @ 102; T2 takes 1 @ 104 from S3
    waiting T3 STOP 105`,
  'breadth first: what a stop causes waits until all that the same print fired are done': `
    S1 anna SELL 1 @ 100
    S2 anna SELL 1 @ 102
    S3 anna SELL 9 @ 103
    T1 binh BUY 1 STOP 100
    T2 chi BUY 1 STOP 102
    T3 binh BUY 1 STOP 100
    B1 dung BUY 1 @ 100 -> B1 takes 1 @ 100 from S1; T1 triggered @ 100; T1 takes 1 @ 102 from S2; T3 triggered @ 100; T3 takes 1 @ 103 from S3; T2 triggered @ 102; T2 takes 1 @ 103 from S3`,
  'every print of a sweep counts, the first one first, after the remainder has rested': `
    S1 anna SELL 1 @ 100
    S2 anna SELL 1 @ 101
    T1 binh SELL 1 STOP 100
    T2 binh SELL 1 STOP 101
    B1 chi BUY 5 @ 101 -> B1 takes 1 @ 100 from S1; B1 takes 1 @ 101 from S2; T2 triggered @ 100; T2 takes 1 @ 101 from B1; T1 triggered @ 100; T1 takes 1 @ 101 from B1
    book 101x1 |`,
  'a sweep up fires by its first print what its last print alone would fire in another order': `
    S1 anna SELL 1 @ 100
    S2 anna SELL 1 @ 104
    S3 anna SELL 9 @ 105
    T1 binh SELL 1 STOP 102
    T2 binh BUY 1 STOP 103
    B1 chi BUY 2 @ 104 -> B1 takes 1 @ 100 from S1; B1 takes 1 @ 104 from S2; T1 triggered @ 100; T1 cancelled EmptyBook; T2 triggered @ 104; T2 takes 1 @ 105 from S3`,
  'a stop fires for its own print, even when the price is elsewhere by its turn': `
    B1 anna BUY 1 @ 98
    B2 anna BUY 1 @ 95
    B3 anna BUY 9 @ 90
    S1 dung SELL 9 @ 103
    T1 binh BUY 1 STOP 98
    T2 binh SELL 1 STOP 96
    S2 chi SELL 2 @ 95 -> S2 takes 1 @ 98 from B1; S2 takes 1 @ 95 from B2; T1 triggered @ 98; T1 takes 1 @ 103 from S1; T2 triggered @ 95; T2 takes 1 @ 90 from B3`,
};

const TERMS: Record<string, string> = {
  'a smaller quantity keeps the place among equal stops, a larger one loses it': `
    T1 binh BUY 5 STOP 105
    T2 chi BUY 5 STOP 105
    T3 dung BUY 5 STOP 105
    modify T1 3 STOP 105 DAY -> T1 modified 3 STOP 105 DAY
    waiting T1 STOP 105, T2 STOP 105, T3 STOP 105
    modify T1 4 DAY -> T1 modified 4 STOP 105 DAY
    waiting T2 STOP 105, T3 STOP 105, T1 STOP 105
    modify T2 5 STOP 105 GTC -> T2 modified 5 STOP 105 GTC
    waiting T2 STOP 105, T3 STOP 105, T1 STOP 105`,
  'a new stop price loses the place, away and back again too': `
    T1 binh SELL 5 STOP 95 @ 94
    T2 chi SELL 5 STOP 95
    modify T1 5 STOP 96 DAY -> T1 modified 5 STOP 96 @ 94 DAY
    modify T1 5 STOP 95 DAY -> T1 modified 5 STOP 95 @ 94 DAY
    waiting T2 STOP 95, T1 STOP 95`,
  'a new limit price loses the place too, the same one keeps it': `
    T1 binh SELL 5 STOP 95 @ 94
    T2 chi SELL 5 STOP 95
    modify T1 5 STOP 95 @ 94 DAY -> T1 modified 5 STOP 95 @ 94 DAY
    waiting T1 STOP 95, T2 STOP 95
    modify T1 5 STOP 95 @ 90 DAY -> T1 modified 5 STOP 95 @ 90 DAY
    waiting T2 STOP 95, T1 STOP 95`,
  'a new stop price that is met fires at once': `
    S1 anna SELL 1 @ 100
    B1 chi BUY 1 @ 100 -> B1 takes 1 @ 100 from S1
    S2 anna SELL 9 @ 101
    T1 binh BUY 2 STOP 105
    modify T1 3 STOP 100 GTC -> T1 modified 3 STOP 100 GTC; T1 triggered @ 100; T1 takes 3 @ 101 from S2`,
  'no lots are left of a stop that is modified to none': `
    T1 binh BUY 2 STOP 105
    modify T1 0 DAY -> T1 modified 0 STOP 105 DAY
    cancel T1 -> T1 cancelRejected UnknownOrder
    waiting`,
  'a stop has no limit price, an order that rests no stop price': `
    T1 binh BUY 2 STOP 105
    modify T1 2 @ 106 DAY -> T1 modifyRejected InvalidOrder
    B1 binh BUY 2 @ 99
    modify B1 2 STOP 105 @ 99 DAY -> B1 modifyRejected StopNotWaiting
    book 99x2 |
    waiting T1 STOP 105`,
  'an id that waits cannot come twice, and is free again when the stop is gone': `
    T1 binh BUY 2 STOP 105
    T1 binh BUY 2 @ 99 -> T1 rejected DuplicateOrder
    T1 binh BUY 2 STOP 106 -> T1 rejected DuplicateOrder
    cancel T1 -> T1 cancelled UserRequest
    cancel T1 -> T1 cancelRejected UnknownOrder
    T1 binh BUY 2 @ 99
    book 99x2 |`,
  'a fired stop-limit is a limit order: cancel and modify work, its stop price is history': `
    S1 anna SELL 1 @ 100
    T1 binh BUY 5 STOP 100 @ 99 GTC
    B1 chi BUY 1 @ 100 -> B1 takes 1 @ 100 from S1; T1 triggered @ 100
    book 99x5 |
    modify T1 5 STOP 101 @ 99 GTC -> T1 modifyRejected StopNotWaiting
    modify T1 4 @ 98 GTC -> T1 modified 4 @ 98 GTC
    book 98x4 |
    S2 anna SELL 1 @ 98 -> S2 takes 1 @ 98 from T1
    cancel T1 -> T1 cancelled UserRequest
    book |`,
  'DAY ends with the trade date, GTD with its own, GTC with the contract; stops after resting orders, as they fire': `
    B1 binh BUY 1 @ 90
    T1 binh SELL 1 STOP 95
    T2 binh BUY 1 STOP 106 GTD 2026-11-20
    T3 binh BUY 1 STOP 105 @ 106
    T4 binh BUY 1 STOP 104 GTC
    T5 binh SELL 1 STOP 96 GTD 2026-11-21
    end 2026-11-20 -> B1 expired DayEnded; T3 expired DayEnded; T2 expired DateReached; T1 expired DayEnded
    waiting T4 STOP 104, T5 STOP 96
    modify T5 1 STOP 96 GTC -> T5 modified 1 STOP 96 GTC
    endContract -> T4 expired ContractEnded; T5 expired ContractEnded
    waiting`,
};

const AFTERWARDS: Record<string, string> = {
  'a stop-limit takes its time priority at the trigger, not when it came': `
    T1 binh BUY 5 STOP 100 @ 99
    B1 chi BUY 5 @ 99
    S1 anna SELL 1 @ 100
    B2 dung BUY 1 @ 100 -> B2 takes 1 @ 100 from S1; T1 triggered @ 100
    S2 anna SELL 6 @ 99 -> S2 takes 5 @ 99 from B1; S2 takes 1 @ 99 from T1`,
  'a stop-limit takes within its limit and rests with what is left, for its own duration': `
    S1 anna SELL 1 @ 100
    S2 anna SELL 2 @ 101
    S3 anna SELL 2 @ 103
    T1 binh BUY 5 STOP 100 @ 102 GTC
    B1 chi BUY 1 @ 100 -> B1 takes 1 @ 100 from S1; T1 triggered @ 100; T1 takes 2 @ 101 from S2
    book 102x3 | 103x2
    end 2026-11-20 -> S3 expired DayEnded
    book 102x3 |`,
  'the remainder of a stop is cancelled at the collar': `
    S1 anna SELL 1 @ 1000
    S2 anna SELL 1 @ 1001
    S3 anna SELL 1 @ 1021
    S4 anna SELL 9 @ 1022
    T1 binh BUY 5 STOP 1000 GTC
    B1 chi BUY 1 @ 1000 -> B1 takes 1 @ 1000 from S1; T1 triggered @ 1000; T1 takes 1 @ 1001 from S2; T1 takes 1 @ 1021 from S3; T1 cancelled CollarReached
    book | 1022x9`,
  'the collar is taken when the turn comes: the second stop starts from what the first one left': `
    S1 anna SELL 1 @ 1000
    S2 anna SELL 1 @ 1001
    S3 anna SELL 1 @ 1020
    S4 anna SELL 1 @ 1040
    S5 anna SELL 1 @ 1061
    T1 binh BUY 2 STOP 1000
    T2 chi BUY 3 STOP 1000
    B1 dung BUY 1 @ 1000 -> B1 takes 1 @ 1000 from S1; T1 triggered @ 1000; T1 takes 1 @ 1001 from S2; T1 takes 1 @ 1020 from S3; T2 triggered @ 1000; T2 takes 1 @ 1040 from S4; T2 cancelled CollarReached`,
  'a stop that finds nobody, and one that outlasts the other side': `
    S1 anna SELL 1 @ 100
    S2 anna SELL 1 @ 101
    T1 binh BUY 2 STOP 100
    T2 binh BUY 2 STOP 101
    B1 chi BUY 1 @ 100 -> B1 takes 1 @ 100 from S1; T1 triggered @ 100; T1 takes 1 @ 101 from S2; T1 cancelled EmptyBook; T2 triggered @ 101; T2 cancelled EmptyBook`,
  'the triggered order is the newest: it is cancelled when it would meet its own owner': `
    S1 anna SELL 1 @ 100
    S2 anna SELL 1 @ 101
    S3 binh SELL 5 @ 102
    T1 binh BUY 3 STOP 100
    T2 binh BUY 3 STOP 100 @ 103
    B1 chi BUY 1 @ 100 -> B1 takes 1 @ 100 from S1; T1 triggered @ 100; T1 takes 1 @ 101 from S2; T1 cancelled SelfTrade; T2 triggered @ 100; T2 cancelled SelfTrade
    book | 102x5`,
  'stops of both sides that fire together may meet': `
    S1 anna SELL 1 @ 100
    T1 binh BUY 2 STOP 99 @ 98
    T2 chi SELL 2 STOP 101
    B1 dung BUY 1 @ 100 -> B1 takes 1 @ 100 from S1; T1 triggered @ 100; T2 triggered @ 100; T2 takes 2 @ 98 from T1
    book |`,
};

const LIMITS: Record<string, string> = {
  'a collar does not reach beyond the daily limits': `
    limits 80 105
    S1 anna SELL 1 @ 100
    S2 anna SELL 1 @ 105
    S3 anna SELL 1 @ 106
    B1 binh BUY 3 MARKET -> B1 takes 1 @ 100 from S1; B1 takes 1 @ 105 from S2; B1 cancelled CollarReached
    B2 anna BUY 1 @ 81
    B3 anna BUY 1 @ 79
    S4 binh SELL 2 MARKET -> S4 takes 1 @ 81 from B2; S4 cancelled CollarReached`,
  'nor does that of a stop': `
    limits 80 105
    S1 anna SELL 1 @ 100
    S2 anna SELL 1 @ 104
    S3 anna SELL 1 @ 106
    T1 binh BUY 2 STOP 100
    B1 chi BUY 1 @ 100 -> B1 takes 1 @ 100 from S1; T1 triggered @ 100; T1 takes 1 @ 104 from S2; T1 cancelled CollarReached`,
  'new limits send away what could only trade beyond them; the rest stays': `
    B1 anna BUY 1 @ 99
    B2 anna BUY 1 @ 89
    S1 binh SELL 1 @ 111
    T1 binh BUY 1 STOP 103 @ 104
    T2 binh BUY 1 STOP 103 @ 102
    T3 binh BUY 1 STOP 112
    T4 binh SELL 1 STOP 92 @ 85
    limits 90 103 -> T1 rejected OutsideDailyLimit; T4 rejected OutsideDailyLimit
    book 99x1 89x1 | 111x1
    waiting T2 STOP 103, T3 STOP 112
    limits 90 98 -> B1 rejected OutsideDailyLimit; T2 rejected OutsideDailyLimit
    limits none
    book 89x1 | 111x1`,
  'a sell below the lowest price goes too, or a later buy would meet it there': `
    S1 anna SELL 2 @ 95
    limits 96 110 -> S1 rejected OutsideDailyLimit
    B1 binh BUY 2 MARKET -> B1 cancelled EmptyBook`,
};

describe.each(STORY_BOOKS)('%s', (_name, open) => {
  const notify = (_story: string, script: string): void => {
    for (const { line, is, should, faults } of storyLines(open, script)) {
      expect(is, line).toBe(should);
      expect(faults, line).toEqual([]);
    }
  };
  describe('trigger', () => it.each(Object.entries(TRIGGER))('%s', notify));
  describe('order of firing', () => it.each(Object.entries(ORDER))('%s', notify));
  describe('terms', () => it.each(Object.entries(TERMS))('%s', notify));
  describe('after the trigger', () => it.each(Object.entries(AFTERWARDS))('%s', notify));
  describe('daily limits', () => it.each(Object.entries(LIMITS))('%s', notify));

  test('a waiting stop is seen with its terms', () => {
    const book = open(traceInto([]));
    say(book, 'T1 binh BUY 3 STOP 105 @ 106 GTD 2026-12-18');
    say(book, 'T2 chi SELL 2 STOP 95 GTC');
    const who = { orderId: 'T1', ownerId: 'binh', side: 'BUY' };
    const terms = { stopPriceTicks: 105, limitPriceTicks: 106, quantityLots: 3 };
    expect(book.waitingStops()).toEqual([
      { ...who, ...terms, duration: 'GTD', expirationDate: '2026-12-18' },
      { orderId: 'T2', ownerId: 'chi', side: 'SELL', stopPriceTicks: 95, quantityLots: 2, duration: 'GTC' },
    ]);
    expect([book.orderCount, book.stopCount, book.bestBidTicks]).toEqual([0, 2, null]);
  });

  test('a stop can’t be IOC or FOK: the book throws', () => {
    const terms = { orderId: 'T1', ownerId: 'a', contractCode: 'ZCEZ26', side: 'BUY', quantityLots: 1 } as const;
    const submit = () =>
      new OrderBook(STORY_RULES, traceInto([])).submit({
        ...terms,
        orderType: 'STOP',
        stopPriceTicks: 1,
        duration: 'IOC',
      });
    expect(submit).toThrow('IOC');
  });
});

/** The test counts work and not time; the timeout only ends an endless loop. */
const UNHURRIED = { timeout: 120_000 };

/** Audited at the end of each round only, because an audit writes some lines about every stop. */
test('ten thousand stops come, move, fire and go, twice over: each fires once, none is left', UNHURRIED, () => {
  const random = seededRandom(5);
  const triggered = new Map<string, number>();
  const done = { accepted: 0, modified: 0, cancelled: 0, traded: 0 };
  const count = (what: keyof typeof done): void => {
    done[what] += 1;
  };
  const book = new OrderBook(STORY_RULES, {
    ...traceInto([]),
    accepted: () => count('accepted'),
    modified: () => count('modified'),
    cancelled: () => count('cancelled'),
    traded: () => count('traded'),
    triggered: (id) => void triggered.set(id, (triggered.get(id) ?? 0) + 1),
  });
  const walk = (priceTicks: number): void => {
    book.quote({ orderId: 'Q1', ownerId: 'maker', side: 'SELL', priceTicks, lots: 1 });
    book.quote({ orderId: 'Q2', ownerId: 'taker', side: 'BUY', priceTicks, lots: 1 });
  };
  const isDue = ({ side, stopPriceTicks }: WaitingStop, lastTicks: number): boolean =>
    side === 'BUY' ? lastTicks >= stopPriceTicks : lastTicks <= stopPriceTicks;
  const terms = { contractCode: 'ZCEZ26', orderType: 'STOP', duration: 'DAY' } as const;
  for (const round of [1, 2]) {
    walk(0);
    const ids = Array.from({ length: 10_000 }, (_, number) => `${round}-${number}`);
    for (const orderId of ids) {
      const away = random.between(1, 500);
      const [side, stopPriceTicks] = random.chance(0.5) ? (['BUY', away] as const) : (['SELL', -away] as const);
      book.submit({ ...terms, orderId, ownerId: `owner-${random.below(9)}`, side, quantityLots: 1, stopPriceTicks });
    }
    expect(book.stopCount).toBe(10_000);
    for (const orderId of ids.slice(0, 500)) book.modify({ orderId, quantityLots: 2, duration: 'GTC' });
    for (const orderId of ids.slice(500, 1_000)) book.cancel(orderId);
    for (let priceTicks = 0; priceTicks <= 500; priceTicks += 50) {
      for (const lastTicks of [priceTicks, -priceTicks]) {
        walk(lastTicks);
        expect(book.waitingStops().filter((stop) => isDue(stop, lastTicks))).toEqual([]);
      }
    }
    expect([triggered.size, Math.max(...triggered.values())]).toEqual([9_500 * round, 1]);
    expect([book.stopCount, book.orderCount]).toEqual([0, 0]);
    expect(audit(book)).toEqual([]);
  }
  // Each of the 19,000 that fired found an empty book; 23 prices a round, of which nothing was left.
  expect(done).toEqual({ accepted: 20_000, modified: 1_000, cancelled: 20_000, traded: 46 });
});
