/**
 * Holds the order filter and decides when it counts as active (docs/rules/orders.md#order-list). Days are Vietnam's.
 */
import { DEFAULT_EXCLUDED_STATUSES, type OrderFilterState, type QueryTable } from '@mua/contract/entities/order-filter';
import { DAY_MS, type OrderStatus, VIETNAM_OFFSET_MS } from '@mua/core/values';
import { create } from 'zustand';
import { nowMs } from '#session/clock.ts';

/** Times are ISO 8601 in UTC, inclusive; a missing end is open. */
export interface DateRange {
  readonly gte?: string | undefined;
  readonly lte?: string | undefined;
}

/** Describes the filter as the client holds it: every part is present, even when it filters nothing. */
export interface OrderQuery extends QueryTable {
  orderDateTime: DateRange;
  statusOrder: { nin: OrderStatus[] };
  contractCode: { contains: string };
}

export const PERIODS = ['yesterday', 'today', 'week', 'month', 'sixMonths', 'all'] as const;
export type Period = (typeof PERIODS)[number];

export type ActiveTab = OrderFilterState['activeTab'];

/** Returns the days that a period of the order history covers, both ends included. */
export function periodRange(period: Period, atMs: number): DateRange {
  const today = startOfVietnamDay(atMs);
  const endOfToday = today + DAY_MS - 1;
  switch (period) {
    case 'today':
      return range(today, endOfToday);
    case 'yesterday':
      return range(today - DAY_MS, today - 1);
    case 'week':
      return range(today - 6 * DAY_MS, endOfToday);
    case 'month':
      return range(monthsBefore(today, 1), endOfToday);
    case 'sixMonths':
      return range(monthsBefore(today, 6), endOfToday);
    case 'all':
      return {};
  }
}

export function defaultOrderQuery(atMs: number): OrderQuery {
  return {
    orderDateTime: periodRange('today', atMs),
    statusOrder: { nin: [...DEFAULT_EXCLUDED_STATUSES] },
    contractCode: { contains: '' },
  };
}

/**
 * A filter is active unless the contract code is empty and the date range is the default of today
 * (docs/rules/orders.md#order-list).
 */
export function isFilterActive({ contractCode, orderDateTime }: OrderQuery, atMs: number): boolean {
  const today = periodRange('today', atMs);
  return contractCode.contains !== '' || orderDateTime.gte !== today.gte || orderDateTime.lte !== today.lte;
}

interface OrderFilterStore extends Readonly<OrderFilterState> {
  readonly queryTable: OrderQuery;
  setContractCode(contains: string): void;
  setDateRange(orderDateTime: DateRange): void;
  setPeriod(period: Period): void;
  setTab<K extends keyof ActiveTab>(list: K, tab: ActiveTab[K]): void;
  /** Restores the default of today; the tabs stay. */
  clearFilter(): void;
  /** Restores the state of a first visit. */
  reset(): void;
}

/** The tab "all" holds live and recently ended orders, so that the list opens with something to show. */
const FIRST_TABS: ActiveTab = { orders: 'ALL', positions: 'OPEN', conditionalOrders: 'PENDING_ACTIVATION' };

export const useOrderFilter = create<OrderFilterStore>()((set) => {
  const change = (part: Partial<OrderQuery>) =>
    set(({ queryTable }) => {
      const next = { ...queryTable, ...part };
      return { queryTable: next, isFilter: isFilterActive(next, nowMs()) };
    });
  const unfiltered = () => ({ queryTable: defaultOrderQuery(nowMs()), isFilter: false });

  return {
    ...unfiltered(),
    activeTab: FIRST_TABS,
    setContractCode: (contains) => change({ contractCode: { contains } }),
    setDateRange: (orderDateTime) => change({ orderDateTime }),
    setPeriod: (period) => change({ orderDateTime: periodRange(period, nowMs()) }),
    setTab: (list, tab) => set(({ activeTab }) => ({ activeTab: { ...activeTab, [list]: tab } })),
    clearFilter: () => set(unfiltered()),
    reset: () => set({ ...unfiltered(), activeTab: FIRST_TABS }),
  };
});

function startOfVietnamDay(atMs: number): number {
  return Math.floor((atMs + VIETNAM_OFFSET_MS) / DAY_MS) * DAY_MS - VIETNAM_OFFSET_MS;
}

/** Returns the same day of an earlier month; in a shorter month the 31st becomes its last day. */
function monthsBefore(startOfDayMs: number, months: number): number {
  const day = new Date(startOfDayMs + VIETNAM_OFFSET_MS);
  const year = day.getUTCFullYear();
  const month = day.getUTCMonth() - months;
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day.getUTCDate(), lastOfMonth)) - VIETNAM_OFFSET_MS;
}

function range(gteMs: number, lteMs: number): DateRange {
  return { gte: new Date(gteMs).toISOString(), lte: new Date(lteMs).toISOString() };
}
