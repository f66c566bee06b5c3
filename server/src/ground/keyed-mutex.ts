/**
 * Runs tasks with the same key (a sub-account, an investor) one after another, so that two hundred concurrent attempts
 * are still counted one by one. In the memory of one process; db/keyed-locks.ts does it for several.
 */
import { Mutex } from 'async-mutex';
import { replyError } from '#refusals/reply-error.ts';

export type KeyedMutex = <T>(key: string, task: () => Promise<T>) => Promise<T>;

/** No person makes more concurrent attempts under one key: further ones are refused before they fill the memory. */
export const TRIES_AT_ONCE = 50;

/** Throws `TooManyRequests` if more than `mostAtOnce` would wait under one key. */
export function createKeyedMutex(mostAtOnce = Number.POSITIVE_INFINITY): KeyedMutex {
  const entries = new Map<string, { readonly mutex: Mutex; users: number }>();
  return async (key, task) => {
    const entry = entries.get(key) ?? { mutex: new Mutex(), users: 0 };
    if (entry.users >= mostAtOnce) throw replyError('TooManyRequests', { seconds: 5 });
    entries.set(key, entry);
    entry.users += 1;
    try {
      return await entry.mutex.runExclusive(task);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) entries.delete(key);
    }
  };
}
