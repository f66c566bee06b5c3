/**
 * The port to an exchange, in three: order entry, market data, and the strings of those that are ours. Behind it stands
 * the simulated exchange, a recording, or later a FIX session; nothing on this side knows which.
 */
import type { AccountKind } from '@mua/core/engine';
import type { MarketData, MarketDataListener } from '#venue/port/market-data.ts';
import type { OrderEntry, OrderEntryListener } from '#venue/port/order-entry.ts';
import type { SimulatedControls } from '#venue/port/simulated-controls.ts';

export interface VenueListener extends OrderEntryListener, MarketDataListener {
  /** It died and can't be restarted. */
  failed(error: Error): void;
}

export interface Venue {
  /** The engine knows it by this. */
  readonly name: string;
  /** Which accounts trade here. */
  readonly accounts: AccountKind;
  readonly orders: OrderEntry;
  readonly market: MarketData;
  /** Absent for an exchange of somebody else. */
  readonly controls?: SimulatedControls;
  /** Resolves when the session and the state of orders are known, and the first market data of what has any. */
  start(listener: VenueListener): Promise<void>;
  stop(): Promise<void>;
}
