/**
 * The slow, obvious book: one list of orders, sorted and searched again for each command. It is the oracle of the
 * differential test (order-book.differential.test.ts), which compares its reports with those of order-book.ts; nothing
 * else may use it.
 */
import type { DailyLimits } from '#instruments/daily-limit.ts';
import {
  type Book,
  type BookDepthLevel,
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
import type { VenueOrder } from '#orders/venue-messages.ts';
import { type Duration, type RowReason, type Side, sideSign } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';

interface NaiveOrder {
  readonly orderId: string;
  readonly ownerId: string;
  readonly avoidsOwnerId?: string | undefined;
  readonly side: Side;
  priceTicks: Ticks;
  leavesLots: Lots;
  filledLots: Lots;
  duration: Duration;
  expirationDate: string | undefined;
}

type Arriving = Pick<VenueOrder, 'orderId' | 'ownerId' | 'side' | 'quantityLots' | 'duration'> & {
  readonly avoidsOwnerId?: string | undefined;
  readonly expirationDate?: string | undefined;
};

interface NaiveStop extends Arriving {
  readonly stopPriceTicks: Ticks;
  readonly limitPriceTicks: Ticks | undefined;
}

function isBarred({ ownerId, avoidsOwnerId }: NaiveOrder, resting: NaiveOrder): boolean {
  return resting.ownerId === ownerId || resting.ownerId === avoidsOwnerId;
}

export class NaiveBook implements Book {
  readonly #rules: BookRules;
  readonly #listener: BookListener;
  /** In order of time priority, both sides mixed. */
  #orders: NaiveOrder[] = [];
  /** In order of time among equal stop prices. */
  #stops: NaiveStop[] = [];
  /** Prices of trades that stops have not been checked against. */
  #prints: Ticks[] = [];
  #limits: DailyLimits | null = null;
  lastPriceTicks: Ticks | null = null;
  lastLots: Lots = 0;
  volumeLots: Lots = 0;

  constructor(rules: BookRules, listener: BookListener) {
    this.#rules = rules;
    this.#listener = listener;
  }

  submit(order: VenueOrder): void {
    const { orderId } = order;
    if (this.#find(orderId) || this.#findStop(orderId)) {
      this.#listener.rejected(orderId, 'DuplicateOrder');
      return;
    }
    this.#listener.accepted(orderId);
    if (order.orderType === 'STOP' || order.orderType === 'STOP_LIMIT') {
      const { ownerId, side, stopPriceTicks = 0, limitPriceTicks, quantityLots, duration, expirationDate } = order;
      this.#stops.push({
        orderId,
        ownerId,
        side,
        stopPriceTicks,
        limitPriceTicks,
        quantityLots,
        duration,
        expirationDate,
      });
      this.#fireIfMet(orderId);
    } else this.#enter(order, order.limitPriceTicks);
    this.#fireStops();
  }

  modify(terms: ModifyRequest): void {
    const { orderId } = terms;
    const order = this.#find(orderId);
    const stop = this.#findStop(orderId);
    if (stop) this.#modifyStop(stop, terms);
    else if (!order) this.#listener.modifyRejected(orderId, 'UnknownOrder');
    else if (terms.stopPriceTicks !== undefined) this.#listener.modifyRejected(orderId, 'StopNotWaiting');
    else {
      const priceTicks = terms.limitPriceTicks ?? order.priceTicks;
      const quantityLots = Math.max(terms.quantityLots, order.filledLots);
      order.duration = terms.duration;
      order.expirationDate = terms.expirationDate;
      this.#listener.modified(orderId, quantityLots, priceTicks, undefined, terms.duration, terms.expirationDate);
      this.#replace(order, priceTicks, quantityLots - order.filledLots);
    }
    this.#fireStops();
  }

  cancel(orderId: string): void {
    if (this.#find(orderId) || this.#findStop(orderId)) {
      this.#remove(orderId);
      this.#listener.cancelled(orderId, 'UserRequest');
    } else this.#listener.cancelRejected(orderId, 'UnknownOrder');
  }

  quote({ lots, ...quote }: Quote): void {
    const order = this.#find(quote.orderId);
    if (order) this.#replace(order, quote.priceTicks, lots);
    else if (lots > 0) {
      this.#match({ ...quote, leavesLots: lots, filledLots: 0, duration: 'DAY', expirationDate: undefined }, 'LIMIT');
    }
    this.#fireStops();
  }

  setDailyLimits(limits: DailyLimits | null): void {
    this.#limits = limits;
    if (limits === null) return;
    const resting = [...this.#queue('BUY'), ...this.#queue('SELL')];
    const limited = [
      ...resting.map(({ orderId, side, priceTicks }) => ({ orderId, side, limitPriceTicks: priceTicks })),
      ...this.#stopQueue('BUY'),
      ...this.#stopQueue('SELL'),
    ];
    for (const { orderId, side, limitPriceTicks } of limited) {
      if (limitPriceTicks === undefined || !isBeyond(limits, side, limitPriceTicks)) continue;
      this.#remove(orderId);
      this.#listener.rejected(orderId, 'OutsideDailyLimit');
    }
  }

  endTradeDate(tradeDate: string): void {
    this.#expire(({ duration, expirationDate = '' }) => {
      if (duration === 'DAY') return 'DayEnded';
      return duration === 'GTD' && expirationDate <= tradeDate ? 'DateReached' : null;
    });
    this.volumeLots = 0;
  }

  endContract(): void {
    this.#expire(() => 'ContractEnded');
  }

  get orderCount(): number {
    return this.#orders.length;
  }

  get stopCount(): number {
    return this.#stops.length;
  }

  get bestBidTicks(): Ticks | null {
    return this.#queue('BUY')[0]?.priceTicks ?? null;
  }

  get bestAskTicks(): Ticks | null {
    return this.#queue('SELL')[0]?.priceTicks ?? null;
  }

  depth(levels: number): Depth {
    const of = (side: Side): BookDepthLevel[] => {
      const queue = this.#queue(side);
      const prices = [...new Set(queue.map((order) => order.priceTicks))].slice(0, levels);
      return prices.map((priceTicks) => {
        const at = queue.filter((order) => order.priceTicks === priceTicks);
        return { priceTicks, lots: at.reduce((sum, order) => sum + order.leavesLots, 0), orders: at.length };
      });
    };
    return { bids: of('BUY'), asks: of('SELL') };
  }

  openOrders(): OpenOrder[] {
    return [...this.#queue('BUY'), ...this.#queue('SELL')].map(({ expirationDate, ...order }) =>
      expirationDate === undefined ? order : { ...order, expirationDate },
    );
  }

  waitingStops(): WaitingStop[] {
    return [...this.#stopQueue('BUY'), ...this.#stopQueue('SELL')].map(
      ({ limitPriceTicks, expirationDate, ...stop }) => ({
        ...stop,
        ...(limitPriceTicks === undefined ? {} : { limitPriceTicks }),
        ...(expirationDate === undefined ? {} : { expirationDate }),
      }),
    );
  }

  orderNamed(orderId: string): OpenOrder | WaitingStop | null {
    return [...this.openOrders(), ...this.waitingStops()].find((order) => order.orderId === orderId) ?? null;
  }

  #find(orderId: string): NaiveOrder | undefined {
    return this.#orders.find((order) => order.orderId === orderId);
  }

  #findStop(orderId: string): NaiveStop | undefined {
    return this.#stops.find((stop) => stop.orderId === orderId);
  }

  #remove(orderId: string): void {
    this.#orders = this.#orders.filter((order) => order.orderId !== orderId);
    this.#stops = this.#stops.filter((stop) => stop.orderId !== orderId);
  }

  /** A side in matching order: best price first; the stable sort keeps time priority. */
  #queue(side: Side): NaiveOrder[] {
    const orders = this.#orders.filter((order) => order.side === side);
    return orders.sort((a, b) => sideSign(side) * (b.priceTicks - a.priceTicks));
  }

  /** Waiting stops of a side in firing order: buys from the lowest, sells from the highest, equal ones by time. */
  #stopQueue(side: Side): NaiveStop[] {
    const stops = this.#stops.filter((stop) => stop.side === side);
    return stops.sort((a, b) => sideSign(side) * (a.stopPriceTicks - b.stopPriceTicks));
  }

  #bestOpposite(side: Side): Ticks | null {
    return side === 'BUY' ? this.bestAskTicks : this.bestBidTicks;
  }

  /** Opposite orders within the order's price, in matching order. */
  #within(arriving: NaiveOrder): NaiveOrder[] {
    const opposite = this.#queue(arriving.side === 'BUY' ? 'SELL' : 'BUY');
    return opposite.filter((order) => sideSign(arriving.side) * (arriving.priceTicks - order.priceTicks) >= 0);
  }

  #fillsWhole(arriving: NaiveOrder): boolean {
    const within = this.#within(arriving);
    const own = within.findIndex((order) => isBarred(arriving, order));
    const before = own === -1 ? within : within.slice(0, own);
    return before.reduce((sum, order) => sum + order.leavesLots, 0) >= arriving.leavesLots;
  }

  /** Enters a market order (no limit price) or a limit order. */
  #enter(order: Arriving, limitPriceTicks: Ticks | undefined): void {
    const { orderId, ownerId, avoidsOwnerId, side, duration, expirationDate, quantityLots: leavesLots } = order;
    const best = this.#bestOpposite(side);
    const priceTicks = limitPriceTicks ?? this.#collarTicks(side, best ?? 0);
    const who = avoidsOwnerId === undefined ? { orderId, ownerId } : { orderId, ownerId, avoidsOwnerId };
    const arriving = { ...who, side, priceTicks, leavesLots, filledLots: 0, duration, expirationDate };
    if (limitPriceTicks === undefined && best === null) this.#listener.cancelled(orderId, 'EmptyBook');
    else if (duration === 'FOK' && !this.#fillsWhole(arriving)) this.#listener.cancelled(orderId, 'FokNotFilled');
    else this.#match(arriving, limitPriceTicks === undefined ? 'MARKET' : 'LIMIT');
  }

  #collarTicks(side: Side, bestTicks: Ticks): Ticks {
    const collarTicks = bestTicks + sideSign(side) * collarDistanceTicks(bestTicks, this.#rules);
    if (this.#limits === null || !isBeyond(this.#limits, side, collarTicks)) return collarTicks;
    return side === 'BUY' ? this.#limits.highestTicks : this.#limits.lowestTicks;
  }

  #modifyStop(stop: NaiveStop, terms: ModifyRequest): void {
    const { orderId, quantityLots, limitPriceTicks, stopPriceTicks = stop.stopPriceTicks } = terms;
    if (limitPriceTicks !== undefined && stop.limitPriceTicks === undefined) {
      this.#listener.modifyRejected(orderId, 'InvalidOrder');
      return;
    }
    const changed = {
      ...stop,
      stopPriceTicks,
      limitPriceTicks: limitPriceTicks ?? stop.limitPriceTicks,
      quantityLots: Math.max(0, quantityLots),
      duration: terms.duration,
      expirationDate: terms.expirationDate,
    };
    const { limitPriceTicks: limit, duration, expirationDate } = changed;
    this.#listener.modified(orderId, changed.quantityLots, limit, stopPriceTicks, duration, expirationDate);
    const isRepriced = stopPriceTicks !== stop.stopPriceTicks || limit !== stop.limitPriceTicks;
    const losesPlace = isRepriced || quantityLots > stop.quantityLots;
    const others = this.#stops.filter((other) => other !== stop);
    if (quantityLots <= 0) this.#stops = others;
    else if (losesPlace) this.#stops = [...others, changed];
    else this.#stops = this.#stops.map((other) => (other === stop ? changed : other));
    this.#fireIfMet(orderId);
  }

  /** Fires a new or changed stop if the last trade already meets its trigger. */
  #fireIfMet(orderId: string): void {
    const stop = this.#findStop(orderId);
    if (stop && this.lastPriceTicks !== null && isDue(stop, this.lastPriceTicks)) this.#fire(stop, this.lastPriceTicks);
  }

  #fireStops(): void {
    for (let print = this.#prints.shift(); print !== undefined; print = this.#prints.shift()) {
      const at = print;
      const due = [...this.#stopQueue('BUY'), ...this.#stopQueue('SELL')].filter((stop) => isDue(stop, at));
      for (const stop of due) this.#fire(stop, print);
    }
  }

  #fire(stop: NaiveStop, printTicks: Ticks): void {
    this.#remove(stop.orderId);
    this.#listener.triggered(stop.orderId, printTicks);
    this.#enter(stop, stop.limitPriceTicks);
  }

  #replace(order: NaiveOrder, priceTicks: Ticks, leavesLots: Lots): void {
    if (leavesLots > 0 && priceTicks === order.priceTicks && leavesLots <= order.leavesLots) {
      order.leavesLots = leavesLots;
      return;
    }
    this.#remove(order.orderId);
    if (leavesLots > 0) this.#match({ ...order, priceTicks, leavesLots }, 'LIMIT');
  }

  #match(arriving: NaiveOrder, type: 'MARKET' | 'LIMIT'): void {
    for (const resting of this.#within(arriving)) {
      if (arriving.leavesLots === 0) return;
      if (isBarred(arriving, resting)) {
        this.#listener.cancelled(arriving.orderId, 'SelfTrade');
        return;
      }
      const lots = Math.min(arriving.leavesLots, resting.leavesLots);
      for (const order of [arriving, resting]) {
        order.leavesLots -= lots;
        order.filledLots += lots;
      }
      if (resting.leavesLots === 0) this.#remove(resting.orderId);
      this.lastPriceTicks = resting.priceTicks;
      this.lastLots = lots;
      this.volumeLots += lots;
      this.#prints.push(resting.priceTicks);
      this.#listener.traded(arriving.orderId, resting.orderId, arriving.side, resting.priceTicks, lots);
    }
    if (arriving.leavesLots === 0) return;
    if (type === 'MARKET') {
      const reason = this.#bestOpposite(arriving.side) === null ? 'EmptyBook' : 'CollarReached';
      this.#listener.cancelled(arriving.orderId, reason);
    } else if (arriving.duration === 'IOC') this.#listener.cancelled(arriving.orderId, 'IocRemainder');
    else this.#orders.push(arriving);
  }

  #expire(reasonFor: (order: NaiveOrder | NaiveStop) => RowReason | null): void {
    const resting = [...this.#queue('BUY'), ...this.#queue('SELL')];
    for (const order of [...resting, ...this.#stopQueue('BUY'), ...this.#stopQueue('SELL')]) {
      const reason = reasonFor(order);
      if (reason === null) continue;
      this.#remove(order.orderId);
      this.#listener.expired(order.orderId, reason);
    }
  }
}

function isDue(stop: NaiveStop, printTicks: Ticks): boolean {
  return stop.side === 'BUY' ? printTicks >= stop.stopPriceTicks : printTicks <= stop.stopPriceTicks;
}
