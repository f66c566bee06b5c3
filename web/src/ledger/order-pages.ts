/**
 * Places a newer state of one order in a cached list (in pages): where the row goes, and what counts and sums become.
 * Where only the server can know (an order outside the loaded pages), the list is stale.
 */
import type { Fill } from '@mua/contract/entities/fill';
import type { Order, OrderHistory } from '@mua/contract/entities/order';
import { type OrderTab, type QueryTable, TAB_OF_STATUS } from '@mua/contract/entities/order-filter';
import type { OrderPage, OrderSums, OrderTabCounts } from '@mua/contract/http/orders';
import { type AccountLedger, overlayOrders } from '#ledger/account-ledger.ts';
import { hasEveryFill, mergeFills } from '#ledger/order-fills.ts';

/** Describes a list: its filter, and in one of its tabs the live orders besides, which then stand first. */
export interface OrderListing extends QueryTable {
  readonly tab?: OrderTab;
  /** The full code; the filter's is a substring, and CLEF27 is a substring of MCLEF27. */
  readonly ofContract?: string | undefined;
}

export interface OrderPages<PageParam = unknown> {
  readonly pages: OrderPage[];
  readonly pageParams: PageParam[];
}

export interface PatchedPages<T> {
  readonly data: T;
  /** True when the list must be fetched again to be right. */
  readonly isStale: boolean;
}

export function isListed(order: Order, listing: OrderListing): boolean {
  const { tab } = listing;
  return isInScope(order, listing) && (tab === undefined || tab === 'ALL' || TAB_OF_STATUS[order.status] === tab);
}

/** Tells whether the order belongs to the list in any of its tabs. */
function isInScope(order: Order, { tab, ofContract, ...filter }: OrderListing): boolean {
  if (ofContract !== undefined && order.contractCode !== ofContract) return false;
  const part = filter.contractCode?.contains.toUpperCase() ?? '';
  if (!order.contractCode.toUpperCase().includes(part)) return false;
  return (tab !== undefined && isLive(order)) || isInHistory(order, filter);
}

function isInHistory(order: Order, { orderDateTime, statusOrder }: QueryTable): boolean {
  if (orderDateTime?.gte !== undefined && order.dateTime < orderDateTime.gte) return false;
  if (orderDateTime?.lte !== undefined && order.dateTime > orderDateTime.lte) return false;
  return !statusOrder?.nin.includes(order.status);
}

function isLive({ status }: Order): boolean {
  return TAB_OF_STATUS[status] === 'PENDING';
}

/**
 * Tells whether `a` stands above `b`: in a tab's list live orders come before ended ones, then the newer comes first.
 */
function isAbove(a: Order, b: Order, { tab }: OrderListing): boolean {
  if (tab !== undefined && isLive(a) !== isLive(b)) return isLive(a);
  return a.dateTime > b.dateTime;
}

/**
 * Returns a fetched page with the states reported meanwhile laid over it: rows in their newer state, without those that
 * thereby left the list, and above the first page's newest row the orders that arrived after the server had read it.
 */
export function overlayPage(
  page: OrderPage,
  ledger: AccountLedger,
  { listing, isFirst }: { readonly listing: OrderListing; readonly isFirst: boolean },
): OrderPage {
  const newest =
    page.items
      .map(({ dateTime }) => dateTime)
      .sort()
      .at(-1) ?? '';
  let brought: OrderPages = { pages: [page], pageParams: [null] };
  for (const row of overlayOrders(ledger, page.items)) brought = withNewer(brought, row, listing);
  const missed = [...ledger.orders.values()]
    .filter((order) => isFirst && order.dateTime > newest && isListed(order, listing))
    .sort((a, b) => (a.dateTime > b.dateTime ? 1 : -1));
  for (const order of missed) {
    brought = inserted(brought, { ...order, fills: ledger.fills.get(order.orderId) ?? [] }, listing);
  }
  return brought.pages[0] ?? page;
}

/** Describes what this client knew of an order before its newest state arrived. */
export interface OrderBefore {
  /** Undefined when the order was unknown. */
  readonly before: Order | undefined;
}

/** Applies `order`, with the fills reported so far. */
export function withOrder<T extends OrderPages>(
  data: T,
  order: OrderHistory,
  listing: OrderListing,
  { before }: OrderBefore,
): PatchedPages<T> {
  const known = rowOf(data, order.orderId);
  if (known) {
    if (known.seq >= order.seq) return { data, isStale: false };
    const row = { ...order, fills: mergeFills(known.fills, order.fills) };
    return { data: withNewer(data, row, listing), isStale: isListed(row, listing) && !hasEveryFill(row) };
  }
  const isNew = before === undefined && order.dateClosed === null;
  if (!isListed(order, listing)) {
    // It left a page that is not loaded: it is counted, and there is no row to remove.
    const hasLeft = before !== undefined && isListed(before, listing);
    return { data: isNew && !isInScope(order, listing) ? changed(data, { hidden: 1 }) : data, isStale: hasLeft };
  }
  const newest = data.pages[0]?.items[0];
  const goesFirst = isNew && (newest === undefined || !isAbove(newest, order, listing));
  return goesFirst ? { data: inserted(data, order, listing), isStale: !hasEveryFill(order) } : { data, isStale: true };
}

