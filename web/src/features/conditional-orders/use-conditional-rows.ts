/**
 * Provides the rows of the two views (docs/rules/orders.md#conditional-orders), each with its current stop price, and
 * how many there are: counts are the server's, over all orders and not only the loaded ones.
 */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Contract } from '@mua/contract/entities/contract';
import type { Ticks } from '@mua/core/values';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useContractsByCode } from '#market/contracts.ts';
import { useMarks } from '#market/live-marks.ts';
import { type ConditionalView, conditionalOrdersQuery } from '#orders/conditional-orders.ts';
import { liveStopTicks } from '#orders/trailing-stop.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export interface ConditionalRow {
  readonly order: ConditionalOrder;
  readonly contract: Contract | undefined;
  /** A trailing stop's current price, or its price when it was triggered. */
  readonly stopTicks: Ticks | null;
  readonly markTicks: Ticks | null;
}

/** A row with its owner: actions on an order need both. */
export interface OwnedConditional {
  readonly actor: AccountActor;
  readonly row: ConditionalRow;
}

/** Opens the order that a triggered one sent. */
export interface ShowsOrder {
  readonly onShowOrder: (orderId: string) => void;
}

export interface ConditionalRows {
  readonly rows: readonly ConditionalRow[];
  /** Rows of the same view for other contracts than the one it is bound to. */
  readonly hidden: number;
  /** Null until they are known. */
  readonly counts: Readonly<Record<ConditionalView, number | null>>;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  loadMore(): void;
  retry(): void;
}

/** If a stop moved while its price was not followed here, the server's value corrects it. */
const REFETCH_MS = 15_000;

export function useConditionalRows(actor: AccountActor, view: ConditionalView, contractCode?: string): ConditionalRows {
  const pending = useInfiniteQuery({
    ...conditionalOrdersQuery(actor, 'pending', contractCode),
    refetchInterval: view === 'pending' ? REFETCH_MS : false,
  });
  const activated = useInfiniteQuery(conditionalOrdersQuery(actor, 'activated', contractCode));
  const shown = view === 'pending' ? pending : activated;
  const every = useInfiniteQuery(conditionalOrdersQuery(actor, view));
  const orders = useMemo(() => shown.data?.pages.flatMap(({ items }) => items) ?? [], [shown.data]);
  const contracts = useContractsByCode();
  const codes = useMemo(() => [...new Set(orders.map(({ contractCode }) => contractCode))], [orders]);
  const marks = useMarks(codes);
  const rows = useMemo(
    () =>
      orders.map((order): ConditionalRow => {
        const contract = contracts.get(order.contractCode);
        const markTicks = marks.get(order.contractCode) ?? null;
        return { order, contract, markTicks, stopTicks: liveStopTicks(order, contract?.decimalFormat, markTicks) };
      }),
    [orders, contracts, marks],
  );
  const countOf = (query: typeof pending) => query.data?.pages[0]?.total ?? null;
  return {
    rows,
    hidden: Math.max(0, (countOf(every) ?? 0) - (countOf(shown) ?? 0)),
    counts: { pending: countOf(pending), activated: countOf(activated) },
    isLoading: shown.isPending,
    error: shown.data ? null : shown.error,
    hasMore: shown.hasNextPage,
    isLoadingMore: shown.isFetchingNextPage,
    loadMore: () => void shown.fetchNextPage(),
    retry: () => void shown.refetch(),
  };
}
