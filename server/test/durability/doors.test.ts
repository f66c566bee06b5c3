/**
 * The running product at its database: it connects as roles that can't change the books. Where somebody with more rights
 * has damaged journal or audit log while it was down, it refuses to start, with the place and the way out.
 */

import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JournalDamage } from '@mua/contract/http/operator-journal';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { ownRoles } from '#db/roles.ts';
import { openScrub } from '#journal/scrub.ts';
import { type Ended, runToEnd } from '#test/durability/run-to-end.ts';
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

/** As its owner, while the product is down. Returns the first row that the last statement gives. */
async function asOwner(...statements: string[]): Promise<pg.QueryResultRow> {
  const postgres = await startEmbeddedPostgres(home.dataDir);
  let rows: pg.QueryResultRow[] = [];
  for (const statement of statements) rows = await query(postgres.url, statement);
  await postgres.stop();
  return rows[0] ?? {};
}

const PAGE_BYTES = 8192;

/** Flips a byte of each of these pages, while PostgreSQL is down; done twice, they are what they were. */
function flipOnDisk(file: string, pages: readonly number[]): void {
  const disk = openSync(join(home.dataDir, 'postgres', file), 'r+');
  const byte = Buffer.alloc(1);
  for (const page of pages) {
    const at = (page + 0.5) * PAGE_BYTES;
    readSync(disk, byte, 0, 1, at);
    byte.writeUInt8(byte.readUInt8() ^ 0xff);
    writeSync(disk, byte, 0, 1, at);
  }
  closeSync(disk);
}

function startToEnd(): Promise<Ended> {
  return runToEnd({ MODE: 'demo', PORT: '0', DATA_DIR: home.dataDir, ...SETTINGS });
}

/** The start that a damage ends, in words that name its place. */
function refusedAt(found: string): Ended {
  const wayOut = `Restore the database from your backup (docs/operating/README.md#backup), and keep this one`;
  return { code: 78, output: expect.stringContaining(`\n${found}. ${wayOut}`) };
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

    await asOwner(
      'alter table audit_row disable trigger audit_row_stays',
      'create table kept as select * from audit_row',
      `delete from audit_row where audit_id > ${Number(rows) - 2}`,
    );
    expect(await startToEnd()).toEqual(
      refusedAt(`audit log: row ${Number(rows) - 1} and what followed are gone, the journal knows row ${rows}`),
    );

    await asOwner(
      `insert into audit_row select * from kept where audit_id > ${Number(rows) - 2}`,
      'drop table kept',
      'alter table audit_row enable trigger audit_row_stays',
    );
    const again = await home.start();
    expect(await verification(again)).toMatchObject({ rows, notedRows: rows, firstBroken: null });
    expect(await again.stop()).toBe(0);
  });
});

describe('the journal', () => {
  test('whose last batch is gone stops the start, which names where it ends', async () => {
    const product = await home.start();
    expect(await product.stop()).toBe(0);
    const { first, last } = await asOwner(
      'create table kept as select * from journal_batch order by first_seq desc limit 1',
      'delete from journal_batch where first_seq = (select first_seq from kept)',
      'select first_seq::float8 as first, last_seq::float8 as last from kept',
    );
    expect(await startToEnd()).toEqual(
      refusedAt(`journal: it ends at seq ${first - 1}, but a snapshot was taken at ${last}`),
    );
    await asOwner('insert into journal_batch select * from kept', 'drop table kept');
  });

  test('of which a byte after the newest snapshot is another one stops the start, which names the batch', async () => {
    const product = await home.start();
    await product.kill();
    const { first, seq } = await asOwner(
      'create table kept as select * from journal_batch order by first_seq desc limit 1',
      // No text of commands any more.
      `update journal_batch set commands = overlay(commands placing '~' from 1 for 1)
       where first_seq = (select first_seq from kept)`,
      'select first_seq::float8 as first, (select max(seq) from engine_snapshot)::float8 as seq from kept',
    );
    expect(first).toBeGreaterThan(seq);
    expect(await startToEnd()).toEqual(refusedAt(`journal: batch at seq ${first} is not what was written`));
    await asOwner(
      'update journal_batch set commands = kept.commands from kept where journal_batch.first_seq = kept.first_seq',
      'drop table kept',
    );
  });

  test('makes up for a snapshot of which a byte is another one: the start says that it was passed over', async () => {
    const product = await home.start();
    expect(await product.stop()).toBe(0);
    const { seq } = await asOwner(
      `update engine_snapshot set state = set_byte(state, length(state) / 2, 255 - get_byte(state, length(state) / 2))
       where seq = (select max(seq) from engine_snapshot) returning seq::float8 as seq`,
    );
    const again = await home.start();
    expect(again.output()).toContain(
      `The snapshot at seq ${seq} is damaged and was passed over: the journal has everything`,
    );
    expect(await again.stop()).toBe(0);
  });

  test('of which a byte on disk is another one stops the start, which names the batch; a verification does too', async () => {
    const product = await home.start();
    await product.kill();
    const { file, block, first, last } = await asOwner(
      `with page as (select first_seq, last_seq, (ctid::text::point)[0]::int as block from journal_batch)
       select pg_relation_filepath('journal_batch') as file, block,
         min(first_seq)::float8 as first, max(last_seq)::float8 as last
       from page where block = (select block from page order by first_seq desc limit 1) group by block`,
    );
    flipOnDisk(file, [block]);
    const found = `journal: batch at seq ${first} can't be read: invalid page in block ${block} of relation "${file}"`;
    expect(await startToEnd()).toEqual(refusedAt(found));
    const postgres = await startEmbeddedPostgres(home.dataDir);
    const told: JournalDamage[] = [];
    const scrub = openScrub({
      ...{ url: postgres.url, sequencer: { durableSeq: last }, nowMs: () => 1, firstMs: 1, everyMs: 1 },
      ...{ hasNoPasses: true, onDamage: (damage) => told.push(damage), onError: () => {} },
    });
    await scrub.verify(() => {});
    await postgres.stop();
    expect(told).toEqual([{ seq: first, what: 'unreadable' }]);
    flipOnDisk(file, [block]);
    const again = await home.start();
    expect(await again.stop()).toBe(0);
  });

  test.each([
    ['where they are listed', `oid = 'engine_snapshot'::regclass`, 'The table of snapshots is'],
    [
      'beside that',
      `oid = (select reltoastrelid from pg_class where relname = 'engine_snapshot')`,
      'The snapshot at seq',
    ],
  ])(
    'makes up for snapshots of which a byte on disk is another one, %s, and the stop leaves a whole one',
    async (_, of, said) => {
      const product = await home.start();
      // Of one market it is so small that all of it would lie in the table.
      await query(
        home.databaseUrl(),
        `alter table engine_snapshot add column if not exists padding text storage main default repeat('x', 3000)`,
      );
      expect(await product.stop()).toBe(0);
      const { file, pages } = await asOwner(
        `select pg_relation_filepath(oid) as file, (pg_relation_size(oid) / ${PAGE_BYTES})::int as pages
       from pg_class where ${of}`,
      );
      expect(pages).toBeGreaterThan(0);
      flipOnDisk(file, [...Array(pages).keys()]);
      const again = await home.start();
      expect(again.output()).toMatch(new RegExp(`${said}.* damaged and was passed over: the journal has everything`));
      expect(await again.stop()).toBe(0);
      const third = await home.start();
      expect(third.output()).not.toContain('passed over');
      expect(await third.stop()).toBe(0);
    },
  );
});
