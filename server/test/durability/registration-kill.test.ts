/**
 * Checks that a start completes what a kill interrupted. After an approval whose sub-account was not open yet, the next
 * start opens it and the papers to sign. After a signature, the next start finds the account activated and funded once,
 * and one after that finds nothing left to do.
 */
import type { DigitalSignature } from '@mua/contract/entities/digital-signature';
import type { OutboxMessage } from '@mua/contract/http/outbox';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { ProductHome, RECORDED } from '#test/fixtures/product.ts';

const WHO = { email: 'moi@mua.demo', phone: '0988000001', password: 'Rau#muong7xao', fullName: 'Mới', language: 'vi' };

let home: ProductHome;
beforeEach(() => {
  home = ProductHome.begun({ ...RECORDED, SEED: '11' });
});
afterEach(() => home.clear());

test('the next start continues an approved newcomer’s registration, once', async () => {
  const first = await home.start();
  const investorId = await signUp(new InvestorClient(first.url));
  const client = new pg.Client({ connectionString: home.databaseUrl() });
  await client.connect();
  await client.query(`update investor set status = 'PENDING_ACTIVATE' where investor_id = $1`, [investorId]);
  await client.end();
  await first.kill();

  const second = await home.start();
  const signer = new InvestorClient(second.url);
  await signer.signIn(WHO.email, WHO.password);
  expect((await signer.get('/api/investor/accounts')).body.items).toMatchObject([{ isActivated: false }]);
  await signAll(signer);
  await second.kill();

  for (let start = 0; start < 2; start += 1) {
    const next = await home.start();
    const newcomer = new InvestorClient(next.url);
    await newcomer.signIn(WHO.email, WHO.password);
    expect((await newcomer.get('/api/investor/me')).body).toMatchObject({ status: 'ACTIVE' });
    expect((await newcomer.get('/api/investor/accounts')).body.items).toMatchObject([
      { accountId: `${investorId}-01`, isActivated: true, totalEquity: '1000000000' },
    ]);
    const { items } = (await newcomer.get('/api/investor/digital-signatures')).body;
    expect(items.map(({ status }: DigitalSignature) => status)).toEqual(['SIGNED', 'SIGNED', 'SIGNED']);
    await next.kill();
  }
});

async function signAll(client: InvestorClient): Promise<void> {
  const { items } = (await client.get('/api/investor/digital-signatures')).body;
  for (const { id, documentHash } of items as DigitalSignature[]) {
    const asked = { documentHash, language: WHO.language };
    const { taskId } = (await client.post(`/api/investor/digital-signatures/${id}/customer-sign`, asked)).body;
    const code = await codeTo(client, WHO.phone);
    const verified = await client.post(`/api/investor/security/taskflow/${taskId}/verify`, { code });
    expect(verified.status).toBe(200);
  }
}

async function signUp(stranger: InvestorClient): Promise<string> {
  const { sessionId } = (await stranger.post('/api/investor/register', WHO)).body;
  const code = await codeTo(stranger, WHO.email);
  const verified = await stranger.post(`/api/investor/register/${sessionId}/verify`, { code });
  return verified.body.activeUserId;
}

async function codeTo(client: InvestorClient, address: string): Promise<string | undefined> {
  const { items } = (await client.get('/api/dev/outbox')).body;
  return /\b\d{6}\b/.exec(items.find(({ to }: OutboxMessage) => to === address).text)?.[0];
}
