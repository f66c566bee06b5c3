/** Checks that the statements which the guide gives for states of a standby do what it says, as they stand there. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { killIn } from '#db/postmaster.ts';
import { cloneStandby, STANDBY } from '#db/standby.ts';

const GUIDE = readFileSync(new URL('../../../docs/operating/README.md', import.meta.url), 'utf8');

/** Of the row of that state, in their order. */
function statementsOf(state: string): readonly string[] {
  const row = GUIDE.split('\n').find((line) => line.startsWith(`| \`${state}\` |`)) ?? '';
  return [...row.matchAll(/`((?:alter system|select|update) [^`]+)`/g)].map(([, statement = '']) => statement);
}

const home = mkdtempSync(join(tmpdir(), 'mua-guide-'));
const [one, other] = [join(home, 'one'), join(home, 'other')];
beforeAll(() => chmodSync(home, 0o755));
afterAll(async () => {
  for (const dataDir of [one, other]) await killIn(join(dataDir, 'postgres'));
  rmSync(home, { recursive: true });
});

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** From now on its commits wait for one. */
async function waitForStandby(client: pg.Client): Promise<void> {
  await client.query(`alter system set synchronous_standby_names = 'ANY 1 (${STANDBY})'`);
  await client.query('select pg_reload_conf()');
}

test('a primary whose standby is gone goes on alone, and a standby whose primary is lost takes writes', async () => {
  const primary = await startEmbeddedPostgres(one);
  const owner = await connected(primary.url);
  await owner.query('create table writer (epoch int)');
  await owner.query('insert into writer values (1)');
  const standby = await cloneStandby(primary.url, other);
  const successor = await connected(standby.url);
  // As `pg_basebackup` leaves it, which copies what the primary waits for.
  await waitForStandby(successor);

  await killIn(join(other, 'postgres'));
  await waitForStandby(owner);
  const waits = statementsOf('waits');
  expect(waits).toHaveLength(2);
  for (const statement of waits) await owner.query(statement);
  await owner.query('update writer set epoch = 2');

  await killIn(join(one, 'postgres'));
  const { url } = await startEmbeddedPostgres(other);
  const promoted = await connected(url);
  const primaryLost = statementsOf('primaryLost');
  expect(primaryLost).toHaveLength(4);
  for (const statement of primaryLost) await promoted.query(statement);
  const { rows } = await promoted.query('select epoch from writer');
  expect(rows).toEqual([{ epoch: 1_001 }]);
});
