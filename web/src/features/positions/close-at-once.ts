/**
 * With one-step orders a close goes as soon as it is asked for, and its toast tells the rest. There is a question to ask
 * where one-step is off, or where an earlier order of this contract has no known fate: a second one would be another.
 */
import { oppositeSide } from '@mua/core/values';
import type { QueryClient } from '@tanstack/react-query';
import type { ClosablePosition } from '#features/positions/closing.ts';
import { newClientOrderId } from '#orders/client-order-id.ts';
import { isUnresolvedIn, sendOrder } from '#orders/sent-orders.ts';
import { useOneStep } from '#session/one-step-store.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export function closesAtOnce({ accountId }: AccountActor, contractCode: string): boolean {
  return useOneStep.getState().isOneStep && !isUnresolvedIn(accountId, contractCode);
}

/** All lots at the market. */
export function liquidateAtOnce(client: QueryClient, actor: AccountActor, position: ClosablePosition): void {
  const { contractCode, side, lots } = position;
  const body = { contractCode, clientOrderId: newClientOrderId() };
  void sendOrder(client, { actor, request: { kind: 'liquidate', body, side: oppositeSide(side), lots } });
}
