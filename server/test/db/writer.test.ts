/** One writer at any time: who waits gets the lock of one that ends, and of one that is fenced, by its epoch only. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, fenceWriter, openDatabase, WriterBusyError } from '#db/database.ts';
import { freshDatabaseUrl, serverRole, waitingBackends } from '#test/fixtures/database.ts';

let url: string;
let pool: pg.Pool;
beforeAll(async () => {
  url = await freshDatabaseUrl();
  pool = new pg.Pool({ connectionString: url, max: 2 });
});
afterAll(() => pool.end());

/** Resolves once it waits, to what it becomes. */
async function wait(lost: Error[] = []): Promise<{ readonly opened: Promise<Database>; hasBegun(): boolean }> {
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    const turn = {
      whenBusy: async () => resolve({ opened, hasBegun: () => hasBegun }),
      begun() {
        hasBegun = true;
      },
      takeOver: async () => {},
    };
    const opened = openDatabase(url, (error) => lost.push(error), serverRole(url), turn);
    opened.catch(reject);
  });
}

test('who does not wait is refused; who waits has its turn when the writer ends, with a higher epoch', async () => {
  const first = await openDatabase(url, () => {}, serverRole(url));
  await expect(openDatabase(url, () => {}, serverRole(url))).rejects.toThrow(WriterBusyError);
  const { opened, hasBegun } = await wait();
  expect(hasBegun()).toBe(false);
  await first.close();
  const second = await opened;
  expect([second.epoch, hasBegun()]).toEqual([first.epoch + 1, true]);
  // PostgreSQL looks after the connection that has the lock: a machine that is gone lets go of it within seconds.
  expect((await second.writer.query('show tcp_keepalives_idle')).rows).toEqual([{ tcp_keepalives_idle: '5' }]);
  await second.close();
});

test('who waits at a database that ends every connection, as one that dies, waits on and has its turn', async () => {
  const first = await openDatabase(url, () => {}, serverRole(url));
  const { opened } = await wait();
  const pidOf = async (): Promise<number | undefined> => (await waitingBackends(pool))[0]?.pid;
  await vi.waitUntil(pidOf);
  const pid = await pidOf();
  await pool.query('select pg_terminate_backend($1)', [pid]);
  await vi.waitUntil(async () => ![undefined, pid].includes(await pidOf()));
  await first.close();
  const second = await opened;
  expect(second.epoch).toBe(first.epoch + 1);
  await second.close();
});

test('who waits keeps nothing from being cleaned up: it has no snapshot', async () => {
  const first = await openDatabase(url, () => {}, serverRole(url));
  const { opened } = await wait();
  await vi.waitUntil(async () => (await waitingBackends(pool))[0]?.hasSnapshot === false);
  await first.close();
  await (await opened).close();
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

test('what the last release left is read before it is migrated: a start that is refused leaves it as it was', async () => {
  const own = await freshDatabaseUrl();
  const client = new pg.Client({ connectionString: own });
  await client.connect();
  const done = async (): Promise<unknown> =>
    (await client.query('select max(name) as last, count(*)::integer from kysely_migration')).rows[0];
  const current = await done();
  const refuse = async (): Promise<void> => {
    throw new Error('replays it differently');
  };
  // There is nothing to migrate, so nobody is asked.
  await (await openDatabase(own, () => {}, serverRole(own), undefined, refuse)).close();
  await client.query('delete from kysely_migration where name = (select max(name) from kysely_migration)');
  const before = await done();
  await expect(openDatabase(own, () => {}, serverRole(own), undefined, refuse)).rejects.toThrow('differently');
  expect(await done()).toEqual(before);

  const writer = new pg.Client({ connectionString: own });
  await writer.connect();
  await writer.query('select pg_advisory_lock(7772026)');
  const turn = { whenBusy: () => writer.end(), begun: () => {}, takeOver: refuse };
  await expect(openDatabase(own, () => {}, serverRole(own), turn)).rejects.toThrow('differently');
  expect(await done()).toEqual(before);
  expect(current).not.toEqual(before);
  await client.end();
});

test('one that hangs before it is the writer is fenced as its owner, and whoever has no name is left alone', async () => {
  const own = await freshDatabaseUrl();
  const bystander = new pg.Client({ connectionString: own });
  await bystander.connect();
  await bystander.query('delete from kysely_migration where name = (select max(name) from kysely_migration)');
  const { epoch } = (await bystander.query<{ epoch: number }>('select epoch from writer')).rows[0] ?? { epoch: -1 };
  let wake = (): void => {};
  const hangs = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const hanging = openDatabase(
    own,
    () => {},
    serverRole(own),
    undefined,
    () => hangs,
  );
  const held = `select from pg_locks where locktype = 'advisory' and granted and objid = 7772026
    and database = (select oid from pg_database where datname = current_database())`;
  await vi.waitUntil(async () => (await bystander.query(held)).rowCount === 1);

  const turn = {
    whenBusy: (_pool: pg.Pool, fence: (epoch: number) => Promise<void>) => fence(epoch),
    begun: () => {},
    takeOver: async () => {
      throw new Error('it has its turn');
    },
  };
  await expect(openDatabase(own, () => {}, serverRole(own), turn)).rejects.toThrow('it has its turn');
  expect((await bystander.query('select epoch from writer')).rows).toEqual([{ epoch: epoch + 1 }]);
  wake();
  await expect(hanging).rejects.toThrow();
  await bystander.end();
});

describe('of two engines that make a first start together, the second', () => {
  interface Second {
    readonly client: pg.Client;
    readonly opened: Promise<Database>;
    isBehind(): boolean;
  }

  /** While `client` holds the lock, as the first one does; `role` is as what the server is to enter. */
  async function startSecond(own: string, role: string): Promise<Second> {
    const client = new pg.Client({ connectionString: own });
    client.on('error', () => {});
    await client.connect();
    await client.query('select pg_advisory_lock(7772026)');
    const server = new URL(own);
    [server.username, server.password] = [role, 'of the test'];
    let isBehind = false;
    const turn = {
      whenBusy: async () => {
        isBehind = true;
      },
      begun: () => {},
      takeOver: async () => {},
    };
    const opened = openDatabase(own, () => {}, { server: server.href }, turn);
    opened.catch(() => {});
    // Longer than it tries by itself.
    const patient = `select from pg_stat_activity where datname = current_database() and application_name like 'mua-%'
      and backend_start < clock_timestamp() - interval '2 seconds'`;
    await vi.waitUntil(async () => (await client.query(patient)).rowCount === 1, { timeout: 10_000 });
    expect(isBehind).toBe(false);
    return { client, opened, isBehind: () => isBehind };
  }

  test('waits behind the first, once that has made roles and tables', async () => {
    const own = await freshDatabaseUrl();
    const owner = new pg.Client({ connectionString: own });
    await owner.connect();
    await owner.query('alter table writer rename to not_made_yet');
    const { client, opened, isBehind } = await startSecond(own, 'first_start_app');
    await owner.query(`begin; create role first_start_app login password 'of the test';
      alter table not_made_yet rename to writer; grant select, update on writer to first_start_app; commit`);
    await vi.waitUntil(isBehind);
    await client.end();
    await (await opened).close();
    await owner.end();
  });

  test('makes them itself where the first has ended before', async () => {
    const own = new URL(url);
    own.pathname = `/first_start_${process.pid}`;
    await pool.query(`create database ${own.pathname.slice(1)}`);
    const { client, opened, isBehind } = await startSecond(own.href, 'first_start_alone');
    await client.end();
    const second = await opened;
    expect([second.epoch, isBehind()]).toEqual([1, false]);
    await second.close();
  });
});
