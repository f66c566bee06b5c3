/**
 * The database of a release as a text: which migrations it had, and each table's rows as PostgreSQL writes them in JSON.
 * Migrations never change, so they are the schema. Small enough to be kept for ever, and independent of PostgreSQL's
 * own version, which a data folder is not.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';

export const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** Opens what is sealed in every golden database; it protects nothing. */
const IDENTITY_KEY = 'the identity key of golden databases';
export const BANK_WEBHOOK_SECRET = 'the bank secret of golden databases';
export const SETTINGS = {
  ...{ SEED: '17', CLOCK: 'manual', SIMULATED_LEADERS: 'off' },
  ...{ IDENTITY_KEY, BANK_WEBHOOK_SECRET },
} as const;
export const ACCOUNT = '108C000001-01';

/** What an investor of the release saw, to be seen again. */
export interface Figures {
  readonly orders: readonly Readonly<Record<string, unknown>>[];
  readonly positions: readonly Readonly<Record<string, unknown>>[];
  readonly cash: string;
}

export interface Golden {
  /** The commit that wrote it, and how it ended. */
  readonly from: string;
  readonly ending: 'stopped' | 'killed';
  readonly home: string;
  readonly figures: Figures;
  /** Rows of a table as one text: PostgreSQL reads back its own digits. */
  readonly tables: readonly { readonly name: string; readonly rows: string }[];
  readonly sequences: readonly { readonly name: string; readonly value: string }[];
}

export function goldenNames(): readonly string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json.gz'))
    .map((name) => name.replace('.json.gz', ''));
}

/** Those that have one of each ending. */
export function releasesRecorded(): readonly string[] {
  const names = goldenNames();
  const stopped = names.filter((name) => name.endsWith('-stopped')).map((name) => name.slice(0, -'-stopped'.length));
  return stopped.filter((name) => names.includes(`${name}-killed`));
}

export function readGolden(name: string): Golden {
  return JSON.parse(gunzipSync(readFileSync(`${FOLDER}${name}.json.gz`)).toString());
}

export function packed(golden: Golden): Buffer {
  return gzipSync(JSON.stringify(golden), { level: 9 });
}

export async function dump(url: string): Promise<Pick<Golden, 'tables' | 'sequences'>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const names = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
    );
    const tables = [];
    for (const { name } of names.rows) {
      const { rows } = await client.query<{ rows: string }>(
        `select coalesce(json_agg(t), '[]')::text as rows from "${name}" t`,
      );
      tables.push({ name, rows: rows[0]?.rows ?? '[]' });
    }
    const sequences = await client.query<{ name: string; value: string }>(
      `select sequencename as name, last_value::text as value from pg_sequences
       where schemaname = 'public' and last_value is not null order by sequencename`,
    );
    return { tables, sequences: sequences.rows };
  } finally {
    await client.end();
  }
}

/** Into an empty database. */
export async function load(url: string, { tables, sequences }: Golden): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const done = JSON.parse(tables.find(({ name }) => name === 'kysely_migration')?.rows ?? '[]');
    await client.query(
      `create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`,
    );
    await client.query(
      `create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)`,
    );
    const names: string[] = done.map(({ name }: { readonly name: string }) => name).sort();
    for (const name of names) await client.query(readFileSync(`${MIGRATIONS}${name}.sql`, 'utf8'));
    // Rows arrive table by table, and as they were: what guards new ones has guarded them.
    await client.query('set session_replication_role = replica');
    // Some migrations bring rows.
    await client.query(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}`);
    for (const { name, rows } of tables) {
      const columns = await client.query<{ list: string }>(
        `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as list
         from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`,
        [name],
      );
      const list = columns.rows[0]?.list;
      await client.query(
        `insert into "${name}" (${list}) overriding system value
         select ${list} from json_populate_recordset(null::"${name}", $1)`,
        [rows],
      );
    }
    for (const { name, value } of sequences) await client.query('select setval($1, $2)', [`"${name}"`, value]);
  } finally {
    await client.end();
  }
}
