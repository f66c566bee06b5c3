/**
 * An exchange: a book for each listed contract, a session state, and reports to members. It is the broker's
 * counterparty, outside its books: nothing of it is journaled, so a restart begins with empty books and a new epoch. It
 * uses no clock and no randomness; the same requests in the same order give the same reports. The simulated venue that
 * runs it stamps times and knows the calendars. It holds STOP and STOP_LIMIT orders; trailing stops and TPSL are held
 * by the broker.
 */

import { orderFault, quoteFault, termsFault } from '#exchange/exchange-refusals.ts';
import { type Legs, legPricesOf, sessionOf, spreadFault, spreadLimitsOf } from '#exchange/spread-legs.ts';
import type { DailyLimits } from '#instruments/daily-limit.ts';
import type { BandRules } from '#instruments/price-band.ts';
import type { Spread } from '#instruments/spread.ts';
import { audit } from '#matching/audit.ts';
import type { BookListener, BookRules, Depth, OpenOrder, Quote, WaitingStop } from '#matching/book.ts';
import { OrderBook } from '#matching/order-book.ts';
import type { VenueOrderView, VenueReport, VenueRequest } from '#orders/venue-messages.ts';
import type { ExchangeRefusal, SessionState, Side } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';
import { assert } from '#values/whole-numbers.ts';

export interface ExchangeOptions {
  /** Differs at every start of the venue, which makes execution ids unique for ever. */
  readonly epoch: string;
  readonly rules: BookRules;
  /** Within which the legs of a spread are priced, besides the daily limits; none when absent. */
  readonly band?: BandRules;
}

export interface Listing {
  /** CLOSED when absent. */
  readonly session?: SessionState;
  /** None when absent. */
  readonly dailyLimits?: DailyLimits;
  /** Without one the contract's spreads are not traded. */
  readonly settlementTicks?: Ticks;
}

/** A print of the tape, without a time: the reader stamps it. */
export interface Trade {
  readonly tradeId: string;
  readonly contractCode: string;
  readonly priceTicks: Ticks;
  readonly lots: Lots;
  readonly aggressorSide: Side;
}

export interface MarketSummary {
  readonly session: SessionState;
  readonly bestBidTicks: Ticks | null;
  readonly bestAskTicks: Ticks | null;
  /** Null and 0 until the first trade since the start. */
  readonly lastPriceTicks: Ticks | null;
  readonly lastLots: Lots;
  /** Of this trade date. */
  readonly volumeLots: Lots;
  readonly orderCount: number;
  /** Waiting stops; not among the orders above. */
  readonly stopCount: number;
}

export interface Exchange {
  listContract(contractCode: string, listing?: Listing): void;
  /**
   * Lists a spread of two listed contracts, with a book of its own: it is open while both are, and takes limit orders
   * of DAY, GTC and IOC within what its legs may cost. A fill names the prices of both legs; nothing of it is a trade
   * in their books.
   */
  listSpread(spread: Spread): void;
  /**
   * Sets the session. Orders rest and stops wait through pauses and closings. While not OPEN everything but a cancel is
   * refused (MarketClosed), so nothing trades or fires, and a reopened book is as uncrossed as before.
   */
  setSession(contractCode: string, session: SessionState): void;
  /**
   * Sets the limits: nothing trades beyond them and no price outside is accepted. Existing orders stay, except those
   * that could only trade beyond (buys limited above, sells below): these are `rejected` with OutsideDailyLimit.
   */
  setDailyLimits(contractCode: string, limits: DailyLimits | null): readonly VenueReport[];
  /** Sets the last settlement price, from which the legs of spreads are priced. */
  setSettlement(contractCode: string, settlementTicks: Ticks | null): readonly VenueReport[];
  /**
   * Handles a request; reports are in order of occurrence. A submit's first report is `accepted` or `rejected`, a
   * modify's `modified` or `modifyRejected`; a trade gives a `filled` to the resting order, then one to the aggressor.
   * Stops that fire follow after the request, one by one: `triggered`, then their trades. Refusals: EXCHANGE_REFUSALS.
   */
  handle(request: VenueRequest): readonly VenueReport[];
  /** Places a market maker's order; reports only trades, a remainder cancelled for self-trade, and refusals. */
  quote(contractCode: string, quote: Quote): readonly VenueReport[];
  /** Expires DAY and due GTD orders of one contract, or of all in listing order. */
  endTradeDate(tradeDate: string, contractCode?: string): readonly VenueReport[];
  /**
   * Ends a contract or a spread after its last day: its orders expire (ContractEnded) and it is unlisted. With a
   * contract its spreads end.
   */
  endContract(contractCode: string): readonly VenueReport[];
  depth(contractCode: string, levels: number): Depth;
  summary(contractCode: string): MarketSummary;
  /** Of a spread those that follow from its legs. */
  dailyLimits(contractCode: string): DailyLimits | null;
  openOrders(contractCode: string): OpenOrder[];
  waitingStops(contractCode: string): WaitingStop[];
  /** The state of one order; null if it is not in a book. */
  orderView(name: { readonly contractCode: string; readonly orderId: string }): VenueOrderView | null;
  /** The prints since the last call, over all contracts, in order. The venue must call it. */
  takeTrades(): readonly Trade[];
  /** Every broken invariant of every book (matching/audit.ts), with its contract code; empty if all is sound. */
  audit(): string[];
}

