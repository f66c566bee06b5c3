/** Bundles everything that needs the socket library in one part that is loaded after the first price. */
import type { CandleChange } from '@mua/contract/feeds/market-feed';
import { createInvestorFeed, type InvestorFeed, type InvestorFeedOptions } from '#feeds/investor-feed.ts';
import { createMarketFeed, type MarketFeed } from '#feeds/market-feed.ts';
import { openSocket } from '#feeds/socket.ts';
import { priceStore } from '#market/price-store.ts';
import type { MarketFeedName } from '#network/connection-store.ts';
import { network } from '#network/live-network.ts';

export function openMarket(name: MarketFeedName, onCandle: (candle: CandleChange) => void): MarketFeed {
  return createMarketFeed({ network, name, socket: openSocket(name), prices: priceStore, onCandle });
}

export function openInvestor(options: Omit<InvestorFeedOptions, 'network' | 'socket'>): InvestorFeed {
  return createInvestorFeed({ network, socket: openSocket('investor'), ...options });
}
