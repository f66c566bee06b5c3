/** The ladder's actions: places, moves and cancels orders of one sub-account in one contract. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Order } from '@mua/contract/entities/order';
import { type Lots, oppositeSide, priceToText, type Side, type Ticks } from '@mua/core/values';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { LadderOrder } from '#features/order-ladder/ladder-view.ts';
import { isLeaving, type RestingOrder } from '#features/order-ladder/resting-order.ts';
import { type OrderMoves, useOrderMoves } from '#features/order-ladder/use-order-moves.ts';
import { markOf } from '#market/live-marks.ts';
import { moneyTermsOf } from '#market/money-terms.ts';
import { newClientOrderId } from '#orders/client-order-id.ts';
import { type ExitEntry, exitDistances } from '#orders/draft-exits.ts';
import { noteOrder } from '#orders/order-notices.ts';
import { cancelOrder, liveOrdersQuery, modifyOrder } from '#orders/orders.ts';
import { isClosingIn, sendOrder, useSentOrders, useUnresolvedWhole } from '#orders/sent-orders.ts';
import type { KeptExits } from '#session/kept-exits-store.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { refusalIn } from '#wire/call.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

export interface LadderOrders {
  readonly resting: readonly RestingOrder[];
  /** Side and price of orders in transit, so that a second click on the same place is not a second order. */
  readonly underWay: ReadonlySet<string>;
  place(order: LadderOrder, lots: Lots): void;
  placeAtMarket(side: Side, lots: Lots): void;
  readonly moves: OrderMoves;
  cancel(resting: RestingOrder): void;
  /** Those whose cancel is not under way yet; all of both sides without a side. Returns how many. */
  cancelAll(side?: Side): number;
  /** Closes the position at market and cancels the contract's orders first, waiting exits included. */
  flatten(position: HeldPosition): void;
  /** Makes it one of the other side, at market. */
  reverse(position: HeldPosition): void;
  /** A position is being closed or reversed: another such order might be one too many. */
  readonly isClosing: boolean;
}

export interface HeldPosition {
  readonly side: Side;
  readonly lots: Lots;
}

export function placeKey(side: Side, priceTicks: Ticks): string {
  return `${side} ${priceTicks}`;
}

/** A refused change or cancel is shown in the order's own toast; it resolves to null. */
function tried(kind: 'notModified' | 'notCancelled', order: Order, call: Promise<Order>): Promise<Order | null> {
  return call.catch((error: unknown) => {
    noteOrder({ kind, order, ...refusalIn(error) });
    return null;
  });
}

const NOBODY: AccountActor = { userId: '', accountId: '' };

