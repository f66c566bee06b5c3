/**
 * Conditional orders: trailing stops and take-profit/stop-loss pairs. They wait with us, on the server, whatever the
 * browser does, and send a market order when their price is reached (docs/rules/orders.md#types-and-times-in-force;
 * docs/rules/orders.md#conditional-orders).
 */
import type { Refusal } from '#values/refusals.ts';
import type { ConditionalStatus, Duration, RowReason, Side } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';

/** How far a trailing stop keeps from the best price: whole ticks, or a share of that price. */
export type Trail =
  | { readonly kind: 'ticks'; readonly ticks: Ticks }
  | { readonly kind: 'percent'; readonly basisPoints: number };

/** Which of its prices was reached. The two legs of a pair are one order: one sends, the other is gone. */
export type ConditionalLeg = 'TRAIL' | 'TAKE_PROFIT' | 'STOP_LOSS';

/** The terms that a modify may change. */
export interface ConditionalTerms {
  lots: Lots;
  trail: Trail | null;
  takeProfitTicks: Ticks | null;
  stopLossTicks: Ticks | null;
  duration: Duration;
  expirationDate: string | null;
}

export interface ConditionalOrder extends ConditionalTerms {
  readonly conditionalOrderId: string;
  /** Null when it came with an entry order, which has the sender's id. */
  readonly clientOrderId: string | null;
  readonly accountId: string;
  readonly investorId: string;
  readonly contractCode: string;
  readonly kind: 'TRAILING_STOP' | 'TPSL';
  /** Side of the order that it sends. */
  readonly side: Side;
  /** Never more than the open position on the other side; a pair always is. */
  readonly isReduceOnly: boolean;
  /** The entry order whose fills arm it; null when it stands for itself or for a position. */
  readonly parentOrderId: string | null;
  readonly receivedSeq: number;
  readonly createdMs: number;
  /** The trade date with which it ends while its time in force is DAY. */
  readonly dayDate: string;
  /** Best price for its owner since it began, of last trades; null before the first. Trailing stops only. */
  bestTicks: Ticks | null;
  /** Where the stop stood at first: the "active price" of screens. */
  initialStopTicks: Ticks | null;
  /** Where it stands now, and when it fires, for good: the "filled price" of screens. */
  currentStopTicks: Ticks | null;
  status: ConditionalStatus;
  /** Lots whose position the entry has opened so far; they are what it may send. All of them without an entry. */
  armedLots: Lots;
  triggeredMs: number | null;
  triggeredTicks: Ticks | null;
  triggeredLeg: ConditionalLeg | null;
  /** The order that it sent. */
  childOrderId: string | null;
  updatedMs: number;
  changedSeq: number;
  /** Why the order that it sent was refused. */
  refusal: Refusal | null;
  /** Why it ended without its owner asking. */
  reason: RowReason | null;
}

export function isWaiting(order: ConditionalOrder): boolean {
  return order.status === 'PENDING_ACTIVATION';
}
