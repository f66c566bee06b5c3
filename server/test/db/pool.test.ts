/** Checks that no statement keeps a shared connection for ever. */
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { CONNECTION_MS, openPool } from '#db/pool.ts';
import { inTransaction } from '#db/transaction.ts';
import { openReadTables } from '#journal/read-pool.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';

test('one that waits for a lock that is never let go ends, and its connection serves the next', async () => {
  const url = await freshDatabaseUrl();
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  const pool = openPool(url, 1, 300);
  onTestFinished(async () => {
    await pool.end();
    await holder.end();
  });
  await holder.query('create table held (one int)');
  await holder.query('begin; lock table held');
  const [stuck, next] = await Promise.allSettled([pool.query('select * from held'), pool.query('select 1 as one')]);
  expect(stuck).toMatchObject({ status: 'rejected', reason: { code: '57014' } });
  expect(next).toMatchObject({ status: 'fulfilled', value: { rows: [{ one: 1 }] } });
});

test('whoever would wait for a connection longer than for an answer waits no more', async () => {
  const pool = openPool(await freshDatabaseUrl(), 1);
  onTestFinished(() => pool.end());
  expect(pool.options.connectionTimeoutMillis).toBe(CONNECTION_MS);
});

test('what no caller has said may take two minutes', async () => {
  const pool = openPool(await freshDatabaseUrl(), 1);
  onTestFinished(() => pool.end());
  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '2min' }]);
});

test('a transaction of a process that stands still is ended, and its locks with it', async () => {
  const url = await freshDatabaseUrl();
  const reads = openReadTables({ url, projection: { isStuck: false, reached: async () => {} }, durableSeq: () => 0 });
  const pool = openPool(url, 1);
  onTestFinished(async () => {
    await Promise.all([pool.end(), reads.end()]);
  });
  for (const one of [pool, reads.whole, reads.shown])
    expect((await one.query('show idle_in_transaction_session_timeout')).rows).toEqual([
      { idle_in_transaction_session_timeout: '30s' },
    ]);
});

test('a connection that ends within a transaction fails its next statement, and the process goes on', async () => {
  const url = await freshDatabaseUrl();
  const pool = openPool(url, 1);
  const other = openPool(url, 1);
  onTestFinished(async () => {
    await Promise.all([pool.end(), other.end()]);
  });
  const unheard: unknown[] = [];
  const hear = (error: unknown): void => void unheard.push(error);
  process.on('uncaughtException', hear);
  onTestFinished(() => void process.off('uncaughtException', hear));
  const cut = inTransaction(pool, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await client.query('select 1');
  });
  await expect(cut).rejects.toThrow(/not queryable|terminated/);
  expect(unheard).toEqual([]);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
