/**
 * The book that trades: price-time priority for one contract, and its waiting stops (stop-orders.ts). Operations
 * allocate nothing: resting orders and levels come from pools, the arriving order is one reused record, and reports are
 * calls to a listener.
 * Invariants (audit.ts, and the differential test against naive-book.ts): each side sorted, the two never crossed, no
 * empty level, no trade through a better price, no self-trade, no due stop left waiting.
 */
import type { DailyLimits } from '#instruments/daily-limit.ts';
import {
  type Book,
  type BookListener,
  type BookRules,
  collarDistanceTicks,
  type Depth,
  isBeyond,
  type ModifyRequest,
  type OpenOrder,
  type Quote,
  type WaitingStop,
} from '#matching/book.ts';
import { expiryReason, goodUntil, mayStay } from '#matching/good-until.ts';
import { OrderIndex } from '#matching/order-index.ts';
import { levelOf, type PriceLevel, type RestingOrder } from '#matching/price-level.ts';
import { openOrder, RestingOrders } from '#matching/resting-orders.ts';
import { StopOrder, StopOrders, waitingStop } from '#matching/stop-orders.ts';
import type { VenueOrder } from '#orders/venue-messages.ts';
import { type RowReason, type Side, sideSign } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';
import { assert } from '#values/whole-numbers.ts';

/** The order that takes liquidity: arriving, triggered, or re-entering under new terms. */
interface Aggressor {
  orderId: string;
  ownerId: string;
  /** Empty: nobody besides its owner. */
  avoidsOwnerId: string;
  side: Side;
  leavesLots: Lots;
  /** Limit or collar: the worst price at which it may trade, inclusive. */
  worstPriceTicks: Ticks;
}

/** The source of an aggressor: a submitted order, a quote, a fired stop, an order under new terms. */
interface Owned {
  readonly orderId: string;
  readonly ownerId: string;
  readonly avoidsOwnerId?: string;
}

/** Nobody trades with their own orders, and no follower with whom it copies. */
function mayNotMeet({ ownerId, avoidsOwnerId }: Aggressor, restingOwnerId: string): boolean {
  return restingOwnerId === ownerId || restingOwnerId === avoidsOwnerId;
}

