/**
 * The slow, obvious book: one list of orders, sorted and searched anew for each command.
 * It exists only to be right at a glance. The differential test (order-book.differential.test.ts) gives the same
 * random commands to it and to order-book.ts and wants the same reports; nothing else may use it.
 */
import type { VenueOrder } from '#orders/venue-messages';
import { type Duration, type RowReason, type Side, sideSign } from '#values/trading-words';
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

interface NaiveOrder {
  readonly orderId: string;
  readonly ownerId: string;
  readonly side: Side;
  priceTicks: number;
  leavesLots: number;
  filledLots: number;
  duration: Duration;
  expirationDate: string | undefined;
}

export class NaiveBook implements Book {
  readonly #rules: BookRules;
  readonly #listener: BookListener;
  /** In order of time priority, both sides mixed. */
  #orders: NaiveOrder[] = [];
  lastPriceTicks: number | null = null;
  lastLots = 0;
  volumeLots = 0;

  constructor(rules: BookRules, listener: BookListener) {
    this.#rules = rules;
    this.#listener = listener;
  }

  submit(order: VenueOrder): void {
    if (this.#find(order.orderId)) {
      this.#listener.rejected(order.orderId, 'DuplicateOrder');
      return;
    }
    this.#listener.accepted(order.orderId);
    const best = this.#bestOpposite(order.side);
    const collarTicks = best === null ? 0 : best + sideSign(order.side) * collarDistanceTicks(best, this.#rules);
    const { orderId, ownerId, side, duration, expirationDate } = order;
    const priceTicks = order.limitPriceTicks ?? collarTicks;
    const leavesLots = order.quantityLots;
    const arriving = { orderId, ownerId, side, priceTicks, leavesLots, filledLots: 0, duration, expirationDate };
    if (order.orderType === 'MARKET' && best === null) this.#listener.cancelled(orderId, 'EmptyBook');
    else if (duration === 'FOK' && !this.#fillsWhole(arriving)) this.#listener.cancelled(orderId, 'FokNotFilled');
    else this.#match(arriving, order.orderType);
  }

  modify(terms: OrderTerms): void {
    const order = this.#find(terms.orderId);
    if (!order) {
      this.#listener.modifyRejected(terms.orderId, 'UnknownOrder');
      return;
    }
    const priceTicks = terms.limitPriceTicks ?? order.priceTicks;
    const quantityLots = Math.max(terms.quantityLots, order.filledLots);
    order.duration = terms.duration;
    order.expirationDate = terms.expirationDate;
    this.#listener.modified(order.orderId, quantityLots, priceTicks, terms.duration, terms.expirationDate);
    this.#replace(order, priceTicks, quantityLots - order.filledLots);
  }

  cancel(orderId: string): void {
    const order = this.#find(orderId);
    if (order) {
      this.#remove(order);
      this.#listener.cancelled(orderId, 'UserRequest');
    } else this.#listener.cancelRejected(orderId, 'UnknownOrder');
  }

  quote({ lots, ...quote }: Quote): void {
    const order = this.#find(quote.orderId);
    if (order) this.#replace(order, quote.priceTicks, lots);
    else if (lots > 0) {
      this.#match({ ...quote, leavesLots: lots, filledLots: 0, duration: 'DAY', expirationDate: undefined }, 'LIMIT');
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

  get bestBidTicks(): number | null {
    return this.#queue('BUY')[0]?.priceTicks ?? null;
  }

  get bestAskTicks(): number | null {
    return this.#queue('SELL')[0]?.priceTicks ?? null;
  }

  depth(levels: number): Depth {
    const of = (side: Side): DepthLevel[] => {
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

  #find(orderId: string): NaiveOrder | undefined {
    return this.#orders.find((order) => order.orderId === orderId);
  }

  #remove(gone: NaiveOrder): void {
    this.#orders = this.#orders.filter((order) => order !== gone);
  }

  /** A side as it would be matched: best price first; sorting is stable, so first come stays first. */
  #queue(side: Side): NaiveOrder[] {
    const orders = this.#orders.filter((order) => order.side === side);
    return orders.sort((a, b) => sideSign(side) * (b.priceTicks - a.priceTicks));
  }

  #bestOpposite(side: Side): number | null {
    return side === 'BUY' ? this.bestAskTicks : this.bestBidTicks;
  }

  /** What the order could meet within its price, in matching order. */
  #within(arriving: NaiveOrder): NaiveOrder[] {
    const opposite = this.#queue(arriving.side === 'BUY' ? 'SELL' : 'BUY');
    return opposite.filter((order) => sideSign(arriving.side) * (arriving.priceTicks - order.priceTicks) >= 0);
  }

  #fillsWhole(arriving: NaiveOrder): boolean {
    const within = this.#within(arriving);
    const own = within.findIndex((order) => order.ownerId === arriving.ownerId);
    const before = own === -1 ? within : within.slice(0, own);
    return before.reduce((sum, order) => sum + order.leavesLots, 0) >= arriving.leavesLots;
  }

  #replace(order: NaiveOrder, priceTicks: number, leavesLots: number): void {
    if (leavesLots > 0 && priceTicks === order.priceTicks && leavesLots <= order.leavesLots) {
      order.leavesLots = leavesLots;
      return;
    }
    this.#remove(order);
    if (leavesLots > 0) this.#match({ ...order, priceTicks, leavesLots }, 'LIMIT');
  }

  #match(arriving: NaiveOrder, type: 'MARKET' | 'LIMIT'): void {
    for (const resting of this.#within(arriving)) {
      if (arriving.leavesLots === 0) return;
      if (resting.ownerId === arriving.ownerId) {
        this.#listener.cancelled(arriving.orderId, 'SelfTrade');
        return;
      }
      const lots = Math.min(arriving.leavesLots, resting.leavesLots);
      for (const order of [arriving, resting]) {
        order.leavesLots -= lots;
        order.filledLots += lots;
      }
      if (resting.leavesLots === 0) this.#remove(resting);
      this.lastPriceTicks = resting.priceTicks;
      this.lastLots = lots;
      this.volumeLots += lots;
      this.#listener.traded(arriving.orderId, resting.orderId, arriving.side, resting.priceTicks, lots);
    }
    if (arriving.leavesLots === 0) return;
    if (type === 'MARKET') {
      const reason = this.#bestOpposite(arriving.side) === null ? 'EmptyBook' : 'CollarReached';
      this.#listener.cancelled(arriving.orderId, reason);
    } else if (arriving.duration === 'IOC') this.#listener.cancelled(arriving.orderId, 'IocRemainder');
    else this.#orders.push(arriving);
  }

  #expire(reasonFor: (order: NaiveOrder) => RowReason | null): void {
    for (const order of [...this.#queue('BUY'), ...this.#queue('SELL')]) {
      const reason = reasonFor(order);
      if (reason === null) continue;
      this.#remove(order);
      this.#listener.expired(order.orderId, reason);
    }
  }
}
