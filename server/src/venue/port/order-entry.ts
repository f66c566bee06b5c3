/**
 * Order entry of an exchange: requests out, reports in, and how the link stands. Every request carries an id made from
 * the step that asked; an exchange that answers carries it back.
 */
import type { VenueOrderView, VenueReport, VenueRequest } from '@mua/core/engine';

/** Hears what the exchange says of orders, and what becomes of the link to it. */
export interface OrderEntryListener {
  /** It is up with empty books: live orders must be routed again. Before any report of that epoch. */
  restarted(epoch: string): void;
  /** The link is down: what the exchange has is not known until it is back. Nothing that is sent meanwhile arrives. */
  lost(reason: string): void;
  /**
   * The link is up again and the books are intact: what was reported meanwhile has been told, and this is how every open
   * order stands there.
   */
  back(epoch: string, orders: readonly VenueOrderView[]): void;
  reports(reports: readonly VenueReport[]): void;
}

export interface OrderEntry {
  send(requests: readonly VenueRequest[]): void;
}
