/**
 * How far behind the server is. All requests take turns in one event loop: what a round handles had come when the round
 * began at the latest, so a request's age is at least that of the round, however long it lay in the kernel unread. A
 * single long round is a hiccup; when for a while all are long, more comes than can be done. It is over when one is
 * short again: while a part is refused, rounds are shorter than they would be.
 */

/** What was not done because too much waited, or because nobody wanted it any more. */
const SHED_REASONS = [
  /** Commands: by their urgency, because read tables are behind, storage runs out, or the queue was full. */
  'opening',
  'reducing',
  'behind',
  'space',
  'full',
  /** Their sender had gone, or wanted them by a time that had passed. */
  'gone',
  'late',
  /** Reads that cost much, of visitors and of investors, and all other reads. */
  'visitor-dear-read',
  'dear-read',
  'read',
  /** Too many waited for a turn at what runs a few at a time. */
  'turns',
] as const;

export type ShedReason = (typeof SHED_REASONS)[number];

export interface Load {
  /** A steady clock of this process. */
  nowMs(): number;
  /**
   * When what is handled now had come at the latest: when the event loop's present round began. After a freeze it is when
   * that began: for how long something had lain in the kernel then, nobody knows.
   */
  readonly cameMs: number;
  /** For how long every round has been long; 0 while they are on time. */
  readonly lateMs: number;
  /**
   * Whether what bears this much lateness is not to be done now. In each round it is done for as long as a short one
   * lasts, however late it is: so much goes on.
   */
  isTooLate(bearableMs: number): boolean;
  noteShed(reason: ShedReason): void;
  readonly shed: ReadonlyMap<ShedReason, number>;
}

/** A short round: what comes in while it lasts waits until the next. */
export const SHORT_ROUND_MS = 100;
/** A longer one is late: whoever asks for something notices it. */
export const LONG_ROUND_MS = 250;
/** It is surely late after so long, and something may be refused already. */
const SURELY_MS = 500;
/** No work takes so long: the process did not run. Timers are first when it does again, before anything is read. */
const FROZEN_MS = 2_000;
/** A short round that is over is noticed in time. */
const LOOK_MS = SHORT_ROUND_MS / 2;

/** From zero: whoever watches how a count grows has to have seen it before. */
export function countShed(): Pick<Load, 'noteShed' | 'shed'> {
  const shed = new Map<ShedReason, number>(SHED_REASONS.map((reason) => [reason, 0]));
  return { noteShed: (reason) => shed.set(reason, (shed.get(reason) ?? 0) + 1), shed };
}

/** `beginRound` is to be called when a round begins, at least every `LOOK_MS` while nothing happens. */
export function measureLoad(nowMs: () => number): Load & { readonly beginRound: () => void } {
  let roundMs = nowMs();
  let cameMs = roundMs;
  let onTimeMs = roundMs;
  const lateMs = (): number => {
    const sinceMs = nowMs() - onTimeMs;
    return sinceMs > LONG_ROUND_MS ? sinceMs : 0;
  };
  return {
    nowMs,
    get cameMs() {
      return cameMs;
    },
    get lateMs() {
      return lateMs();
    },
    isTooLate: (bearableMs) => lateMs() > bearableMs && nowMs() - roundMs > SHORT_ROUND_MS,
    ...countShed(),
    beginRound() {
      const now = nowMs();
      const mostMs = now - onTimeMs > SURELY_MS ? SHORT_ROUND_MS : LONG_ROUND_MS;
      if (now - roundMs <= mostMs) onTimeMs = now;
      cameMs = now - roundMs > FROZEN_MS ? roundMs : now;
      roundMs = now;
    },
  };
}

/** Timers are looked at once in each round. This one does not keep the process alive. */
export function watchLoad(): Load {
  const load = measureLoad(() => performance.now());
  setInterval(load.beginRound, LOOK_MS).unref();
  return load;
}
