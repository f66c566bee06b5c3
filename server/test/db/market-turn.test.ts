/** One market's turn at any time: it outlives the connection that has its lock, and who waits for it holds nothing up. */
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awaitMarketTurn } from '#db/turn.ts';
import { freshDatabaseUrl, waitingBackends } from '#test/fixtures/database.ts';

let url: string;
let pool: pg.Pool;
beforeEach(async () => {
  url = await freshDatabaseUrl();
  pool = new pg.Pool({ connectionString: url, max: 2 });
});
afterEach(() => pool.end());

function fail(error: unknown): never {
  throw error;
}

/** Whose connection has the lock. */
async function holderPid(): Promise<number | undefined> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted and objid = 7205116
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]?.pid;
}

async function cutHolder(): Promise<number | undefined> {
  const pid = await holderPid();
  await pool.query('select pg_terminate_backend($1)', [pid]);
  return pid;
}

test('who waits keeps nothing from being cleaned up, and has a later turn when the first ends', async () => {
  const first = await awaitMarketTurn(url, fail);
  const waiting = awaitMarketTurn(url, fail);
  await vi.waitUntil(async () => (await waitingBackends(pool))[0]?.hasSnapshot === false);
  await first.end();
  const second = await waiting;
  expect(second.number).toBeGreaterThan(first.number);
  await second.end();
});

test('a turn goes on without its connection, and has the lock again', async () => {
  const turn = await awaitMarketTurn(url, fail);
  const { number } = turn;
  const cut = await cutHolder();
  await vi.waitUntil(async () => ![undefined, cut].includes(await holderPid()));
  expect([turn.isAnothers, turn.number]).toEqual([false, number]);
  await turn.end();
  await vi.waitUntil(async () => (await holderPid()) === undefined);
});

test('a turn whose lock somebody else has by now says so, and waits behind them', async () => {
  const turn = await awaitMarketTurn(url, fail);
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  // PostgreSQL gives it to whoever waits in a statement, before anybody can ask.
  const others = other.query('select pg_advisory_lock(7205116)');
  await vi.waitUntil(async () => (await waitingBackends(pool)).length === 1);
  await cutHolder();
  await others;
  await vi.waitUntil(() => turn.isAnothers);
  await other.end();
  await vi.waitUntil(() => !turn.isAnothers);
  await turn.end();
});

test('a turn that waits at a standby, whose locks tell nothing, is not taken for lost', async () => {
  const turn = await awaitMarketTurn(url, fail);
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  // New connections look a name up here before they look among PostgreSQL's own.
  await pool.query(`alter database "${rows[0]?.name}" set search_path = public, pg_catalog`);
  const isStandby = (is: boolean): Promise<unknown> =>
    pool.query(`create or replace function public.pg_is_in_recovery() returns boolean language sql as 'select ${is}'`);
  await isStandby(true);
  const cut = await cutHolder();
  // When one asks again, it has read the answer before.
  const asked = new Set<number>();
  await vi.waitUntil(async () => {
    const looks = await pool.query<{ ms: number }>(
      `select extract(epoch from query_start)::float8 as ms from pg_stat_activity
       where datname = current_database() and query ~ '^select pg_try_advisory_lock' and pid <> $1`,
      [cut],
    );
    for (const { ms } of looks.rows) asked.add(ms);
    return asked.size > 1;
  });
  expect(turn.isAnothers).toBe(false);
  await isStandby(false);
  await vi.waitUntil(async () => ![undefined, cut].includes(await holderPid()));
  await turn.end();
});

test('who waits where every connection ends, as when a database dies, waits on and has its turn', async () => {
  const first = await awaitMarketTurn(url, fail);
  const waiting = awaitMarketTurn(url, fail);
  const waitingPid = async (): Promise<number | undefined> => (await waitingBackends(pool))[0]?.pid;
  await vi.waitUntil(waitingPid);
  const pid = await waitingPid();
  await pool.query('select pg_terminate_backend($1)', [pid]);
  await vi.waitUntil(async () => ![undefined, pid].includes(await waitingPid()));
  await first.end();
  await (await waiting).end();
});
