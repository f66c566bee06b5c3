/**
 * A short queue for calls that decorate: a board of thirty rows asks for thirty series at once, and an order that is
 * sent in that moment must not wait behind them. Who lost interest before the turn came is left out.
 */
const AT_ONCE = 3;

let running = 0;
const waiting: (() => void)[] = [];

export async function inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
