/** The investor's own limits on a sub-account. What was asked for is answered by what holds now and what will. */
import { type Brakes, type BrakesReply, readBrakes, setBrakes } from '@mua/contract/http/brakes';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callAs } from './actor.ts';
import type { AccountActor } from './orders.ts';

export function brakesQuery({ userId, accountId }: AccountActor) {
  return queryOptions({
    queryKey: [userId, 'brakes', accountId] as const,
    queryFn: ({ signal }) => callAs(userId, readBrakes, { params: { accountId }, signal }),
  });
}

/** Throws `CallError`. */
export async function saveBrakes(client: QueryClient, actor: AccountActor, brakes: Brakes): Promise<BrakesReply> {
  const { accountId } = actor;
  const reply = await callAs(actor.userId, setBrakes, { params: { accountId }, body: brakes });
  client.setQueryData(brakesQuery(actor).queryKey, reply);
  return reply;
}
