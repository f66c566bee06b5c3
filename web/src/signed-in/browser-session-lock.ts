/**
 * Serialises, across tabs, every call that changes the browser session or needs to know who is in it (record 108): each
 * call then carries the cookie that the previous one brought, and its result is stored before the next one looks.
 */
import pLimit from 'p-limit';

const LOCK = 'account-jar';
/** Only a secure context has locks that other tabs see; without them a page still runs its own calls one at a time. */
const inPage = pLimit(1);

/** A call that hangs must not keep every other tab from signing in and out for ever. */
const PATIENCE_MS = 30_000;

/** Call options that belong to the lock's holder. */
export interface TurnCall {
  /** Aborts the call when its time with the lock is up. */
  readonly signal: AbortSignal;
  /**
   * The browser takes the answer even if the tab was closed meanwhile: it brings the browser session's new cookie. Not
   * for a sign-in: no tab would then record who is in the browser session.
   */
  readonly keepalive: true;
}

/** Runs `work` under the lock; it must not take the lock itself. */
export async function withBrowserSessionLock<T>(work: (turn: TurnCall) => Promise<T>): Promise<T> {
  const mine = () => work({ signal: AbortSignal.timeout(PATIENCE_MS), keepalive: true });
  return navigator.locks ? navigator.locks.request(LOCK, mine) : inPage(mine);
}
