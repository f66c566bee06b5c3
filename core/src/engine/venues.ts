/**
 * The exchanges that the broker trades at, by kind of account: demo and live accounts never share a book
 * (docs/rules/margin-and-money.md#ledger). An installation without an exchange for live accounts refuses their
 * orders with LiveVenueMissing.
 */
import type { AccountKind } from '#engine/system-commands.ts';

export interface Venue {
  readonly name: string;
  readonly accounts: AccountKind;
  /** Differs at every start of the exchange, to recognise reports from before; null before the first. */
  epoch: string | null;
  /** While false, orders wait and the state of those at the exchange is uncertain. */
  isConnected: boolean;
}

/** Part of the state with the exchanges. */
interface Venues {
  readonly venues: ReadonlyMap<AccountKind, Venue>;
}

/** Part of a sub-account that decides where it trades. */
interface Trading {
  readonly isDemo: boolean;
}

/** The name that older journals omit. */
export const FIRST_VENUE = 'simulated';

export function newVenue(name: string, accounts: AccountKind): Venue {
  return { name, accounts, epoch: null, isConnected: true };
}

export function venueNamed({ venues }: Venues, name = FIRST_VENUE): Venue | undefined {
  for (const venue of venues.values()) if (venue.name === name) return venue;
  return undefined;
}

/** The exchange of an account; undefined if none of its kind is configured. */
export function venueOf({ venues }: Venues, { isDemo }: Trading): Venue | undefined {
  return venues.get(isDemo ? 'demo' : 'live');
}

/** False while every link is down: then no order that waits for a price can be sent. */
export function isAnyReachable({ venues }: Venues): boolean {
  for (const venue of venues.values()) if (venue.isConnected) return true;
  return false;
}

/** False while no request can be sent to the account's exchange. */
export function isReachable(state: Venues, account: Trading): boolean {
  return venueOf(state, account)?.isConnected ?? false;
}
