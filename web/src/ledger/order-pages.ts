/**
 * A cached, filtered list of orders (newest first, in pages) and a newer state of one order: where the row goes, and
 * what the counts become. Where only the server can know (an old order outside the pages at hand), the list is stale.
 */
import type { Fill } from '@mua/contract/entities/fill';
import type { Order, OrderHistory } from '@mua/contract/entities/order';
import type { QueryTable } from '@mua/contract/entities/order-filter';
import type { OrderPage } from '@mua/contract/http/orders';
import { type AccountLedger, overlayOrders } from '#ledger/account-ledger.ts';
import { hasEveryFill, mergeFills } from '#ledger/order-fills.ts';

export interface OrderPages<PageParam = unknown> {
  readonly pages: OrderPage[];
  readonly pageParams: PageParam[];
}

export interface PatchedPages<T> {
  readonly data: T;
  /** The list has to be fetched again to be right. */
  readonly isStale: boolean;
}

export function matchesFilter(order: Order, filter: QueryTable): boolean {
  const { orderDateTime, statusOrder, contractCode } = filter;
  if (orderDateTime?.gte !== undefined && order.dateTime < orderDateTime.gte) return false;
  if (orderDateTime?.lte !== undefined && order.dateTime > orderDateTime.lte) return false;
  if (statusOrder?.nin.includes(order.status)) return false;
  const part = contractCode?.contains.toUpperCase() ?? '';
  return order.contractCode.toUpperCase().includes(part);
}

/**
 * A page as fetched, with what was told while it was under way: rows in their newer state, without those that left the
 * filter by it, and before the first page's newest row the orders that came after the server had read it.
 */
export function overlayPage(
  page: OrderPage,
  ledger: AccountLedger,
  { filter, isFirst }: { readonly filter: QueryTable; readonly isFirst: boolean },
): OrderPage {
  const rows = overlayOrders(ledger, page.items).filter(
    (row, place) => row.seq === page.items[place]?.seq || matchesFilter(row, filter),
  );
  const left = page.items.length - rows.length;
  const newest = page.items[0]?.dateTime ?? '';
  const missed = [...ledger.orders.values()]
    .filter((order) => isFirst && order.dateTime > newest && matchesFilter(order, filter))
    .sort((a, b) => (a.dateTime < b.dateTime ? 1 : -1))
    .map((order) => ({ ...order, fills: ledger.fills.get(order.orderId) ?? [] }));
  return {
    ...page,
    items: [...missed, ...rows],
    total: page.total - left + missed.length,
    hidden: page.hidden + left,
  };
}

/** `order` with the fills that were heard of; `isNew`: this client had never heard of the order before. */
export function withOrder<T extends OrderPages>(
  data: T,
  order: OrderHistory,
  filter: QueryTable,
  isNew: boolean,
): PatchedPages<T> {
  const matches = matchesFilter(order, filter);
  const known = data.pages.flatMap(({ items }) => items).find(({ orderId }) => orderId === order.orderId);
  if (known) {
    if (known.seq >= order.seq) return { data, isStale: false };
    if (!matches) return { data: removed(data, order), isStale: false };
    const row = { ...order, fills: mergeFills(known.fills, order.fills) };
    return { data: replaced(data, row), isStale: !hasEveryFill(row) };
  }
  const newest = data.pages[0]?.items[0];
  const goesFirst = isNew && (newest === undefined || order.dateTime >= newest.dateTime);
  if (matches) {
    return goesFirst ? { data: inserted(data, order), isStale: !hasEveryFill(order) } : { data, isStale: true };
  }
  return isNew ? { data: counted(data, { hidden: 1 }), isStale: false } : { data, isStale: false };
}

/** The same pages where no row is of this order, or where its row has the fill already. */
export function withFill<T extends OrderPages>(data: T, fill: Fill): T {
  const row = data.pages.flatMap(({ items }) => items).find(({ orderId }) => orderId === fill.orderId);
  const fills = row && mergeFills(row.fills, [fill]);
  return row && fills && fills !== row.fills ? replaced(data, { ...row, fills }) : data;
}

function replaced<T extends OrderPages>(data: T, order: OrderHistory): T {
  return withPages(data, (page) => ({
    ...page,
    items: page.items.map((row) => (row.orderId === order.orderId ? order : row)),
  }));
}

function removed<T extends OrderPages>(data: T, order: Order): T {
  const without = withPages(data, (page) => ({
    ...page,
    items: page.items.filter(({ orderId }) => orderId !== order.orderId),
  }));
  return counted(without, { total: -1, hidden: 1 });
}

function inserted<T extends OrderPages>(data: T, order: OrderHistory): T {
  const withRow = withPages(data, (page, index) => (index === 0 ? { ...page, items: [order, ...page.items] } : page));
  return counted(withRow, { total: 1 });
}

/** Counts are of the whole list, so every page carries them. */
function counted<T extends OrderPages>(data: T, by: { readonly total?: number; readonly hidden?: number }): T {
  return withPages(data, (page) => ({
    ...page,
    total: Math.max(0, page.total + (by.total ?? 0)),
    hidden: Math.max(0, page.hidden + (by.hidden ?? 0)),
  }));
}

function withPages<T extends OrderPages>(data: T, change: (page: OrderPage, index: number) => OrderPage): T {
  return { ...data, pages: data.pages.map(change) };
}
