/** Describes as much of a socket as feeds use, so that a test can stand in for one. */
import type { Heartbeat } from '@mua/contract/feeds/messages';

/**
 * Why a connection ends that windows share: the window that had it is gone and another has it at once, so there is
 * nothing to wait for.
 */
export const MOVED = 'moved';

interface LifeEvents {
  connect: () => void;
  disconnect: (reason: string) => void;
  connect_error: (error: Error) => void;
  heartbeat: (message: Heartbeat) => void;
}

type Listener<Events, E extends keyof Events> = Events[E] extends (...args: infer A) => void
  ? (...args: A) => void
  : never;

export interface FeedSocket<Server extends object, Client extends object> {
  readonly connected: boolean;
  /** Credentials the socket sends when it connects. */
  auth: object;
  on<E extends keyof (Server & LifeEvents)>(event: E, listener: Listener<Server & LifeEvents, E>): unknown;
  emit<E extends keyof Client>(event: E, ...args: Client[E] extends (...args: infer A) => void ? A : never): unknown;
  /** Makes one attempt. Trying again is `keepConnection`'s part. */
  connect(): unknown;
  disconnect(): unknown;
}
