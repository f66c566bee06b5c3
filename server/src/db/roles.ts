/**
 * Roles of the database. Its owner migrates it, gives rights and leaves; the running server connects as a role that owns
 * nothing (table-rights.ts). On the embedded PostgreSQL the roles are made here, and their passwords follow from the
 * owner's: nothing more has to be kept, and a restored database has them too.
 */
import { createHmac } from 'node:crypto';
import pg from 'pg';
import { EVIDENCE, RIGHTS_OF_BACKUP, RIGHTS_OF_READERS, RIGHTS_OF_SERVER, type Rights } from '#db/table-rights.ts';

/** Nobody signs in with it until an operator allows it (docs/operating/README.md#roles-of-the-database). */
export const READ_ROLE = 'mua_read';

/** The running server's role can't be used, and the message says what an operator has to do. */
export class DatabaseRoleError extends Error {}

/** As what a server that runs on a database connects. */
export interface RoleUrls {
  readonly server: string;
  /** Undefined of a PostgreSQL that is not ours, whose roles are made by whoever runs it. */
  readonly backup?: string;
}

/** Of the embedded PostgreSQL. */
export function ownRoles(ownerUrl: string): Required<RoleUrls> {
  return { server: urlOf(ownerUrl, 'mua_app'), backup: urlOf(ownerUrl, 'mua_backup') };
}

function urlOf(ownerUrl: string, role: string): string {
  const url = new URL(ownerUrl);
  url.password = createHmac('sha256', decodeURIComponent(url.password)).update(role).digest('base64url');
  url.username = role;
  return url.href;
}

/**
 * Makes roles that are missing and gives each exactly its rights, in one transaction.
 * @throws DatabaseRoleError if the server's role is missing and `owner` may not make it.
 */
export async function prepareRoles(owner: pg.ClientBase, { server, backup }: RoleUrls): Promise<void> {
  await owner.query('begin');
  try {
    if (backup === undefined) await demandRole(owner, server);
    else {
      await makeOwnRole(owner, server, 'noreplication');
      await makeOwnRole(owner, backup, 'replication');
      await giveRights(owner, roleOf(backup), RIGHTS_OF_BACKUP);
    }
    await giveRights(owner, roleOf(server), RIGHTS_OF_SERVER);
    if (await makeReadRole(owner)) await giveRights(owner, READ_ROLE, RIGHTS_OF_READERS);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

/** Whether PostgreSQL would let this connection change, remove or unguard evidence. */
export async function mayChangeEvidence(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `select bool_or(has_table_privilege(c.oid, 'update, delete, truncate, trigger')
       or pg_has_role(c.relowner, 'member')) as may
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
    [EVIDENCE],
  );
  return rows[0]?.may !== false;
}

function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

/** What was changed by hand is put right as well. */
async function makeOwnRole(owner: pg.ClientBase, url: string, replication: string): Promise<void> {
  const role = pg.escapeIdentifier(roleOf(url));
  if (!(await exists(owner, roleOf(url)))) await owner.query(`create role ${role}`);
  await owner.query(
    `alter role ${role} with login nosuperuser nocreatedb nocreaterole nobypassrls ${replication}
     password ${pg.escapeLiteral(new URL(url).password)}`,
  );
}

/** The role of a PostgreSQL that others run: made if that is possible, otherwise as they made it. */
async function demandRole(owner: pg.ClientBase, url: string): Promise<void> {
  const role = roleOf(url);
  if (await exists(owner, role)) return;
  if (!(await mayMakeRoles(owner)))
    throw new DatabaseRoleError(
      `DATABASE_APP_URL: the database has no role ${role}, and the user of DATABASE_URL may not make one: ` +
        'have it made (docs/operating/README.md#roles-of-the-database), or leave DATABASE_APP_URL out',
    );
  const password = decodeURIComponent(new URL(url).password);
  await owner.query(`create role ${pg.escapeIdentifier(role)} login password ${pg.escapeLiteral(password)}`);
}

/** False where there is none and none can be made: nothing needs it. */
async function makeReadRole(owner: pg.ClientBase): Promise<boolean> {
  if (await exists(owner, READ_ROLE)) return true;
  if (!(await mayMakeRoles(owner))) return false;
  await owner.query(`create role ${READ_ROLE} nologin`);
  return true;
}

async function exists(owner: pg.ClientBase, role: string): Promise<boolean> {
  return (await owner.query('select 1 from pg_roles where rolname = $1', [role])).rowCount === 1;
}

async function mayMakeRoles(owner: pg.ClientBase): Promise<boolean> {
  const found = await owner.query(
    'select 1 from pg_roles where rolname = current_user and (rolsuper or rolcreaterole)',
  );
  return found.rowCount === 1;
}

/** Only where something differs: a catalogue that nobody changes is not written at each start. */
async function giveRights(owner: pg.ClientBase, role: string, rights: Rights): Promise<void> {
  const name = pg.escapeIdentifier(role);
  const { rows } = await owner.query<{ relation: string; kind: string; given: string[] }>(
    `select c.relname as relation, c.relkind::text as kind,
       coalesce(array_agg(lower(a.privilege_type)) filter (where a.privilege_type is not null), '{}') as given
     from pg_class c left join lateral aclexplode(c.relacl) a on a.grantee = (select oid from pg_roles where rolname = $1)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
     group by c.relname, c.relkind`,
    [role],
  );
  for (const { relation, kind, given } of rows) {
    const wanted = rights.get(relation) ?? [];
    if (given.length === wanted.length && wanted.every((right) => given.includes(right))) continue;
    const on = `${kind === 'S' ? 'sequence' : 'table'} public.${pg.escapeIdentifier(relation)}`;
    await owner.query(`revoke all on ${on} from ${name}`);
    if (wanted.length > 0) await owner.query(`grant ${wanted.join(', ')} on ${on} to ${name}`);
  }
  await owner.query(`grant usage on schema public to ${name}`);
}
