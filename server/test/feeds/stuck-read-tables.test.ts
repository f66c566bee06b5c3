/** Checks that a feed which begins while the read tables can't be written has no hole when they can. */
import { randomUUID } from 'node:crypto';
import { NAMESPACES } from '@mua/contract/feeds/messages';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Projector } from '#journal/projector.ts';
import { ownerPool } from '#test/fixtures/database.ts';
import { FeedClient } from '#test/fixtures/feed-client.ts';
import { whileHeld } from '#test/fixtures/held-rows.ts';
import { AN_1, CODE, signedIn, startPlatform } from '#test/fixtures/platform.ts';

test('what became durable while the read tables could not be written is in the snapshot', async () => {
  const platform = await startPlatform();
  onTestFinished(() => platform.close());
  const an = await signedIn(platform, 'an@mua.demo');
  const order = { contractCode: CODE, side: 'BUY', orderType: 'LIMIT', duration: 'DAY', limitPrice: '450.00' };
  const { ticket } = (await an.post('/api/session/socket-ticket', {})).json();
  const client = new FeedClient(await platform.listen(), NAMESPACES.investor, { ticket });
  onTestFinished(() => client.close());
  await client.next('connect');
  const isStuck = vi.spyOn(Projector.prototype, 'isStuck', 'get');
  onTestFinished(() => isStuck.mockRestore());
  let [placed, subscribed] = ['', Promise.resolve<unknown>(undefined)];
  // As on a disk that is full: the projector's statement does not come through, the journal's does.
  await whileHeld(ownerPool(platform.database), 'lock table projected in exclusive mode', async () => {
    isStuck.mockReturnValue(true);
    const reply = await an.post(`/api/order/${AN_1}/place`, { ...order, clientOrderId: randomUUID(), quantity: 1 });
    placed = reply.json().order.orderId;
    subscribed = client.ask('subscribe', { event: 'account', accountId: AN_1 });
    // What is only shown comes as it is.
    expect((await an.get(`/api/order/${AN_1}/query`)).body).not.toContain(placed);
  });
  await subscribed;
  expect(JSON.stringify(await client.next('snapshot'))).toContain(placed);
});
