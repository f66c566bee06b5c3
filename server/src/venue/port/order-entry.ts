/**
 * Order entry of an exchange: requests out, reports in, and the link's state. Every request has an id made from the
 * step that asked; an exchange that answers carries it back.
 */
import type { VenueOrderView, VenueReport, VenueRequest } from '@mua/core/engine';

/** Receives the exchange's reports on orders and the changes of the link. */
export interface OrderEntryListener {
  /** It is up with empty books: live orders must be routed again. Precedes all reports of that epoch. */
  restarted(epoch: string): void;
  /** The link is down: the state at the exchange is unknown until it is back. Requests sent meanwhile do not arrive. */
  lost(reason: string): void;
  /**
   * The link is up again and the books are intact: reports of the meantime were delivered before, and `orders` is the
   * state of every open order.
   */
  back(epoch: string, orders: readonly VenueOrderView[]): void;
  reports(reports: readonly VenueReport[]): void;
}

export interface OrderEntry {
  send(requests: readonly VenueRequest[]): void;
}
