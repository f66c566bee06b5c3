/**
 * Whatever changes this browser's account jar, or has to know what is in it, goes one after another, whichever of its
 * tabs does it (record 108): each then carries the cookie that the one before it brought, and what it brought is written
 * down before the next one looks.
 */
const LOCK = 'account-jar';

/** A call that hangs must not keep every other tab from signing in and out for ever. */
const PATIENCE_MS = 30_000;

/** The calls of `work` end with its signal. It must not wait for a turn of its own. */
export async function inJarTurn<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const mine = () => work(AbortSignal.timeout(PATIENCE_MS));
  // Only a secure context has locks that other tabs see; without them a page still keeps its own calls in turn.
  return navigator.locks ? navigator.locks.request(LOCK, mine) : inPageTurn(mine);
}

let last: Promise<unknown> = Promise.resolve();

function inPageTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}
