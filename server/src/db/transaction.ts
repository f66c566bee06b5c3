/** Runs several statements in one transaction: all become durable, or none. */
import type pg from 'pg';

/** Anything that runs queries: a pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'> | Pick<pg.ClientBase, 'query'>;

export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // A lost connection has nothing to roll back, and the first error is the one to report.
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
