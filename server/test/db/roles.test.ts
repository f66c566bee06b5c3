/**
 * What PostgreSQL itself lets the running server do: evidence is only added to, whatever the server is asked or tricked
 * into. Each table of the database is named here with its rights, so that a new one is decided on.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/database.ts';
import { DatabaseRoleError, ownRoles } from '#db/roles.ts';
import { asOwner, freshDatabaseUrl, ownerUrlOf, serverRole } from '#test/fixtures/database.ts';

let database: Database;
const fail = (error: Error): never => {
  throw error;
};
beforeAll(async () => {
  const url = await freshDatabaseUrl();
  database = await openDatabase(url, fail, serverRole(url));
});
afterAll(() => database.close());

const ADDED = ['select', 'insert'];
const MOVED = [...ADDED, 'update'];
const FREE = [...MOVED, 'delete'];

/** Of every table: what the server may, and whether readers see it. */
const TABLES: Readonly<Record<string, readonly [rights: readonly string[], isRead: boolean]>> = {
  account_day: [ADDED, true],
  agent: [ADDED, true],
  audit_row: [ADDED, true],
  bank_account: [FREE, true],
  bank_notification: [MOVED, true],
  bank_notification_act: [ADDED, true],
  broker_day: [ADDED, true],
  conditional_order: [MOVED, true],
  copy: [MOVED, true],
  copy_decision: [ADDED, true],
  copy_week: [ADDED, true],
  credential: [MOVED, false],
  deposit: [MOVED, true],
  engine_snapshot: [[...FREE, 'truncate'], true],
  identity_key_seal: [ADDED, false],
  investor: [MOVED, true],
  investor_act: [ADDED, true],
  jar: [FREE, false],
  jar_account: [FREE, false],
  journal_batch: [ADDED, true],
  known_device: [ADDED, true],
  kysely_migration: [[], false],
  kysely_migration_lock: [[], false],
  keepsake: [FREE, true],
  keepsake_turn: [FREE, true],
  ledger_posting: [ADDED, true],
  mailbox_message: [FREE, true],
  minute_bar: [FREE, true],
  notice_chat: [FREE, true],
  notice_chat_invitation: [FREE, false],
  notice_delivery: [FREE, true],
  notice_delivery_choice: [MOVED, true],
  notification_choice: [MOVED, true],
  oauth_artifact: [FREE, false],
  oauth_client: [FREE, true],
  oauth_grant: [MOVED, true],
  oauth_lots: [MOVED, true],
  open_position: [MOVED, true],
  operator_act: [ADDED, true],
  order_fill: [ADDED, true],
  order_step: [ADDED, true],
  otp_failure: [FREE, true],
  otp_task: [FREE, false],
  outgoing_message: [FREE, false],
  price_alert: [FREE, true],
  projected: [MOVED, true],
  proof_day: [ADDED, true],
  proof_leaf: [ADDED, true],
  proof_refusal: [ADDED, true],
  push_subscription: [FREE, false],
  redeemed_ticket: [FREE, true],
  registration: [MOVED, false],
  registration_picture: [FREE, false],
  settled_position: [ADDED, true],
  shown_paper: [FREE, false],
  sign_in_attempt: [FREE, true],
  sign_in_record: [FREE, true],
  signed_paper: [MOVED, false],
  strategy: [MOVED, true],
  trading_account: [MOVED, true],
  trading_order: [MOVED, true],
  venue_alarm: [ADDED, true],
  watchlist: [FREE, true],
  wishlist: [FREE, true],
  withdraw_request: [MOVED, true],
  writer: [MOVED, true],
  zalo_token: [MOVED, false],
};

const EVERY_RIGHT = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger', 'maintain'];

/** As PostgreSQL answers, for itself and through whatever the role is a member of. */
async function rightsOf(role: string): Promise<Record<string, string[]>> {
  const { rows } = await asOwner<{ relation: string; rights: string[] }>(
    database,
    `select c.relname as relation,
       array(select p from unnest($2::text[]) with ordinality as one(p, place)
         where has_table_privilege($1, c.oid, p) order by place) as rights
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
     order by c.relname`,
    [role, EVERY_RIGHT],
  );
  return Object.fromEntries(rows.map(({ relation, rights }) => [relation, rights]));
}

async function codeOf(statement: string): Promise<string> {
  try {
    await database.pool.query(statement);
    return 'done';
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? 'none') : String(error);
  }
}

