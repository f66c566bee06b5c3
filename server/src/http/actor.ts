/**
 * Who a call acts for. The browser session cookie proves who is signed in; the slot header says which of them acts.
 * Identity fills these, routes and feeds only read them.
 */
import type { OAuthScope } from '@mua/contract/entities/oauth';
import type { InvestorKind } from '@mua/core/engine';

/**
 * One signed-in investor of a browser session. `handle` is the slot's accessToken.value: it changes with every sign-in.
 */
export interface Actor {
  readonly browserSessionId: string;
  readonly slot: number;
  readonly handle: string;
  readonly investorId: string;
  readonly fullName: string;
  readonly kind: InvestorKind;
  readonly isSuspended: boolean;
  /** When its browser session or grant ends: its sockets end with it. */
  readonly expiresMs: number;
  /** Names this slot's session where sessions are listed. */
  readonly sessionId: string;
  /** What the slot has proved besides the sign-in, and until when; 0 when nothing. */
  readonly stepUpUntilMs: number;
  readonly pinUntilMs: number;
  /** Whether this investor wants orders to ask for the PIN. */
  readonly isPinAsked: boolean;
  /**
   * Present when a program acts for the investor: what it may. A person in their own browser may all that is theirs.
   */
  readonly grant?: ActingGrant;
}

/** What an investor has granted to a program (OAuth), as every call through it is held against. */
export interface ActingGrant {
  readonly grantId: string;
  readonly clientId: string;
  readonly scopes: ReadonlySet<OAuthScope>;
  readonly accountIds: ReadonlySet<string>;
  readonly maxLotsPerDay: number | null;
  readonly contractCodes: ReadonlySet<string> | null;
}

/** Whether the actor may see and use the sub-account, given whose it is. */
export function ownsAccount(actor: Actor, accountId: string, owner: string | undefined): boolean {
  return owner === actor.investorId && (actor.grant?.accountIds.has(accountId) ?? true);
}

export interface BrowserSession {
  readonly browserSessionId: string;
  readonly expiresMs: number;
  /** By slot. */
  readonly actors: readonly Actor[];
}

export interface BrowserSessionReader {
  /** The browser session of a cookie's value; undefined when there is none or it is too old. */
  find(cookie: string): Promise<BrowserSession | undefined>;
  /** Notes that somebody acts; costs nothing, it is written down now and then. */
  seen(actor: Actor): void;
}

/** Sessions of a browser session, or a grant, that are over: their sockets are closed. */
export interface EndedSessions {
  readonly browserSessionId: string;
  readonly actors: readonly Pick<Actor, 'handle'>[];
  /** The browser session lives on under a new id: sockets close and come back, nobody is signed out. */
  readonly isRotation: boolean;
}

export interface SessionEnds {
  onEnded(listener: (ended: EndedSessions) => void): void;
}
