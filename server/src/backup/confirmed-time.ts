/**
 * Tells until when everything is in the place of backups. When a piece of log arrived says nothing of it: after the place
 * was away it is old. What counts is that the place has the log up to where it ended at a known time.
 */

export interface LogEnd {
  readonly position: bigint;
  readonly atMs: number;
}

export interface ConfirmedTime {
  /** The log ended there then. */
  hear(end: LogEnd): void;
  /** The place has everything before this position. */
  keep(position: bigint): void;
  /** undefined before the place has everything up to the first end. */
  untilMs(nowMs: number): number | undefined;
}

/** @param first where the log ended before any of it was asked for. */
export function trackConfirmed(from: bigint, first: LogEnd): ConfirmedTime {
  let kept = from;
  let newest = first;
  /** Stays until the place has it, however fast the log grows meanwhile: else a steady one would confirm nothing. */
  let goal = first;
  let confirmedMs: number | undefined;
  const isCaughtUp = (): boolean => kept >= newest.position;
  return {
    hear(end) {
      if (end.position <= newest.position) return;
      // All that was known until now is there.
      if (isCaughtUp()) [goal, confirmedMs] = [end, end.atMs];
      newest = end;
    },
    keep(position) {
      kept = position;
      for (const { position: end, atMs } of [goal, newest]) if (kept >= end) confirmedMs = atMs;
      if (kept >= goal.position) goal = newest;
    },
    untilMs: (nowMs) => (isCaughtUp() ? nowMs : confirmedMs),
  };
}
