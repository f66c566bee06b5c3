/**
 * Runs kill -9 between the steps of a payment: kept, posted, noted. Whatever the moment, the next start has credited it
 * once, and the bank's repetition changes nothing.
 *
 * A lock that the test holds stops the server at a known place. In the first the journal's statement waits, which is the
 * posting; in the second the note that it was credited, which comes after.
 */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { whileHeld } from '#test/fixtures/held-rows.ts';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { ProductHome, RECORDED, type RunningProduct } from '#test/fixtures/product.ts';

const ACCOUNT = '108C000001-01';
const DEPOSITS = `/api/investor/accounts/${ACCOUNT}/deposits`;
const START = 1_000_000_000n;
const SUM = 50_000_000n;

let home: ProductHome;
beforeEach(() => {
  home = ProductHome.begun({ ...RECORDED, SEED: '13' });
});
afterEach(() => home.clear());

test.each([
  ['kept, and not in the journal', 'lock table journal_batch in exclusive mode'],
  ['in the journal, and not in the ledger', 'lock table ledger_posting in exclusive mode'],
  ['posted, and not noted', 'lock table outgoing_message in exclusive mode'],
])('killed when a payment was %s', async (_moment, hold) => {
  const first = await home.start();
  const an = await signedIn(first);
  const asked = await an.post(DEPOSITS, { amount: String(SUM), bankId: 'vietcombank' });
  const { memo, bank } = asked.body;
  const payment = {
    ...{ notificationId: 'FT26325000001', bankId: bank.bankId, accountNumber: bank.accountNumber },
    ...{ amount: String(SUM), memo, bookedAt: new Date().toISOString() },
  };
  const pool = new pg.Pool({ connectionString: home.databaseUrl() });
  await whileHeld(pool, hold, async (untilWaiting) => {
    const told = notify(first, payment).catch(() => 'killed');
    await untilWaiting(1);
    await first.kill();
    expect(await told).toBe('killed');
  });
  const kept = await pool.query('select status from bank_notification');
  expect(kept.rows).toEqual([{ status: 'MATCHED' }]);
  await pool.end();

  for (let start = 0; start < 2; start += 1) {
    const next = await home.start();
    expect(await notify(next, payment)).toMatchObject({ status: 'CREDITED' });
    const again = await signedIn(next);
    expect(BigInt((await again.get(`/api/investor/margin-status/${ACCOUNT}`)).body.cash)).toBe(START + SUM);
    expect((await again.get(DEPOSITS)).body.items).toMatchObject([{ status: 'CREDITED', received: String(SUM) }]);
    const mails = (await again.get('/api/dev/outbox')).body.items;
    expect(mails.filter(({ subject }: { subject: string }) => subject.includes('50.000.000'))).toHaveLength(1);
    await next.kill();
  }
});

async function signedIn({ url }: RunningProduct): Promise<InvestorClient> {
  const client = new InvestorClient(url);
  await client.signIn('an@mua.demo');
  return client;
}

async function notify({ url }: RunningProduct, payment: object): Promise<unknown> {
  const secret = readFileSync(join(home.dataDir, 'bank-webhook-secret'), 'utf8').trim();
  const body = JSON.stringify(payment);
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const response = await fetch(`${url}/api/bank/notifications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature': `sha256=${signature}` },
    body,
  });
  return response.json();
}
