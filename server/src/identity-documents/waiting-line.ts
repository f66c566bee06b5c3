/** Runs a few tasks at once and lets some wait; when the line is full, further callers are turned away at once. */

/** Resolves to undefined if the line was full, or if the task's turn did not come within `timeoutMs`. */
export type WaitingLine = <T>(task: () => Promise<T>, timeoutMs?: number) => Promise<T | undefined>;

export function createWaitingLine(atOnce: number, mostWaiting: number): WaitingLine {
  let running = 0;
  const waiting = new Set<() => void>();

  /** Resolves to whether the turn came. */
  function turn(timeoutMs: number | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const come = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => {
              waiting.delete(come);
              resolve(false);
            }, timeoutMs);
      waiting.add(come);
    });
  }

  return async (task, timeoutMs) => {
    if (running >= atOnce) {
      if (waiting.size >= mostWaiting || !(await turn(timeoutMs))) return undefined;
    } else running += 1;
    try {
      return await task();
    } finally {
      const [next] = waiting;
      // The slot passes to the next in line, so nobody can take it in between.
      if (next) {
        waiting.delete(next);
        next();
      } else running -= 1;
    }
  };
}
