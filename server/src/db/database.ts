/** Connections to the one database: a pool for general use, a dedicated client for the journal's writer. */
import '#db/whole-numbers.ts';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { NOTICED_GONE, tryLock, waitInLine } from '#db/advisory-lock.ts';
import { DatabaseAwayError, LET_IN_WITHIN_MS } from '#db/await-database.ts';
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

/** Another server is writing to this database, or its machine is gone and PostgreSQL has not noticed yet. */
export class WriterBusyError extends Error {}

/** Of a server beside which another one may write. */
export interface WritersTurn {
  /** Another one writes: called before this one waits until it is gone. `fence` ends the writer of that epoch. */
  whenBusy(pool: pg.Pool, fence: (epoch: number) => Promise<void>): Promise<void>;
  /** Nobody else writes from here on. */
  begun(): void;
  /** As `DemandReadable`, of one that has waited. */
  takeOver(): Promise<void>;
}

/**
 * Throws where this release can't go on from what the last one has written. It is asked while nobody writes and before
 * anything is migrated: refused afterwards, the last release would find the database too new, and none would start.
 */
export type DemandReadable = (client: pg.ClientBase) => Promise<void>;

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
 * one with a `turn` waits for it. What the last release left is read before it is migrated.
 * @throws WriterBusyError, DatabaseTooNewError, DatabaseRoleError, DatabaseAwayError
 */
export async function openDatabase(
  ownersUrl: string,
  onLost: (error: Error) => void,
  roles: RoleUrls = { server: ownersUrl },
  turn?: WritersTurn,
  demandReadable: DemandReadable = async () => {},
): Promise<Database> {
  const name = `mua-${randomUUID()}`;
  const [ownerUrl, url] = [namedAs(name, ownersUrl), namedAs(name, roles.server)];
  const hasRole = roles.server !== ownersUrl;
  const owner = await connect(ownerUrl);
  await owner.query(NOTICED_GONE);
  const pool = openPool(url, POOL_SIZE);
  let writer: pg.Client | undefined;
  let closing = false;
  const close = async (): Promise<void> => {
    closing = true;
    await pool.end();
    await writer?.end();
  };
  try {
    let epoch: number;
    if ((await winLock(owner)) || (turn && (await winFirst(owner)))) {
      turn?.begun();
      if (await hasEarlierForm(owner)) await demandReadable(owner);
      await prepare(ownerUrl, owner, hasRole ? roles : undefined);
      writer = await enter(url);
      await handLock(owner, writer);
      epoch = await raiseEpoch(writer);
    } else if (turn) {
      // Another one has prepared the database, so the server's role can wait.
      await demandKnown(owner);
      writer = await enter(url);
      await turn.whenBusy(pool, async (epoch) => {
        await fenceWriter(pool, epoch);
        // What is still its owner's, who migrates.
        await overConnection(ownerUrl, (client) => fenceWriter(client, epoch));
      });
      writer = await waitInLine({ key: WRITER_LOCK, connect: () => enter(url), first: writer });
      turn.begun();
      // First: it tells other candidates that the one they may be about to fence is gone.
      epoch = await raiseEpoch(writer);
      await turn.takeOver();
      await overConnection(ownerUrl, (client) => prepare(ownerUrl, client, hasRole ? roles : undefined));
    } else throw new WriterBusyError('another server writes to this database; only one may');
    writer.on('error', (error) => {
      if (!closing) onLost(error);
    });
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

/** What ends it is told by its next query; later, by a listener of its own. @throws DatabaseAwayError */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: LET_IN_WITHIN_MS });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    await client.end();
    if (error instanceof pg.DatabaseError) throw error;
    throw new DatabaseAwayError(`The database is away: ${(error as Error).message}`, { cause: error });
  }
  return client;
}

async function overConnection(url: string, errand: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = await connect(url);
  await errand(client).finally(() => client.end());
}

async function prepare(ownerUrl: string, owner: pg.Client, roles: RoleUrls | undefined): Promise<void> {
  await migrate(ownerUrl);
  if (roles) await prepareRoles(owner, roles);
}

