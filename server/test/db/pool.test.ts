/** Checks that no statement keeps a shared connection for ever. */
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openPool } from '#db/pool.ts';
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

test('what no caller has said may take two minutes', async () => {
  const pool = openPool(await freshDatabaseUrl(), 1);
  onTestFinished(() => pool.end());
  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '2min' }]);
});
