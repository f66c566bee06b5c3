/**
 * The book that trades: price-time priority for one contract.
 * Its operations make no garbage: resting orders and levels come from pools, the order that is arriving is one
 * record used again, and reports are calls on a listener.
 * Invariants (audit.ts, and the differential test against naive-book.ts): each side sorted, the two never crossed,
 * no empty level, no trade through a better price, no owner trading with itself.
 */
import type { VenueOrder } from '#orders/venue-messages';
import { type Duration, oppositeSide, type RowReason, type Side, sideSign } from '#values/trading-words';
import { assert } from '#values/whole-numbers';
import {
  type Book,
  type BookListener,
  type BookRules,
  collarDistanceTicks,
  type Depth,
  type DepthLevel,
  type OpenOrder,
  type OrderTerms,
  type Quote,
} from './book.ts';
import { BookSide } from './book-side.ts';
import { OrderIndex } from './order-index.ts';
import { type PriceLevel, RestingOrder } from './price-level.ts';

/** The order that is arriving, or coming back under new terms: the only one that takes. */
interface Aggressor {
  orderId: string;
  ownerId: string;
  side: Side;
  leavesLots: number;
  /** Limit or collar: the worst price that it may trade at, included. */
  worstPriceTicks: number;
}

export class OrderBook implements Book {
  readonly #rules: BookRules;
  readonly #listener: BookListener;
  readonly #bids = new BookSide('BUY');
  readonly #asks = new BookSide('SELL');
  readonly #index = new OrderIndex();
  readonly #aggressor: Aggressor = { orderId: '', ownerId: '', side: 'BUY', leavesLots: 0, worstPriceTicks: 0 };
  /** Pool of orders, chained through `next`. */
  #spare: RestingOrder | null = null;
  #lastPriceTicks: number | null = null;
  #lastLots = 0;
  #volumeLots = 0;

  constructor(rules: BookRules, listener: BookListener) {
    this.#rules = rules;
    this.#listener = listener;
  }

  // ---- commands ----

  submit(order: VenueOrder): void {
    if (this.#index.find(order.orderId) !== null) {
      this.#listener.rejected(order.orderId, 'DuplicateOrder');
      return;
    }
    this.#listener.accepted(order.orderId);
    if (order.orderType === 'MARKET') this.#submitMarket(order);
    else this.#submitLimit(order);
  }

