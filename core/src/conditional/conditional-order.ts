/**
 * Conditional orders: trailing stops and take-profit/stop-loss pairs. They wait on the server, whatever the browser
 * does, and send a market order when their price is reached (docs/rules/orders.md#types-and-times-in-force;
 * docs/rules/orders.md#conditional-orders).
 */
import type { Refusal } from '#values/refusals.ts';
import type { ConditionalStatus, Duration, RowReason, Side } from '#values/trading-words.ts';
import type { Lots, Ticks } from '#values/units.ts';

/** The distance of a trailing stop from the best price: whole ticks, or a share of that price. */
export type Trail =
  | { readonly kind: 'ticks'; readonly ticks: Ticks }
  | { readonly kind: 'percent'; readonly basisPoints: number };

/** The price that was reached. The two legs of a pair are one order: when one sends, the other is cancelled. */
export type ConditionalLeg = 'TRAIL' | 'TAKE_PROFIT' | 'STOP_LOSS';

/** Exits of an entry that keep a distance from its average fill price; null for a leg at a price of its own. */
export interface ExitDistances {
  readonly takeProfitTicks: Ticks | null;
  readonly stopLossTicks: Ticks | null;
}

/** The terms that a modify may change. */
export interface ConditionalTerms {
  lots: Lots;
  trail: Trail | null;
  takeProfitTicks: Ticks | null;
  stopLossTicks: Ticks | null;
  /** Absent unless asked for: journals and snapshots from before have none. */
  exitDistances?: ExitDistances;
  duration: Duration;
  expirationDate: string | null;
}

export interface ConditionalOrder extends ConditionalTerms {
  readonly conditionalOrderId: string;
  /** Null for exits of an entry order, which has the sender's id. */
  readonly clientOrderId: string | null;
  readonly accountId: string;
  readonly investorId: string;
  readonly contractCode: string;
  readonly kind: 'TRAILING_STOP' | 'TPSL';
  /** Side of the child order. */
  readonly side: Side;
  /** Never more than the open position on the other side; pairs are always reduce-only. */
  readonly isReduceOnly: boolean;
  /** The entry order whose fills arm it; null for an independent order, or a pair on a position. */
  readonly parentOrderId: string | null;
  readonly receivedSeq: number;
  readonly createdMs: number;
  /** The trade date on which it ends while its time in force is DAY. */
  readonly dayDate: string;
  /** Best last trade for its owner since it began; null before the first. Trailing stops only. */
  bestTicks: Ticks | null;
  /** The first stop price: the "active price" on screens. */
  initialStopTicks: Ticks | null;
  /** The stop price now, final once it fires: the "filled price" on screens. */
  currentStopTicks: Ticks | null;
  status: ConditionalStatus;
  /** Lots that the entry has opened so far, which is what it may send. All of them without an entry. */
  armedLots: Lots;
  triggeredMs: number | null;
  triggeredTicks: Ticks | null;
  triggeredLeg: ConditionalLeg | null;
  /** The child order that it sent. */
  childOrderId: string | null;
  updatedMs: number;
  changedSeq: number;
  /** Why the child order was refused. */
  refusal: Refusal | null;
  /** Why it ended other than by its owner. */
  reason: RowReason | null;
}

export function isWaiting(order: ConditionalOrder): boolean {
  return order.status === 'PENDING_ACTIVATION';
}
