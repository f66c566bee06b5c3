/**
 * Who a call acts for. The jar cookie proves who is signed in; the slot header says which of them acts. Identity
 * fills these, routes and feeds only read them.
 */
import type { InvestorKind } from '@mua/core/engine';

/** One signed-in investor of a jar. `handle` is the slot's accessToken.value: it changes with every sign-in. */
export interface Actor {
  readonly jarId: string;
  readonly slot: number;
  readonly handle: string;
  readonly investorId: string;
  readonly fullName: string;
  readonly kind: InvestorKind;
  readonly isSuspended: boolean;
  /** When its jar ends: its sockets end with it. */
  readonly expiresMs: number;
}

export interface Jar {
  readonly jarId: string;
  readonly expiresMs: number;
  /** By slot. */
  readonly actors: readonly Actor[];
}

export interface JarReader {
  /** The jar of a cookie's value; undefined when there is none or it is too old. */
  find(cookie: string): Promise<Jar | undefined>;
}

/** Signed-in investors whose session is over: their sockets are closed. */
export interface EndedSessions {
  readonly jarId: string;
  readonly actors: readonly Actor[];
  /** The jar lives on under a new id: sockets close and come back, nobody is signed out. */
  readonly isRotation: boolean;
}