/** All connections of a process have its name, its owner's too, so that they can be told from those of others. */
function namedAs(name: string, url: string): string {
  const named = new URL(url);
  named.searchParams.set('application_name', name);
  return named.href;
}

/**
 * Ends the connections of the process that writes, as far as this role may, so that its lock goes to who waits for it: for
 * a server that hangs. A transaction that it left open would hold up its successor. It finds its connections gone when it
 * wakes, and its epoch is over. One that has begun an epoch since is left alone, and so is the process that asks: it may
 * have the lock by now, and its new epoch not yet on disk. Whoever has no name is none of ours.
 */
export async function fenceWriter(client: Pick<pg.ClientBase, 'query'>, epoch: number): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name in (
       select application_name from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and granted and classid = 0 and objid = $1
         and database = (select oid from pg_database where datname = current_database()))
       and application_name not in ('', current_setting('application_name'))
       and pg_has_role(usesysid, 'usage') and (select epoch from writer) = $2`,
    [WRITER_LOCK, epoch],
  );
}

/** Of whoever writes now, or wrote last. */
export async function writerEpoch(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const found = await pool.query<{ epoch: number }>('select epoch from writer');
  return found.rows[0]?.epoch ?? 0;
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

async function enter(url: string): Promise<pg.Client> {
  try {
    const writer = await connect(url);
    await writer.query(NOTICED_GONE);
    return writer;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && SHUT_OUT.test(error.code ?? ''))) throw error;
    throw new DatabaseRoleError(`The role ${new URL(url).username} can't enter the database: ${error.message}`);
  }
}

/** While the owner has the lock, whoever could take it as well is not on the same database. */
async function handLock(owner: pg.Client, writer: pg.Client): Promise<void> {
  if (await tryLock(writer, WRITER_LOCK))
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
    if (await tryLock(writer, WRITER_LOCK)) return true;
  }
  return false;
}

/**
 * Two engines may make a first start together: before one of them has made tables and roles, there is nothing behind which
 * the other could wait. Resolves with false when that is done, and with true if the other one has ended before: then the
 * lock is this one's.
 */
async function winFirst(owner: pg.Client): Promise<boolean> {
  while (!(await hasHadWriter(owner))) {
    if (await tryLock(owner, WRITER_LOCK)) return true;
    await sleep(LOCK_PAUSE_MS);
  }
  return false;
}

async function hasHadWriter(owner: pg.Client): Promise<boolean> {
  const table = await owner.query(`select where to_regclass('public.writer') is not null`);
  return table.rowCount === 1 && (await writerEpoch(owner)) > 0;
}

const MIGRATIONS = new URL('migrations/', SERVER_FOLDER);
/** The one from which on there is a journal. */
const MAKES_JOURNAL = '20261120130000-trading';

/**
 * Forward only, named by time, so that two branches may merge in any order. `journal_batch` and `engine_snapshot` are read
 * before they are migrated (`DemandReadable`): so they change only in ways in which this release's statements read what the
 * last one wrote.
 */
async function migrate(ownerUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2, connectionTimeoutMillis: LET_IN_WITHIN_MS });
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
  const known = await readMigrations();
  const unknown = (await migrationsDone(client)).filter((name) => !(name in known));
  if (unknown.length > 0)
    throw new DatabaseTooNewError(
      `this database was written by a newer version of Mùa (${unknown.at(-1)}): start that version or a later one`,
    );
}

/** Somebody has written to it, and this release has migrations for it. */
async function hasEarlierForm(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  await demandKnown(client);
  const done = await migrationsDone(client);
  return done.includes(MAKES_JOURNAL) && done.length < Object.keys(await readMigrations()).length;
}

async function migrationsDone(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const table = await client.query(`select 1 from pg_tables where tablename = 'kysely_migration'`);
  if (table.rowCount === 0) return [];
  const done = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return done.rows.map(({ name }) => name);
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
