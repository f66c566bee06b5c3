/**
 * Paints are batched: whatever arrives between two animation frames is told once. In a hidden tab frames stop, so the
 * listeners rest and the stores keep only the newest state.
 */
export type FrameScheduler = (flush: () => void) => void;

export const onNextFrame: FrameScheduler = (flush) => {
  requestAnimationFrame(() => flush());
};

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
