/**
 * Kills the server between the row that says what is to happen to a withdrawal and the step in which the engine does it:
 * while money is held, approved, paid and given back. In one half the step is lost with the server, in the other the
 * database still writes it. The next start brings the request to the same end, and no dong is held or paid twice.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WithdrawRequest } from '@mua/contract/entities/withdraw-request';
import type { OutboxMessage } from '@mua/contract/http/outbox';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { type Answer, InvestorClient } from '#test/fixtures/investor-client.ts';
import { ProductHome, RECORDED, type RunningProduct } from '#test/fixtures/product.ts';

const ACCOUNT = '108C000001-01';
const AMOUNT = 3_000_000;

/** Its policy never acts: the clock stands still. */
const home = ProductHome.begun({ ...RECORDED, SEED: '7', CLOCK: 'manual' });
afterAll(() => home.clear());

/** Which row says that the step is to come, and where it leads. */
const STEPS = [
  { act: 'hold', isDecided: `status = 'ASKED'`, to: 'HELD' },
  { act: 'approve', isDecided: `status = 'HELD' and approvals <> '[]'`, to: 'APPROVED' },
  { act: 'pay', isDecided: `status = 'APPROVED' and reported_reference is not null`, to: 'PAID' },
  { act: 'hold', isDecided: `status = 'ASKED'`, to: 'HELD' },
  { act: 'reject', isDecided: `status = 'HELD' and rejected_by is not null`, to: 'REFUSED' },
] as const;

test.each(['lost', 'written'] as const)('whether the step is %s with the server, it happens once', async (fate) => {
  let product = await home.start();
  let paid = (await requests(product)).filter(({ status }) => status === 'PAID').length;
  for (const { act, isDecided, to } of STEPS) {
    product = await killWithin(product, fate, { act, isDecided });
    const [newest, ...others] = await requests(product);
    expect([act, newest?.status]).toEqual([act, to]);
    expect(others.every(({ endedAt }) => endedAt !== null)).toBe(true);
    if (to === 'PAID') paid += 1;
    const isHeld = to === 'HELD' || to === 'APPROVED';
    expect(await margin(product)).toMatchObject({
      held: String(isHeld ? AMOUNT : 0),
      cash: String(1_000_000_000 - paid * AMOUNT),
    });
  }
  await product.stop();
});

/** Lets the journal wait while the call is on its way, kills the server, and starts it again. */
async function killWithin(
  product: RunningProduct,
  fate: 'lost' | 'written',
  { act, isDecided }: Pick<(typeof STEPS)[number], 'act' | 'isDecided'>,
): Promise<RunningProduct> {
  const call = await prepared(product, act);
  const client = new pg.Client({ connectionString: home.databaseUrl() });
  await client.connect();
  await client.query('begin');
  await client.query('lock table journal_batch in share row exclusive mode');
  const answered = call().catch(() => null);
  await vi.waitUntil(
    async () => {
      const { rowCount } = await client.query(
        `select from withdraw_request, pg_stat_activity
         where ended_ms is null and ${isDecided} and wait_event_type = 'Lock' and query like '%journal_batch%'`,
      );
      return rowCount === 1;
    },
    { timeout: 20_000, interval: 10 },
  );
  await product.kill();
  await answered;
  if (fate === 'lost')
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
    );
  await client.query('rollback');
  await client.end();
  return home.start();
}

/** All that comes before the step, and the call that makes it. */
async function prepared(product: RunningProduct, act: (typeof STEPS)[number]['act']): Promise<() => Promise<unknown>> {
  if (act === 'hold') {
    const an = await signedIn(product);
    const { body } = await an.post(`/api/investor/accounts/${ACCOUNT}/withdraw`, {
      ...{ amount: String(AMOUNT), beneficiaryAccountId: await beneficiary(an) },
    });
    const code = await codeFor(an);
    return () => an.post(`/api/investor/security/taskflow/${body.taskId}/verify`, { code });
  }
  const [newest] = await requests(product);
  const path = `/api/operator/withdrawals/${newest?.requestId}/${act}`;
  const more = act === 'pay' ? { reference: `FT-${newest?.requestId.slice(0, 8)}` } : {};
  return () => asOperator(product, path, { operatorId: 'lan', reason: 'drill', ...more });
}

async function beneficiary(an: InvestorClient): Promise<string> {
  const known = (await an.get('/api/investor/beneficiary-accounts')).body.items;
  if (known.length > 0) return known[0].beneficiaryAccountId;
  const fields = { beneficiaryAccountNumber: '0071000124471', accountName: 'Nguyễn Văn An', bankCode: 'VCB' };
  const { taskId } = (await an.post('/api/investor/beneficiary-accounts', fields)).body;
  const code = await codeFor(an);
  const { resultId } = (await an.post(`/api/investor/security/taskflow/${taskId}/verify`, { code })).body;
  const client = new pg.Client({ connectionString: home.databaseUrl() });
  await client.connect();
  await client.query('update bank_account set changed_ms = 0');
  await client.end();
  return resultId;
}

async function asOperator(product: RunningProduct, path: string, body: object): Promise<Response> {
  const token = readFileSync(join(home.dataDir, 'run', 'operator-token'), 'utf8').trim();
  return fetch(product.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-csrf': '1' },
    body: JSON.stringify(body),
  });
}

async function signedIn(product: RunningProduct): Promise<InvestorClient> {
  const an = new InvestorClient(product.url);
  await an.signIn('an@mua.demo');
  return an;
}

async function requests(product: RunningProduct): Promise<WithdrawRequest[]> {
  return (await (await signedIn(product)).get(`/api/investor/accounts/${ACCOUNT}/withdraw-requests`)).body.items;
}

async function margin(product: RunningProduct): Promise<Answer['body']> {
  return (await (await signedIn(product)).get(`/api/investor/margin-status/${ACCOUNT}`)).body;
}

async function codeFor(an: InvestorClient): Promise<string | undefined> {
  const { items } = (await an.get('/api/dev/outbox')).body;
  return /\b\d{6}\b/.exec(items.find(({ to }: OutboxMessage) => to === '0901000001').text)?.[0];
}