export class OrderBook implements Book {
  readonly #rules: BookRules;
  readonly #listener: BookListener;
  readonly #index = new OrderIndex();
  readonly #resting = new RestingOrders(this.#index);
  readonly #stops = new StopOrders(this.#index);
  readonly #aggressor: Aggressor = {
    ...{ orderId: '', ownerId: '', avoidsOwnerId: '' },
    ...{ side: 'BUY', leavesLots: 0, worstPriceTicks: 0 },
  };
  #limits: DailyLimits | null = null;
  #lastPriceTicks: Ticks | null = null;
  #lastLots: Lots = 0;
  #volumeLots: Lots = 0;

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
    const until = goodUntil(order);
    if (order.orderType === 'LIMIT') this.#submitLimit(order, until);
    else if (order.orderType === 'MARKET') this.#enterAtMarket(order, order.side, order.quantityLots, until);
    else this.#submitStop(order, until);
    this.#fireStops();
  }

  modify(terms: ModifyRequest): void {
    const order = this.#index.find(terms.orderId);
    if (order === null) {
      this.#listener.modifyRejected(terms.orderId, 'UnknownOrder');
      return;
    }
    const until = goodUntil(terms);
    assert(mayStay(until), 'an order was modified to IOC or FOK');
    if (order instanceof StopOrder) this.#modifyStop(order, terms, until);
    else this.#modifyResting(order, terms, until);
    this.#fireStops();
  }

  cancel(orderId: string): void {
    const order = this.#index.find(orderId);
    if (order === null) {
      this.#listener.cancelRejected(orderId, 'UnknownOrder');
      return;
    }
    this.#withdraw(order);
    this.#listener.cancelled(orderId, 'UserRequest');
  }

  quote(quote: Quote): void {
    const order = this.#index.find(quote.orderId);
    if (order !== null) {
      const level = levelOf(order);
      const isSame = level.side === quote.side && order.ownerId === quote.ownerId && !(order instanceof StopOrder);
      assert(isSame, 'a quote changed its side or owner, or is a stop');
      this.#replace(order, level, quote.priceTicks, quote.lots);
    } else if (quote.lots > 0) {
      // DAY: quotes of a maker that has gone do not outlast the session.
      this.#enterAtLimit(this.#arrive(quote, quote.side, quote.lots, quote.priceTicks), 'DAY');
    }
    this.#fireStops();
  }

  setDailyLimits(limits: DailyLimits | null): void {
    this.#limits = limits;
    if (limits === null) return;
    for (const order of this.#everyOrder()) {
      const limitTicks = order instanceof StopOrder ? order.limitPriceTicks : levelOf(order).priceTicks;
      const side = order instanceof StopOrder ? order.side : levelOf(order).side;
      if (limitTicks === null || !isBeyond(limits, side, limitTicks)) continue;
      const { orderId } = order;
      this.#withdraw(order);
      this.#listener.rejected(orderId, 'OutsideDailyLimit');
    }
  }

  endTradeDate(tradeDate: string): void {
    this.#expire((until) => expiryReason(until, tradeDate));
    this.#volumeLots = 0;
  }

  endContract(): void {
    this.#expire(() => 'ContractEnded');
  }

  // ---- what can be seen ----

  get orderCount(): number {
    return this.#index.count - this.#stops.count;
  }

  get stopCount(): number {
    return this.#stops.count;
  }

  get bestBidTicks(): Ticks | null {
    return this.#resting.side('BUY').best?.priceTicks ?? null;
  }

  get bestAskTicks(): Ticks | null {
    return this.#resting.side('SELL').best?.priceTicks ?? null;
  }

  get lastPriceTicks(): Ticks | null {
    return this.#lastPriceTicks;
  }

  get lastLots(): Lots {
    return this.#lastLots;
  }

  get volumeLots(): Lots {
    return this.#volumeLots;
  }

  depth(levels: number): Depth {
    return this.#resting.depth(levels);
  }

  openOrders(): OpenOrder[] {
    return this.#resting.inMatchingOrder().map(openOrder);
  }

  waitingStops(): WaitingStop[] {
    return this.#stops.inFiringOrder().map(waitingStop);
  }

  orderNamed(orderId: string): OpenOrder | WaitingStop | null {
    const order = this.#index.find(orderId);
    if (order === null) return null;
    return order instanceof StopOrder ? waitingStop(order) : openOrder(order);
  }

  // ---- arriving ----

  #submitLimit(order: VenueOrder, until: string): void {
    assert(order.limitPriceTicks !== undefined, 'a limit order without a limit reached the book');
    this.#enterAtLimit(this.#arrive(order, order.side, order.quantityLots, order.limitPriceTicks), until);
  }

  #submitStop(order: VenueOrder, until: string): void {
    assert(mayStay(until), 'a stop with IOC or FOK reached the book');
    this.#stops.add(order, until);
    this.#lookAtLastTrade();
  }

  #enterAtMarket(who: Owned, side: Side, lots: Lots, until: string): void {
    const best = this.#resting.opposite(side).best;
    if (best === null) {
      this.#listener.cancelled(who.orderId, 'EmptyBook');
      return;
    }
    const arriving = this.#arrive(who, side, lots, this.#collarTicks(side, best.priceTicks));
    if (until === 'FOK' && !this.#canFillWhole(arriving)) {
      this.#listener.cancelled(who.orderId, 'FokNotFilled');
      return;
    }
    this.#take(arriving);
    if (arriving.leavesLots === 0) return;
    this.#listener.cancelled(who.orderId, this.#marketRemainderReason(arriving));
  }

  /** The collar's price (docs/rules/orders.md#collar); never beyond the daily limits. */
  #collarTicks(side: Side, bestTicks: Ticks): Ticks {
    const collarTicks = bestTicks + sideSign(side) * collarDistanceTicks(bestTicks, this.#rules);
    if (this.#limits === null) return collarTicks;
    const { lowestTicks, highestTicks } = this.#limits;
    return side === 'BUY' ? Math.min(collarTicks, highestTicks) : Math.max(collarTicks, lowestTicks);
  }

  #enterAtLimit(arriving: Aggressor, until: string): void {
    const quantityLots = arriving.leavesLots;
    if (until === 'FOK' && !this.#canFillWhole(arriving)) {
      this.#listener.cancelled(arriving.orderId, 'FokNotFilled');
      return;
    }
    if (!this.#takeAsLimit(arriving)) return;
    if (mayStay(until)) this.#resting.add(arriving, quantityLots - arriving.leavesLots, until);
    else this.#listener.cancelled(arriving.orderId, 'IocRemainder');
  }

  #modifyResting(order: RestingOrder, terms: ModifyRequest, until: string): void {
    if (terms.stopPriceTicks !== undefined) {
      this.#listener.modifyRejected(terms.orderId, 'StopNotWaiting');
      return;
    }
    const level = levelOf(order);
    const priceTicks = terms.limitPriceTicks ?? level.priceTicks;
    const leavesLots = Math.max(0, terms.quantityLots - order.filledLots);
    order.goodUntil = until;
    const { orderId, duration, expirationDate } = terms;
    const quantityLots = order.filledLots + leavesLots;
    this.#listener.modified(orderId, quantityLots, priceTicks, undefined, duration, expirationDate);
    this.#replace(order, level, priceTicks, leavesLots);
  }

  /**
   * Replaces open lots and price of a resting order. The same or fewer lots at the same price keep its place; anything
   * else loses time priority and re-enters as an aggressor (docs/rules/orders.md#statuses).
   */
  #replace(order: RestingOrder, level: PriceLevel, priceTicks: Ticks, leavesLots: Lots): void {
    if (leavesLots === 0) {
      this.#resting.end(order);
      return;
    }
    if (priceTicks === level.priceTicks && leavesLots <= order.leavesLots) {
      level.reduce(order, order.leavesLots - leavesLots);
      return;
    }
    const side = level.side;
    this.#resting.leave(order, level);
    const arriving = this.#arrive(order, side, leavesLots, priceTicks);
    const rests = this.#takeAsLimit(arriving);
    order.filledLots += leavesLots - arriving.leavesLots;
    order.leavesLots = arriving.leavesLots;
    if (rests) this.#resting.side(side).levelAt(priceTicks).append(order);
    else this.#resting.forget(order);
  }

  /** Fills the one aggressor record, which is valid until the next arrival. */
  #arrive(who: Owned, side: Side, leavesLots: Lots, worstPriceTicks: Ticks): Aggressor {
    const aggressor = this.#aggressor;
    aggressor.orderId = who.orderId;
    aggressor.ownerId = who.ownerId;
    aggressor.avoidsOwnerId = who.avoidsOwnerId ?? '';
    aggressor.side = side;
    aggressor.leavesLots = leavesLots;
    aggressor.worstPriceTicks = worstPriceTicks;
    return aggressor;
  }

  // ---- stops (docs/rules/orders.md#stops) ----

  #modifyStop(stop: StopOrder, terms: ModifyRequest, until: string): void {
    if (terms.limitPriceTicks !== undefined && stop.limitPriceTicks === null) {
      this.#listener.modifyRejected(terms.orderId, 'InvalidOrder');
      return;
    }
    const stopTicks = terms.stopPriceTicks ?? levelOf(stop).priceTicks;
    const lots = Math.max(0, terms.quantityLots);
    stop.goodUntil = until;
    const limitTicks = terms.limitPriceTicks ?? stop.limitPriceTicks;
    const isRepriced = limitTicks !== stop.limitPriceTicks;
    stop.limitPriceTicks = limitTicks;
    const { orderId, duration, expirationDate } = terms;
    this.#listener.modified(orderId, lots, stop.limitPriceTicks ?? undefined, stopTicks, duration, expirationDate);
    if (lots === 0) this.#withdraw(stop);
    else this.#stops.change(stop, { stopPriceTicks: stopTicks, lots, isRepriced });
    this.#lookAtLastTrade();
  }

  /** Fires a new or moved stop whose trigger is already met, as a new print would. */
  #lookAtLastTrade(): void {
    if (this.#lastPriceTicks !== null) this.#stops.notePrint(this.#lastPriceTicks);
  }

  /**
   * Runs after the aggressor is done and its remainder rests: print by print, stops that are due fire and cause further
   * prints.
   */
  #fireStops(): void {
    if (!this.#stops.hasPrints) return;
    for (let print = this.#stops.nextPrint(); print !== null; print = this.#stops.nextPrint()) {
      for (let stop = this.#stops.takeDue(print); stop !== null; stop = this.#stops.takeDue(print)) {
        this.#fire(stop, print);
      }
    }
  }

  #fire(stop: StopOrder, printTicks: Ticks): void {
    const { side, leavesLots, limitPriceTicks, goodUntil: until } = stop;
    this.#listener.triggered(stop.orderId, printTicks);
    if (limitPriceTicks === null) this.#enterAtMarket(stop, side, leavesLots, until);
    else this.#enterAtLimit(this.#arrive(stop, side, leavesLots, limitPriceTicks), until);
    this.#stops.release(stop);
  }

  // ---- matching ----

  /** Trades with the opposite side, best price first, then first come, until nothing is left or nothing may match. */
  #take(aggressor: Aggressor): void {
    const side = this.#resting.opposite(aggressor.side);
    while (aggressor.leavesLots > 0) {
      const level = side.best;
      if (level === null || !side.isAtLeastAsGood(level.priceTicks, aggressor.worstPriceTicks)) return;
      const resting = level.first;
      assert(resting !== null, 'a level without orders is in the book');
      if (mayNotMeet(aggressor, resting.ownerId)) return;
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
    if (resting.leavesLots === 0) this.#resting.end(resting);
    this.#lastPriceTicks = priceTicks;
    this.#lastLots = lots;
    this.#volumeLots += lots;
    if (this.#stops.count > 0) this.#stops.notePrint(priceTicks);
    this.#listener.traded(aggressor.orderId, restingOrderId, aggressor.side, priceTicks, lots);
  }

  /**
   * Takes liquidity; true if lots are left that may rest, false if the order is done or was stopped by its owner's own
   * order.
   */
  #takeAsLimit(aggressor: Aggressor): boolean {
    this.#take(aggressor);
    if (aggressor.leavesLots === 0) return false;
    if (!this.#meetsItself(aggressor)) return true;
    this.#listener.cancelled(aggressor.orderId, 'SelfTrade');
    return false;
  }

  /** After taking: a tradable price is left only where the next match would be the owner's own order. */
  #meetsItself(aggressor: Aggressor): boolean {
    const side = this.#resting.opposite(aggressor.side);
    const best = side.best;
    return best !== null && side.isAtLeastAsGood(best.priceTicks, aggressor.worstPriceTicks);
  }

  #marketRemainderReason(aggressor: Aggressor): RowReason {
    if (this.#resting.opposite(aggressor.side).best === null) return 'EmptyBook';
    return this.#meetsItself(aggressor) ? 'SelfTrade' : 'CollarReached';
  }

  #canFillWhole(aggressor: Aggressor): boolean {
    const { side, leavesLots, worstPriceTicks } = aggressor;
    const isBarred = (ownerId: string): boolean => mayNotMeet(aggressor, ownerId);
    return this.#resting.opposite(side).canFillWhole(leavesLots, worstPriceTicks, isBarred);
  }

  // ---- leaving ----

  /** Removes a resting or waiting order. Its record returns to a pool, so the id is read before. */
  #withdraw(order: RestingOrder): void {
    if (order instanceof StopOrder) {
      this.#stops.remove(order);
      this.#stops.release(order);
    } else this.#resting.end(order);
  }

  #expire(reasonFor: (until: string) => RowReason | null): void {
    for (const order of this.#everyOrder()) {
      const reason = reasonFor(order.goodUntil);
      if (reason === null) continue;
      const { orderId } = order;
      this.#withdraw(order);
      this.#listener.expired(orderId, reason);
    }
  }

  /**
   * All orders, listed before the first is removed, because removal changes the queues: bids, asks, then waiting stops.
   */
  #everyOrder(): RestingOrder[] {
    return [...this.#resting.inMatchingOrder(), ...this.#stops.inFiringOrder()];
  }
}
