/**
 * Computes how far a market order may trade (docs/rules/orders.md#collar), independently of the books, which share one
 * function for it: 2 % of the best opposite price at its execution, in whole ticks rounded down, at least 10 ticks,
 * within the day's limits, bound included.
 */
import type { DailyLimits, VenueOrder } from '@mua/core/engine';
import type { BookListener, BookView } from '#matching/book.ts';
import { hold } from '#test/simulator/violation.ts';

interface Watched {
  readonly book: BookView;
  readonly limits: DailyLimits | null;
}

export class Collars {
  /** Market orders, and stops that become one when they fire. */
  private readonly orders = new Map<string, VenueOrder>();
  /** The worst price of those whose turn has come. */
  private readonly worst = new Map<string, number>();

  note(order: VenueOrder): void {
    if (order.orderType === 'MARKET' || order.orderType === 'STOP') this.orders.set(order.orderId, order);
  }

  watch(listener: BookListener, of: () => Watched): BookListener {
    return {
      ...listener,
      accepted: (orderId) => {
        listener.accepted(orderId);
        if (this.orders.get(orderId)?.orderType === 'MARKET') this.begin(orderId, of());
      },
      triggered: (orderId, priceTicks) => {
        listener.triggered(orderId, priceTicks);
        this.begin(orderId, of());
      },
      traded: (orderId, restingId, side, priceTicks, lots) => {
        const worst = this.worst.get(orderId);
        const isInside = worst === undefined || (side === 'BUY' ? priceTicks <= worst : priceTicks >= worst);
        hold(isInside, 'no market order trades beyond its collar', () => `${orderId} ${priceTicks}, worst ${worst}`);
        listener.traded(orderId, restingId, side, priceTicks, lots);
      },
      cancelled: (orderId, reason) => {
        if (reason === 'CollarReached') this.checkReached(orderId, of());
        this.forget(orderId);
        listener.cancelled(orderId, reason);
      },
    };
  }

  private begin(orderId: string, { book, limits }: Watched): void {
    const side = this.orders.get(orderId)?.side;
    const best = side === 'BUY' ? book.bestAskTicks : book.bestBidTicks;
    if (side === undefined || best === null) return;
    const distance = Math.max(10, (Math.abs(best) - (Math.abs(best) % 50)) / 50);
    if (side === 'BUY')
      this.worst.set(orderId, Math.min(best + distance, limits?.highestTicks ?? Number.POSITIVE_INFINITY));
    else this.worst.set(orderId, Math.max(best - distance, limits?.lowestTicks ?? Number.NEGATIVE_INFINITY));
  }

  /** Its remainder goes only when the next price is beyond. */
  private checkReached(orderId: string, { book }: Watched): void {
    const worst = this.worst.get(orderId);
    const side = this.orders.get(orderId)?.side;
    const next = side === 'BUY' ? book.bestAskTicks : book.bestBidTicks;
    const isBeyond = worst !== undefined && next !== null && (side === 'BUY' ? next > worst : next < worst);
    hold(isBeyond, 'a market order takes all that its collar allows', () => `${orderId} ${next}, worst ${worst}`);
  }

  private forget(orderId: string): void {
    this.orders.delete(orderId);
    this.worst.delete(orderId);
  }
}
