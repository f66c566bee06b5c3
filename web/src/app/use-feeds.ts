/** Runs the page's feeds: the market for everyone, the investor feed for signed-in investors. */
import type { Contract } from '@mua/contract/entities/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useFreshContracts } from '#app/use-fresh-contracts.ts';
import { useInvestorFeed } from '#app/use-investor-feed.ts';
import { watchMarket } from '#feeds/market-feeds.ts';
import { keepMarketOnLeaving, useMarketMemory } from '#market/cached-market.ts';
import { priceboardQuery, useContracts } from '#market/contracts.ts';
import { afterFirstPrice } from '#market/first-price.ts';
import { priceStore } from '#market/price-store.ts';
import { hasFailed, useConnections } from '#network/connection-store.ts';
import { onWake } from '#network/wake.ts';
import { useAuth } from '#session/auth-store.ts';
import { marginListQuery, useAccounts } from '#signed-in/accounts.ts';
import { endSessionWhenUnauthorized } from '#signed-in/unauthorized.ts';

export function useFeeds(): void {
  const queryClient = useQueryClient();
  const { contracts } = useContracts();
  useEffect(() => watchMarket(contracts), [contracts]);
  const router = useRouter();
  // A page that needs an account redirects to the sign-in, like any visit to it (docs/rules/entities.md#margin).
  useEffect(() => endSessionWhenUnauthorized(queryClient, () => void router.invalidate()), [queryClient, router]);
  useEffect(followOthers, []);
  // Data read before the machine slept may be hours old (record 6); the feeds resume by themselves.
  useEffect(() => onWake(() => void queryClient.invalidateQueries()), [queryClient]);
  useFreshContracts(contracts);
  useKeptMarket(contracts);
  usePriceboardFallback(contracts.length > 0);
  useInvestorStream();
}

/** Loaded behind the first price; a sign-out until then is told by the server. */
function followOthers(): () => void {
  let stop = (): void => undefined;
  let isStopped = false;
  const stopWaiting = afterFirstPrice(() => {
    import('#signed-in/other-windows.ts').then(
      ({ followOtherWindows }) => {
        if (!isStopped) stop = followOtherWindows();
      },
      () => undefined,
    );
  });
  return () => {
    isStopped = true;
    stopWaiting();
    stop();
  };
}

/** Covers a start without a network. The listener is added once and always saves the newest list. */
function useKeptMarket(contracts: readonly Contract[]): void {
  const newest = useRef(contracts);
  newest.current = contracts;
  useEffect(() => keepMarketOnLeaving(() => newest.current), []);
  // Requests that failed without a network are repeated once there is one.
  const isRemembered = useMarketMemory(({ shownFromMs }) => shownFromMs !== null);
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isRemembered) return () => void queryClient.invalidateQueries();
  }, [isRemembered, queryClient]);
}

/** While the market feed is down, quotes are polled by ordinary calls: older, and marked as such, but not frozen. */
function usePriceboardFallback(isReady: boolean): void {
  const isDown = useConnections(({ connections }) => hasFailed(connections.market));
  const { data, dataUpdatedAt } = useQuery({ ...priceboardQuery(), enabled: isReady && isDown });
  useEffect(() => {
    if (!data) return;
    priceStore.apply(data.items, 'snapshot');
    useMarketMemory.getState().receive(dataUpdatedAt);
  }, [data, dataUpdatedAt]);
}

function useInvestorStream(): void {
  const userId = useAuth((state) => state.activeUserId);
  useInvestorFeed(useAccounts().map(({ accountId }) => accountId));
  // Every sub-account's margin is loaded into its store at the start (docs/rules/entities.md#margin); the feed keeps it
  // current.
  useQuery({ ...marginListQuery(userId ?? ''), enabled: userId !== null });
}