export function createExchange(options: ExchangeOptions): Exchange {
  return new BookExchange(options);
}

/** A contract or a spread. */
interface Listed {
  readonly book: OrderBook;
  session: SessionState;
  dailyLimits: DailyLimits | null;
  settlementTicks: Ticks | null;
  /** Of a spread. */
  readonly legs: Legs<Listed> | null;
}

type ReportFacts = VenueReport extends infer Report
  ? Report extends VenueReport
    ? Omit<Report, 'execId' | 'contractCode'>
    : never
  : never;

const NOTHING: readonly never[] = Object.freeze([]);
const NO_REQUEST = {};
const NO_LEGS = {};

/** The reports that may answer a request. */
const ANSWERS: Readonly<Record<VenueRequest['kind'], readonly VenueReport['kind'][]>> = {
  submit: ['accepted', 'rejected'],
  modify: ['modified', 'modifyRejected'],
  cancel: ['cancelled', 'cancelRejected'],
  status: ['orderStatus'],
};

class BookExchange implements Exchange {
  readonly #epoch: string;
  readonly #rules: BookRules;
  /** Iterated in listing order, which the caller decides: deterministic. */
  readonly #contracts = new Map<string, Listed>();
  readonly #band: BandRules | undefined;
  #reports: VenueReport[] = [];
  /** The request being handled, until a report answers it. */
  #unanswered: VenueRequest | null = null;
  #trades: Trade[] = [];
  #execCount = 0;
  #tradeCount = 0;

  constructor({ epoch, rules, band }: ExchangeOptions) {
    this.#epoch = epoch;
    this.#rules = rules;
    this.#band = band;
  }

