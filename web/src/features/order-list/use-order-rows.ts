/**
 * The rows of the order list. The history follows the order filter (spec 3, 4); the pending tab is every live order
 * whatever its day, because an order from last week that still works must not depend on a date filter. Counts and rows
 * come from these same two lists, which the investor feed keeps new.
 */
import type { OrderHistory } from '@mua/contract/entities/order';
import type { OrderFilterState, QueryTable } from '@mua/contract/entities/order-filter';
import type { OrderPage } from '@mua/contract/http/orders';
import { DAY_MS, VIETNAM_OFFSET_MS } from '@mua/core/values';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { serverNowMs, useEverySecond } from '#clock/market-clock.ts';
import type { ListedOrders } from '#features/order-list/order-export.ts';
import { STATUS_ROWS } from '#features/order-list/order-status-row.ts';
import { liveFilter, liveOrdersQuery, ordersQuery } from '#orders/orders.ts';
import { useListScope } from '#session/list-scope-store.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export type OrderTab = OrderFilterState['activeTab']['orders'];

export interface OrderCount {
  readonly orders: number;
  /** Only the pages at hand were counted: there may be more. */
  readonly isAtLeast: boolean;
}

export interface OrderRows {
  readonly rows: readonly OrderHistory[];
  /** Null until it is known. */
  readonly counts: Readonly<Record<OrderTab, OrderCount | null>>;
  /** Orders that the history's filter leaves out, live ones of the pending tab included. */
  readonly hidden: number;
  /** Live orders of other contracts, where the list is bound to one. */
  readonly hiddenLive: number;
  /** What the rows are of, for whoever wants all of them. */
  readonly listed: Pick<ListedOrders, 'filter' | 'isListed'>;
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
  const part = contractCode ?? queryTable.contractCode.contains;
  const filter = useMemo((): QueryTable => ({ ...queryTable, contractCode: { contains: part } }), [queryTable, part]);
  const historyQuery = useInfiniteQuery(ordersQuery(actor, filter));
  const liveQuery = useInfiniteQuery(liveOrdersQuery(actor, part));
  const everyLive = useInfiniteQuery({ ...liveOrdersQuery(actor), enabled: part !== '' });
  const history = useMemo(() => ordersIn(historyQuery.data?.pages, contractCode), [historyQuery.data, contractCode]);
  const pending = useMemo(() => ordersIn(liveQuery.data?.pages, contractCode), [liveQuery.data, contractCode]);
  const ofTab = (wanted: OrderTab) => history.filter(({ status }) => STATUS_ROWS[status].tab === wanted);
  const countOf = (wanted: OrderTab): OrderCount | null =>
    historyQuery.data ? { orders: ofTab(wanted).length, isAtLeast: historyQuery.hasNextPage } : null;
  const isBound = contractCode !== undefined;
  const all = isBound ? countedIn(history, historyQuery) : totalOf(historyQuery.data?.pages);
  const live = isBound ? countedIn(pending, liveQuery) : totalOf(liveQuery.data?.pages);
  const shown = tab === 'PENDING' ? liveQuery : historyQuery;
  return {
    rows: tab === 'ALL' ? history : tab === 'PENDING' ? pending : ofTab(tab),
    counts: {
      ALL: all,
      PENDING: live,
      CANCELLED: countOf('CANCELLED'),
      FILLED: countOf('FILLED'),
    },
    hidden: historyQuery.data?.pages[0]?.hidden ?? 0,
    hiddenLive: hiddenOf(live, part === '' ? null : totalOf(everyLive.data?.pages)),
    listed:
      tab === 'PENDING'
        ? { filter: liveFilter(part), isListed: (order) => isOf(order, contractCode) }
        : {
            filter,
            isListed: (order) => isOf(order, contractCode) && (tab === 'ALL' || STATUS_ROWS[order.status].tab === tab),
          },
    isLoading: shown.isPending,
    error: shown.data ? null : shown.error,
    hasMore: shown.hasNextPage,
    isLoadingMore: shown.isFetchingNextPage,
    loadMore: () => void shown.fetchNextPage(),
    retry: () => void shown.refetch(),
  };
}

function totalOf(pages: readonly OrderPage[] | undefined): OrderCount | null {
  const [first] = pages ?? [];
  return first ? { orders: first.total, isAtLeast: false } : null;
}

function hiddenOf(shown: OrderCount | null, all: OrderCount | null): number {
  return shown && all ? Math.max(0, all.orders - shown.orders) : 0;
}

/** The server finds codes by a part of them, and CLEF27 is a part of MCLEF27: a list of one contract is of that alone. */
function ordersIn(pages: readonly OrderPage[] | undefined, contractCode: string | undefined): readonly OrderHistory[] {
  return pages?.flatMap(({ items }) => items.filter((order) => isOf(order, contractCode))) ?? [];
}

function isOf(order: OrderHistory, contractCode: string | undefined): boolean {
  return contractCode === undefined || order.contractCode === contractCode;
}

function countedIn(
  orders: readonly OrderHistory[],
  { data, hasNextPage }: { readonly data: unknown; readonly hasNextPage: boolean },
): OrderCount | null {
  return data ? { orders: orders.length, isAtLeast: hasNextPage } : null;
}

/** A desk that stays open over midnight: the filter of today becomes the new today's, unless it was changed by hand. */
function useTodayKept(): void {
  const day = useEverySecond(() => Math.floor((serverNowMs() + VIETNAM_OFFSET_MS) / DAY_MS));
  useEffect(() => {
    const { isFilter, queryTable, clearFilter } = useOrderFilter.getState();
    const { lte } = queryTable.orderDateTime;
    const isPast = lte !== undefined && Date.parse(lte) < day * DAY_MS - VIETNAM_OFFSET_MS;
    if (isPast && !isFilter && queryTable.statusOrder.nin.length > 0) clearFilter();
  }, [day]);
}

/** One click shows every order: no day, no code, no status and no other contract is left out. */
export function showEveryOrder(): void {
  useListScope.getState().setNarrowed('orders', false);
  const { setContractCode, setPeriod, setExcludedStatuses } = useOrderFilter.getState();
  setContractCode('');
  setPeriod('all');
  setExcludedStatuses([]);
}

/** Every live order, of whatever contract. */
export function showLiveOrders(): void {
  useListScope.getState().setNarrowed('orders', false);
  useOrderFilter.getState().setContractCode('');
}

/** The history itself, with whatever day an order was from. */
export function showOrderHistory(): void {
  showEveryOrder();
  useOrderFilter.getState().setTab('orders', 'ALL');
}
