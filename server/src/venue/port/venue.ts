/**
 * The port to an exchange, in three parts: order entry, market data, and the controls of a simulated one. Behind it is
 * the simulated exchange, a recording, or later a FIX session; callers do not know which.
 */
import type { AccountKind } from '@mua/core/engine';
import type { MarketData, MarketDataListener } from '#venue/port/market-data.ts';
import type { OrderEntry, OrderEntryListener } from '#venue/port/order-entry.ts';
import type { SimulatedControls } from '#venue/port/simulated-controls.ts';

export interface VenueListener extends OrderEntryListener, MarketDataListener {
  /** It failed and can't be restarted. */
  failed(error: Error): void;
}

export interface Venue {
  /** Its name in the engine. */
  readonly name: string;
  /** The kind of accounts that trade here. */
  readonly accounts: AccountKind;
  readonly orders: OrderEntry;
  readonly market: MarketData;
  /** Absent for a third-party exchange. */
  readonly controls?: SimulatedControls;
  /** Resolves when the session, the state of orders and the first market data are known. */
  start(listener: VenueListener): Promise<void>;
  stop(): Promise<void>;
}
