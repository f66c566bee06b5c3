import { NAMESPACES } from '@mua/contract/feeds/messages';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FeedClient } from '../fixtures/feed-client.ts';
import { AN_1, CODE, type Platform, signedIn, startPlatform } from '../fixtures/platform.ts';

let platform: Platform;
let address: string;

beforeEach(async () => {
  platform = await startPlatform();
  address = await platform.listen();
});
afterEach(() => platform.close());

interface Pausable {
  pause(): void;
  resume(): void;
}

/** The TCP connection below a client, to stop reading from it. */
function connectionOf(client: FeedClient): Pausable {
  const transport = client.socket.io.engine.transport as unknown as { ws: { _socket: Pausable } };
  return transport.ws._socket;
}

/** Lets the event loop turn, so that what was written reaches the kernel. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

async function floodPrices(frames: number): Promise<void> {
  for (let count = 0; count < frames; count += 1) {
    for (let lots = 1; lots <= 200; lots += 1) {
      const tradeId = `flood-${count}-${lots}`;
      platform.market.trade(CODE, { tradeId, timeMs: 0, priceTicks: 1800 + (count % 5), lots, aggressor: 'SELL' });
    }
    platform.wall.advanceTo(platform.wall.nowMs() + 50);
    await turn();
  }
}

test('a market reader who stops misses frames and gets a snapshot when they come back', async () => {
  const client = new FeedClient(address, NAMESPACES.market);
  await client.next('connect');
  await client.ask('subscribe', { event: 'trades', codes: [CODE] });
  await client.next('snapshot');
  connectionOf(client).pause();
  await floodPrices(600);
  connectionOf(client).resume();
  // Frames go on; as soon as there is room again one of them becomes the snapshot.
  let count = 0;
  while (!client.messages.slice(3).some(({ name }) => name === 'snapshot')) {
    count += 1;
    platform.market.trade(CODE, { tradeId: `after-${count}`, timeMs: 0, priceTicks: 1800, lots: 1, aggressor: 'BUY' });
    platform.wall.advanceTo(platform.wall.nowMs() + 50);
    await turn();
  }
  const updates = client.messages.filter(({ name }) => name === 'update').length;
  expect(updates).toBeLessThan(600);
  client.close();
});

test('an investor who takes nothing for half a minute is cut off', async () => {
  const an = await signedIn(platform, 'an@mua.demo');
  const { ticket } = (await an.post('/api/session/socket-ticket', {})).json();
  const client = new FeedClient(address, NAMESPACES.investor, { ticket });
  await client.next('connect');
  await client.ask('subscribe', { event: 'account', accountId: AN_1 });
  connectionOf(client).pause();
  const sockets = () => platform.app.inject({ url: '/metrics' });
  const open = async () => /mua_sockets\{feed="\/investor\/v1.0"\} (\d+)/.exec((await sockets()).body)?.[1];
  platform.wall.advanceTo(platform.wall.nowMs() + 5_000);
  expect(await open()).toBe('1');
  // Fills the kernel's buffers and then ours; nothing is taken from either.
  for (let count = 0; count < 40_000; count += 1) {
    await platform.sequencer.submit({ kind: 'deposit', accountId: AN_1, amountVnd: 1n, reference: 'flood' });
    if (count % 1000 === 999) platform.wall.advanceTo(platform.wall.nowMs() + 1_000);
    if ((await open()) === '0') break;
  }
  for (let second = 0; second < 40; second += 1) {
    platform.wall.advanceTo(platform.wall.nowMs() + 1_000);
    await turn();
  }
  platform.wall.advanceTo(platform.wall.nowMs() + 5_000);
  expect(await open()).toBe('0');
  client.close();
});
