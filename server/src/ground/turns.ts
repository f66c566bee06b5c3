/** What is done under one key goes one after another, so that two hundred tries at once are still counted one by one. */
import { replyError } from '#refusals/reply-error.ts';

export type Turns = <T>(key: string, task: () => Promise<T>) => Promise<T>;

const WAITING_MAX = 50;

export function createTurns(): Turns {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>();
  return async (key, task) => {
    const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 };
    if (line.length >= WAITING_MAX) throw replyError('TooManyRequests', { seconds: 5 });
    lines.set(key, line);
    line.length += 1;
    const turn = line.last.then(task, task);
    line.last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(key);
    }
  };
}
