/**
 * The server's clock. Certificates and logs use the machine's time; everything the product decides by time (engine,
 * jobs, sessions, codes) asks here. A manual clock (CLOCK=manual) moves only on request.
 */
export interface Clock {
  nowMs(): number;
  /** How far it is ahead of the machine's time, which was set back; 0 of all that have a time of their own. */
  readonly aheadMs: number;
  /** Runs the task at each interval until the returned function is called. */
  every(intervalMs: number, task: () => void): () => void;
  /** Runs the task once at that time; returns how to cancel it. */
  at(timeMs: number, task: () => void): () => void;
}

export interface ManualClock extends Clock {
  /** Moves forward, running everything due on the way, oldest first. Never back. */
  advanceTo(timeMs: number): void;
}

/** What a machine has: the time that somebody may set, and the milliseconds that have passed. */
export interface Machine {
  wallMs(): number;
  steadyMs(): number;
}

const MACHINE: Machine = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

/** Less is the slewing of a time service. */
const SET_MS = 1_000;

/**
 * The machine's time, never before `notBeforeMs` and never back: where somebody sets the machine back, time goes on from
 * where it was, and is the machine's again once that is set forward. Sessions, days and the market would stand still
 * meanwhile.
 */
export function systemClock(notBeforeMs = 0, machine: Machine = MACHINE): Clock {
  let [wallMs, steadyMs] = [machine.wallMs(), machine.steadyMs()];
  let aheadMs = Math.max(0, notBeforeMs - wallMs);
  const look = (): number => {
    const [wall, steady] = [machine.wallMs(), machine.steadyMs()];
    const setByMs = wall - wallMs - (steady - steadyMs);
    if (setByMs < -SET_MS) aheadMs -= setByMs;
    else if (setByMs > SET_MS) aheadMs = Math.max(0, aheadMs - setByMs);
    [wallMs, steadyMs] = [wall, steady];
    return wall;
  };
  return {
    ...timers(() => look() + Math.round(aheadMs)),
    get aheadMs() {
      look();
      return Math.round(aheadMs);
    },
  };
}

/** What passes, from when this process began: nobody sets it. */
export function steadyClock(): Clock {
  return timers(() => performance.now());
}

/** The time of day as other machines and people's phones have it, which a clock may be ahead of. */
export function timeOfDayMs(clock: Pick<Clock, 'nowMs' | 'aheadMs'>): number {
  return clock.nowMs() - clock.aheadMs;
}

/** The machine's time as it is, for what is compared with a library's own. */
export function machineClock(): Clock {
  return timers(() => Date.now());
}

function timers(nowMs: () => number): Clock {
  return {
    nowMs,
    aheadMs: 0,
    every(intervalMs, task) {
      const timer = setInterval(task, intervalMs);
      timer.unref();
      return () => clearInterval(timer);
    },
    at(timeMs, task) {
      const timer = setTimeout(task, Math.min(Math.max(0, timeMs - nowMs()), 0x7fff_ffff));
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}

interface Due {
  timeMs: number;
  readonly intervalMs: number | null;
  readonly task: () => void;
}

/** The first entered among equals. A leap of months asks millions of times. */
function oldestOf(due: Iterable<Due>): Due | undefined {
  let oldest: Due | undefined;
  for (const entry of due) if (!oldest || entry.timeMs < oldest.timeMs) oldest = entry;
  return oldest;
}

export function manualClock(startMs: number): ManualClock {
  let now = startMs;
  const due = new Set<Due>();
  const add = (entry: Due): (() => void) => {
    due.add(entry);
    return () => due.delete(entry);
  };
  return {
    nowMs: () => now,
    aheadMs: 0,
    every: (intervalMs, task) => add({ timeMs: now + intervalMs, intervalMs, task }),
    at: (timeMs, task) => add({ timeMs, intervalMs: null, task }),
    advanceTo(timeMs) {
      for (;;) {
        const next = oldestOf(due);
        if (!next || next.timeMs > timeMs) break;
        now = Math.max(now, next.timeMs);
        if (next.intervalMs === null) due.delete(next);
        else next.timeMs += next.intervalMs;
        next.task();
      }
      now = Math.max(now, timeMs);
    },
  };
}
