/**
 * What is done under one key (a sub-account, an investor) is done one after another, so that two hundred tries at once
 * are still counted one by one. There is one server, so this is lock enough.
 */
import { Mutex } from 'async-mutex';
import { replyError } from '#refusals/reply-error.ts';

export type KeyedMutex = <T>(key: string, task: () => Promise<T>) => Promise<T>;

/** More tries than these at once under one key are no person's, and are refused before they fill the memory. */
export const TRIES_AT_ONCE = 50;

/** Throws `TooManyRequests` when more than `mostAtOnce` would wait under one key. */
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
