/**
 * Reads and saves the investor's own limits on a sub-account. A change is answered with the limits in force now and
 * those to come.
 */
import { readSelfLimits, type SelfLimits, type SelfLimitsReply, setSelfLimits } from '@mua/contract/http/self-limits';
import { tradeDateAt } from '@mua/core/values';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { type SelfLimit, selfLimitAt } from '#accounts/self-limit-rules.ts';
import { serverNowMs, useEverySecond } from '#clock/market-clock.ts';
import { nowMs } from '#session/clock.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { callAs } from '#signed-in/actor.ts';

export function selfLimitsQuery({ userId, accountId }: AccountActor) {
  return queryOptions({
    queryKey: [userId, 'selfLimits', accountId] as const,
    queryFn: ({ signal }) => callAs(userId, readSelfLimits, { params: { accountId }, signal }),
  });
}

/** Throws `CallError`. */
export async function saveSelfLimits(
  client: QueryClient,
  actor: AccountActor,
  selfLimits: SelfLimits,
): Promise<SelfLimitsReply> {
  const { accountId } = actor;
  const reply = await callAs(actor.userId, setSelfLimits, { params: { accountId }, body: selfLimits });
  client.setQueryData(selfLimitsQuery(actor).queryKey, reply);
  return reply;
}

const NOBODY: AccountActor = { userId: '', accountId: '' };

/** Returns the limit in force at this moment; null for none, and until they are read: then the server alone judges. */
export function useSelfLimit(actor: AccountActor | null): SelfLimit | null {
  const { data, dataUpdatedAt } = useQuery({ ...selfLimitsQuery(actor ?? NOBODY), enabled: actor !== null });
  const selfLimit = (): SelfLimit | null => {
    if (!data) return null;
    const timeMs = serverNowMs();
    const readMs = timeMs - (nowMs() - dataUpdatedAt);
    // Loosened limits took effect with the trade date: yesterday's limits hold nobody back.
    const isOver = tradeDateAt(readMs) < tradeDateAt(timeMs);
    return selfLimitAt((isOver && data.next) || data.inForce, timeMs);
  };
  useEverySecond(() => {
    const { code = null, maxLots } = selfLimit() ?? {};
    return code && `${code} ${maxLots}`;
  });
  return selfLimit();
}
