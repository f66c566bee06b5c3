/**
 * Moves own orders on the ladder. An order whose last move is still under way is moved again after it, and steps count
 * from where that one leads: three quick presses are three ticks. Once locked, nothing follows.
 */
import type { Order } from '@mua/contract/entities/order';
import type { Ticks } from '@mua/core/values';
import { useEffect, useReducer, useRef } from 'react';
import { isLeaving, type RestingOrder } from '#features/order-ladder/resting-order.ts';
import { useOrderArm } from '#session/order-arm-store.ts';

export interface OrderMoves {
  move(resting: RestingOrder, toTicks: Ticks): void;
  step(resting: RestingOrder, byTicks: Ticks): void;
}

interface Move {
  readonly toTicks: Ticks;
  /** Where it goes after that. */
  nextTicks: Ticks | null;
  /** Of the order as it was answered; null while it was not. */
  answeredSeq: number | null;
}

/** `send` resolves to the changed order, or to null if it was refused. */
export function useOrderMoves(
  resting: readonly RestingOrder[],
  send: (resting: RestingOrder, toTicks: Ticks) => Promise<Order | null>,
): OrderMoves {
  const moves = useRef(new Map<string, Move>());
  const [, lookAgain] = useReducer((turn: number) => turn + 1, 0);

  const begin = (of: RestingOrder, toTicks: Ticks) => {
    const { orderId } = of.order;
    const move: Move = { toTicks, nextTicks: null, answeredSeq: null };
    moves.current.set(orderId, move);
    void send(of, toTicks).then((changed) => {
      move.answeredSeq = changed?.seq ?? null;
      // Refused: what was to follow it is not meant any more.
      if (!changed) moves.current.delete(orderId);
      lookAgain();
    });
  };
  const isArmed = useOrderArm(({ armedFor }) => armedFor !== null);
  useEffect(() => {
    if (isArmed) return;
    for (const underWay of moves.current.values()) underWay.nextTicks = null;
  }, [isArmed]);
  // After every render: the list and the answer come in either order.
  useEffect(() => {
    for (const [orderId, { nextTicks, answeredSeq }] of moves.current) {
      const of = resting.find(({ order }) => order.orderId === orderId);
      if (of && !isLeaving(of.order) && !isMoved(of.order, answeredSeq)) continue;
      moves.current.delete(orderId);
      if (of && !isLeaving(of.order) && nextTicks !== null && nextTicks !== of.priceTicks) begin(of, nextTicks);
    }
  });

  const move = (of: RestingOrder, toTicks: Ticks) => {
    const underWay = moves.current.get(of.order.orderId);
    if (underWay) underWay.nextTicks = toTicks;
    else begin(of, toTicks);
  };
  return {
    move,
    step(of, byTicks) {
      const underWay = moves.current.get(of.order.orderId);
      move(of, (underWay ? (underWay.nextTicks ?? underWay.toTicks) : of.priceTicks) + byTicks);
    },
  };
}

/** The exchange has answered too: a change of an order that is being changed is refused. */
function isMoved({ status, seq }: Order, answeredSeq: number | null): boolean {
  return answeredSeq !== null && seq >= answeredSeq && status !== 'IN_MODIFY';
}
