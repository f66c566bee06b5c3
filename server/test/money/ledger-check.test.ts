/** Checks that a ledger that was changed, or lost a posting, is found out, once, and that mending it is seen. */
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
beforeEach(() => {
  told = [];
  check = createLedgerCheck({ pool: platform.database.pool, onDrift: (drifts) => told.push(...drifts) });
});

let deposits = 0;
async function deposit(accountId: string): Promise<void> {
  deposits += 1;
  await platform.sequencer.submit({ kind: 'deposit', accountId, amountVnd: 1_000n, reference: `NAP ${deposits}` });
  await platform.sequencer.settled();
}

/** As somebody who may do anything: the server's own role may not. */
const sql = (text: string, values: unknown[] = []) => asOwner(platform.database, text, values);
const read = (text: string) => platform.database.pool.query(text);
const newest = `(seq, ordinal) = (select seq, ordinal from ledger_posting order by seq desc, ordinal desc limit 1)`;

test('a ledger that is whole has nothing to tell, at the first look and at what moved later', async () => {
  await check.look();
  await deposit(AN_1);
  await deposit(BINH_1);
  await check.look();
  expect([check.drifts, told]).toEqual([0, []]);
});

test.each([
  ['an amount that was changed', `update ledger_posting set amount_vnd = amount_vnd + 1 where ${newest}`, '1'],
  ['a posting that is gone', `delete from ledger_posting where ${newest}`, '-1000'],
])('%s is told once, with both sums', async (_what, damage, by) => {
  await check.look();
  await deposit(AN_1);
  const kept = await read(`select * from ledger_posting where ${newest}`);
  await sql(damage);
  // A posting that is gone is found when its sub-account moves again, or by the first look after a start.
  if (by === '-1000') await deposit(AN_1);
  await check.look();
  await check.look();
  expect(told.map(({ accountId }) => accountId)).toEqual([AN_1]);
  const [drift] = told;
  expect(BigInt(drift?.postings ?? 0) - BigInt(drift?.cash ?? 0)).toBe(BigInt(by));
  const { seq, ordinal, account_id, type, amount_vnd, time_ms, reference, entries } = kept.rows[0];
  await sql(
    `insert into ledger_posting values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (seq, ordinal) do update set amount_vnd = excluded.amount_vnd`,
    [seq, ordinal, account_id, type, amount_vnd, time_ms, reference, JSON.stringify(entries)],
  );
  await check.look();
  expect(check.drifts).toBe(0);
});

test('entries that do not add up are told with their place in the journal', async () => {
  await deposit(BINH_1);
  const kept = await read(`select seq, entries from ledger_posting where ${newest}`);
  await sql(`update ledger_posting set entries = jsonb_set(entries, '{1,amountVnd}', '"-999"') where ${newest}`);
  await check.look();
  expect(told).toEqual([expect.objectContaining({ accountId: BINH_1, unbalanced: [Number(kept.rows[0].seq)] })]);
  await sql(`update ledger_posting set entries = $1 where ${newest}`, [JSON.stringify(kept.rows[0].entries)]);
  await check.look();
  expect(check.drifts).toBe(0);
});

test('the server looks by itself, and tells its figure', async () => {
  await deposit(AN_1);
  await sql(`update trading_account set cash_vnd = cash_vnd + 7 where account_id = '${AN_1}'`);
  const figure = async () =>
    /^mua_ledger_drifts (\d+)$/m.exec((await platform.app.inject({ url: '/metrics' })).body)?.[1];
  expect(await figure()).toBe('0');
  platform.clock.advanceBy(60_000);
  await expect.poll(figure).toBe('1');
});
