/**
 * Which status may follow which: trading rules, "Order status: the table", line for line (spec 4's names, CQG's
 * meanings). Whatever is not listed is refused or, when an exchange asks for it, surfaced.
 */
import type { OrderStatus } from '#values/trading-words';
import { assert } from '#values/whole-numbers';

export const NEXT_STATUSES = {
  NEW: ['PENDING', 'REJECTED', 'NOT_SENT'],
  NOT_SENT: ['IN_TRANSIT', 'PENDING', 'CANCELLED', 'REJECTED', 'EXPIRED'],
  PENDING: ['IN_TRANSIT', 'WORKING', 'ACTIVEAT', 'SUSPENDED', 'NOT_SENT', 'CANCELLED', 'REJECTED'],
  IN_TRANSIT: [
    'WORKING',
    'PARTIALLY_FILLED',
    'FILLED',
    'REJECTED',
    'CANCELLED',
    'ACTIVEAT',
    'SUSPENDED',
    'EXPIRED',
    'DISCONNECTED',
    'UNKNOWN',
  ],
  ACTIVEAT: ['IN_TRANSIT', 'WORKING', 'IN_MODIFY', 'IN_CANCEL', 'CANCELLED', 'EXPIRED', 'REJECTED', 'DISCONNECTED'],
  SUSPENDED: [
    'IN_TRANSIT',
    'WORKING',
    'PARTIALLY_FILLED',
    'DISCONNECTED',
    'IN_MODIFY',
    'IN_CANCEL',
    'CANCELLED',
    'EXPIRED',
    'REJECTED',
  ],
  WORKING: [
    'PARTIALLY_FILLED',
    'FILLED',
    'IN_CANCEL',
    'IN_MODIFY',
    'CANCELLED',
    'EXPIRED',
    'SUSPENDED',
    'DISCONNECTED',
  ],
  PARTIALLY_FILLED: [
    'PARTIALLY_FILLED',
    'FILLED',
    'IN_CANCEL',
    'IN_MODIFY',
    'CANCELLED',
    'EXPIRED',
    'SUSPENDED',
    'DISCONNECTED',
  ],
  IN_CANCEL: [
    'CANCELLED',
    'WORKING',
    'PARTIALLY_FILLED',
    'ACTIVEAT',
    'SUSPENDED',
    'IN_MODIFY',
    'FILLED',
    'EXPIRED',
    'DISCONNECTED',
  ],
  IN_MODIFY: [
    'WORKING',
    'PARTIALLY_FILLED',
    'FILLED',
    'IN_CANCEL',
    'CANCELLED',
    'EXPIRED',
    'DISCONNECTED',
    'ACTIVEAT',
    'SUSPENDED',
  ],
  DISCONNECTED: ['WORKING', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'EXPIRED', 'REJECTED', 'UNKNOWN'],
  UNKNOWN: [
    'WORKING',
    'PARTIALLY_FILLED',
    'FILLED',
    'CANCELLED',
    'EXPIRED',
    'REJECTED',
    'SUSPENDED',
    'ACTIVEAT',
    'DISCONNECTED',
  ],
  REJECTED: [],
  CANCELLED: [],
  FILLED: [],
  EXPIRED: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>;

export function mayFollow(from: OrderStatus, to: OrderStatus): boolean {
  const next: readonly OrderStatus[] = NEXT_STATUSES[from];
  return next.includes(to);
}

/** The one way a status changes. Throws when the table has no such line: that would be our own bug. */
export function moveStatus(order: { status: OrderStatus }, to: OrderStatus): void {
  if (order.status === to) return;
  assert(mayFollow(order.status, to), `order status ${order.status} -> ${to}`);
  order.status = to;
}

/** Trading rules: "Cancel is allowed from". */
const CANCELLABLE: readonly OrderStatus[] = [
  'NOT_SENT',
  'PENDING',
  'ACTIVEAT',
  'SUSPENDED',
  'WORKING',
  'PARTIALLY_FILLED',
  'IN_MODIFY',
];

export function mayCancel(status: OrderStatus): boolean {
  return CANCELLABLE.includes(status);
}

/** "Modify from the same less in_modify." */
export function mayModify(status: OrderStatus): boolean {
  return status !== 'IN_MODIFY' && CANCELLABLE.includes(status);
}
