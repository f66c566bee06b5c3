/** Lets a few tasks run at once and some wait; whoever comes when the line is full is sent away, never kept. */

/** Undefined when the line was full, or the task's turn did not come within `patienceMs`. */
export type WaitingLine = <T>(task: () => Promise<T>, patienceMs?: number) => Promise<T | undefined>;

export function createWaitingLine(atOnce: number, mostWaiting: number): WaitingLine {
  let running = 0;
  const waiting = new Set<() => void>();

  /** Settles to whether the turn came. */
  function turn(patienceMs: number | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const come = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer =
        patienceMs === undefined
          ? undefined
          : setTimeout(() => {
              waiting.delete(come);
              resolve(false);
            }, patienceMs);
      waiting.add(come);
    });
  }

  return async (task, patienceMs) => {
    if (running >= atOnce) {
      if (waiting.size >= mostWaiting || !(await turn(patienceMs))) return undefined;
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
