/**
 * Lets only a few pieces of work run at once, and fewer of those with the same key (a network, an investor): the rest
 * waits. Keys take turns, so that nobody waits behind everything that somebody else has asked for.
 */
import { replyError } from '#refusals/reply-error.ts';

export interface Turns {
  /** Throws `TooManyRequests` if the key, `ServiceUnavailable` if everybody together has too much waiting. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export interface TurnLimits {
  readonly atOnce: number;
  readonly atOnceOfKey: number;
  readonly waiting: number;
  readonly waitingOfKey: number;
}

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

export function createTurns(limits: TurnLimits, onRefused: () => void): Turns {
  /** Whose turn it is comes first, and goes to the end with it. */
  const lines = new Map<string, Line>();
  let running = 0;
  let waiting = 0;

  function startNext(): void {
    for (const [key, line] of lines) {
      if (running >= limits.atOnce) return;
      const start = line.running < limits.atOnceOfKey ? line.waiting.shift() : undefined;
      if (!start) continue;
      waiting -= 1;
      begin(key, line);
      start();
    }
  }

  function begin(key: string, line: Line): void {
    lines.delete(key);
    lines.set(key, line);
    line.running += 1;
    running += 1;
  }

  function end(key: string, line: Line): void {
    line.running -= 1;
    running -= 1;
    if (line.running === 0 && line.waiting.length === 0) lines.delete(key);
    startNext();
  }

  function wait(key: string, line: Line): Promise<void> {
    const isFull = line.waiting.length >= limits.waitingOfKey;
    if (isFull || waiting >= limits.waiting) {
      onRefused();
      throw isFull ? replyError('TooManyRequests', { seconds: 1 }) : replyError('ServiceUnavailable', {});
    }
    waiting += 1;
    lines.set(key, line);
    return new Promise((resolve) => {
      line.waiting.push(resolve);
    });
  }

  return {
    async take(key, work) {
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      const isFree = running < limits.atOnce && line.running < limits.atOnceOfKey;
      if (isFree) begin(key, line);
      else await wait(key, line);
      try {
        return await work();
      } finally {
        end(key, line);
      }
    },
  };
}
