/**
 * Work that takes longer than an answer may. There is one run at a time, which whoever asks meanwhile shares. An answer
 * that can't wait for its end says how far it is, and by which id the result is asked for.
 */
import { randomUUID } from 'node:crypto';

export interface Progress {
  readonly reached: number;
  readonly whole: number;
}

export type RunAnswer<Result> =
  | { readonly result: Result }
  | { readonly underWay: Progress & { readonly runId: string } };

export interface LongRuns<Result> {
  /**
   * Of the run that is named, as long as it is the last one; else of the one under way, or of one that begins now.
   * Rejects as the run did.
   */
  ask(runId: string | undefined): Promise<RunAnswer<Result>>;
}

interface Run<Result> {
  readonly runId: string;
  readonly result: Promise<Result>;
  readonly isOver: () => boolean;
  readonly progress: () => Progress;
}

/** Of the time that an answer has: nobody asks again and again without a pause, and no answer is late. */
const WAITS_PART = 1 / 3;

export function createLongRuns<Result>(
  answerMs: number,
  work: (tell: (progress: Progress) => void) => Promise<Result>,
): LongRuns<Result> {
  let last: Run<Result> | undefined;

  function begin(): Run<Result> {
    let [progress, isOver] = [{ reached: 0, whole: 0 }, false];
    const result = work((reached) => {
      progress = reached;
    }).finally(() => {
      isOver = true;
    });
    // Whoever asked may be gone.
    result.catch(() => {});
    return { runId: randomUUID(), result, isOver: () => isOver, progress: () => progress };
  }

  return {
    async ask(wantedId) {
      const run = last && (!last.isOver() || last.runId === wantedId) ? last : begin();
      last = run;
      const { runId, result, progress } = run;
      if (await endsWithin(result, answerMs * WAITS_PART)) return { result: await result };
      return { underWay: { runId, ...progress() } };
    },
  };
}

function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    const end = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(end, end);
  });
}
