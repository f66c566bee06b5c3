/**
 * The language of book traces (order-book.test.ts, stop-orders.test.ts), which a trader can read.
 * A line is a command, and after `->` what the book reports; an order's acceptance is understood.
 *   S1 anna SELL 5 @ 101 GTC          limit order S1 of anna; the duration is DAY when left out
 *   B1 binh BUY 3 MARKET IOC          market order
 *   B1 binh BUY 3 STOP 105            stop; `STOP 105 @ 106` is a stop-limit
 *   modify S1 7 @ 102 GTC             total quantity, price, duration; `STOP 104` moves the stop price
 *   quote Q1 maker SELL 5 @ 101       a maker's order as it shall stand now
 *   limits 90 110, limits none        the daily limits
 *   book 99x3 98x1 | 101x2            the levels, best first on each side: bids | asks
 *   waiting B1 STOP 105, S1 STOP 90   the stops that wait, in firing order
 */

import { audit } from '#matching/audit.ts';
import type { Book, BookListener, BookRules } from '#matching/book.ts';
import { NaiveBook } from '#matching/naive-book.ts';
import { OrderBook } from '#matching/order-book.ts';
import type { Duration, Side } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';

export const STORY_RULES: BookRules = { collarBasisPoints: 200, collarMinimumTicks: 10 };

export const STORY_BOOKS: [string, (listener: BookListener) => Book][] = [
  ['the fast book', (listener) => new OrderBook(STORY_RULES, listener)],
  ['the slow book', (listener) => new NaiveBook(STORY_RULES, listener)],
];

const DURATIONS: readonly Duration[] = ['DAY', 'GTC', 'GTD', 'IOC', 'FOK'];

/** Plays a trace line by line: what the book reported or shows, the expectation, and broken invariants. */
export function* storyLines(open: (listener: BookListener) => Book, script: string) {
  const reports: string[] = [];
  const book = open(traceInto(reports));
  for (const line of script.trim().split('\n')) {
    const [command = '', reported = ''] = line.split('->').map((part) => part.trim());
    const [, shownVerb, shown = ''] = /^(book|waiting)(?: (.*))?$/.exec(command) ?? [];
    reports.length = 0;
    if (shownVerb === undefined) say(book, command);
    const is = shownVerb === 'book' ? levelsOf(book) : shownVerb === 'waiting' ? stopsOf(book) : reports.join('; ');
    yield { line, is, should: shownVerb === undefined ? reported : shown, faults: audit(book) };
  }
}

export function traceInto(reports: string[]): BookListener {
  const notify = (...words: (string | number | undefined)[]): void => {
    reports.push(words.filter((word) => word !== undefined).join(' '));
  };
  return {
    accepted: () => {},
    rejected: (id, reason) => notify(id, 'rejected', reason),
    triggered: (id, priceTicks) => notify(id, 'triggered @', priceTicks),
    traded: (aggressor, resting, _side, priceTicks, lots) =>
      notify(aggressor, 'takes', lots, '@', priceTicks, 'from', resting),
    cancelled: (id, reason) => notify(id, 'cancelled', reason),
    expired: (id, reason) => notify(id, 'expired', reason),
    modified: (id, lots, limitTicks, stopTicks, duration, date) => {
      const stop = stopTicks === undefined ? undefined : `STOP ${stopTicks}`;
      const limit = limitTicks === undefined ? undefined : `@ ${limitTicks}`;
      notify(id, 'modified', lots, stop, limit, duration, date);
    },
    modifyRejected: (id, reason) => notify(id, 'modifyRejected', reason),
    cancelRejected: (id, reason) => notify(id, 'cancelRejected', reason),
  };
}

export function say(book: Book, line: string): void {
  const [verb = '', id = '', ownerOrHigh = ''] = line.split(' ');
  if (verb === 'cancel') book.cancel(id);
  else if (verb === 'end') book.endTradeDate(id);
  else if (verb === 'endContract') book.endContract();
  else if (verb === 'limits') {
    book.setDailyLimits(id === 'none' ? null : { lowestTicks: Number(id), highestTicks: Number(ownerOrHigh) });
  } else if (verb === 'modify') book.modify({ orderId: id, ...termsIn(line) });
  else if (verb === 'quote') {
    const { quantityLots: lots, limitPriceTicks: priceTicks = 0 } = termsIn(line);
    book.quote({ orderId: id, ownerId: ownerOrHigh, side: sideOf(line.split(' ')[3]), priceTicks, lots });
  } else {
    const terms = termsIn(line);
    const who = { orderId: verb, ownerId: id, contractCode: 'ZCEZ26', side: sideOf(ownerOrHigh) } as const;
    book.submit({ ...who, orderType: typeOf(terms), ...terms });
  }
}

interface StoryTerms {
  readonly quantityLots: Lots;
  readonly stopPriceTicks?: Ticks;
  readonly limitPriceTicks?: Ticks;
  readonly duration: Duration;
  readonly expirationDate?: string;
}

const TERMS =
  /(?<lots>\d+)(?: STOP (?<stop>-?\d+))?(?: @ (?<limit>-?\d+)| MARKET)?(?: (?<duration>DAY|GTC|GTD|IOC|FOK))?(?: (?<date>\d{4}-\d\d-\d\d))?$/;

function termsIn(line: string): StoryTerms {
  const { lots, stop, limit, duration, date } = TERMS.exec(line)?.groups ?? {};
  return {
    quantityLots: Number(lots),
    ...(stop === undefined ? {} : { stopPriceTicks: Number(stop) }),
    ...(limit === undefined ? {} : { limitPriceTicks: Number(limit) }),
    duration: DURATIONS.find((name) => name === duration) ?? 'DAY',
    ...(date === undefined ? {} : { expirationDate: date }),
  };
}

function typeOf({ stopPriceTicks, limitPriceTicks }: StoryTerms) {
  if (stopPriceTicks !== undefined) return limitPriceTicks === undefined ? 'STOP' : 'STOP_LIMIT';
  return limitPriceTicks === undefined ? 'MARKET' : 'LIMIT';
}

function sideOf(word: string | undefined): Side {
  return word === 'SELL' ? 'SELL' : 'BUY';
}

function levelsOf(book: Book): string {
  const { bids, asks } = book.depth(99);
  const text = (levels: typeof bids): string => levels.map((level) => `${level.priceTicks}x${level.lots}`).join(' ');
  return `${text(bids)} | ${text(asks)}`.trim();
}

function stopsOf(book: Book): string {
  return book
    .waitingStops()
    .map(({ orderId, stopPriceTicks }) => `${orderId} STOP ${stopPriceTicks}`)
    .join(', ');
}
