/** An engine without a projector takes orders, however its looks at the read tables end. */
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { awaitReadTables } from '#app/await-read-tables.ts';
import { createShutdown } from '#app/shutdown.ts';

test('a look at the read tables that fails does not end the engine that waits for them', async () => {
  const shutdown = createShutdown(() => {});
  onTestFinished(() => shutdown.closeAll());
  let looks = 0;
  const follow = async (): Promise<void> => {
    looks += 1;
    if (looks === 1) throw new Error('terminating connection due to administrator command');
  };
  const start = { config: {}, shutdown, say: () => {} };
  await awaitReadTables(start as never, { follow }, {} as never);
  expect(looks).toBe(2);
});

test('one that will always fail does', async () => {
  const shutdown = createShutdown(() => {});
  onTestFinished(() => shutdown.closeAll());
  const denied = Object.assign(new pg.DatabaseError('permission denied for table projected', 0, 'error'), {
    code: '42501',
  });
  const start = { config: {}, shutdown, say: () => {} };
  const follow = (): Promise<void> => Promise.reject(denied);
  await expect(awaitReadTables(start as never, { follow }, {} as never)).rejects.toBe(denied);
});