describe('rights', () => {
  test('of the server are those of the list, table by table', async () => {
    expect(await rightsOf('mua_app')).toEqual(
      Object.fromEntries(Object.entries(TABLES).map(([table, [rights]]) => [table, rights])),
    );
  });

  test('of readers are to look, at what holds no secret', async () => {
    expect(await rightsOf('mua_read')).toEqual(
      Object.fromEntries(Object.entries(TABLES).map(([table, [, isRead]]) => [table, isRead ? ['select'] : []])),
    );
  });

  test('of roles are no others', async () => {
    const { rows } = await asOwner(
      database,
      `select rolname, rolcanlogin, rolreplication, rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as is_mighty
       from pg_roles where rolname like 'mua%' order by rolname`,
    );
    expect(rows).toEqual([
      { rolname: 'mua_app', rolcanlogin: true, rolreplication: false, is_mighty: false },
      { rolname: 'mua_backup', rolcanlogin: true, rolreplication: true, is_mighty: false },
      { rolname: 'mua_read', rolcanlogin: false, rolreplication: false, is_mighty: false },
    ]);
  });

  test('that somebody has changed by hand are put right by the next start', async () => {
    await asOwner(
      database,
      'grant update, truncate on journal_batch to mua_app; revoke insert on audit_row from mua_app',
    );
    const url = ownerUrlOf(database);
    await database.close();
    database = await openDatabase(url, fail, serverRole(url));
    expect(database.mayChangeEvidence).toBe(false);
    expect(await rightsOf('mua_app')).toMatchObject({ journal_batch: ADDED, audit_row: ADDED });
  });
});

describe('evidence', () => {
  const evidence = Object.keys(TABLES).filter((table) => TABLES[table]?.[0] === ADDED);

  test.each(evidence)('%s is only added to', async (table) => {
    const { rows } = await database.pool.query<{ column: string }>(
      `select quote_ident(attname) as column from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and attgenerated = '' and attidentity = '' limit 1`,
      [table],
    );
    const column = rows[0]?.column;
    // Nothing more than a warning to PostgreSQL; that it gave nothing is seen below.
    await database.pool.query(`grant all on ${table} to mua_app`);
    for (const statement of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table}`,
      `drop table ${table}`,
      `alter table ${table} add column more text`,
      `alter table ${table} disable trigger all`,
      `alter table ${table} owner to mua_app`,
      `create trigger mine before insert on ${table} for each row execute function refuse_change()`,
      `create rule mine as on insert to ${table} do instead nothing`,
    ]) {
      const code = await codeOf(statement);
      expect([statement, code]).toEqual([statement, '42501']);
    }
  });

  test('is guarded from ways around', async () => {
    for (const statement of [
      'set session_replication_role = replica',
      'set role postgres',
      'set session authorization postgres',
      'alter role mua_app superuser',
      'create table mine (id integer)',
      'create function mine() returns integer language sql as $$ select 1 $$',
      'update kysely_migration set timestamp = timestamp',
      `copy journal_batch from program 'true'`,
      `select pg_read_file('postgresql.conf')`,
    ])
      expect([statement, await codeOf(statement)]).toEqual([statement, '42501']);
  });
});

describe('a PostgreSQL of somebody else', () => {
  test('whose owner runs the server is told to be unguarded', async () => {
    const unguarded = await openDatabase(await freshDatabaseUrl(), fail);
    expect(unguarded.mayChangeEvidence).toBe(true);
    await unguarded.close();
  });

  /** A role that owns a database and may make no others. */
  async function plainOwner(): Promise<URL> {
    const url = new URL(await freshDatabaseUrl());
    const made = await asOwner<{ fresh: boolean }>(
      database,
      `select not exists (select 1 from pg_roles where rolname = 'plain_owner') as fresh`,
    );
    if (made.rows[0]?.fresh) await asOwner(database, `create role plain_owner login password 'plain'`);
    const name = url.pathname.slice(1);
    await asOwner(database, `alter database ${name} owner to plain_owner`);
    await asOwner(
      { url: url.href },
      `do $$ declare r record; begin
         for r in select c.oid::regclass as relation from pg_class c
           where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         loop execute format('alter table %s owner to plain_owner', r.relation); end loop;
       end $$`,
    );
    await asOwner({ url: url.href }, 'alter sequence mailbox_ordinal owner to plain_owner');
    url.username = 'plain_owner';
    url.password = 'plain';
    return url;
  }

  test('that makes no roles wants the named one to be there, and gives it its rights', async () => {
    const url = await plainOwner();
    const missing = new URL(url);
    missing.username = 'somebody';
    await expect(openDatabase(url.href, fail, { server: missing.href })).rejects.toThrow(
      /no role somebody.*may not make one: have it made/,
    );
    const { server } = serverRole(ownerUrlOf(database));
    const opened = await openDatabase(url.href, fail, {
      server: Object.assign(new URL(server), { pathname: url.pathname }).href,
    });
    expect(opened.mayChangeEvidence).toBe(false);
    await opened.close();
  });

  test('says what is wrong with the role', async () => {
    const url = await freshDatabaseUrl();
    const wrong = new URL(ownRoles(url).server);
    wrong.password = 'guessed';
    await expect(openDatabase(url, fail, { server: wrong.href })).rejects.toThrow(
      /The role mua_app can't enter the database: password/,
    );
    const elsewhere = ownRoles(await freshDatabaseUrl()).server;
    await expect(openDatabase(url, fail, { server: elsewhere })).rejects.toThrow(DatabaseRoleError);
    await expect(openDatabase(url, fail, { server: elsewhere })).rejects.toThrow('are of different databases');
  });
});
