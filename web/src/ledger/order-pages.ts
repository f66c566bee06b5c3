/**
 * A cached list of orders (in pages) and a newer state of one order: where the row goes, and what counts and sums become.
 * Where only the server can know (an order outside the pages at hand), the list is stale.
 */
import type { Fill } from '@mua/contract/entities/fill';
import type { Order, OrderHistory } from '@mua/contract/entities/order';
import { type OrderTab, type QueryTable, TAB_OF_STATUS } from '@mua/contract/entities/order-filter';
import type { OrderPage, OrderSums, OrderTabCounts } from '@mua/contract/http/orders';
import { type AccountLedger, overlayOrders } from '#ledger/account-ledger.ts';
import { hasEveryFill, mergeFills } from '#ledger/order-fills.ts';

/** What a list is of: the filter, and for one of its tabs the live orders besides, which then stand first. */
export interface OrderListing extends QueryTable {
  readonly tab?: OrderTab;
  /** The whole code; the filter's is a part of one, and CLEF27 is a part of MCLEF27. */
  readonly ofContract?: string | undefined;
}

export interface OrderPages<PageParam = unknown> {
  readonly pages: OrderPage[];
  readonly pageParams: PageParam[];
}

export interface PatchedPages<T> {
  readonly data: T;
  /** The list has to be fetched again to be right. */
  readonly isStale: boolean;
}

export function isListed(order: Order, listing: OrderListing): boolean {
  const { tab } = listing;
  return isInScope(order, listing) && (tab === undefined || tab === 'ALL' || TAB_OF_STATUS[order.status] === tab);
}

/** In any tab of the list. */
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

/** Whether `a` stands above `b`: what lives above what has ended, where the list is a tab's, then the newer one. */
function isAbove(a: Order, b: Order, { tab }: OrderListing): boolean {
  if (tab !== undefined && isLive(a) !== isLive(b)) return isLive(a);
  return a.dateTime > b.dateTime;
}

/**
 * A page as fetched, with what was told while it was under way: rows in their newer state, without those that left the
 * list by it, and before the first page's newest row the orders that came after the server had read it.
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

/** What this client knew of an order before it heard of its newest state. */
export interface OrderBefore {
  /** Undefined when it had never heard of it. */
  readonly before: Order | undefined;
}

/** `order` with the fills that were heard of. */
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
    // It left a page that is not at hand: counted, and no row to take out.
    const hasLeft = before !== undefined && isListed(before, listing);
    return { data: isNew && !isInScope(order, listing) ? changed(data, { hidden: 1 }) : data, isStale: hasLeft };
  }
  const newest = data.pages[0]?.items[0];
  const goesFirst = isNew && (newest === undefined || !isAbove(newest, order, listing));
  return goesFirst ? { data: inserted(data, order, listing), isStale: !hasEveryFill(order) } : { data, isStale: true };
}

/** The same pages where no row is of this order, or where its row has the fill already. */
export function withFill<T extends OrderPages>(data: T, fill: Fill): T {
  const row = rowOf(data, fill.orderId);
  const fills = row && mergeFills(row.fills, [fill]);
  return row && fills && fills !== row.fills ? replaced(data, row, { ...row, fills }) : data;
}

function rowOf(data: OrderPages, orderId: string): OrderHistory | undefined {
  return data.pages.flatMap(({ items }) => items).find((row) => row.orderId === orderId);
}

/** A row in its newer state: where it stands, where it belongs now, or taken out. */
function withNewer<T extends OrderPages>(data: T, row: OrderHistory, listing: OrderListing): T {
  const known = rowOf(data, row.orderId);
  if (!known) return data;
  // What was fetched is listed as the server says, whatever our own reckoning of its filter.
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

/** Above the first row that it stands above; one that belongs below all that is at hand comes with the next page. */
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
  /** An order that went to another tab: counted there, and nothing of this one's sums. */
  readonly moved?: OrderHistory;
}

/**
 * Counts are of the whole list, so every page carries them. Those of the other tabs are right in the list of all, where
 * every order is a row, and are read there alone.
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

/** What was refused asked for lots that never counted. */
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
