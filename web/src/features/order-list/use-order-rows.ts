/**
 * Provides the rows of the order list: one tab of it, as the server lists it by the order filter
 * (docs/rules/orders.md#order-list). The dates only narrow ended orders; live ones are in every list, first, because a
 * working order from last week must not depend on a date. Counts are the server's, over all orders and not only the
 * loaded ones, and come from the unfiltered list.
 */
import type { OrderHistory } from '@mua/contract/entities/order';
import { type OrderTab, TAB_OF_STATUS } from '@mua/contract/entities/order-filter';
import type { OrderPage, OrderSums, OrderTabCounts } from '@mua/contract/http/orders';
import { DAY_MS, VIETNAM_OFFSET_MS } from '@mua/core/values';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { serverNowMs, useEverySecond } from '#clock/market-clock.ts';
import type { OrderListing } from '#ledger/order-pages.ts';
import { liveOrdersQuery, ordersQuery } from '#orders/orders.ts';
import { useListScope } from '#session/list-scope-store.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export interface OrderRows {
  readonly rows: readonly OrderHistory[];
  /** Null until they are known. */
  readonly counts: OrderTabCounts | null;
  /** Over every order of the tab; null until they are known. */
  readonly totals: { readonly orders: number; readonly sums: OrderSums } | null;
  /** Orders that filter and scope leave out of the tab. */
  readonly hidden: number;
  /** The listing of the rows, for requesting all of them. */
  readonly listing: OrderListing;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  loadMore(): void;
  retry(): void;
}

export function useOrderRows(actor: AccountActor, contractCode: string | undefined): OrderRows {
  useTodayKept();
  const tab = useOrderFilter(({ activeTab }) => activeTab.orders);
  const queryTable = useOrderFilter((state) => state.queryTable);
  const ofTab = (wanted: OrderTab): OrderListing =>
    contractCode === undefined
      ? { ...queryTable, tab: wanted }
      : { ...queryTable, contractCode: { contains: '' }, ofContract: contractCode, tab: wanted };
  const listing = ofTab(tab);
  const all = useInfiniteQuery(ordersQuery(actor, ofTab('ALL')));
  const first = all.data?.pages[0];
  const shown = useInfiniteQuery({
    ...ordersQuery(actor, listing),
    // Loaded rows are kept until the server has listed the tab.
    placeholderData: () =>
      first && tab !== 'ALL' ? { pages: [atHand(all.data?.pages, first, tab)], pageParams: [null] } : undefined,
  });
  const everyLive = useInfiniteQuery({ ...liveOrdersQuery(actor), enabled: tab === 'PENDING' });
  const pages = shown.data?.pages;
  const rows = useMemo(() => uniqueRows(pages), [pages]);
  const [top] = pages ?? [];
  return {
    rows,
    counts: first?.tabs ?? null,
    totals: top?.sums ? { orders: top.total, sums: top.sums } : null,
    hidden: tab === 'PENDING' ? hiddenLive(top, everyLive.data?.pages[0]) : (top?.hidden ?? 0),
    listing,
    isLoading: shown.isPending,
    error: shown.data ? null : shown.error,
    hasMore: shown.hasNextPage,
    isLoadingMore: shown.isFetchingNextPage,
    loadMore: () => void shown.fetchNextPage(),
    retry: () => void shown.refetch(),
  };
}

function atHand(pages: readonly OrderPage[] | undefined, first: OrderPage, tab: Exclude<OrderTab, 'ALL'>): OrderPage {
  const items = uniqueRows(pages).filter(({ status }) => TAB_OF_STATUS[status] === tab);
  return { ...first, items, total: first.tabs[tab], sums: null, nextCursor: null };
}

/** Live orders are never hidden by dates, only by a code. */
function hiddenLive(shown: OrderPage | undefined, every: OrderPage | undefined): number {
  return shown && every ? Math.max(0, every.total - shown.total) : 0;
}

/** An order that ended between two pages is in both, and is listed once. */
function uniqueRows(pages: readonly OrderPage[] | undefined): readonly OrderHistory[] {
  const rows = new Map((pages ?? []).flatMap(({ items }) => items.map((order) => [order.orderId, order] as const)));
  return [...rows.values()];
}

/** If a desk stays open over midnight, the filter of today moves to the new date, unless it was changed by hand. */
function useTodayKept(): void {
  const day = useEverySecond(() => Math.floor((serverNowMs() + VIETNAM_OFFSET_MS) / DAY_MS));
  useEffect(() => {
    const { isFilter, queryTable, clearFilter } = useOrderFilter.getState();
    const { lte } = queryTable.orderDateTime;
    const isPast = lte !== undefined && Date.parse(lte) < day * DAY_MS - VIETNAM_OFFSET_MS;
    if (isPast && !isFilter) clearFilter();
  }, [day]);
}

/** One click shows every order: no date, code or contract is left out. */
export function showEveryOrder(): void {
  useListScope.getState().setNarrowed('orders', false);
  const { setContractCode, setPeriod } = useOrderFilter.getState();
  setContractCode('');
  setPeriod('all');
}

/** Shows every live order, of any contract. */
export function showLiveOrders(): void {
  useListScope.getState().setNarrowed('orders', false);
  useOrderFilter.getState().setContractCode('');
}

/** Shows the history itself, whatever the date of an order. */
export function showOrderHistory(): void {
  showEveryOrder();
  useOrderFilter.getState().setTab('orders', 'ALL');
}
