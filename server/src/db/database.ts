/** Connections to the one database: a pool for general use, a dedicated client for the journal's writer. */
import '#db/whole-numbers.ts';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { openPool } from '#db/pool.ts';
import { DatabaseRoleError, mayChangeEvidence, prepareRoles, type RoleUrls } from '#db/roles.ts';
import { SERVER_FOLDER } from '#ground/server-files.ts';

export interface Database {
  /** Of the role that `pool` and `writer` have too: for threads, which open connections of their own. */
  readonly url: string;
  /** Nothing in PostgreSQL keeps this server from changing the books: it connects as their owner. */
  readonly mayChangeEvidence: boolean;
  readonly pool: pg.Pool;
  /** Appends to the journal. If this connection is lost, the process must end. */
  readonly writer: pg.Client;
  /** Incremented by every new writer; each append carries it. */
  readonly epoch: number;
  close(): Promise<void>;
}

/** Another server is writing to this database. */
export class WriterBusyError extends Error {}

/** A later version of the product has been here. */
export class DatabaseTooNewError extends Error {}

/** The key of the writer's lock among the database's advisory locks. */
const WRITER_LOCK = 7_772_026;
const POOL_SIZE = 12;
/** A second server must refuse within two seconds (reliability, D6). */
const LOCK_TRIES = 12;
const LOCK_PAUSE_MS = 100;

/**
 * Migrates as the owner, then connects as the server's role; without one, the owner stays. While another server writes,
 * one with `whenBusy` calls that, and then waits until the other one is gone.
 * @throws WriterBusyError, DatabaseTooNewError, DatabaseRoleError
 */
export async function openDatabase(
  ownerUrl: string,
  onLost: (error: Error) => void,
  roles: RoleUrls = { server: ownerUrl },
  whenBusy?: (pool: pg.Pool) => Promise<void>,
): Promise<Database> {
  const url = namedAs(`mua-${randomUUID()}`, roles.server);
  const writer = new pg.Client({ connectionString: url, keepAlive: true });
  let closing = false;
  writer.on('error', (error) => {
    if (!closing) onLost(error);
  });
  const owner = new pg.Client({ connectionString: ownerUrl });
  owner.on('error', () => {});
  const pool = openPool(url, POOL_SIZE);
  const close = async (): Promise<void> => {
    closing = true;
    await pool.end();
    await writer.end();
  };
  try {
    let epoch: number;
    await owner.connect();
    if (await winLock(owner)) {
      await prepare(ownerUrl, owner, roles);
      await enter(writer, url);
      await handLock(owner, writer);
      epoch = await raiseEpoch(writer);
    } else if (whenBusy) {
      // The other one has prepared the database, so the server's role can wait.
      await demandKnown(owner);
      await enter(writer, url);
      await whenBusy(pool);
      await writer.query('select pg_advisory_lock($1)', [WRITER_LOCK]);
      // First: it tells other candidates that the one they may be about to fence is gone.
      epoch = await raiseEpoch(writer);
      await prepare(ownerUrl, owner, roles);
    } else throw new WriterBusyError('another server writes to this database; only one may');
    return {
      url,
      pool,
      writer,
      epoch,
      mayChangeEvidence: await mayChangeEvidence(writer),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  } finally {
    await owner.end();
  }
}

async function prepare(ownerUrl: string, owner: pg.Client, roles: RoleUrls): Promise<void> {
  await migrate(ownerUrl);
  if (roles.server !== ownerUrl) await prepareRoles(owner, roles);
}

/** All connections of a process have its name, so that they can be told from those of others. */
function namedAs(name: string, url: string): string {
  const named = new URL(url);
  named.searchParams.set('application_name', name);
  return named.href;
}

/**
 * Ends every connection of the process that writes, so that its lock goes to who waits for it: for a server that hangs. A
 * transaction that it left open would hold up its successor. It finds its connections gone when it wakes, and its epoch
 * is over. One that has begun an epoch since is left alone, and so is the process that asks: it may have the lock by
 * now, and its new epoch not yet on disk.
 */
export async function fenceWriter(pool: pg.Pool, epoch: number): Promise<void> {
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name in (
       select application_name from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and granted and classid = 0 and objid = $1
         and database = (select oid from pg_database where datname = current_database()))
       and application_name <> current_setting('application_name') and (select epoch from writer) = $2`,
    [WRITER_LOCK, epoch],
  );
}

/** Whether a commit has waited for a standby or the disk of the log for longer than one takes: then all do. */
export async function commitsWait(pool: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const waiting = await pool.query(
    `select from pg_stat_activity
     where wait_event = any('{SyncRep,WALSync,WalSync,WALWrite,WalWrite}')
       and query_start < clock_timestamp() - interval '1 second' limit 1`,
  );
  return waiting.rowCount === 1;
}

/** What PostgreSQL answers to whom it lets in nowhere: no such role, password or database. */
const SHUT_OUT = /^(28...|3D000)$/;

async function enter(writer: pg.Client, url: string): Promise<void> {
  try {
    await writer.connect();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && SHUT_OUT.test(error.code ?? ''))) throw error;
    throw new DatabaseRoleError(`The role ${new URL(url).username} can't enter the database: ${error.message}`);
  }
}