  modify(terms: OrderTerms): void {
    const order = this.#index.find(terms.orderId);
    if (order === null) {
      this.#listener.modifyRejected(terms.orderId, 'UnknownOrder');
      return;
    }
    assert(canRest(terms.duration), 'a resting order was modified to IOC or FOK');
    const level = levelOf(order);
    const priceTicks = terms.limitPriceTicks ?? level.priceTicks;
    const leavesLots = Math.max(0, terms.quantityLots - order.filledLots);
    order.goodUntil = goodUntil(terms);
    this.#listener.modified(
      terms.orderId,
      order.filledLots + leavesLots,
      priceTicks,
      terms.duration,
      terms.expirationDate,
    );
    this.#replace(order, level, priceTicks, leavesLots);
  }

  cancel(orderId: string): void {
    const order = this.#index.find(orderId);
    if (order === null) {
      this.#listener.cancelRejected(orderId, 'UnknownOrder');
      return;
    }
    this.#end(order);
    this.#listener.cancelled(orderId, 'UserRequest');
  }

  quote(quote: Quote): void {
    const order = this.#index.find(quote.orderId);
    if (order !== null) {
      const level = levelOf(order);
      assert(level.side === quote.side && order.ownerId === quote.ownerId, 'a quote changed its side or owner');
      this.#replace(order, level, quote.priceTicks, quote.lots);
    } else if (quote.lots > 0) {
      const arriving = this.#arrive(quote, quote.side, quote.lots, quote.priceTicks);
      // DAY: a maker who has gone leaves nothing behind after the session.
      if (this.#takeAsLimit(arriving)) this.#rest(arriving, quote.lots, 'DAY');
    }
  }

  endTradeDate(tradeDate: string): void {
    this.#expire((order) => {
      if (order.goodUntil === 'DAY') return 'DayEnded';
      // ISO dates sort as text.
      return order.goodUntil !== 'GTC' && order.goodUntil <= tradeDate ? 'DateReached' : null;
    });
    this.#volumeLots = 0;
  }

  endContract(): void {
    this.#expire(() => 'ContractEnded');
  }

  // ---- what can be seen ----

  get orderCount(): number {
    return this.#index.count;
  }

  get bestBidTicks(): number | null {
    return this.#bids.best?.priceTicks ?? null;
  }

  get bestAskTicks(): number | null {
    return this.#asks.best?.priceTicks ?? null;
  }

  get lastPriceTicks(): number | null {
    return this.#lastPriceTicks;
  }

  get lastLots(): number {
    return this.#lastLots;
  }

  get volumeLots(): number {
    return this.#volumeLots;
  }

  depth(levels: number): Depth {
    return { bids: depthOf(this.#bids, levels), asks: depthOf(this.#asks, levels) };
  }

  openOrders(): OpenOrder[] {
    return [...ordersOf(this.#bids), ...ordersOf(this.#asks)].map(viewOf);
  }

  // ---- arriving ----

  #submitMarket(order: VenueOrder): void {
    const best = this.#side(oppositeSide(order.side)).best;
    if (best === null) {
      this.#listener.cancelled(order.orderId, 'EmptyBook');
      return;
    }
    const collarTicks = best.priceTicks + sideSign(order.side) * collarDistanceTicks(best.priceTicks, this.#rules);
    const arriving = this.#arrive(order, order.side, order.quantityLots, collarTicks);
    if (order.duration === 'FOK' && !this.#canFillWhole(arriving)) {
      this.#listener.cancelled(order.orderId, 'FokNotFilled');
      return;
    }
    this.#take(arriving);
    if (arriving.leavesLots === 0) return;
    this.#listener.cancelled(order.orderId, this.#marketRemainderReason(arriving));
  }

  #submitLimit(order: VenueOrder): void {
    assert(order.limitPriceTicks !== undefined, 'a limit order without a limit reached the book');
    const arriving = this.#arrive(order, order.side, order.quantityLots, order.limitPriceTicks);
    if (order.duration === 'FOK' && !this.#canFillWhole(arriving)) {
      this.#listener.cancelled(order.orderId, 'FokNotFilled');
      return;
    }
    if (!this.#takeAsLimit(arriving)) return;
    if (canRest(order.duration)) {
      this.#rest(arriving, order.quantityLots, goodUntil(order));
    } else {
      this.#listener.cancelled(order.orderId, 'IocRemainder');
    }
  }

  /**
   * Open lots and price of a resting order become these. Fewer lots, or the same, at the same price keep its place;
   * anything else loses time priority and comes back as an aggressor (trading rules, "Order status").
   */
  #replace(order: RestingOrder, level: PriceLevel, priceTicks: number, leavesLots: number): void {
    if (leavesLots === 0) {
      this.#end(order);
      return;
    }
    if (priceTicks === level.priceTicks && leavesLots <= order.leavesLots) {
      level.reduce(order, order.leavesLots - leavesLots);
      return;
    }
    const side = level.side;
    this.#leave(order, level);
    const arriving = this.#arrive(order, side, leavesLots, priceTicks);
    const rests = this.#takeAsLimit(arriving);
    order.filledLots += leavesLots - arriving.leavesLots;
    order.leavesLots = arriving.leavesLots;
    if (rests) this.#side(side).levelAt(priceTicks).append(order);
    else this.#forget(order);
  }

  /** Fills the one aggressor record; it is good until the next arrival. */
  #arrive(
    who: { readonly orderId: string; readonly ownerId: string },
    side: Side,
    leavesLots: number,
    worstPriceTicks: number,
  ): Aggressor {
    const aggressor = this.#aggressor;
    aggressor.orderId = who.orderId;
    aggressor.ownerId = who.ownerId;
    aggressor.side = side;
    aggressor.leavesLots = leavesLots;
    aggressor.worstPriceTicks = worstPriceTicks;
    return aggressor;
  }

  // ---- matching ----

  /** Trades with the other side, best price first, then first come, until nothing is left or nothing may match. */
  #take(aggressor: Aggressor): void {
    const side = this.#side(oppositeSide(aggressor.side));
    while (aggressor.leavesLots > 0) {
      const level = side.best;
      if (level === null || !side.isAtLeastAsGood(level.priceTicks, aggressor.worstPriceTicks)) return;
      const resting = level.first;
      assert(resting !== null, 'a level without orders is in the book');
      if (resting.ownerId === aggressor.ownerId) return;
      this.#trade(aggressor, resting, level);
    }
  }

  #trade(aggressor: Aggressor, resting: RestingOrder, level: PriceLevel): void {
    const lots = Math.min(aggressor.leavesLots, resting.leavesLots);
    const { priceTicks } = level;
    const restingOrderId = resting.orderId;
    aggressor.leavesLots -= lots;
    resting.filledLots += lots;
    level.reduce(resting, lots);
    if (resting.leavesLots === 0) this.#end(resting);
    this.#lastPriceTicks = priceTicks;
    this.#lastLots = lots;
    this.#volumeLots += lots;
    this.#listener.traded(aggressor.orderId, restingOrderId, aggressor.side, priceTicks, lots);
  }

  /** Takes; true when lots are left that may rest, false when the order is done or was stopped by its own owner. */
  #takeAsLimit(aggressor: Aggressor): boolean {
    this.#take(aggressor);
    if (aggressor.leavesLots === 0) return false;
    if (!this.#meetsItself(aggressor)) return true;
    this.#listener.cancelled(aggressor.orderId, 'SelfTrade');
    return false;
  }

  /** After taking: a price that may still trade is left only where the next match would be the owner's own order. */
  #meetsItself(aggressor: Aggressor): boolean {
    const side = this.#side(oppositeSide(aggressor.side));
    const best = side.best;
    return best !== null && side.isAtLeastAsGood(best.priceTicks, aggressor.worstPriceTicks);
  }

  #marketRemainderReason(aggressor: Aggressor): RowReason {
    if (this.#side(oppositeSide(aggressor.side)).best === null) return 'EmptyBook';
    return this.#meetsItself(aggressor) ? 'SelfTrade' : 'CollarReached';
  }

  /**
   * All or nothing: are there enough lots within the price before the owner's own first order?
   * Own lots do not count, and neither do those behind them: the order would be stopped there, half filled.
   */
  #canFillWhole(aggressor: Aggressor): boolean {
    const side = this.#side(oppositeSide(aggressor.side));
    let missingLots = aggressor.leavesLots;
    for (let rank = 0; rank < side.levelCount; rank += 1) {
      const level = side.fromBest(rank);
      if (level === null || !side.isAtLeastAsGood(level.priceTicks, aggressor.worstPriceTicks)) return false;
      for (let order = level.first; order !== null; order = order.next) {
        if (order.ownerId === aggressor.ownerId) return false;
        missingLots -= order.leavesLots;
        if (missingLots <= 0) return true;
      }
    }
    return false;
  }

  // ---- resting and leaving ----

  #side(side: Side): BookSide {
    return side === 'BUY' ? this.#bids : this.#asks;
  }

  #rest(aggressor: Aggressor, quantityLots: number, until: string): void {
    const order = this.#spare ?? new RestingOrder();
    this.#spare = order.next;
    order.orderId = aggressor.orderId;
    order.ownerId = aggressor.ownerId;
    order.goodUntil = until;
    order.leavesLots = aggressor.leavesLots;
    order.filledLots = quantityLots - aggressor.leavesLots;
    this.#index.add(order);
    this.#side(aggressor.side).levelAt(aggressor.worstPriceTicks).append(order);
  }

  /** Out of its level, and the level out of its side when it was the last one. */
  #leave(order: RestingOrder, level: PriceLevel): void {
    level.remove(order);
    if (level.orderCount === 0) this.#side(level.side).drop(level);
  }

  /** Out of the index and back into the pool, holding on to no text. */
  #forget(order: RestingOrder): void {
    this.#index.remove(order);
    order.orderId = '';
    order.ownerId = '';
    order.goodUntil = 'DAY';
    order.next = this.#spare;
    this.#spare = order;
  }

  #end(order: RestingOrder): void {
    this.#leave(order, levelOf(order));
    this.#forget(order);
  }

  #expire(reasonFor: (order: RestingOrder) => RowReason | null): void {
    // Listed before the first one leaves: leaving changes the queues.
    for (const order of [...ordersOf(this.#bids), ...ordersOf(this.#asks)]) {
      const reason = reasonFor(order);
      if (reason === null) continue;
      const { orderId } = order;
      this.#end(order);
      this.#listener.expired(orderId, reason);
    }
  }
}

