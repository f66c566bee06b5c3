/**
 * Paints are batched: whatever arrives between two animation frames is told once. In a hidden tab frames stop, so the
 * listeners rest and the stores keep only the newest state.
 */
export type FrameScheduler = (flush: () => void) => void;

let waiting: (() => void)[] = [];
/** While a frame is being told: what it brought about and is still part of it. */
let late: (() => void)[] | null = null;

/**
 * All of a frame in one turn: what they change is then rendered together, once, and nobody measures a half-changed
 * page.
 */
export const onNextFrame: FrameScheduler = (flush) => {
  if (waiting.push(flush) === 1) requestAnimationFrame(flushAll);
};

/** With the frame that is being told, so that what follows from a change is painted with it; else with the next. */
export const withThisFrame: FrameScheduler = (flush) => {
  if (late) late.push(flush);
  else onNextFrame(flush);
};

function flushAll(): void {
  const asked = waiting;
  const brought: (() => void)[] = [];
  waiting = [];
  late = brought;
  asked.forEach(flushOne);
  // What these bring about comes a frame later: a circle must not hold the page.
  late = null;
  brought.forEach(flushOne);
}

function flushOne(flush: () => void): void {
  try {
    flush();
  } catch (error) {
    // Those behind it are owed their frame.
    reportError(error);
  }
}

/** Runs `flush` once in the next frame however often it is asked for. */
export function oncePerFrame(flush: () => void, schedule: FrameScheduler): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    schedule(() => {
      isAsked = false;
      flush();
    });
  };
}
