/** Checks that a ledger or a balance that was changed is found out, told once, and that mending it is seen. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLedgerCheck, type LedgerCheck, type LedgerDrift } from '#money/ledger-check.ts';
import { asOwner } from '#test/fixtures/database.ts';
import { AN_1, BINH_1, type Platform, startPlatform } from '#test/fixtures/platform.ts';

let platform: Platform;
let check: LedgerCheck;
let told: LedgerDrift[];

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  told = [];
  check = createLedgerCheck({
    ...{ pool: platform.database.pool, nowMs: () => 7 },
    onDrift: (drifts) => told.push(...drifts),
  });
  await deposit(AN_1);
});

let deposits = 0;
async function deposit(accountId: string): Promise<void> {
  deposits += 1;
  await platform.sequencer.submit({ kind: 'deposit', accountId, amountVnd: 1_000n, reference: `NAP ${deposits}` });
  await platform.sequencer.settled();
  // Waits until the tables have it, unlike the owner.
  await platform.database.pool.query('select');
}

/** As somebody who may do anything: the server's own role may not. */
const sql = (text: string, values: unknown[] = []) => asOwner(platform.database, text, values);
const NEWEST = `where (seq, ordinal) = (select seq, ordinal from ledger_posting order by seq desc, ordinal desc limit 1)`;
const OF_AN = `where account_id = '${AN_1}'`;

test('a ledger that is whole has nothing to tell, however often it is looked at', async () => {
  expect(check.lookedMs).toBe(0);
  for (let looks = 0; looks < 3; looks += 1) {
    await check.look();
    await deposit(BINH_1);
  }
  expect([check.drifts, told, check.lookedMs]).toEqual([0, [], 7]);
});

test.each([
  ['a balance', `update trading_account set cash_vnd = cash_vnd + 7 ${OF_AN}`, -7n],
  ['the amount of a posting', `update ledger_posting set amount_vnd = amount_vnd + 1 ${NEWEST}`, 1n],
  ['a posting that is gone', `delete from ledger_posting ${NEWEST}`, -1_000n],
])('%s is told once, with both sums, also of a sub-account that has not moved since', async (what, damage, by) => {
  const [[posting], [account]] = [
    (await sql(`select seq, ordinal, to_jsonb(ledger_posting)::text as record from ledger_posting ${NEWEST}`)).rows,
    (await sql(`select cash_vnd from trading_account ${OF_AN}`)).rows,
  ] as const;
  await check.look();
  await sql(damage);
  await check.look();
  await check.look();
  expect(told).toEqual([{ accountId: AN_1, cash: expect.any(String), postings: expect.any(String) }]);
  const [drift] = told;
  if (drift && 'cash' in drift) expect(BigInt(drift.postings) - BigInt(drift.cash), what).toBe(by);
  expect(check.drifts).toBe(1);

  await sql(`update trading_account set cash_vnd = $1 ${OF_AN}`, [account?.cash_vnd]);
  await sql(`delete from ledger_posting where seq = $1 and ordinal = $2`, [posting?.seq, posting?.ordinal]);
  await sql('insert into ledger_posting select * from jsonb_populate_record(null::ledger_posting, $1)', [
    posting?.record,
  ]);
  await check.look();
  expect(check.drifts).toBe(0);
});

test.each([
  ['do not add up', `entries = jsonb_set(entries, '{1,amountVnd}', '"-999"')`],
  ['are none', `entries = '[]'`],
  ['are another sub-account’s', `entries = jsonb_set(entries, '{0,account}', '"cash:108C000009-01"')`],
])('a posting whose entries %s is told once, with its place in the journal', async (_what, damage) => {
  const { rows } = await sql(`select seq, ordinal, entries from ledger_posting ${NEWEST}`);
  const [posting] = rows;
  await sql(`update ledger_posting set ${damage} ${NEWEST}`);
  await check.look();
  await check.look();
  expect(told).toEqual([{ seq: Number(posting?.seq), ordinal: Number(posting?.ordinal) }]);
  await sql(`update ledger_posting set entries = $1 ${NEWEST}`, [JSON.stringify(posting?.entries)]);
  await check.look();
  expect(check.drifts).toBe(0);
});

test('the server looks by itself, and tells its figures', async () => {
  await sql(`update trading_account set cash_vnd = cash_vnd + 7 ${OF_AN}`);
  const figure = async (name: string) =>
    new RegExp(`^${name} (\\d+)$`, 'm').exec((await platform.app.inject({ url: '/metrics' })).body)?.[1];
  expect([await figure('mua_ledger_drifts'), await figure('mua_ledger_looked_seconds')]).toEqual(['0', '0']);
  platform.clock.advanceBy(60_000);
  await expect.poll(() => figure('mua_ledger_drifts')).toBe('1');
  await expect.poll(() => figure('mua_ledger_looked_seconds')).not.toBe('0');
});
