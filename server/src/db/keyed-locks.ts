/**
 * One after another under a key, over all processes of the installation: an advisory lock of PostgreSQL for as long as
 * the task takes. Within a process those under one key queue in memory, so that a key takes one connection at most; and
 * the connections are few and their own, so that those who wait take none from those who work.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { CONNECTION_MS, RESTING_MS } from '#db/pool.ts';
import { rolledBack, takeClient } from '#db/transaction.ts';
import { createKeyedMutex, type KeyedMutex } from '#ground/keyed-mutex.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface KeyedLocks {
  /**
   * Keys of different rooms are different. Throws `TooManyRequests` if more than `mostAtOnce` would wait under one, or
   * another process keeps it too long.
   */
  mutex(room: string, mostAtOnce?: number): KeyedMutex;
  close(): Promise<void>;
}

/** For a process that is alone. */
export const LOCKS_IN_MEMORY: KeyedLocks = {
  mutex: (_room, mostAtOnce) => createKeyedMutex(mostAtOnce),
  async close() {},
};

/** Tasks that hold locks at once, of all rooms. */
const CONNECTIONS = 6;
/** Whoever waits longer for a key is told to try again. */
const WAIT_MS = 5_000;
/** PostgreSQL's word that WAIT_MS are over. */
const LOCK_NOT_AVAILABLE = '55P03';

/** The transaction whose end lets go. */
interface Holding {
  readonly client: pg.ClientBase;
  isOver: boolean;
}

export function openKeyedLocks(url: string): KeyedLocks {
  const pool = new pg.Pool({
    ...{ connectionString: url, max: CONNECTIONS, connectionTimeoutMillis: CONNECTION_MS },
    ...{ lock_timeout: WAIT_MS, idle_in_transaction_session_timeout: RESTING_MS },
  });
  pool.on('error', () => {});
  /** A task within a task locks on the same connection: it would wait for ever for another if all others did the same. */
  const outer = new AsyncLocalStorage<Holding>();

  async function locked<T>(name: string, task: () => Promise<T>): Promise<T> {
    const around = outer.getStore();
    if (around && !around.isOver) {
      await lock(around.client, name);
      return task();
    }
    // What is lost with its connection is the lock; the task's own statements fail by themselves, or do not.
    const { client, giveBack } = await takeClient(pool);
    const holding = { client, isOver: false };
    try {
      await client.query('begin');
      await lock(client, name);
      return await outer.run(holding, task);
    } finally {
      holding.isOver = true;
      giveBack(!(await rolledBack(client)));
    }
  }

  return {
    mutex(room, mostAtOnce) {
      const inMemory = createKeyedMutex(mostAtOnce);
      return (key, task) => inMemory(key, () => locked(`${room} ${key}`, task));
    },
    close: () => pool.end(),
  };
}

async function lock(client: pg.ClientBase, name: string): Promise<void> {
  try {
    await client.query({
      name: 'take-keyed-lock',
      text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [name],
    });
  } catch (error) {
    const isBusy = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
    throw isBusy ? replyError('TooManyRequests', { seconds: WAIT_MS / 1_000 }) : error;
  }
}