  listContract(contractCode: string, listing: Listing = {}): void {
    assert(!this.#contracts.has(contractCode), `${contractCode} is listed twice`);
    const book = new OrderBook(this.#rules, this.#listenerOf(contractCode));
    const { session = 'CLOSED', dailyLimits = null, settlementTicks = null } = listing;
    book.setDailyLimits(dailyLimits);
    this.#contracts.set(contractCode, { book, session, dailyLimits, settlementTicks, legs: null });
  }

  listSpread({ code, near, far }: Spread): void {
    assert(!this.#contracts.has(code), `${code} is listed twice`);
    const book = new OrderBook(this.#rules, this.#listenerOf(code));
    const legs = { near: this.#listed(near), far: this.#listed(far) };
    const spread: Listed = { book, session: 'OPEN', dailyLimits: null, settlementTicks: null, legs };
    this.#contracts.set(code, spread);
    this.#limit(spread, spreadLimitsOf(legs, this.#band));
  }

  setSession(contractCode: string, session: SessionState): void {
    const listed = this.#listed(contractCode);
    assert(listed.legs === null, `${contractCode} is open while its legs are`);
    listed.session = session;
  }

  setDailyLimits(contractCode: string, limits: DailyLimits | null): readonly VenueReport[] {
    this.#limit(this.#listed(contractCode), limits);
    this.#limitSpreads();
    return this.#takeReports();
  }

  setSettlement(contractCode: string, settlementTicks: Ticks | null): readonly VenueReport[] {
    this.#listed(contractCode).settlementTicks = settlementTicks;
    this.#limitSpreads();
    return this.#takeReports();
  }

  #limit(listed: Listed, limits: DailyLimits | null): void {
    listed.dailyLimits = limits;
    listed.book.setDailyLimits(limits);
  }

  #limitSpreads(): void {
    for (const listed of this.#contracts.values())
      if (listed.legs) this.#limit(listed, spreadLimitsOf(listed.legs, this.#band));
  }

  handle(request: VenueRequest): readonly VenueReport[] {
    const { contractCode } = request.kind === 'submit' ? request.order : request;
    const contract = this.#contracts.get(contractCode);
    this.#unanswered = request;
    if (request.kind === 'status') {
      this.#report(contractCode, { kind: 'orderStatus', orderId: request.orderId, order: this.orderView(request) });
      return this.#takeReports();
    }
    const refusal = contract === undefined ? 'UnknownContract' : refusalOf(request, contract);
    if (contract === undefined || refusal !== null) this.#refuse(request, contractCode, refusal ?? 'UnknownContract');
    else if (request.kind === 'submit') contract.book.submit(request.order);
    else if (request.kind === 'modify') contract.book.modify(request);
    else contract.book.cancel(request.orderId);
    return this.#takeReports();
  }

  quote(contractCode: string, quote: Quote): readonly VenueReport[] {
    const listed = this.#listed(contractCode);
    const { book, dailyLimits } = listed;
    // Whoever quotes may leave whenever they like, as with a cancel.
    const isTaken = quote.lots === 0 || sessionOf(listed) === 'OPEN';
    const refusal = isTaken ? quoteFault(quote, dailyLimits) : 'MarketClosed';
    if (refusal === null) book.quote(quote);
    else this.#report(contractCode, { kind: 'rejected', orderId: quote.orderId, reason: refusal });
    return this.#takeReports();
  }

  endTradeDate(tradeDate: string, contractCode?: string): readonly VenueReport[] {
    const ending = contractCode === undefined ? this.#contracts.values() : [this.#listed(contractCode)];
    for (const { book } of ending) book.endTradeDate(tradeDate);
    return this.#takeReports();
  }

  endContract(contractCode: string): readonly VenueReport[] {
    const ended = this.#listed(contractCode);
    for (const [code, { book, legs }] of this.#contracts) {
      if (legs?.near !== ended && legs?.far !== ended) continue;
      book.endContract();
      this.#contracts.delete(code);
    }
    ended.book.endContract();
    this.#contracts.delete(contractCode);
    return this.#takeReports();
  }

  depth(contractCode: string, levels: number): Depth {
    return this.#listed(contractCode).book.depth(levels);
  }

  summary(contractCode: string): MarketSummary {
    const listed = this.#listed(contractCode);
    const { book } = listed;
    const session = sessionOf(listed);
    const { bestBidTicks, bestAskTicks, lastPriceTicks, lastLots, volumeLots, orderCount, stopCount } = book;
    return { session, bestBidTicks, bestAskTicks, lastPriceTicks, lastLots, volumeLots, orderCount, stopCount };
  }

  dailyLimits(contractCode: string): DailyLimits | null {
    return this.#listed(contractCode).dailyLimits;
  }

  openOrders(contractCode: string): OpenOrder[] {
    return this.#listed(contractCode).book.openOrders();
  }

  waitingStops(contractCode: string): WaitingStop[] {
    return this.#listed(contractCode).book.waitingStops();
  }

  orderView({ contractCode, orderId }: { readonly contractCode: string; readonly orderId: string }) {
    const order = this.#contracts.get(contractCode)?.book.orderNamed(orderId);
    if (!order) return null;
    const { duration } = order;
    const until = order.expirationDate === undefined ? {} : { expirationDate: order.expirationDate };
    if (!('stopPriceTicks' in order)) {
      const { filledLots, leavesLots, priceTicks: limitPriceTicks } = order;
      return { orderId, filledLots, leavesLots, limitPriceTicks, duration, ...until };
    }
    const { quantityLots: leavesLots, stopPriceTicks, limitPriceTicks } = order;
    const limit = limitPriceTicks === undefined ? {} : { limitPriceTicks };
    return { orderId, filledLots: 0, leavesLots, stopPriceTicks, ...limit, duration, ...until };
  }

  takeTrades(): readonly Trade[] {
    if (this.#trades.length === 0) return NOTHING;
    const trades = this.#trades;
    this.#trades = [];
    return trades;
  }

  audit(): string[] {
    return [...this.#contracts].flatMap(([code, { book }]) => audit(book).map((fault) => `${code}: ${fault}`));
  }

  /** A listed contract. An unlisted one is a refusal in a request, and a bug of the caller anywhere else. */
  #listed(contractCode: string): Listed {
    const contract = this.#contracts.get(contractCode);
    assert(contract !== undefined, `${contractCode} is not listed`);
    return contract;
  }

  #refuse(request: BookRequest, contractCode: string, reason: ExchangeRefusal): void {
    if (request.kind === 'submit') {
      this.#report(contractCode, { kind: 'rejected', orderId: request.order.orderId, reason });
    } else {
      const kind = request.kind === 'modify' ? 'modifyRejected' : 'cancelRejected';
      this.#report(contractCode, { kind, orderId: request.orderId, reason });
    }
  }

  #report(contractCode: string, facts: ReportFacts): void {
    this.#execCount += 1;
    const answered = this.#requestAnsweredBy(facts);
    this.#reports.push({ execId: `${this.#epoch}-${this.#execCount}`, contractCode, ...facts, ...answered });
  }

  /** The first report of its kind on the order answers the request being handled. */
  #requestAnsweredBy({ kind, orderId }: ReportFacts): { readonly requestId?: string } {
    const request = this.#unanswered;
    if (!request || !ANSWERS[request.kind].includes(kind)) return NO_REQUEST;
    const asked = request.kind === 'submit' ? request.order.orderId : request.orderId;
    if (asked !== orderId) return NO_REQUEST;
    this.#unanswered = null;
    return request.requestId === undefined ? NO_REQUEST : { requestId: request.requestId };
  }

  #takeReports(): readonly VenueReport[] {
    this.#unanswered = null;
    if (this.#reports.length === 0) return NOTHING;
    const reports = this.#reports;
    this.#reports = [];
    return reports;
  }

  #listenerOf(contractCode: string): BookListener {
    return {
      accepted: (orderId) => this.#report(contractCode, { kind: 'accepted', orderId }),
      rejected: (orderId, reason) => this.#report(contractCode, { kind: 'rejected', orderId, reason }),
      triggered: (orderId, priceTicks) => this.#report(contractCode, { kind: 'triggered', orderId, priceTicks }),
      traded: (aggressorOrderId, restingOrderId, aggressorSide, priceTicks, lots) => {
        this.#tradeCount += 1;
        const tradeId = `${this.#epoch}-T${this.#tradeCount}`;
        this.#trades.push({ tradeId, contractCode, priceTicks, lots, aggressorSide });
        const { legs } = this.#listed(contractCode);
        const cost = legs ? { legs: legPricesOf(legs, priceTicks, this.#band) } : NO_LEGS;
        this.#report(contractCode, { kind: 'filled', orderId: restingOrderId, tradeId, priceTicks, lots, ...cost });
        this.#report(contractCode, { kind: 'filled', orderId: aggressorOrderId, tradeId, priceTicks, lots, ...cost });
      },
      cancelled: (orderId, reason) => this.#report(contractCode, { kind: 'cancelled', orderId, reason }),
      expired: (orderId, reason) => this.#report(contractCode, { kind: 'expired', orderId, reason }),
      modified: (orderId, quantityLots, limitPriceTicks, stopPriceTicks, duration, expirationDate) => {
        const limit = limitPriceTicks === undefined ? {} : { limitPriceTicks };
        const stop = stopPriceTicks === undefined ? {} : { stopPriceTicks };
        const date = expirationDate === undefined ? {} : { expirationDate };
        this.#report(contractCode, { kind: 'modified', orderId, quantityLots, ...limit, ...stop, duration, ...date });
      },
      modifyRejected: (orderId, reason) => this.#report(contractCode, { kind: 'modifyRejected', orderId, reason }),
      cancelRejected: (orderId, reason) => this.#report(contractCode, { kind: 'cancelRejected', orderId, reason }),
    };
  }
}

/** Requests that change a book; a status request does not. */
type BookRequest = Exclude<VenueRequest, { readonly kind: 'status' }>;

/** Refusals of the exchange before the book is asked. The session never refuses a cancel. */
function refusalOf(request: BookRequest, listed: Listed): ExchangeRefusal | null {
  if (request.kind === 'cancel') return null;
  if (sessionOf(listed) !== 'OPEN') return 'MarketClosed';
  const { dailyLimits, legs } = listed;
  if (legs && spreadFault(request)) return 'InvalidOrder';
  return request.kind === 'submit' ? orderFault(request.order, dailyLimits) : termsFault(request, dailyLimits);
}
