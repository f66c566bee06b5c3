/** Checks that what is arranged at one of two servers is there at the other, whose devices are told. */
import { NAMESPACES } from '@mua/contract/feeds/messages';
import { expect, test } from 'vitest';
import { FeedClient } from '#test/fixtures/feed-client.ts';
import { stageWire } from '#test/fixtures/gateways.ts';
import { signedIn, startPlatform } from '#test/fixtures/platform.ts';

test('a device at another gateway is told, and reads there what was written here', async () => {
  const wire = stageWire();
  const here = await startPlatform({ neighbours: wire.end() });
  const there = await here.openGateway(wire.end());
  const address = await there.listen();
  const browser = await signedIn(here, 'an@mua.demo');
  const { ticket } = (await browser.post('/api/session/socket-ticket', {})).json();
  const client = new FeedClient(address, NAMESPACES.investor, { ticket });
  try {
    await client.next('connect');
    const item = { kind: 'shortcut', key: 'buy', stamp: '000000000000007.a-device', before: null, value: 'q' };
    await browser.post('/api/investor/keepsakes', { after: 0, items: [item] });
    expect(await client.next('keepsakes')).toEqual({ place: 1 });
    browser.server = there;
    expect((await browser.get('/api/investor/keepsakes')).json().items).toEqual([item]);
  } finally {
    client.close();
    await there.close();
    await here.close();
  }
});
