/** Defines how each status looks and what may be done in it (docs/rules/orders.md#statuses). */
import type { Order } from '@mua/contract/entities/order';
import type { OrderStatus } from '@mua/core/values';
import type { BadgeTone } from '#design/ui/feedback/badge.tsx';

export interface StatusRow {
  readonly tone: BadgeTone;
  readonly canCancel: boolean;
  readonly canModify: boolean;
  /** Its name alone is not enough: a hint explains it. */
  readonly isHinted: boolean;
}

const LIVE = { tone: 'info', isHinted: false } as const;
const HELD_UP = { tone: 'warning', isHinted: true } as const;
const OPEN = { canCancel: true, canModify: true } as const;
const SHUT = { canCancel: false, canModify: false } as const;
const ENDED = { ...SHUT, isHinted: false } as const;

export const STATUS_ROWS = {
  NEW: { ...LIVE, ...SHUT },
  NOT_SENT: { ...HELD_UP, ...OPEN },
  PENDING: { ...LIVE, ...OPEN, isHinted: true },
  IN_TRANSIT: { ...LIVE, canCancel: true, canModify: false },
  ACTIVEAT: { ...LIVE, ...OPEN, isHinted: true },
  SUSPENDED: { ...HELD_UP, ...OPEN },
  WORKING: { ...LIVE, ...OPEN },
  PARTIALLY_FILLED: { ...LIVE, ...OPEN },
  IN_MODIFY: { ...LIVE, canCancel: true, canModify: false, isHinted: true },
  IN_CANCEL: { ...LIVE, ...SHUT, isHinted: true },
  DISCONNECTED: { ...HELD_UP, ...SHUT },
  UNKNOWN: { ...HELD_UP, ...SHUT },
  FILLED: { tone: 'success', ...ENDED },
  CANCELLED: { tone: 'plain', ...ENDED },
  EXPIRED: { tone: 'plain', ...ENDED },
  REJECTED: { tone: 'danger', ...ENDED },
} as const satisfies Record<OrderStatus, StatusRow>;

/** Actions possible on an order now: none while its cancel is pending, whatever its status allows. */
export function orderRights({
  status,
  isCancelRequested,
}: Pick<Order, 'status' | 'isCancelRequested'>): Pick<StatusRow, 'canCancel' | 'canModify'> {
  return isCancelRequested ? SHUT : STATUS_ROWS[status];
}

type HintedStatus = {
  [Status in OrderStatus]: (typeof STATUS_ROWS)[Status]['isHinted'] extends true ? Status : never;
}[OrderStatus];

export function isHinted(status: OrderStatus): status is HintedStatus {
  return STATUS_ROWS[status].isHinted;
}
