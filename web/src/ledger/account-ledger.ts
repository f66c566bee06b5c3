/**
 * Keeps the newest state of everything in a sub-account that a feed or an order's answer reported; all of it arrives
 * through `applyAccountEvent`. That call patches the query cache where the event is newer, and the answer of a fetch
 * already under way is overlaid with the newer states (`overlay…`), so that a slow answer never overwrites a newer one.
 */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Fill } from '@mua/contract/entities/fill';
import type { MarginStatus } from '@mua/contract/entities/margin';
import type { Order, OrderHistory } from '@mua/contract/entities/order';
import type { OpenPosition } from '@mua/contract/entities/position';
import type { AccountItem } from '@mua/contract/feeds/investor-feed';
import { mergeFills } from '#ledger/order-fills.ts';

export interface AccountEvent {
  readonly userId: string;
  readonly accountId: string;
  readonly items: readonly AccountItem[];
  /**
   * True for a snapshot, which holds every order that is not final, every waiting conditional order, open positions and
   * the margin.
   */
  readonly isSnapshot: boolean;
}

export interface AccountLedger {
  readonly orders: Map<string, Order>;
  readonly conditionals: Map<string, ConditionalOrder>;
  /** Fills by order, as the feed reported them; they need not be all. */
  readonly fills: Map<string, Fill[]>;
  /** Positions by contract; netLots 0 means closed. */
  readonly positions: Map<string, OpenPosition>;
  margin: MarginStatus | null;
}

/**
 * Number of orders whose newest state is kept for fetches under way; the server's answers have long caught up with
 * older ones.
 */
const ORDERS_MAX = 2000;

const ledgers = new Map<string, AccountLedger>();

export function ledgerOf(userId: string, accountId: string): AccountLedger {
  const key = `${userId} ${accountId}`;
  const known = ledgers.get(key);
  if (known) return known;
  const ledger: AccountLedger = {
    orders: new Map(),
    conditionals: new Map(),
    fills: new Map(),
    positions: new Map(),
    margin: null,
  };
  ledgers.set(key, ledger);
  return ledger;
}

/** Clears every ledger: when the actor changes, nothing of the previous one may stay. */
export function forgetLedgers(): void {
  ledgers.clear();
}

/** Records the items that are newer and returns exactly those, in order. */
export function recordItems(ledger: AccountLedger, items: readonly AccountItem[]): readonly AccountItem[] {
  return items.filter((item) => recordItem(ledger, item));
}

function recordItem(ledger: AccountLedger, item: AccountItem): boolean {
  switch (item.kind) {
    case 'order':
      return recordOrder(ledger, item.order);
    case 'position':
      return recordNewer(ledger.positions, item.position.contractCode, item.position);
    case 'margin':
      return recordMargin(ledger, item.margin);
    case 'fill':
      return recordFill(ledger, item.fill);
    case 'conditionalOrder':
      return recordConditional(ledger, item.conditionalOrder);
    // Subscribers are notified of these; nothing is kept here.
    case 'settled':
    case 'message':
    case 'unread':
    case 'exchangeLink':
      return true;
  }
}

function recordMargin(ledger: AccountLedger, margin: MarginStatus): boolean {
  if (ledger.margin && ledger.margin.seq >= margin.seq) return false;
  ledger.margin = margin;
  return true;
}

function recordOrder(ledger: AccountLedger, order: Order): boolean {
  if (!recordNewer(ledger.orders, order.orderId, order)) return false;
  forgetOldest(ledger.orders);
  return true;
}

function recordConditional({ conditionals }: AccountLedger, conditional: ConditionalOrder): boolean {
  if (!recordNewer(conditionals, conditional.conditionalOrderId, conditional)) return false;
  forgetOldest(conditionals);
  return true;
}

/** Records a fill and returns whether it is new; a feed that resumes may repeat one. */
function recordFill({ fills }: AccountLedger, fill: Fill): boolean {
  const known = fills.get(fill.orderId) ?? [];
  const merged = mergeFills(known, [fill]);
  if (merged === known) return false;
  fills.delete(fill.orderId);
  fills.set(fill.orderId, merged);
  forgetOldest(fills);
  return true;
}

function forgetOldest(known: Map<string, unknown>): void {
  const [oldest] = known.keys();
  if (known.size > ORDERS_MAX && oldest !== undefined) known.delete(oldest);
}

function recordNewer<T extends { readonly seq: number }>(known: Map<string, T>, id: string, incoming: T): boolean {
  const before = known.get(id);
  if (before && before.seq >= incoming.seq) return false;
  // The newest change moves to the end, so that the first key is the one unchanged for longest.
  known.delete(id);
  known.set(id, incoming);
  return true;
}

/** Returns fetched rows with newer states laid over them. */
export function overlayOrders(ledger: AccountLedger, rows: readonly OrderHistory[]): OrderHistory[] {
  return rows.map((row) => {
    const newer = ledger.orders.get(row.orderId);
    const order = newer && newer.seq > row.seq ? newer : row;
    return { ...order, fills: mergeFills(row.fills, ledger.fills.get(row.orderId)) };
  });
}

/** Returns all open positions by code: the fetched ones with newer states laid over them, without those that closed. */
export function overlayPositions(ledger: AccountLedger, rows: readonly OpenPosition[]): OpenPosition[] {
  const byCode = new Map(rows.map((row) => [row.contractCode, row]));
  for (const [code, newer] of ledger.positions) {
    const row = byCode.get(code);
    if (!row || newer.seq > row.seq) byCode.set(code, newer);
  }
  return [...byCode.values()]
    .filter(({ netLots }) => netLots !== 0)
    .sort((a, b) => (a.contractCode < b.contractCode ? -1 : 1));
}

export function overlayMargin(ledger: AccountLedger, fetched: MarginStatus): MarginStatus {
  return ledger.margin && ledger.margin.seq > fetched.seq ? ledger.margin : fetched;
}
