/** Service packages: what is offered, what a sub-account has, and what its orders pay by it. */
import type { TradingTerms } from '@mua/contract/entities/contract';
import type { ServicePackage, WireSubscription } from '@mua/contract/entities/service-package';
import { endServicePackage, listServicePackages, subscribeServicePackage } from '@mua/contract/http/service-packages';
import { feePerLotVnd, largestOrderLots } from '@mua/core/preview';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { marginStatusQuery } from '#signed-in/accounts.ts';
import { type AccountActor, callAs } from '#signed-in/actor.ts';

export function servicePackagesQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'service-packages'] as const,
    queryFn: async ({ signal }) => (await callAs(userId, listServicePackages, { signal })).items,
  });
}

/** What the sub-account has of it; undefined if it has none. */
export function subscriptionIn(one: ServicePackage, accountId: string): WireSubscription | undefined {
  return one.subscriptions.find((subscribed) => subscribed.accountId === accountId);
}

/** What the sub-account has, kept current by its feed; null without one, and while it loads. */
export function useSubscription(actor: AccountActor | null): WireSubscription | null {
  const { userId = '', accountId = '' } = actor ?? {};
  const { data } = useQuery({ ...marginStatusQuery(userId, accountId), enabled: actor !== null });
  return data?.subscription ?? null;
}

/** A contract's terms as they are for a sub-account: the fee and the largest order of its package. */
export function ownTerms<T extends TradingTerms | null>(terms: T, subscription: WireSubscription | null): T {
  if (terms === null || subscription === null) return terms;
  const { feePerLot, feeClass, maxLotsPerOrder } = terms;
  return {
    ...terms,
    feePerLot: feePerLotVnd(BigInt(feePerLot), BigInt(subscription.terms.feePerLot[feeClass])).toString(),
    maxLotsPerOrder: largestOrderLots(maxLotsPerOrder, subscription.terms),
  };
}

export function packageChanges(client: QueryClient, { userId, accountId }: AccountActor) {
  const settle = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: servicePackagesQuery(userId).queryKey }),
      client.invalidateQueries({ queryKey: marginStatusQuery(userId, accountId).queryKey }),
    ]);
  return {
    subscribe: (name: string, clientRequestId: string) =>
      callAs(userId, subscribeServicePackage, {
        params: { packageName: name },
        body: { accountId, clientRequestId },
      }).finally(settle),
    end: (name: string) =>
      callAs(userId, endServicePackage, { params: { packageName: name }, query: { accountId } }).finally(settle),
  };
}
