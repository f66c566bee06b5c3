/** An own order on the ladder. */
import type { Order } from '@mua/contract/entities/order';
import type { Lots, Ticks } from '@mua/core/values';

/** A live order resting at a price of the ladder. */
export interface RestingOrder {
  readonly order: Order;
  readonly priceTicks: Ticks;
  readonly openLots: Lots;
  /** Waits for its stop. */
  readonly isStop: boolean;
}

/** A cancel of it is on its way. */
export function isLeaving({ isCancelRequested, status }: Order): boolean {
  return isCancelRequested || status === 'IN_CANCEL';
}
