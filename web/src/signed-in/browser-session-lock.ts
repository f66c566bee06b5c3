/**
 * Whatever changes this browser's browser session, or has to know what is in it, goes one after another, whichever of
 * its tabs does it (record 108): each then carries the cookie that the one before it brought, and what it brought is
 * written down before the next one looks.
 */
import pLimit from 'p-limit';

const LOCK = 'account-jar';
/** Only a secure context has locks that other tabs see; without them a page still keeps its own calls in turn. */
const inPage = pLimit(1);

/** A call that hangs must not keep every other tab from signing in and out for ever. */
const PATIENCE_MS = 30_000;

/** What a call of a turn is made with. */
export interface TurnCall {
  /** Ends the call with its turn. */
  readonly signal: AbortSignal;
  /**
   * The browser takes the answer though the tab was closed meanwhile: the browser session's new cookie comes with it.
   * Not for a sign-in: nobody would write down that somebody is in the browser session now.
   */
  readonly keepalive: true;
}

/** `work` must not wait for a turn of its own. */
export async function withBrowserSessionLock<T>(work: (turn: TurnCall) => Promise<T>): Promise<T> {
  const mine = () => work({ signal: AbortSignal.timeout(PATIENCE_MS), keepalive: true });
  return navigator.locks ? navigator.locks.request(LOCK, mine) : inPage(mine);
}
