/**
 * The exchanges that the broker trades at, by the kind of account: demo and live accounts never share a book (trading
 * rules, "Ledger"). An installation without an exchange for live accounts refuses their orders with LiveVenueMissing.
 */
import type { AccountKind } from '#engine/commands.ts';

export interface Venue {
  readonly name: string;
  readonly accounts: AccountKind;
  /** Differs at every start of the exchange, so that what it said before is told apart; null before the first. */
  epoch: string | null;
  /** While it is down orders wait, and what the exchange has is not known for sure. */
  isConnected: boolean;
}

/** Whatever remembers the exchanges. */
interface Venues {
  readonly venues: ReadonlyMap<AccountKind, Venue>;
}

/** Whatever trades at one of them: a sub-account. */
interface Trading {
  readonly isDemo: boolean;
}

/** The name that journals from before venues had names leave out. */
export const FIRST_VENUE = 'simulated';

export function newVenue(name: string, accounts: AccountKind): Venue {
  return { name, accounts, epoch: null, isConnected: true };
}

export function venueNamed({ venues }: Venues, name = FIRST_VENUE): Venue | undefined {
  for (const venue of venues.values()) if (venue.name === name) return venue;
  return undefined;
}

/** Where an account's orders trade; undefined where no exchange of its kind is configured. */
export function venueOf({ venues }: Venues, { isDemo }: Trading): Venue | undefined {
  return venues.get(isDemo ? 'demo' : 'live');
}

/** False while every link is down: then nothing that waits for a price with us can go anywhere. */
export function isAnyReachable({ venues }: Venues): boolean {
  for (const venue of venues.values()) if (venue.isConnected) return true;
  return false;
}

/** False while nothing can be asked of the exchange that the account trades at. */
export function isReachable(state: Venues, account: Trading): boolean {
  return venueOf(state, account)?.isConnected ?? false;
}
