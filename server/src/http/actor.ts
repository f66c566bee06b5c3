/**
 * On whose behalf a call acts. The browser session cookie proves who is signed in; the slot header says which of them
 * acts. Identity fills these in; routes and feeds only read them.
 */
import type { OAuthScope } from '@mua/contract/entities/oauth';
import type { InvestorKind } from '@mua/core/engine';

/**
 * A signed-in investor of a browser session. `handle` is the slot's accessToken.value, which changes with every
 * sign-in.
 */
export interface Actor {
  readonly browserSessionId: string;
  readonly slot: number;
  readonly handle: string;
  readonly investorId: string;
  readonly fullName: string;
  readonly kind: InvestorKind;
  readonly isSuspended: boolean;
  /** When its browser session or grant ends, and its sockets with it. */
  readonly expiresMs: number;
  /** Identifies this account session in lists. */
  readonly sessionId: string;
  /** When a step-up or PIN proof expires; 0 without one. */
  readonly stepUpUntilMs: number;
  readonly pinUntilMs: number;
  /** Whether this investor wants the PIN for orders. */
  readonly isPinAsked: boolean;
  /**
   * The grant if a program acts for the investor. In their own browser, investors may do everything with their own
   * accounts.
   */
  readonly grant?: ActingGrant;
}

/** What an investor has granted to a program (OAuth), checked on every call. */
export interface ActingGrant {
  readonly grantId: string;
  readonly clientId: string;
  readonly scopes: ReadonlySet<OAuthScope>;
  readonly accountIds: ReadonlySet<string>;
  readonly maxLotsPerDay: number | null;
  readonly contractCodes: ReadonlySet<string> | null;
}

/** Whether the actor may see and use the sub-account, given its owner. */
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
  /** The browser session of a cookie; undefined if there is none or it has expired. */
  find(cookie: string): Promise<BrowserSession | undefined>;
  /** The actor with what other processes may have heard from them since; the same one where there are none. */
  lookAnew(actor: Actor): Promise<Actor | undefined>;
  /** Notes activity; cheap, written now and then. */
  seen(actor: Actor): void;
}

/** Names an actor: the handle in a browser session, or a grant in its own. */
export type SlotHandle = Pick<Actor, 'browserSessionId' | 'handle'>;

/** Account sessions of a browser session, or of a grant, that have ended: their sockets are closed. */
export interface EndedSessions {
  readonly browserSessionId: string;
  readonly actors: readonly Pick<Actor, 'handle'>[];
  /** The browser session continues under a new id: sockets close and reconnect, nobody is signed out. */
  readonly isRotation: boolean;
}

export interface SessionEnds {
  /** Also of those that a neighbour has ended. */
  onEnded(listener: (ended: EndedSessions) => void): void;
  /** Which of these name nobody any more, by the database: for whoever lost a neighbour's word. */
  goneOf(slots: readonly SlotHandle[]): Promise<readonly SlotHandle[]>;
}
