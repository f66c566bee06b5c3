/** The ladder's actions: places, moves and cancels orders of one sub-account in one contract. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Order } from '@mua/contract/entities/order';
import { stopIsReached } from '@mua/core/preview';
import { type Lots, oppositeSide, priceToText, type Side, type Ticks } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LadderOrder } from '#features/order-ladder/ladder-view.ts';
import type { RestingOrder } from '#features/order-ladder/resting-order.ts';
import { say } from '#features/order-ladder/say.ts';
import {
  type ExitsAlong,
  type ExitsGround,
  type HeldPosition,
  type LadderEntry,
  useExitsAlong,
} from '#features/order-ladder/use-exits-along.ts';
import { type OrderCancels, useOrderCancels } from '#features/order-ladder/use-order-cancels.ts';
import { type OrderMoves, useOrderMoves } from '#features/order-ladder/use-order-moves.ts';
import { useFormat } from '#i18n/use-format.ts';
import { priceStore } from '#market/price-store.ts';
import { useLiveOrders } from '#orders/live-orders.ts';
import { noteOrder } from '#orders/order-notices.ts';
import { modifyOrder } from '#orders/orders.ts';
import { isClosingIn, sendOrder, useSentOrders, useUnresolvedWhole } from '#orders/sent-orders.ts';
import { freshId } from '#session/fresh-id.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { refusalIn } from '#wire/call.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

export interface LadderOrders extends OrderCancels {
  readonly resting: readonly RestingOrder[];
  /** All of them are known. */
  readonly isComplete: boolean;
  /** Side and price of orders in transit, so that a second click on the same place is not a second order. */
  readonly underWay: ReadonlySet<string>;
  /** Where its exits can't be measured nothing is sent, and it is said why. */
  place(order: LadderOrder, lots: Lots): void;
  placeAtMarket(side: Side, lots: Lots): void;
  exitsAlong(entry: LadderEntry): ExitsAlong;
  readonly moves: OrderMoves<RestingOrder>;
  /** Closes the position at market and cancels the contract's orders first, waiting exits included. */
  flatten(position: HeldPosition): void;
  /** Makes it one of the other side, at market. */
  reverse(position: HeldPosition): void;
  /** A position is being closed or reversed: another such order might be one too many. */
  readonly isClosing: boolean;
}

export function placeKey(side: Side, priceTicks: Ticks): string {
  return `${side} ${priceTicks}`;
}

export function useLadderOrders(contract: Contract, actor: AccountActor | null, ground: ExitsGround): LadderOrders {
  const client = useQueryClient();
  const { t } = useTranslation();
  const format = useFormat();
  const { code, decimalFormat: grid } = contract;
  const known = useResting(contract, actor);
  const underWay = useUnderWay(contract, actor);
  const cancels = useOrderCancels(contract, actor, known);
  const exitsAlong = useExitsAlong(contract, ground);

  const send = (orderType: 'MARKET' | LadderOrder['orderType'], { side, lots, priceTicks }: LadderEntry) => {
    if (!actor) return;
    const along = exitsAlong({ side, lots, priceTicks });
    if ('obstacle' in along) return say(along.obstacle);
    const terms = { clientOrderId: freshId(), contractCode: code, side, orderType, quantity: lots } as const;
    // The default is the exchange's first duration for the type, as in the ticket.
    const duration = contract.terms?.durations[orderType]?.[0] ?? 'DAY';
    const text = priceTicks === null ? null : priceToText(priceTicks, grid);
    const price = text === null ? {} : orderType === 'LIMIT' ? { limitPrice: text } : { stopPrice: text };
    const body = { ...terms, duration, ...price, ...along.terms };
    void sendOrder(client, { actor, request: { kind: 'place', body } });
  };
  const moves = useOrderMoves(known.resting, async ({ order, isStop }, toTicks) => {
    if (!actor) return null;
    const text = priceToText(toTicks, grid);
    // A last trade fires it, and no settlement.
    const lastTicks = priceStore.read(code, 'last');
    if (isStop && lastTicks !== null && stopIsReached(order.side, toTicks, lastTicks)) {
      const words = { price: format.price(toTicks, grid), last: format.price(lastTicks, grid) };
      say(t(($) => $.ladder.stopReached, words));
      return null;
    }
    const change = isStop ? { stopPrice: text } : { limitPrice: text };
    return changed(order, modifyOrder(client, actor, { orderId: order.orderId, ...change }));
  });
  const isClosing = useUnresolvedWhole(actor?.accountId ?? '', code);
  const whole = () => ({ contractCode: code, clientOrderId: freshId() });

  return {
    ...known,
    ...cancels,
    underWay,
    isClosing,
    exitsAlong,
    moves,
    place: ({ side, orderType, priceTicks }, lots) => send(orderType, { side, lots, priceTicks }),
    placeAtMarket: (side, lots) => send('MARKET', { side, lots, priceTicks: null }),
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

/** A refused change is shown in the order's own toast; it resolves to null. */
function changed(order: Order, call: Promise<Order>): Promise<Order | null> {
  return call.catch((error: unknown) => {
    noteOrder({ kind: 'notModified', order, ...refusalIn(error) });
    return null;
  });
}

function useResting(
  { code, decimalFormat: grid }: Contract,
  actor: AccountActor | null,
): Pick<LadderOrders, 'resting' | 'isComplete'> {
  const { orders, isComplete } = useLiveOrders(actor, code);
  const resting = useMemo(
    () =>
      orders.flatMap((order): RestingOrder[] => {
        const isStop = order.stopPrice !== null && order.triggeredAt === null;
        const priceTicks = ticksFromWire(isStop ? order.stopPrice : order.limitPrice, grid);
        if (priceTicks === null) return [];
        return [{ order, priceTicks, openLots: order.quantity - order.filledQuantity, isStop }];
      }),
    [orders, grid],
  );
  return { resting, isComplete };
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
