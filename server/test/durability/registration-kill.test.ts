/**
 * Approved, and the power went before the sub-account was open: the next start opens it, activates it and pays once; a
 * start after that finds nothing left to do.
 */
import type { OutboxMessage } from '@mua/contract/http/outbox';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { InvestorClient } from '#test/fixtures/investor-client.ts';
import { ProductHome } from '#test/fixtures/product.ts';

const WHO = { email: 'moi@mua.demo', phone: '0988000001', password: 'Rau#muong7xao', fullName: 'Mới', language: 'vi' };

let home: ProductHome;
beforeEach(() => {
  home = new ProductHome({ SEED: '11' });
});
afterEach(() => home.clear());

test('an approved newcomer is brought on by the next start, once', async () => {
  const first = await home.start();
  const investorId = await signUp(new InvestorClient(first.url));
  const client = new pg.Client({ connectionString: home.databaseUrl() });
  await client.connect();
  await client.query(`update investor set status = 'PENDING_ACTIVATE' where investor_id = $1`, [investorId]);
  await client.end();
  await first.kill();

  for (let start = 0; start < 2; start += 1) {
    const next = await home.start();
    const newcomer = new InvestorClient(next.url);
    await newcomer.signIn(WHO.email, WHO.password);
    expect((await newcomer.get('/api/investor/me')).body).toMatchObject({ status: 'ACTIVE' });
    expect((await newcomer.get('/api/investor/accounts')).body.items).toMatchObject([
      { accountId: `${investorId}-01`, isActivated: true, totalEquity: '1000000000' },
    ]);
    await next.kill();
  }
});

async function signUp(stranger: InvestorClient): Promise<string> {
  const { sessionId } = (await stranger.post('/api/investor/register', WHO)).body;
  const { items } = (await stranger.get('/api/dev/outbox')).body;
  const code = /\b\d{6}\b/.exec(items.find(({ to }: OutboxMessage) => to === WHO.email).text)?.[0];
  const verified = await stranger.post(`/api/investor/register/${sessionId}/verify`, { code });
  return verified.body.activeUserId;
}
