/**
 * With one-step orders a close is sent as soon as it is requested, and its toast shows the outcome. A confirmation is
 * needed where one-step is off, or where an earlier order of this contract has no known fate, because this would be a
 * second order.
 */
import { oppositeSide } from '@mua/core/values';
import type { QueryClient } from '@tanstack/react-query';
import type { ClosablePosition } from '#features/positions/closing.ts';
import { isUnresolvedIn, sendOrder } from '#orders/sent-orders.ts';
import { freshId } from '#session/fresh-id.ts';
import { useOneStep } from '#session/one-step-store.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export function closesAtOnce({ accountId }: AccountActor, contractCode: string): boolean {
  return useOneStep.getState().isOneStep && !isUnresolvedIn(accountId, contractCode);
}

/** All lots at market. */
export function liquidateAtOnce(client: QueryClient, actor: AccountActor, position: ClosablePosition): void {
  const { contractCode, side, lots } = position;
  const body = { contractCode, clientOrderId: freshId() };
  void sendOrder(client, { actor, request: { kind: 'liquidate', body, side: oppositeSide(side), lots } });
}
