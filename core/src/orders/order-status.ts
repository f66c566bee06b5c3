/**
 * The order status machine: what may happen to an order in which status, and the status that follows
 * (docs/rules/orders.md#statuses, with FIX names and CQG's meanings). Nothing else assigns a status. A happening
 * without an entry can't occur to an order of the broker; reported by an exchange, it goes to the suspense list.
 */
import type { OrderStatus } from '#values/trading-words.ts';
import { ORDER_STATUSES } from '#values/trading-words.ts';
import type { Lots } from '#values/units.ts';
import { assert } from '#values/whole-numbers.ts';

/**
 * Everything that can happen to an order: actions of the broker, requests to the exchange, its reports, and link
 * events.
 */
export const ORDER_HAPPENINGS = [
  'checksPassed',
  'refused',
  'heldByUs',
  'marketClosed',
  'linkDown',
  'sent',
  'cancelRequested',
  'modifyRequested',
  'acknowledged',
  'partFilled',
  'fullyFilled',
  'modifyStillOpen',
  'changeAnswered',
  'cancelled',
  'expired',
  'rejected',
  'halted',
  'resumed',
  'linkLost',
  'found',
  'lostTrack',
] as const;
export type OrderHappening = (typeof ORDER_HAPPENINGS)[number];

/**
 * Two outcomes depend on the order. LIVE: suspended while its contract is halted, else working or partially filled.
 * BEFORE: the status before the request: activeat for an order that waits for an opening, else LIVE.
 */
type Outcome = OrderStatus | 'LIVE' | 'BEFORE';

/** How an exchange can end an order that it has, and what the link can do to it. */
const AT_EXCHANGE = {
  fullyFilled: 'FILLED',
  cancelled: 'CANCELLED',
  expired: 'EXPIRED',
  linkLost: 'DISCONNECTED',
  lostTrack: 'UNKNOWN',
  found: 'LIVE',
} as const satisfies Partial<Record<OrderHappening, Outcome>>;

const RESTING = {
  ...AT_EXCHANGE,
  acknowledged: 'LIVE',
  partFilled: 'LIVE',
  cancelRequested: 'IN_CANCEL',
  modifyRequested: 'IN_MODIFY',
  // Once accepted an order can't become "never accepted" (FIX 4.4, "New to Rejected").
  rejected: 'CANCELLED',
  halted: 'SUSPENDED',
  resumed: 'LIVE',
} as const satisfies Partial<Record<OrderHappening, Outcome>>;

/** A fill of an order that was never sent is booked, because the exchange is right; the rest waits as before. */
const NEVER_SENT = {
  fullyFilled: 'FILLED',
  cancelled: 'CANCELLED',
  expired: 'EXPIRED',
  refused: 'REJECTED',
  sent: 'IN_TRANSIT',
} as const satisfies Partial<Record<OrderHappening, Outcome>>;

/** A final status stays: a late fill is booked, but the order stays ended. */
const FINAL = {} as const;

const TABLE: Readonly<Record<OrderStatus, Readonly<Partial<Record<OrderHappening, Outcome>>>>> = {
  NEW: { checksPassed: 'PENDING', refused: 'REJECTED', linkDown: 'NOT_SENT' },
  NOT_SENT: { ...NEVER_SENT, partFilled: 'NOT_SENT', checksPassed: 'PENDING' },
  PENDING: {
    ...NEVER_SENT,
    partFilled: 'PENDING',
    heldByUs: 'WORKING',
    marketClosed: 'ACTIVEAT',
    linkDown: 'NOT_SENT',
  },
  IN_TRANSIT: {
    ...AT_EXCHANGE,
    acknowledged: 'LIVE',
    partFilled: 'LIVE',
    rejected: 'REJECTED',
    marketClosed: 'ACTIVEAT',
  },
  ACTIVEAT: {
    ...NEVER_SENT,
    partFilled: 'ACTIVEAT',
    rejected: 'REJECTED',
    linkLost: 'DISCONNECTED',
    cancelRequested: 'IN_CANCEL',
    modifyRequested: 'IN_MODIFY',
  },
  SUSPENDED: { ...RESTING, halted: 'SUSPENDED', rejected: 'REJECTED', sent: 'IN_TRANSIT' },
  WORKING: RESTING,
  PARTIALLY_FILLED: RESTING,
  IN_CANCEL: {
    ...AT_EXCHANGE,
    partFilled: 'IN_CANCEL',
    modifyStillOpen: 'IN_MODIFY',
    changeAnswered: 'BEFORE',
    rejected: 'CANCELLED',
  },
  IN_MODIFY: {
    ...AT_EXCHANGE,
    partFilled: 'IN_MODIFY',
    cancelRequested: 'IN_CANCEL',
    changeAnswered: 'BEFORE',
    rejected: 'CANCELLED',
  },
  DISCONNECTED: { ...AT_EXCHANGE, acknowledged: 'LIVE', partFilled: 'LIVE', rejected: 'REJECTED' },
  UNKNOWN: {
    ...AT_EXCHANGE,
    acknowledged: 'LIVE',
    partFilled: 'LIVE',
    rejected: 'REJECTED',
    halted: 'SUSPENDED',
    marketClosed: 'ACTIVEAT',
  },
  REJECTED: FINAL,
  CANCELLED: FINAL,
  FILLED: FINAL,
  EXPIRED: FINAL,
};

