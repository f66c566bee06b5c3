/**
 * On whose behalf something is done. Whatever a request causes, awaited or not, knows its id, and the log writes it on
 * every line (log.ts). What many requests share (a batch of the journal, a round of the outbox) is done outside of all
 * of them, and each part that is one request's inside of that one (record 158).
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a request's command has come to; the journal's are those of its first command. */
export type Stop =
  /** Its body is there as a whole. */
  | 'received'
  /** It has passed every check at the door, and waits in the sequencer's queue. */
  | 'queued'
  /** The engine begins, and has ended. */
  | 'executing'
  | 'executed'
  /** Its batch is being written, and is on disk. */
  | 'committing'
  | 'durable'
  /** The exchange is asked for its order, and has said something of it. These two may come after the answer. */
  | 'requested'
  | 'acknowledged'
  | 'answered';

export type StopFacts = Readonly<Record<string, string | number>>;

/** Called with each stop, in order. It must be quick, and never throws. */
export type Follow = (stop: Stop, facts?: StopFacts) => void;

export interface OwnRequest {
  readonly requestId: string;
  /** Absent where nobody follows it. */
  readonly follow?: Follow | undefined;
}

const requests = new AsyncLocalStorage<OwnRequest | undefined>();

/** The request that is being worked for; undefined outside of all. */
export function ownRequest(): OwnRequest | undefined {
  return requests.getStore();
}

/** Does it, and everything that comes of it, for that request. */
export function inRequest<T>(request: OwnRequest | undefined, act: () => T): T {
  return requests.run(request, act);
}

/** Does it, and everything that comes of it, for nobody in particular. */
export function outsideRequests<T>(act: () => T): T {
  return requests.run(undefined, act);
}
