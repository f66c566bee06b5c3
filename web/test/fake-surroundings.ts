/** Surroundings for tests: its clock stands still until it is told to go, and the browser says what the test wants. */
import type { Stop, Surroundings } from '#network/surroundings.ts';

interface Timer {
  dueMs: number;
  readonly everyMs: number | null;
  readonly task: () => void;
}

interface Head {
  readonly path: string;
  readonly answer: (isWell: boolean) => void;
  readonly fail: () => void;
}

export interface FakeSurroundings extends Surroundings {
  /** The clock goes on and every timer runs when it is due. */
  advance(ms: number): void;
  /** The clock goes on and no timer runs; then those that are late run once, as after a sleep. */
  sleep(ms: number): void;
  setOnline(isOnline: boolean): void;
  setSeen(isSeen: boolean): void;
  /** What `random` says from now on. */
  chance: number;
  /** What the browser says of a request's own time. */
  wayMs: number | undefined;
  /** Requests that wait for their answer. */
  readonly heads: Head[];
}

export function fakeSurroundings(): FakeSurroundings {
  let timeMs = 1_000_000;
  let isOnline = true;
  let isSeen = true;
  const timers = new Set<Timer>();
  const online = new Set<() => void>();
  const seen = new Set<() => void>();

  function add(timer: Timer): Stop {
    timers.add(timer);
    return () => timers.delete(timer);
  }

  function run(timer: Timer, startMs: number): void {
    if (timer.everyMs === null) timers.delete(timer);
    else timer.dueMs = startMs + timer.everyMs;
    timer.task();
  }

  const dueBy = (limitMs: number): Timer | undefined =>
    [...timers].filter(({ dueMs }) => dueMs <= limitMs).sort((a, b) => a.dueMs - b.dueMs)[0];

  const surroundings: FakeSurroundings = {
    chance: 0,
    wayMs: undefined,
    heads: [],
    now: () => timeMs,
    random: () => surroundings.chance,
    after: (delayMs, task) => add({ dueMs: timeMs + delayMs, everyMs: null, task }),
    every: (intervalMs, task) => add({ dueMs: timeMs + intervalMs, everyMs: intervalMs, task }),
    isOnline: () => isOnline,
    onOnlineChange: (listener) => follow(online, listener),
    isSeen: () => isSeen,
    onSeenChange: (listener) => follow(seen, listener),
    head: (path, signal) =>
      new Promise((answer, fail) => {
        surroundings.heads.push({ path, answer, fail });
        signal.addEventListener('abort', () => fail(new Error('given up')));
      }),
    onTheWayMs: () => surroundings.wayMs,
    advance(ms) {
      const untilMs = timeMs + ms;
      for (let timer = dueBy(untilMs); timer; timer = dueBy(untilMs)) {
        timeMs = Math.max(timeMs, timer.dueMs);
        run(timer, timer.dueMs);
      }
      timeMs = untilMs;
    },
    sleep(ms) {
      timeMs += ms;
      const late = [...timers].filter(({ dueMs }) => dueMs <= timeMs).sort((a, b) => a.dueMs - b.dueMs);
      for (const timer of late) if (timers.has(timer)) run(timer, timeMs);
    },
    setOnline(next) {
      isOnline = next;
      for (const listener of [...online]) listener();
    },
    setSeen(next) {
      isSeen = next;
      for (const listener of [...seen]) listener();
    },
  };
  return surroundings;
}

function follow(listeners: Set<() => void>, listener: () => void): Stop {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lets whatever was promised and is settled be noticed. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
}
