/** The investor's own limits on a sub-account. What was asked for is answered by what holds now and what will. */
import { type Brakes, type BrakesReply, readBrakes, setBrakes } from '@mua/contract/http/brakes';
import { tradeDateAt } from '@mua/core/values';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { type Brake, brakeAt } from '#accounts/brake-rules.ts';
import { serverNowMs, useEverySecond } from '#clock/market-clock.ts';
import { nowMs } from '#session/clock.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { callAs } from '#signed-in/actor.ts';

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

const NOBODY: AccountActor = { userId: '', accountId: '' };

/** The one in force at this moment; null for none, and until they are read: then the server alone judges. */
export function useBrake(actor: AccountActor | null): Brake | null {
  const { data, dataUpdatedAt } = useQuery({ ...brakesQuery(actor ?? NOBODY), enabled: actor !== null });
  const brake = (): Brake | null => {
    if (!data) return null;
    const timeMs = serverNowMs();
    const readMs = timeMs - (nowMs() - dataUpdatedAt);
    // What was loosened came with the trade date: nobody is held back by yesterday's limits.
    const isOver = tradeDateAt(readMs) < tradeDateAt(timeMs);
    return brakeAt((isOver && data.next) || data.inForce, timeMs);
  };
  useEverySecond(() => {
    const { code = null, maxLots } = brake() ?? {};
    return code && `${code} ${maxLots}`;
  });
  return brake();
}