/** The fields of an order that the table's outcomes depend on. */
export interface StatusHolder {
  status: OrderStatus;
  /** The status to return to after a refused cancel or modify. */
  readonly statusBefore: OrderStatus | null;
  readonly filledLots: Lots;
}

/** The next status; undefined if the table has no such entry. */
export function statusAfter(
  order: StatusHolder,
  happening: OrderHappening,
  isHalted: boolean,
): OrderStatus | undefined {
  const outcome = TABLE[order.status][happening];
  if (outcome === 'BEFORE' && order.statusBefore === 'ACTIVEAT' && order.filledLots === 0) return 'ACTIVEAT';
  return outcome === 'LIVE' || outcome === 'BEFORE' ? liveStatus(order.filledLots, isHalted) : outcome;
}

function liveStatus(filledLots: Lots, isHalted: boolean): OrderStatus {
  if (isHalted) return 'SUSPENDED';
  return filledLots === 0 ? 'WORKING' : 'PARTIALLY_FILLED';
}

/** The one way to change a status. Throws if the table has no such entry, which is a bug. */
export function moveStatus(order: StatusHolder, happening: OrderHappening, isHalted = false): void {
  const next = statusAfter(order, happening, isHalted);
  assert(next !== undefined, 'order status', order.status, happening, "can't happen");
  order.status = next;
}

/** Every status reachable in one step, for timelines and tests. */
export function nextStatuses(from: OrderStatus): readonly OrderStatus[] {
  const next = new Set<OrderStatus>();
  for (const outcome of Object.values(TABLE[from])) {
    if (outcome === 'LIVE' || outcome === 'BEFORE') {
      for (const status of ['WORKING', 'PARTIALLY_FILLED', 'SUSPENDED'] as const) next.add(status);
      if (outcome === 'BEFORE') next.add('ACTIVEAT');
    } else next.add(outcome);
  }
  return ORDER_STATUSES.filter((status) => next.has(status));
}

export function mayFollow(from: OrderStatus, to: OrderStatus): boolean {
  return nextStatuses(from).includes(to);
}

/**
 * Statuses in which a cancel is accepted (docs/rules/orders.md#changes-and-cancels). In transit it is stored and sent
 * after the acknowledgement.
 */
const CANCELLABLE: ReadonlySet<OrderStatus> = new Set<OrderStatus>([
  'NOT_SENT',
  'PENDING',
  'IN_TRANSIT',
  'ACTIVEAT',
  'SUSPENDED',
  'WORKING',
  'PARTIALLY_FILLED',
  'IN_MODIFY',
]);

export function mayCancel(status: OrderStatus): boolean {
  return CANCELLABLE.has(status);
}

/**
 * Modifies are accepted in the same statuses except in_modify and in_transit: before the acknowledgement the terms to
 * change are not known.
 */
export function mayModify(status: OrderStatus): boolean {
  return status !== 'IN_MODIFY' && status !== 'IN_TRANSIT' && CANCELLABLE.has(status);
}

/** Only the exchange knows the order's state, and it can't be asked: a cancel is stored as a wish. */
export function isOutOfSight(status: OrderStatus): boolean {
  return status === 'DISCONNECTED' || status === 'UNKNOWN';
}
