/**
 * Calls that change this browser's jar go one after another, whichever of its tabs sends them: each then carries the
 * cookie that the one before it brought. Whoever was answered 401 in the meantime waits until the jar is at rest before
 * they believe it (record 108).
 */
const LOCK = 'account-jar';

/** `send` makes the call, once it is its turn. */
export function changingJar<T>(send: () => Promise<T>): Promise<T> {
  return inTurn(send);
}

/** Once every change that was under way or waiting has been answered. */
export function jarAtRest(): Promise<void> {
  return inTurn(async () => {});
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // Only a secure context has locks that other tabs see; without them a page still keeps its own calls in turn.
  return navigator.locks ? navigator.locks.request(LOCK, work) : inPageTurn(work);
}

let last: Promise<unknown> = Promise.resolve();

function inPageTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}