/** While the owner has the lock, whoever could take it as well is not on the same database. */
async function handLock(owner: pg.Client, writer: pg.Client): Promise<void> {
  if (await tryLock(writer))
    throw new DatabaseRoleError('DATABASE_APP_URL and DATABASE_URL are of different databases');
  await owner.query('select pg_advisory_unlock($1)', [WRITER_LOCK]);
  if (!(await winLock(writer))) throw new WriterBusyError('another server writes to this database; only one may');
}

async function raiseEpoch(writer: pg.Client): Promise<number> {
  const raised = await writer.query<{ epoch: number }>('update writer set epoch = epoch + 1 returning epoch');
  const epoch = raised.rows[0]?.epoch;
  if (epoch === undefined) throw new Error('the writer row is missing');
  return epoch;
}

/**
 * Takes the writer's lock, trying for a while: a killed server holds it until PostgreSQL has finished its last
 * statement, a living one holds it for good.
 */
async function winLock(writer: pg.Client): Promise<boolean> {
  for (let tries = 0; tries < LOCK_TRIES; tries += 1) {
    if (tries > 0) await sleep(LOCK_PAUSE_MS);
    if (await tryLock(writer)) return true;
  }
  return false;
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const lock = await client.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [WRITER_LOCK]);
  return lock.rows[0]?.won === true;
}

const MIGRATIONS = new URL('migrations/', SERVER_FOLDER);

/** Forward only, named by time, so that two branches may merge in any order. */
async function migrate(ownerUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await demandKnown(pool);
    const migrator = new Migrator({
      db: kysely,
      provider: { getMigrations: readMigrations },
      allowUnorderedMigrations: true,
    });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  } finally {
    await pool.end();
  }
}

/** A later version may have changed what this one would read and write. */
async function demandKnown(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const table = await client.query(`select 1 from pg_tables where tablename = 'kysely_migration'`);
  if (table.rowCount === 0) return;
  const done = await client.query<{ name: string }>('select name from kysely_migration order by name');
  const known = await readMigrations();
  const unknown = done.rows.map(({ name }) => name).filter((name) => !(name in known));
  if (unknown.length > 0)
    throw new DatabaseTooNewError(
      `this database was written by a newer version of Mùa (${unknown.at(-1)}): start that version or a later one`,
    );
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const file of (await readdir(MIGRATIONS)).sort()) {
    if (!file.endsWith('.sql')) continue;
    const text = await readFile(new URL(file, MIGRATIONS), 'utf8');
    migrations[file.replace('.sql', '')] = {
      async up(db) {
        await sql.raw(text).execute(db);
      },
    };
  }
  return migrations;
}