/** Returns the same pages when no row is of this order, or its row already has the fill. */
export function withFill<T extends OrderPages>(data: T, fill: Fill): T {
  const row = rowOf(data, fill.orderId);
  const fills = row && mergeFills(row.fills, [fill]);
  return row && fills && fills !== row.fills ? replaced(data, row, { ...row, fills }) : data;
}

function rowOf(data: OrderPages, orderId: string): OrderHistory | undefined {
  return data.pages.flatMap(({ items }) => items).find((row) => row.orderId === orderId);
}

/** Replaces a row by its newer state: in place, where it belongs now, or removed. */
function withNewer<T extends OrderPages>(data: T, row: OrderHistory, listing: OrderListing): T {
  const known = rowOf(data, row.orderId);
  if (!known) return data;
  // A fetched row is listed as the server decided, whatever our own evaluation of its filter.
  if (known.seq !== row.seq && !isListed(row, listing)) {
    const left = isInScope(row, listing) ? { moved: row } : { hidden: 1 };
    return removed(data, known, left);
  }
  const isMoved = listing.tab !== undefined && isLive(known) !== isLive(row);
  return isMoved ? inserted(removed(data, known), row, listing) : replaced(data, known, row);
}

function replaced<T extends OrderPages>(data: T, known: OrderHistory, row: OrderHistory): T {
  const withRow = withPages(data, (page) => ({
    ...page,
    items: page.items.map((one) => (one.orderId === row.orderId ? row : one)),
  }));
  return changed(withRow, { out: known, in: row });
}

function removed<T extends OrderPages>(data: T, known: OrderHistory, left: Change = {}): T {
  const without = withPages(data, (page) => ({
    ...page,
    items: page.items.filter(({ orderId }) => orderId !== known.orderId),
  }));
  return changed(without, { ...left, total: -1, out: known });
}

/**
 * Inserts the order above the first row it precedes; one that belongs below every loaded row comes with the next page.
 */
function inserted<T extends OrderPages>(data: T, order: OrderHistory, listing: OrderListing): T {
  const at = data.pages.findIndex(({ items }) => items.some((row) => isAbove(order, row, listing)));
  const last = data.pages.length - 1;
  const withRow = withPages(data, (page, index) => {
    if (index === at) {
      const place = page.items.findIndex((row) => isAbove(order, row, listing));
      return { ...page, items: page.items.toSpliced(place, 0, order) };
    }
    const isLast = at < 0 && index === last && page.nextCursor === null;
    return isLast ? { ...page, items: [...page.items, order] } : page;
  });
  return changed(withRow, { total: 1, in: order });
}

interface Change {
  readonly total?: number;
  readonly hidden?: number;
  /** The order as it was counted, and as it counts now. */
  readonly out?: OrderHistory;
  readonly in?: OrderHistory;
  /** An order that moved to another tab: counted there, and removed from this tab's sums. */
  readonly moved?: OrderHistory;
}

/**
 * Counts cover the whole list, so every page carries them. The counts of the other tabs are right in the list of all,
 * where every order is a row, and are read there alone.
 */
function changed<T extends OrderPages>(data: T, change: Change): T {
  return withPages(data, (page) => ({
    ...page,
    total: Math.max(0, page.total + (change.total ?? 0)),
    hidden: Math.max(0, page.hidden + (change.hidden ?? 0)),
    tabs: countedIn(countedIn(page.tabs, change.out, -1), change.in ?? change.moved, 1),
    sums: page.sums && addedTo(addedTo(page.sums, change.out, -1), change.in, 1),
  }));
}

function countedIn(tabs: OrderTabCounts, order: Order | undefined, by: 1 | -1): OrderTabCounts {
  if (!order) return tabs;
  const tab = TAB_OF_STATUS[order.status];
  return { ...tabs, ALL: Math.max(0, tabs.ALL + by), [tab]: Math.max(0, tabs[tab] + by) };
}

/** A refused order's lots never counted. */
function addedTo(sums: OrderSums, order: OrderHistory | undefined, by: 1 | -1): OrderSums {
  if (!order) return sums;
  const quantity = order.status === 'REJECTED' ? 0 : order.quantity;
  const fee = order.fills.reduce((sum, fill) => sum + BigInt(fill.fee), 0n);
  return {
    quantity: Math.max(0, sums.quantity + by * quantity),
    filledQuantity: Math.max(0, sums.filledQuantity + by * order.filledQuantity),
    fee: String(BigInt(sums.fee) + BigInt(by) * fee),
  };
}

function withPages<T extends OrderPages>(data: T, change: (page: OrderPage, index: number) => OrderPage): T {
  return { ...data, pages: data.pages.map(change) };
}
