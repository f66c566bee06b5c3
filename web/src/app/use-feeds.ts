/** The page's life lines: the market for everybody, the investor's own stream for who is signed in. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { marginListQuery, useAccounts } from '#data/accounts.ts';
import { priceboardQuery, useContracts } from '#data/contracts.ts';
import { hasFailed, useConnections } from '#data/feeds/connection-store.ts';
import { watchMarket } from '#data/feeds/market-feeds.ts';
import { type InvestorFeedHandle, openInvestorFeed } from '#data/feeds/open-investor-feed.ts';
import { priceStore } from '#data/price-store.ts';
import { endSessionWhenUnauthorized } from '#data/unauthorized.ts';
import { useFreshStandings } from '#data/use-fresh-standings.ts';
import { useAuth } from '#session/auth-store.ts';

export function useFeeds(): void {
  const queryClient = useQueryClient();
  const { contracts } = useContracts();
  useEffect(() => watchMarket(contracts), [contracts]);
  useEffect(() => endSessionWhenUnauthorized(queryClient), [queryClient]);
  useFreshStandings(contracts);
  usePriceboardFallback(contracts.length > 0);
  useInvestorFeed();
}

/** While the market feed is down, quotes are read by ordinary calls: older, and marked as such, but not frozen. */
function usePriceboardFallback(isReady: boolean): void {
  const isDown = useConnections(({ connections }) => hasFailed(connections.market));
  const { data } = useQuery({ ...priceboardQuery(), enabled: isReady && isDown });
  useEffect(() => {
    if (data) priceStore.apply(data.items, 'snapshot');
  }, [data]);
}

function useInvestorFeed(): void {
  const queryClient = useQueryClient();
  const userId = useAuth((state) => state.activeUserId);
  const token = useAuth((state) => state.accessToken?.value);
  const accounts = useAccounts();
  const [feed, setFeed] = useState<InvestorFeedHandle | null>(null);
  useEffect(() => {
    if (userId === null) return;
    const opened = openInvestorFeed(queryClient, userId, token);
    setFeed(opened);
    return () => {
      setFeed(null);
      opened.close();
    };
  }, [queryClient, userId, token]);
  // Every sub-account's margin is in its store from the start (spec 3); the feed keeps it new.
  useQuery({ ...marginListQuery(userId ?? ''), enabled: userId !== null });
  const ids = accounts.map(({ accountId }) => accountId).join(' ');
  useEffect(() => feed?.follow(ids === '' ? [] : ids.split(' ')), [feed, ids]);
}
