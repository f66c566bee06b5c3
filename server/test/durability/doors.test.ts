/**
 * The running product at its database: it connects as roles that can't change the books, and it refuses to start where
 * somebody with more rights has cut off the end of the audit log while it was down.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { ownRoles } from '#db/roles.ts';
import { runToEnd } from '#test/durability/run-to-end.ts';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { ProductHome, RECORDED, type RunningProduct } from '#test/fixtures/product.ts';

const elsewhere = mkdtempSync(join(tmpdir(), 'mua-elsewhere-'));
const SETTINGS = { ...RECORDED, SEED: '23', BACKUP_DIR: join(elsewhere, 'place') };
mkdirSync(SETTINGS.BACKUP_DIR);
const home = ProductHome.begun(SETTINGS);
afterAll(() => {
  home.clear();
  rmSync(elsewhere, { recursive: true });
});

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function verification({ url }: RunningProduct): Promise<Record<string, unknown>> {
  const authorization = `Bearer ${readFileSync(join(home.dataDir, 'run', 'operator-token'), 'utf8')}`;
  return (await fetch(`${url}/api/operator/audit/verification`, { headers: { authorization } })).json();
}

/** As its owner, while the product is down. */
async function damaged(...statements: string[]): Promise<void> {
  const postgres = await startEmbeddedPostgres(home.dataDir);
  for (const statement of ['alter table audit_row disable trigger audit_row_stays', ...statements])
    await query(postgres.url, statement);
  await postgres.stop();
}

test('all its connections are of roles that own nothing', async () => {
  const product = await home.start();
  const owner = home.databaseUrl();
  const found = await query<{ usename: string }>(
    owner,
    `select distinct usename from pg_stat_activity
     where backend_type in ('client backend', 'walsender') and pid <> pg_backend_pid() order by usename`,
  );
  expect(found.map(({ usename }) => usename)).toEqual(['mua_app', 'mua_backup']);
  for (const url of Object.values(ownRoles(owner)))
    for (const statement of [
      'update journal_batch set hash = hash',
      'delete from ledger_posting',
      'drop table audit_row',
    ])
      await expect(query(url, statement)).rejects.toMatchObject({ code: '42501' });
  expect(product.output()).not.toContain('PostgreSQL does not keep it from that');
  expect(await product.stop()).toBe(0);
});

describe('the audit log', () => {
  test('whose last rows were cut off stops the start, which names the first that is gone', async () => {
    const product = await home.start();
    const investor = new InvestorClient(product.url);
    for (const name of ['an', 'binh', 'chi']) await investor.signIn(`${name}@mua.demo`);
    const { rows } = await verification(product);
    expect(await product.stop()).toBe(0);

    await damaged(
      'create table kept as select * from audit_row',
      `delete from audit_row where audit_id > ${Number(rows) - 2}`,
    );
    const refused = await runToEnd({ MODE: 'demo', PORT: '0', DATA_DIR: home.dataDir, ...SETTINGS });
    expect(refused.code).toBe(78);
    expect(refused.output).toMatch(
      new RegExp(
        `^audit log: row ${Number(rows) - 1} and what followed are gone, the journal knows row ${rows}\\. Restore`,
        'm',
      ),
    );

    await damaged(
      `insert into audit_row select * from kept where audit_id > ${Number(rows) - 2}`,
      'drop table kept',
      'alter table audit_row enable trigger audit_row_stays',
    );
    const again = await home.start();
    expect(await verification(again)).toMatchObject({ rows, notedRows: rows, firstBroken: null });
    expect(await again.stop()).toBe(0);
  });
});
