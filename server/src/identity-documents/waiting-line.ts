/** Lets a few tasks run at once and some wait; whoever comes when the line is full is sent away, never kept. */

/** Undefined when the line was full, or the task's turn did not come within `timeoutMs`. */
export type WaitingLine = <T>(task: () => Promise<T>, timeoutMs?: number) => Promise<T | undefined>;

export function createWaitingLine(atOnce: number, mostWaiting: number): WaitingLine {
  let running = 0;
  const waiting = new Set<() => void>();

  /** Settles to whether the turn came. */
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
      // The place goes to the next one, so nobody slips in between.
      if (next) {
        waiting.delete(next);
        next();
      } else running -= 1;
    }
  };
}