/** IOC and FOK never rest; neither does any market order. */
function canRest(duration: Duration): boolean {
  return duration !== 'IOC' && duration !== 'FOK';
}

function goodUntil(terms: { readonly duration: Duration; readonly expirationDate?: string }): string {
  if (terms.duration !== 'GTD') return terms.duration;
  assert(terms.expirationDate !== undefined, 'a GTD order without a date reached the book');
  return terms.expirationDate;
}

function levelOf(order: RestingOrder): PriceLevel {
  const { level } = order;
  assert(level !== null, 'an order in the index is in no level');
  return level;
}

function depthOf(side: BookSide, levels: number): DepthLevel[] {
  const depth: DepthLevel[] = [];
  for (let rank = 0; rank < levels; rank += 1) {
    const level = side.fromBest(rank);
    if (level === null) break;
    depth.push({ priceTicks: level.priceTicks, lots: level.lots, orders: level.orderCount });
  }
  return depth;
}

function ordersOf(side: BookSide): RestingOrder[] {
  const orders: RestingOrder[] = [];
  for (let rank = 0; rank < side.levelCount; rank += 1) {
    for (let order = side.fromBest(rank)?.first ?? null; order !== null; order = order.next) orders.push(order);
  }
  return orders;
}

function viewOf(order: RestingOrder): OpenOrder {
  const { side, priceTicks } = levelOf(order);
  const { orderId, ownerId, leavesLots, filledLots, goodUntil } = order;
  const view = { orderId, ownerId, side, priceTicks, leavesLots, filledLots };
  if (goodUntil === 'DAY' || goodUntil === 'GTC') return { ...view, duration: goodUntil };
  return { ...view, duration: 'GTD', expirationDate: goodUntil };
}
