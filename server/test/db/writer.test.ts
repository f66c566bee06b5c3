/** One writer at any time: who waits gets the lock of one that ends, and of one that is fenced, by its epoch only. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Database, fenceWriter, openDatabase, WriterBusyError } from '#db/database.ts';
import { freshDatabaseUrl, serverRole } from '#test/fixtures/database.ts';

let url: string;
let pool: pg.Pool;
beforeAll(async () => {
  url = await freshDatabaseUrl();
  pool = new pg.Pool({ connectionString: url, max: 2 });
});
afterAll(() => pool.end());

/** Resolves once it waits, to what it becomes. */
async function wait(lost: Error[] = []): Promise<{ readonly opened: Promise<Database> }> {
  return new Promise((resolve, reject) => {
    const opened = openDatabase(
      url,
      (error) => lost.push(error),
      serverRole(url),
      async () => resolve({ opened }),
    );
    opened.catch(reject);
  });
}

test('who does not wait is refused; who waits has its turn when the writer ends, with a higher epoch', async () => {
  const first = await openDatabase(url, () => {}, serverRole(url));
  await expect(openDatabase(url, () => {}, serverRole(url))).rejects.toThrow(WriterBusyError);
  const { opened } = await wait();
  await first.close();
  const second = await opened;
  expect(second.epoch).toBeGreaterThan(first.epoch);
  await second.close();
});

test('a writer is fenced by its own epoch only: all its connections end, and who waits has its turn', async () => {
  const lost: Error[] = [];
  const hanging = await openDatabase(url, (error) => lost.push(error), serverRole(url));
  const held = await hanging.pool.connect();
  held.on('error', () => {});
  await held.query('begin');
  await held.query('lock table investor in exclusive mode');
  const { opened } = await wait();
  await fenceWriter(pool, hanging.epoch - 1);
  expect((await hanging.writer.query('select 1')).rowCount).toBe(1);
  await fenceWriter(pool, hanging.epoch);
  const next = await opened;
  await vi.waitUntil(() => lost.length > 0);
  // What it had locked is free.
  await next.pool.query('begin; lock table investor in exclusive mode nowait; commit');
  // Whoever comes late with the same suspicion does no harm.
  await fenceWriter(pool, hanging.epoch);
  expect((await next.writer.query('select 1')).rowCount).toBe(1);
  held.release(true);
  await next.close();
  await hanging.close().catch(() => {});
});

test('who has the lock by now does not fence itself while its epoch is on its way', async () => {
  const lost: Error[] = [];
  const own = await openDatabase(url, (error) => lost.push(error), serverRole(url));
  await fenceWriter(own.pool, own.epoch);
  expect((await own.writer.query('select 1')).rowCount).toBe(1);
  expect(lost).toEqual([]);
  await own.close();
});
