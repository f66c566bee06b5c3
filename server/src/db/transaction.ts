/** Runs several statements in one transaction: all become durable, or none. */
import type pg from 'pg';

/** Anything that runs queries: a pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'> | Pick<pg.ClientBase, 'query'>;

/** A client that is the caller's until it is given back, and whether its connection may be used again then. */
export interface TakenClient {
  readonly client: pg.PoolClient;
  giveBack(isLost: boolean): void;
}

/**
 * The pool listens to those that nobody has: of one that is taken, the end of its connection would be an error to nobody,
 * which ends the process. It fails the next statement, and no more.
 */
export async function takeClient(pool: pg.Pool): Promise<TakenClient> {
  const client = await pool.connect();
  const ignore = (): void => {};
  client.on('error', ignore);
  return {
    client,
    giveBack(isLost) {
      client.off('error', ignore);
      client.release(isLost);
    },
  };
}

/** False where there is no connection any more, which has nothing to roll back. */
export function rolledBack(client: pg.ClientBase): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  );
}

/** `kind` follows `begin`: how isolated it is, say. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  kind = '',
): Promise<T> {
  const { client, giveBack } = await takeClient(pool);
  let isLost = false;
  try {
    await client.query(`begin ${kind}`);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // The first error is the one to report.
    isLost = !(await rolledBack(client));
    throw error;
  } finally {
    giveBack(isLost);
  }
}
