/** The journal knows where the audit log ends: what is cut off or rewritten before a start is found, and is named. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chained, columnsOf, GENESIS_HASH, rowOf, type StoredRow } from '#audit/audit-row.ts';
import { demandNotedRow } from '#audit/noted-end.ts';
import { recover } from '#journal/recovery.ts';
import { asOwner } from '#test/fixtures/database.ts';
import { OPERATOR_TOKEN, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };

async function verification(of: Pick<Platform, 'app'> = platform): Promise<Record<string, number | null>> {
  return (await of.app.inject({ url: '/api/operator/audit/verification', headers })).json();
}

/** As whoever owns the database could, with the guard off. */
async function tamper(statement: string, values: readonly unknown[] = []): Promise<void> {
  await asOwner(platform.database, 'alter table audit_row disable trigger audit_row_stays');
  await asOwner(platform.database, statement, values);
  await asOwner(platform.database, 'alter table audit_row enable trigger audit_row_stays');
}

/** As a start finds it. */
async function start(): Promise<void> {
  const { state } = await recover(platform.database.writer);
  await demandNotedRow(platform.database.writer, state.auditEnd);
}

/** Until the row is in the journal. */
async function note(): Promise<void> {
  platform.wall.advanceTo(platform.wall.nowMs() + 5_000);
  await platform.sequencer.settled();
}

test('is told every few seconds, and only of what is new', async () => {
  expect(await verification()).toMatchObject({ rows: 0, notedRows: 0 });
  await signedIn(platform, 'an@mua.demo');
  await note();
  const { rows } = await verification();
  expect(rows).toBeGreaterThan(0);
  expect(await verification()).toMatchObject({ notedRows: rows });
  const { seq } = platform.sequencer.state;
  await note();
  expect(platform.sequencer.state.seq).toBe(seq);
});

test('is told of the last row when a server stops', async () => {
  const again = await platform.startAgain();
  const refused = await again.app.inject({
    method: 'POST',
    url: '/api/investor/login',
    headers: { 'x-csrf': '1' },
    payload: { username: 'binh@mua.demo', password: 'wrong' },
  });
  expect(refused.json()).toMatchObject({ code: 'LoginWrongInfo' });
  const { rows } = await verification(again);
  await again.close();
  expect(platform.sequencer.state.auditEnd?.auditId).toBe(rows);
});

describe('at a start', () => {
  let rows: StoredRow[];
  beforeAll(async () => {
    ({ rows } = await asOwner<StoredRow & Record<string, unknown>>(
      platform.database,
      'select * from audit_row order by audit_id',
    ));
  });

  const put = (these: readonly object[]): Promise<void> =>
    tamper('insert into audit_row select * from jsonb_populate_recordset(null::audit_row, $1::jsonb)', [
      JSON.stringify(these),
    ]);
  const written = (): object[] => rows.map((row) => columnsOf(rowOf(row)));

  test('a whole log is right', async () => {
    expect(rows.length).toBeGreaterThan(1);
    await expect(start()).resolves.toBeUndefined();
  });

  test('rows that are cut off its end are missed, by number', async () => {
    const last = rows.length;
    await tamper('delete from audit_row where audit_id = $1', [last]);
    await expect(start()).rejects.toThrow(`audit log: row ${last} and what followed are gone`);
    await tamper('delete from audit_row');
    await expect(start()).rejects.toThrow('audit log: row 1 and what followed are gone');
    await put(written());
    await expect(start()).resolves.toBeUndefined();
  });

  test('a chain that was written anew, each row following from the one before, is not the one that was noted', async () => {
    let end = { auditId: 0, hash: GENESIS_HASH };
    const forged = rows.map((row) => {
      const next = chained({ ...rowOf(row), address: '192.0.2.66' }, end);
      end = next;
      return columnsOf(next);
    });
    await tamper('delete from audit_row');
    await put(forged);
    await expect(start()).rejects.toThrow(`audit log: row ${rows.length} is not what was written`);
    const again = await platform.startAgain();
    expect(await verification(again)).toMatchObject({ rows: rows.length, firstBroken: rows.length });
    await again.close();
    await tamper('delete from audit_row');
    await put(written());
    await expect(start()).resolves.toBeUndefined();
  });
});
