/**
 * A package that is paid again in the step in which a trade date ends: the payment is of the date that begins, in the
 * books, the account days, the balances and the signed day.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountDay } from '@mua/contract/entities/account-day';
import type { StatementFile } from '@mua/contract/entities/statement';
import type { Transaction } from '@mua/contract/entities/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Config, readConfig } from '#ground/config.ts';
import { readProofKey } from '#proof/proof-key.ts';
import { type Refusal, signDays } from '#proof/sign-days.ts';
import { AN_1, type Browser, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

let platform: Platform;
let an: Browser;
let config: Config;
const refusals: Refusal[] = [];

beforeAll(async () => {
  config = readConfig([], { PORT: '0', DATA_DIR: mkdtempSync(join(tmpdir(), 'renewal-')) });
  platform = await startPlatform({ config });
  an = await signedIn(platform, 'an@mua.demo');
  await an.post('/api/investor/service-packages/plus/subscribe', { accountId: AN_1 });
  for (const nextTradeDate of ['2026-12-21', '2026-12-22'])
    await platform.sequencer.submit({ kind: 'endTradeDate', nextTradeDate });
  const { pool } = platform.database;
  const onRefused = (refusal: Refusal): void => void refusals.push(refusal);
  await signDays({ pool, key: readProofKey(config), nowMs: () => 0, onRefused });
});

afterAll(async () => {
  await platform.close();
  rmSync(config.dataDir, { recursive: true });
});

async function read<T>(url: string): Promise<T> {
  const response = await an.get(url);
  expect([url, response.statusCode]).toEqual([url, 200]);
  return response.json();
}

test('both days are signed', async () => {
  expect(refusals).toEqual([]);
  const { items } = await read<{ items: { date: string }[] }>('/proof/days');
  expect(items.map(({ date }) => date)).toEqual(['2026-12-21', '2026-11-20']);
});

test('the days, the statements and the balances have it on the date that begins', async () => {
  const { items: days } = await read<{ items: AccountDay[] }>(`/api/investor/accounts/${AN_1}/days`);
  const paid = days.map(({ tradeDate, fees }) => [tradeDate, fees]);
  expect(paid.slice(0, 2)).toEqual([
    ['2026-11-20', '1500000'],
    ['2026-12-21', '1500000'],
  ]);
  for (const day of days) {
    const { statement } = await read<StatementFile>(
      `/api/investor/accounts/${AN_1}/statements/${day.isRunning ? '2026-12-21' : day.tradeDate}.json`,
    );
    const moved = statement.movements.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    expect(BigInt(statement.opening.cash) + moved).toBe(BigInt(statement.closing.cash));
  }
  const { items } = await read<{ items: Transaction[] }>(`/api/investor/accounts/${AN_1}/transactions`);
  const [last, ...before] = items;
  expect(last).toMatchObject({ type: 'PACKAGE_FEE', balance: days.at(-1)?.cash });
  let balance = BigInt(last?.balance ?? '') - BigInt(last?.amount ?? '');
  for (const each of before) {
    expect(BigInt(each.balance)).toBe(balance);
    balance -= BigInt(each.amount);
  }
});
