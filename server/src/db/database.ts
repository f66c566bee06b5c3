/** Connections to the one database: a pool for general use, a dedicated client for the journal's writer. */
import '#db/whole-numbers.ts';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely';
import pg from 'pg';

export interface Database {
  /** For threads, which open connections of their own. */
  readonly url: string;
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
/** A second server must refuse within two seconds (reliability, D6). */
const LOCK_TRIES = 12;
const LOCK_PAUSE_MS = 100;

export async function openDatabase(url: string, onLost: (error: Error) => void): Promise<Database> {
  const writer = new pg.Client({ connectionString: url, keepAlive: true });
  let closing = false;
  writer.on('error', (error) => {
    if (!closing) onLost(error);
  });
  await writer.connect();
  if (!(await winLock(writer))) {
    closing = true;
    await writer.end();
    throw new WriterBusyError('another server writes to this database; only one may');
  }
  const pool = new pg.Pool({ connectionString: url, max: 12 });
  // The next query replaces a pooled connection that dies idle; losing the writer's is handled elsewhere.
  pool.on('error', () => {});
  const close = async (): Promise<void> => {
    closing = true;
    await pool.end();
    await writer.end();
  };
  try {
    await migrate(pool);
    return { url, pool, writer, epoch: await raiseEpoch(writer), close };
  } catch (error) {
    await close();
    throw error;
  }
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
    const lock = await writer.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [WRITER_LOCK]);
    if (lock.rows[0]?.won) return true;
  }
  return false;
}

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** Forward only, named by time, so that two branches may merge in any order. */
async function migrate(pool: pg.Pool): Promise<void> {
  await demandKnown(pool);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: unending(pool) }) });
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: readMigrations },
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** A later version may have changed what this one would read and write. */
async function demandKnown(pool: pg.Pool): Promise<void> {
  const table = await pool.query(`select 1 from pg_tables where tablename = 'kysely_migration'`);
  if (table.rowCount === 0) return;
  const done = await pool.query<{ name: string }>('select name from kysely_migration order by name');
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
    const text = await readFile(new URL(`../../migrations/${file}`, import.meta.url), 'utf8');
    migrations[file.replace('.sql', '')] = {
      async up(db) {
        await sql.raw(text).execute(db);
      },
    };
  }
  return migrations;
}

/** Lends the pool to the migrator, which must not end it. */
function unending(pool: pg.Pool): { connect: () => Promise<pg.PoolClient>; end: () => Promise<void> } {
  return { connect: () => pool.connect(), end: async () => {} };
}
