/** Checks that PostgreSQL reads of an array what was written into it, of every type. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Columns, columnArrays, rowsFrom } from '#db/column-arrays.ts';
import { namedStatement } from '#db/named-statement.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';

const COLUMNS = {
  is_on: 'boolean',
  lots: 'integer',
  dong: 'bigint',
  words: 'text',
  record: 'json',
  facts: 'jsonb',
} as const satisfies Columns;

const READ = namedStatement<Readonly<Record<string, Buffer>>>(
  `select is_on, lots, dong::text, words, record::text, facts::text from ${rowsFrom('rows', COLUMNS, 'row')}`,
);

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: await freshDatabaseUrl() });
  await client.connect();
});
afterAll(() => client.end());

async function read(rows: readonly object[]): Promise<unknown[]> {
  const values = READ.valuesOf(columnArrays('rows', COLUMNS, rows));
  return (await client.query({ name: 'read', text: READ.text, values })).rows;
}

test('each row comes as it was, and what it has not is null', async () => {
  const words = ['', 'NULL', '{a,b}', 'dấu "nháy" và \\ gạch\n\ttab', '🌽', "'; drop table x; --"];
  const rows = [
    { is_on: true, lots: -1, dong: 9_223_372_036_854_775_807n, words: words[0], record: {}, facts: [] },
    { is_on: false, lots: 2_147_483_647, dong: -9_007_199_254_740_991, words: words[1], record: words, facts: words },
    { is_on: null, lots: null, dong: null, words: null, record: null, facts: null },
    { words: words[2] },
    { lots: 0, dong: 0n, words: words[3], record: { vnd: 12n, no: undefined }, facts: { vnd: -1n } },
    { words: words[4], record: 'một', facts: 5.25 },
    { words: words[5] },
  ];
  const found = await read(rows);
  const text = (value: unknown) =>
    JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? part.toString() : part));
  const part = (row: Record<string, unknown>, key: string, as: (value: unknown) => unknown = (value) => value) =>
    row[key] === null || row[key] === undefined ? null : as(row[key]);
  expect(found).toEqual(
    rows.map((row: Record<string, unknown>) => ({
      is_on: part(row, 'is_on'),
      lots: part(row, 'lots'),
      dong: part(row, 'dong', String),
      words: part(row, 'words'),
      record: part(row, 'record', text),
      facts: expect.toSatisfy((facts: string | null) =>
        facts === null ? (row.facts ?? null) === null : text(JSON.parse(facts)) === text(row.facts),
      ),
    })),
  );
});

test('no rows are none, and many are all', async () => {
  expect(await read([])).toEqual([]);
  const many = Array.from({ length: 2_000 }, (_, lots) => ({ lots, words: `${lots}`.repeat(lots % 50) }));
  expect((await read(many)).map((row) => (row as { words: string }).words)).toEqual(many.map(({ words }) => words));
});

test.each([
  [{ dong: 0.5 }],
  [{ dong: '' }],
  [{ dong: 2n ** 63n }],
  [{ lots: 2 ** 31 }],
  [{ lots: 0.5 }],
  [{ lots: Number.NaN }],
  [{ lots: '12' }],
  [{ lots: true }],
  [{ is_on: 1 }],
])('what is of another kind is an error, not another value: row %#', (row) => {
  expect(() => columnArrays('rows', COLUMNS, [row])).toThrow();
});
