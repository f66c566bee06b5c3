/**
 * Order entry of an exchange: requests out, reports in, and the link's state. Every request has an id made from the
 * step that asked; an exchange that answers carries it back.
 */
import type { VenueOrderView, VenueReport, VenueRequest } from '@mua/core/engine';

/**
 * Receives the exchange's reports on orders and the changes of the link. Each resolves when what was told is on disk:
 * until then an exchange that tells again what may have been lost has to keep it.
 */
export interface OrderEntryListener {
  /** It is up with empty books: live orders must be routed again. Precedes all reports of that epoch. */
  restarted(epoch: string): Promise<unknown>;
  /** The link is down: the state at the exchange is unknown until it is back. Requests sent meanwhile do not arrive. */
  lost(reason: string): Promise<unknown>;
  /**
   * The link is up again and the books are intact: reports of the meantime were delivered before, and `orders` is the
   * state of every open order.
   */
  back(epoch: string, orders: readonly VenueOrderView[]): Promise<unknown>;
  reports(reports: readonly VenueReport[]): Promise<unknown>;
}

export interface OrderEntry {
  /** `epoch`: of the exchange that they are for. One that has begun anew since has orders of its own to wait for. */
  send(requests: readonly VenueRequest[], epoch: string): void;
  /** Asks for the state of every open order: `back` follows, unless the link is down. For a broker that is new to it. */
  listOpen(): void;
}
