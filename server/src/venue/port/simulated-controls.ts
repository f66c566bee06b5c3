/**
 * What we tell an exchange that is ours: its trade dates, sessions, months and halts follow the broker's calendars and
 * operators. An exchange of somebody else has none of these strings: it tells us.
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
  /** A trade date rolled at the broker: day orders end here, settlements become the reference. */
  endTradeDate(end: VenueDateEnd): void;
  /** Sessions follow the broker's calendars; orders rest over breaks and closings. */
  setSession(change: VenueSession): void;
  /** Delivery months that are new; known ones are passed over. */
  list(contracts: readonly VenueListing[]): void;
  /**
   * The exchange halts a contract outside its calendar, or resumes it: scripted, or asked for by an operator. The
   * listener hears of it as session news. Until it is resumed nothing opens it.
   */
  setHalt(contractCode: string, isHalted: boolean): void;
  /** The link to it is cut, or mended: the exchange trades on meanwhile. */
  setLink(isUp: boolean, reason: string): void;
  /** Resolves when everything due by the clock's now has been told to the listener. */
  caughtUp(): Promise<void>;
}
