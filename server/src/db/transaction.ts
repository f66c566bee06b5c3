/** Several statements that are durable together or not at all. */
import type pg from 'pg';

/** Whatever can be asked: a pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'> | Pick<pg.ClientBase, 'query'>;

export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // Of a connection that is gone there is nothing to roll back, and the first error is the one to tell.
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
