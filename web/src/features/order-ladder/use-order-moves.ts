/**
 * Moves own orders on the ladder. An order whose last move is still under way is moved again after it, and steps count
 * from where that one leads: three quick presses are three ticks. Once locked, nothing follows.
 */
import type { Ticks } from '@mua/core/values';
import { useEffect, useReducer, useRef } from 'react';
import { isLeaving, isWaitingLeg, type OwnOrder, ownIdOf } from '#features/order-ladder/resting-order.ts';
import { useOrderArm } from '#session/order-arm-store.ts';

export interface OrderMoves<Own extends OwnOrder> {
  move(own: Own, toTicks: Ticks): void;
  step(own: Own, byTicks: Ticks): void;
}

interface Move {
  readonly toTicks: Ticks;
  /** Where it goes after that. */
  nextTicks: Ticks | null;
  /** Of the order as it was answered; null while it was not. */
  answeredSeq: number | null;
}

/** `send` resolves to the changed order, or to null if it was refused. */
export function useOrderMoves<Own extends OwnOrder>(
  owns: readonly Own[],
  send: (own: Own, toTicks: Ticks) => Promise<{ readonly seq: number } | null>,
): OrderMoves<Own> {
  const moves = useRef(new Map<string, Move>());
  const [, lookAgain] = useReducer((turn: number) => turn + 1, 0);

  const begin = (of: Own, toTicks: Ticks) => {
    const id = ownIdOf(of);
    const move: Move = { toTicks, nextTicks: null, answeredSeq: null };
    moves.current.set(id, move);
    void send(of, toTicks).then((changed) => {
      move.answeredSeq = changed?.seq ?? null;
      // Refused: what was to follow it is not meant any more.
      if (!changed) moves.current.delete(id);
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
    for (const [id, { nextTicks, answeredSeq }] of moves.current) {
      const of = owns.find((own) => ownIdOf(own) === id);
      if (of && !isEnding(of) && !isMoved(of, answeredSeq)) continue;
      moves.current.delete(id);
      if (of && !isEnding(of) && nextTicks !== null && nextTicks !== of.priceTicks) begin(of, nextTicks);
    }
  });

  const move = (of: Own, toTicks: Ticks) => {
    const underWay = moves.current.get(ownIdOf(of));
    if (underWay) underWay.nextTicks = toTicks;
    else begin(of, toTicks);
  };
  return {
    move,
    step(of, byTicks) {
      const underWay = moves.current.get(ownIdOf(of));
      move(of, (underWay ? (underWay.nextTicks ?? underWay.toTicks) : of.priceTicks) + byTicks);
    },
  };
}

function isEnding(own: OwnOrder): boolean {
  return !isWaitingLeg(own) && isLeaving(own.order);
}

/** The exchange has answered too: a change of an order that is being changed is refused. */
function isMoved(own: OwnOrder, answeredSeq: number | null): boolean {
  if (answeredSeq === null) return false;
  if (isWaitingLeg(own)) return own.conditional.seq >= answeredSeq;
  return own.order.seq >= answeredSeq && own.order.status !== 'IN_MODIFY';
}
