/**
 * Batches paints: whatever arrives between two animation frames is notified once. In a hidden tab frames stop, so the
 * listeners rest and the stores keep only the newest state.
 */
export type FrameScheduler = (flush: () => void) => void;

let waiting: (() => void)[] = [];
/** Holds, while a frame runs, the callbacks it caused that still belong to it. */
let late: (() => void)[] | null = null;

/**
 * Runs all callbacks of a frame in one turn: their changes then render together, once, and nothing measures a
 * half-changed page.
 */
export const onNextFrame: FrameScheduler = (flush) => {
  if (waiting.push(flush) === 1) requestAnimationFrame(flushAll);
};

/** Runs with the current frame, so that what follows from a change is painted with it; else with the next. */
export const withThisFrame: FrameScheduler = (flush) => {
  if (late) late.push(flush);
  else onNextFrame(flush);
};

const inLine: (() => void)[] = [];

/**
 * Runs one of its callbacks a frame, in the order of asking: for what takes so long that several of them would make one
 * frame late. Whoever asks again while waiting (`oncePerFrame`) keeps its place.
 */
export const oneAFrame: FrameScheduler = (flush) => {
  if (inLine.push(flush) === 1) onNextFrame(flushNext);
};

function flushNext(): void {
  const next = inLine.shift();
  if (inLine.length > 0) onNextFrame(flushNext);
  next?.();
}

function flushAll(): void {
  const asked = waiting;
  const brought: (() => void)[] = [];
  waiting = [];
  late = brought;
  asked.forEach(flushOne);
  // Callbacks that these cause run a frame later: a cycle must not block the page.
  late = null;
  brought.forEach(flushOne);
}

function flushOne(flush: () => void): void {
  try {
    flush();
  } catch (error) {
    // The callbacks behind it still run in this frame.
    reportError(error);
  }
}

/** Runs `flush` once in the next frame, however often it is requested. */
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
