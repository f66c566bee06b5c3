/**
 * Controls of a simulated or recorded exchange: its trade dates, sessions, months and halts follow the broker's
 * calendars and operators. A third-party exchange has none of these and publishes its own.
 */
import type { SessionState } from '@mua/core/values';
import type { VenueListing } from '#venue/port/market-data.ts';

export interface VenueSession {
  readonly contractCodes: readonly string[];
  readonly state: SessionState;
  readonly opensAtMs: number | null;
  /** When it changed at the broker, in engine time. */
  readonly atMs: number;
}

export interface VenueDateEnd {
  readonly endedDate: string;
  readonly nextDate: string;
  readonly contractCodes: readonly string[];
  readonly atMs: number;
}

export interface SimulatedControls {
  /** A trade date rolled at the broker: day orders end, settlements become the reference. */
  endTradeDate(end: VenueDateEnd): void;
  /** Sessions follow the broker's calendars; orders rest over breaks and closings. */
  setSession(change: VenueSession): void;
  /** Lists new delivery months; known ones are ignored. */
  list(contracts: readonly VenueListing[]): void;
  /**
   * Halts or resumes a contract outside its calendar, for a scenario or an operator. The listener gets a session
   * update. Until resumed, no opening applies.
   */
  setHalt(contractCode: string, isHalted: boolean): void;
  /** Cuts or restores the link: the exchange trades on meanwhile. */
  setLink(isUp: boolean, reason: string): void;
  /** Resolves when everything due by now has been delivered to the listener. */
  caughtUp(): Promise<void>;
}
