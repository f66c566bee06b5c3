/** Own orders on the ladder. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Order } from '@mua/contract/entities/order';
import type { Lots, Side, Ticks, Vnd } from '@mua/core/values';
import type { ConditionalLeg } from '#orders/conditional-legs.ts';

/** A live order resting at a price of the ladder. */
export interface RestingOrder {
  readonly order: Order;
  readonly priceTicks: Ticks;
  readonly openLots: Lots;
  /** Waits for its stop. */
  readonly isStop: boolean;
}

/** One price at which a conditional order waits: an exit, or its trailing stop where that is now. */
export interface WaitingLeg {
  readonly conditional: ConditionalOrder;
  readonly leg: ConditionalLeg;
  readonly priceTicks: Ticks;
  /** Gained or lost if it closes at its price; null where it closes nothing, or the inputs are missing. */
  readonly profitVnd: Vnd | null;
}

export type OwnOrder = RestingOrder | WaitingLeg;

export function isWaitingLeg(own: OwnOrder): own is WaitingLeg {
  return 'leg' in own;
}

/** Of one leg, where the order has several. */
export function ownIdOf(own: OwnOrder): string {
  return isWaitingLeg(own) ? `${own.conditional.conditionalOrderId} ${own.leg}` : own.order.orderId;
}

export function sideOf(own: OwnOrder): Side {
  return isWaitingLeg(own) ? own.conditional.side : own.order.side;
}

/** A cancel of it is on its way. */
export function isLeaving({ isCancelRequested, status }: Order): boolean {
  return isCancelRequested || status === 'IN_CANCEL';
}
