/** How each status looks and what may be done in it (trading rules, "Order status"; words 1, "Order status"). */
import type { OrderStatus } from '@mua/core/values';
import type { BadgeTone } from '#design/ui/badge.tsx';

export interface StatusRow {
  readonly tone: BadgeTone;
  readonly tab: 'PENDING' | 'CANCELLED' | 'FILLED' | null;
  readonly canCancel: boolean;
  readonly canModify: boolean;
}

const LIVE = { tone: 'info', tab: 'PENDING' } as const;
const HELD_UP = { tone: 'warning', tab: 'PENDING' } as const;
const OPEN = { canCancel: true, canModify: true } as const;
const SHUT = { canCancel: false, canModify: false } as const;

export const STATUS_ROWS = {
  NEW: { ...LIVE, ...SHUT },
  NOT_SENT: { ...HELD_UP, ...OPEN },
  PENDING: { ...LIVE, ...OPEN },
  IN_TRANSIT: { ...LIVE, ...SHUT },
  ACTIVEAT: { ...LIVE, ...OPEN },
  SUSPENDED: { ...HELD_UP, ...OPEN },
  WORKING: { ...LIVE, ...OPEN },
  PARTIALLY_FILLED: { ...LIVE, ...OPEN },
  IN_MODIFY: { ...LIVE, canCancel: true, canModify: false },
  IN_CANCEL: { ...LIVE, ...SHUT },
  DISCONNECTED: { ...HELD_UP, ...SHUT },
  UNKNOWN: { ...HELD_UP, ...SHUT },
  FILLED: { tone: 'success', tab: 'FILLED', ...SHUT },
  CANCELLED: { tone: 'plain', tab: 'CANCELLED', ...SHUT },
  EXPIRED: { tone: 'plain', tab: 'CANCELLED', ...SHUT },
  REJECTED: { tone: 'danger', tab: null, ...SHUT },
} as const satisfies Record<OrderStatus, StatusRow>;

/** Of these a status says more than its name. */
const HINTED = [
  'NOT_SENT',
  'PENDING',
  'ACTIVEAT',
  'SUSPENDED',
  'IN_MODIFY',
  'IN_CANCEL',
  'DISCONNECTED',
  'UNKNOWN',
] as const satisfies readonly OrderStatus[];
type HintedStatus = (typeof HINTED)[number];

export function isHinted(status: OrderStatus): status is HintedStatus {
  return (HINTED as readonly OrderStatus[]).includes(status);
}
