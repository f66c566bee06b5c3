/** Checks that what waits for the database is answered in time, once, whatever comes of it later. */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerPool } from '#test/fixtures/database.ts';
import { whileHeld } from '#test/fixtures/held-rows.ts';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { type Platform, startPlatform } from '#test/fixtures/platform.ts';
import { WITHOUT_ZALO } from '#test/fixtures/zalo-account.ts';

const AN_1 = '108C000001-01';
const LISTS = `/api/market/${AN_1}/watchlists`;
const STRATEGY = {
  ...{ accountId: AN_1, name: 'Ngô', description: 'Mua ngô.', maxFollowers: 10, slippageTolerance: 3 },
  ...{ copyFee: '0', paymentPeriod: 'MONTHLY', performanceFeeRate: '0', minFollowAmount: '0' },
};

let platform: Platform;
const logged: string[] = [];
let address: string;
let an: InvestorClient;
beforeAll(async () => {
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) });
  platform = await startPlatform({ limits: { answerMs: 500 }, log }, WITHOUT_ZALO);
  address = await platform.listen();
  an = new InvestorClient(address);
  await an.signIn('an@mua.demo');
});
afterAll(() => platform.close());

const lock = (tables: string): string => `lock table ${tables} in access exclusive mode`;

test('a read may come again, a write is told that nobody knows yet, and what was written is there', async () => {
  const { pool } = platform.database;
  const answers = await whileHeld(pool, lock('watchlist'), () =>
    Promise.all([an.get(LISTS), an.post(LISTS, { name: 'Ngũ cốc', contractCodes: [] })]),
  );
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [503, 'ServiceUnavailable'],
    [504, 'GatewayTimeout'],
  ]);
  await expect
    .poll(async () => (await an.get(LISTS)).body.items?.map(({ name }: { name: string }) => name))
    .toContain('Ngũ cốc');
});

test('a database that hangs holds up no answer for longer, though a row of the audit log was to come before it', async () => {
  const { pool } = platform.database;
  const { status, body } = await whileHeld(ownerPool(platform.database), lock('investor, audit_row'), () =>
    new InvestorClient(address).post('/api/investor/login', { username: 'an@mua.demo', password: 'Mua@2026' }),
  );
  expect([status, body.code]).toEqual([504, 'GatewayTimeout']);
  // The row is one of those that follow soon.
  platform.wall.advanceBy(1_000);
  const written = async () =>
    (await pool.query(`select status from audit_row where route = 'login' and code = 'GatewayTimeout'`)).rows;
  await expect.poll(written).toEqual([{ status: 504 }]);
});

test('a row of the audit log that can’t be written holds up a reply as long and no longer, and is written later', async () => {
  const { pool } = platform.database;
  const { status, body } = await whileHeld(ownerPool(platform.database), lock('audit_row'), () =>
    an.post('/api/copy-trade/strategies/mine', STRATEGY),
  );
  expect([status, body.code]).toEqual([504, 'GatewayTimeout']);
  const written = async () => (await pool.query(`select from audit_row where route = 'publishStrategy'`)).rowCount;
  await expect.poll(written).toBe(1);
  // The answer that came too late has sent nothing, and looks like no fault.
  expect(logged).toEqual([]);
  expect((await an.get('/health/live')).status).toBe(200);
  expect((await an.get('/api/copy-trade/strategies/mine')).body.items).toHaveLength(1);
});
