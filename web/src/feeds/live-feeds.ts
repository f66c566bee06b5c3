/** Bundles everything that needs the socket library in one part that is loaded after the first price. */
import type { InvestorClientEvents, InvestorServerEvents } from '@mua/contract/feeds/investor-feed';
import type { CandleChange, MarketClientEvents, MarketServerEvents } from '@mua/contract/feeds/market-feed';
import { browserWindows } from '#feeds/browser-windows.ts';
import { createInvestorFeed, type InvestorFeed, type InvestorFeedOptions } from '#feeds/investor-feed.ts';
import { createMarketFeed, type MarketFeed } from '#feeds/market-feed.ts';
import { openSharedSocket } from '#feeds/shared-socket.ts';
import { openSocket } from '#feeds/socket.ts';
import { priceStore } from '#market/price-store.ts';
import type { FeedName, MarketFeedName } from '#network/connection-store.ts';
import type { FeedSocket } from '#network/feed-socket.ts';
import { network } from '#network/live-network.ts';
import { browser } from '#network/surroundings.ts';

const windows = browserWindows();

export function openMarket(name: MarketFeedName, onCandle: (candle: CandleChange) => void): MarketFeed {
  const { socket } = socketFor<MarketServerEvents, MarketClientEvents>(name, '');
  return createMarketFeed({ network, name, socket, prices: priceStore, onCandle });
}

/** `session` is that of the investor and no other's: windows of two people never share a socket. */
export function openInvestor(session: string, options: Omit<InvestorFeedOptions, 'network' | 'socket'>): InvestorFeed {
  const { socket, leave } = socketFor<InvestorServerEvents, InvestorClientEvents>('investor', session);
  const feed = createInvestorFeed({ network, socket, ...options });
  return {
    follow: feed.follow,
    close: () => {
      feed.close();
      leave();
    },
  };
}

/** One that the windows of this browser share, or of this window where it has no locks or channels. */
function socketFor<Server extends object, Client extends object>(
  feed: FeedName,
  session: string,
): { readonly socket: FeedSocket<Server, Client>; readonly leave: () => void } {
  if (!windows) return { socket: openSocket(feed), leave: () => undefined };
  const name = `feed ${__APP_VERSION__} ${feed} ${session}`;
  const socket = openSharedSocket<Server, Client>({
    ...{ name, windows, surroundings: browser },
    openSocket: () => openSocket(feed),
  });
  return { socket, leave: () => socket.leave() };
}