export function useLadderOrders(
  contract: Contract,
  actor: AccountActor | null,
  /** Go with each entry; null for none. */
  exits: KeptExits | null,
): LadderOrders {
  const client = useQueryClient();
  const { code, decimalFormat: grid } = contract;
  const resting = useResting(contract, actor);
  const underWay = useUnderWay(contract, actor);
  const accountId = actor?.accountId;
  /** Orders whose cancel has no answer yet: a second one would only be refused. */
  const cancels = useRef(new Set<string>());

  const send = (side: Side, lots: Lots, price: { limitPrice: string } | { stopPrice: string } | null) => {
    if (!actor) return;
    const orderType = price === null ? 'MARKET' : 'limitPrice' in price ? 'LIMIT' : 'STOP';
    const terms = { clientOrderId: newClientOrderId(), contractCode: code, side, orderType, quantity: lots } as const;
    // The default is the exchange's first duration for the type, as in the ticket.
    const duration = contract.terms?.durations[orderType]?.[0] ?? 'DAY';
    const legs = exits === null ? {} : exitDistances(exits, entryOf(side, price));
    const trails = exits?.trailsStop && 'stopLossDistance' in legs ? { trailsStop: true } : {};
    const body = { ...terms, duration, ...(price ?? {}), ...legs, ...trails };
    void sendOrder(client, { actor, request: { kind: 'place', body } });
  };
  /** A market order is measured from the last trade, as the engine does it. */
  const entryOf = (side: Side, price: { limitPrice: string } | { stopPrice: string } | null): ExitEntry => {
    const text = price === null ? null : 'limitPrice' in price ? price.limitPrice : price.stopPrice;
    const ticks = ticksFromWire(text, grid) ?? markOf(code);
    const money = contract.terms && moneyTermsOf(contract.terms);
    return { grid, side, price: ticks === null ? null : { notional: ticks, lots: 1 }, terms: money };
  };
  const cancel = ({ order }: RestingOrder) => {
    const { orderId } = order;
    if (!actor || cancels.current.has(orderId)) return;
    cancels.current.add(orderId);
    void tried('notCancelled', order, cancelOrder(client, actor, { orderId })).then(() =>
      cancels.current.delete(orderId),
    );
  };
  const moves = useOrderMoves(resting, async ({ order, isStop }, toTicks) => {
    if (!actor) return null;
    const text = priceToText(toTicks, grid);
    const change = isStop ? { stopPrice: text } : { limitPrice: text };
    return tried('notModified', order, modifyOrder(client, actor, { orderId: order.orderId, ...change }));
  });
  const isClosing = useUnresolvedWhole(accountId ?? '', code);
  const whole = () => ({ contractCode: code, clientOrderId: newClientOrderId() });

  return {
    resting,
    underWay,
    isClosing,
    place: ({ side, orderType, priceTicks }, lots) => {
      const text = priceToText(priceTicks, grid);
      send(side, lots, orderType === 'LIMIT' ? { limitPrice: text } : { stopPrice: text });
    },
    placeAtMarket: (side, lots) => send(side, lots, null),
    moves,
    cancel,
    cancelAll(side) {
      const meant = resting.filter(({ order }) => (side ?? order.side) === order.side && !isLeaving(order));
      meant.forEach(cancel);
      return meant.length;
    },
    // Both look at this moment: a second press may come before anything is rendered.
    flatten: ({ side, lots }) => {
      if (!actor || isClosingIn(actor.accountId, code)) return;
      const body = { ...whole(), goFlat: true };
      void sendOrder(client, { actor, request: { kind: 'liquidate', body, side: oppositeSide(side), lots } });
    },
    reverse: ({ side, lots }) => {
      if (!actor || isClosingIn(actor.accountId, code)) return;
      const request = { kind: 'reverse', body: whole(), side: oppositeSide(side), lots: 2 * lots } as const;
      void sendOrder(client, { actor, request });
    },
  };
}

function useResting({ code, decimalFormat: grid }: Contract, actor: AccountActor | null): readonly RestingOrder[] {
  const { data } = useInfiniteQuery({ ...liveOrdersQuery(actor ?? NOBODY), enabled: actor !== null });
  return useMemo(
    () =>
      (data?.pages ?? []).flatMap(({ items }) =>
        items.flatMap((order): RestingOrder[] => {
          if (order.contractCode !== code) return [];
          const isStop = order.stopPrice !== null && order.triggeredAt === null;
          const priceTicks = ticksFromWire(isStop ? order.stopPrice : order.limitPrice, grid);
          if (priceTicks === null) return [];
          return [{ order, priceTicks, openLots: order.quantity - order.filledQuantity, isStop }];
        }),
      ),
    [data, code, grid],
  );
}

/** Side and price of orders in transit. */
function useUnderWay({ code, decimalFormat: grid }: Contract, actor: AccountActor | null): ReadonlySet<string> {
  const sent = useSentOrders((state) => state.orders);
  const accountId = actor?.accountId;
  return useMemo(() => {
    const keys = [...sent.values()].flatMap(({ actor: sender, contractCode, side, prices, state }) => {
      const ticks = ticksFromWire(prices.stopPrice ?? prices.limitPrice, grid);
      const isMine = sender.accountId === accountId && contractCode === code;
      const isWaiting = state.kind === 'sending' || state.kind === 'lost';
      return isMine && isWaiting && ticks !== null ? [placeKey(side, ticks)] : [];
    });
    return new Set(keys);
  }, [sent, accountId, code, grid]);
}
