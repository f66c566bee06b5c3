/** The investor's working orders and position in the contract on screen, as the book and the chart show them. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Contract } from '@mua/contract/entities/contract';
import type { Order } from '@mua/contract/entities/order';
import type { OpenPosition } from '@mua/contract/entities/position';
import type { PriceGrid } from '@mua/core/values';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { openPositionsQuery } from '#accounts/positions.ts';
import { waitsForItsStop } from '#features/chart/trading/order-lines-of.ts';
import { type OwnLots, ownKey } from '#features/order-book/book-rows.ts';
import { profitAt, useMark } from '#market/live-marks.ts';
import { conditionalOrdersQuery } from '#orders/conditional-orders.ts';
import { useLiveOrders } from '#orders/live-orders.ts';
import { liveOrdersQuery } from '#orders/orders.ts';
import { useWaitingConditionals } from '#orders/waiting-conditionals.ts';
import type { ListSizes } from '#pages/list-tabs.tsx';
import { type ScopedList, scopedTo, useListScope } from '#session/list-scope-store.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import { useTradingAccount } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { useActiveUser } from '#signed-in/actor.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

/**
 * For the chart. A component that shows only a part requests that part, so that the end of an order does not render the
 * whole desk.
 */
export interface OwnOrderLines {
  readonly actor: AccountActor | null;
  readonly position: OpenPosition | null;
  /** Live orders of this contract, and conditional ones waiting in it. */
  readonly orders: readonly Order[];
  readonly conditionals: readonly ConditionalOrder[];
}

/** The actor of a query that is disabled. */
const NOBODY: AccountActor = { userId: '', accountId: '' };

export function useOwnOrderLines(contract: Contract): OwnOrderLines {
  const actor = useDeskActor();
  const position = useOwnPosition(contract);
  const orders = useOwnOrders(contract);
  const conditionals = useWaitingConditionals(actor, contract.code);
  return { actor, position, orders, conditionals };
}

export function useOwnPosition(contract: Contract): OpenPosition | null {
  const actor = useDeskActor();
  const { data } = useQuery({ ...openPositionsQuery(actor ?? NOBODY), enabled: actor !== null });
  return data?.find(({ contractCode }) => contractCode === contract.code) ?? null;
}

/** Lots as shown in the contract's order book. */
export function useOwnLots(contract: Contract): OwnLots {
  const orders = useOwnOrders(contract);
  return useMemo(() => lotsByPrice(orders, contract.decimalFormat), [orders, contract]);
}

/** The counts of the lists below the chart, filter and scope included. */
export function useListSizes(contract: Contract): ListSizes {
  const actor = useDeskActor();
  const known = actor ?? NOBODY;
  const enabled = actor !== null;
  const typed = useOrderFilter(({ queryTable }) => queryTable.contractCode.contains);
  const scopes = useListScope();
  const scopeOf = (list: ScopedList) => scopedTo(scopes, list, contract.code);
  const ofContract = scopeOf('orders');
  const part = typed === '' ? {} : { contractCode: { contains: typed } };
  const of = ofContract === undefined ? part : { ofContract };
  const pending = useInfiniteQuery({ ...liveOrdersQuery(known, of), enabled }).data;
  const open = useQuery({ ...openPositionsQuery(known), enabled }).data;
  const waiting = useInfiniteQuery({
    ...conditionalOrdersQuery(known, 'pending', scopeOf('conditionals')),
    enabled,
  }).data;
  return {
    pendingOrders: pending?.pages[0]?.total,
    openPositions: open?.filter(({ contractCode }) => (scopeOf('positions') ?? contractCode) === contractCode).length,
    waitingConditionals: waiting?.pages[0]?.total,
  };
}

function useOwnOrders(contract: Contract): readonly Order[] {
  const actor = useDeskActor();
  return useLiveOrders(actor, contract.code).orders;
}

/**
 * The position's profit at the current mark, in dong. It is a hook of its own because it changes with every trade, and
 * the desk need not render that often.
 */
export function useOwnProfit(contract: Contract, position: OpenPosition | null): bigint | null {
  const mark = useMark(contract.code);
  return (position && profitAt(position, contract, mark)?.vnd) ?? null;
}

/** The actor of the desk; null for a visitor and while the sub-accounts load. */
export function useDeskActor(): AccountActor | null {
  const userId = useActiveUser();
  const accountId = useTradingAccount()?.accountId;
  return useMemo(
    () => (userId === null || accountId === undefined ? null : { userId, accountId }),
    [userId, accountId],
  );
}

/** Only orders resting at a limit price are part of a book. */
function lotsByPrice(orders: readonly Order[], grid: PriceGrid): OwnLots {
  const lots = new Map<string, number>();
  for (const order of orders) {
    const { side, limitPrice, quantity, filledQuantity } = order;
    const ticks = ticksFromWire(limitPrice, grid);
    if (ticks === null || waitsForItsStop(order)) continue;
    const key = ownKey(side, ticks);
    lots.set(key, (lots.get(key) ?? 0) + quantity - filledQuantity);
  }
  return lots;
}
