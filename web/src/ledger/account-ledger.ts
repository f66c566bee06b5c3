/**
 * The newest state of each thing of a sub-account that a feed or an order's answer has told us, and the one door
 * through which it comes: `applyAccountEvent`. It patches the query cache where the event is newer, and a fetch that
 * was already under way is laid under it (`overlay…`), so that a slow answer never paints over a newer one.
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
  /** A snapshot holds every order that is not final, every conditional order that waits, open positions, the margin. */
  readonly isSnapshot: boolean;
}

export interface AccountLedger {
  readonly orders: Map<string, Order>;
  readonly conditionals: Map<string, ConditionalOrder>;
  /** By order: what the feed told, which need not be all of them. */
  readonly fills: Map<string, Fill[]>;
  /** By contract; netLots 0 means that it is gone. */
  readonly positions: Map<string, OpenPosition>;
  margin: MarginStatus | null;
}

/** Orders whose newest state is kept for fetches under way; older ones have long been answered by the server too. */
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

/** When the actor changes, nothing kept for the last one may stay. */
export function forgetLedgers(): void {
  ledgers.clear();
}

/** Writes what is newer and returns exactly that, in order. */
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
    // Told to whoever listens; nothing of them is kept here.
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

/** A feed that resumes may tell a fill again. */
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
  // The newest change goes to the end, so that the first key is the one that rested longest.
  known.delete(id);
  known.set(id, incoming);
  return true;
}

/** Rows as fetched with newer ones laid over them. */
export function overlayOrders(ledger: AccountLedger, rows: readonly OrderHistory[]): OrderHistory[] {
  return rows.map((row) => {
    const newer = ledger.orders.get(row.orderId);
    const order = newer && newer.seq > row.seq ? newer : row;
    return { ...order, fills: mergeFills(row.fills, ledger.fills.get(row.orderId)) };
  });
}

/** All open positions as fetched, with newer ones laid over them and those that are gone left out; by code. */
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
