/** For what is dear to try and may fail for long: a pause after each failure, twice as long as the one before. */
export interface GrowingPause {
  /** It may be tried. */
  isOver(): boolean;
  /** Tries it: a failure, which is thrown, begins a pause. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
  /** The next failure is a first one again. */
  forget(): void;
}

export function growingPause(options: {
  readonly shortestMs: number;
  readonly longestMs: number;
  readonly nowMs: () => number;
}): GrowingPause {
  const { shortestMs, longestMs, nowMs } = options;
  let [pauseMs, againMs] = [shortestMs, Number.NEGATIVE_INFINITY];
  const forget = (): void => {
    [pauseMs, againMs] = [shortestMs, Number.NEGATIVE_INFINITY];
  };
  return {
    isOver: () => nowMs() >= againMs,
    async attempt(work) {
      try {
        const made = await work();
        forget();
        return made;
      } catch (error) {
        againMs = nowMs() + pauseMs;
        pauseMs = Math.min(2 * pauseMs, longestMs);
        throw error;
      }
    },
    forget,
  };
}
