import { marketSnapshot, marketUpdate } from '@mua/contract/feeds/market-feed';
import { NAMESPACES } from '@mua/contract/feeds/messages';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FeedClient } from '#test/fixtures/feed-client.ts';
import { CODE, NANO, type Platform, START_MS, startPlatform } from '#test/fixtures/platform.ts';

let platform: Platform;
let address: string;
let clients: FeedClient[] = [];

beforeAll(async () => {
  platform = await startPlatform();
  address = await platform.listen();
});
afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});
afterAll(() => platform.close());

async function connected(namespace: string = NAMESPACES.market): Promise<FeedClient> {
  const client = new FeedClient(address, namespace);
  clients.push(client);
  await client.next('connect');
  return client;
}

const tick = (ms = 50): void => platform.wall.advanceBy(ms);
let tradeCount = 0;
function trade(priceTicks: number, lots = 1, timeMs = START_MS): void {
  tradeCount += 1;
  platform.market.trade(CODE, { tradeId: `stage.1-${tradeCount}`, timeMs, priceTicks, lots, aggressor: 'BUY' });
}

describe('prices', () => {
  test('begin with whole quotes and continue with changes, one frame per interval', async () => {
    tick();
    const client = await connected();
    const answer = await client.ask('subscribe', { event: 'prices', codes: [CODE] });
    const snapshot = marketSnapshot.parse(await client.next('snapshot'));
    expect(answer).toEqual({ ok: true, seq: snapshot.seq });
    expect(snapshot.items).toMatchObject([{ code: CODE, bid: '449.75', ask: '450.25', settlement: '450.00' }]);

    for (const bidTicks of [1795, 1796, 1797]) platform.market.move(CODE, { bidTicks });
    tick();
    const update = marketUpdate.parse(await client.next('update'));
    expect(update).toEqual({ event: 'prices', seq: snapshot.seq + 1, items: [{ code: CODE, bid: '449.25' }] });

    platform.market.move(CODE, { bidTicks: 1780 });
    platform.market.move(CODE, { bidTicks: 1797 });
    tick();
    platform.market.move(CODE, { askTicks: 1802 });
    tick();
    const next = await client.next('update');
    expect(next).toEqual({ event: 'prices', seq: update.seq + 1, items: [{ code: CODE, ask: '450.50' }] });
  });

  test('are current in a snapshot between two frames as of the last frame', async () => {
    platform.market.move(CODE, { bidLots: 100 });
    tick();
    platform.market.move(CODE, { bidLots: 200 });
    const client = await connected();
    await client.ask('subscribe', { event: 'prices', codes: [CODE] });
    expect((await client.next('snapshot')).items).toMatchObject([{ bidLots: 100 }]);
    platform.market.move(CODE, { bidLots: 300 });
    tick();
    expect((await client.next('update')).items).toEqual([{ code: CODE, bidLots: 300 }]);
  });

  test('reach every client once, however many batches the sending takes', async () => {
    const readers = await Promise.all(Array.from({ length: 150 }, () => connected()));
    for (const reader of readers) await reader.ask('subscribe', { event: 'prices', codes: [CODE] });
    platform.market.move(CODE, { bidLots: 401 });
    tick();
    // While the first frame is still on its way to the later clients, the next interval ends.
    platform.market.move(CODE, { bidLots: 402 });
    tick();
    const late = await connected();
    await late.ask('subscribe', { event: 'prices', codes: [CODE] });
    expect((await late.next('snapshot')).items).toMatchObject([{ bidLots: 401 }]);
    tick();
    for (const reader of readers) {
      expect((await reader.next('update')).items).toEqual([{ code: CODE, bidLots: 401 }]);
      expect((await reader.next('update')).items).toEqual([{ code: CODE, bidLots: 402 }]);
    }
    expect((await late.next('update')).items).toEqual([{ code: CODE, bidLots: 402 }]);
  });

  test('may be negative or zero', async () => {
    const client = await connected();
    await client.ask('subscribe', { event: 'prices', codes: [CODE] });
    platform.market.move(CODE, { bidTicks: -151, askTicks: 0 });
    tick();
    expect((await client.next('update')).items).toEqual([{ code: CODE, bid: '-37.75', ask: '0.00' }]);
    platform.market.move(CODE, { bidTicks: 1799, askTicks: 1801 });
    tick();
  });

  test('are only those of the feed’s and the subscription’s contracts', async () => {
    const client = await connected();
    await client.ask('subscribe', { event: 'prices', codes: [CODE, NANO, 'GONE99'] });
    expect((await client.next('snapshot')).items.map(({ code }) => code)).toEqual([CODE]);
    expect(await client.ask('subscribe', { event: 'prices', codes: [NANO] })).toEqual({
      ok: false,
      code: 'ContractNotFound',
    });
    const nano = await connected(NAMESPACES.exchange);
    await nano.ask('subscribe', { event: 'prices', codes: [NANO, CODE] });
    expect((await nano.next('snapshot')).items.map(({ code }) => code)).toEqual([NANO]);
  });

  test('subscribing again replaces, unsubscribing ends', async () => {
    const client = await connected(NAMESPACES.exchange);
    await client.ask('subscribe', { event: 'prices', codes: [NANO] });
    await client.ask('subscribe', { event: 'prices', codes: [NANO] });
    platform.market.move(NANO, { bidLots: 11 });
    tick();
    await client.caughtUp();
    expect(client.messages.filter(({ name }) => name === 'update')).toHaveLength(1);
    await client.ask('unsubscribe', { event: 'prices' });
    platform.market.move(NANO, { bidLots: 12 });
    tick();
    await client.caughtUp();
    expect(client.messages.filter(({ name }) => name === 'update')).toHaveLength(1);
  });

  test('the priceboard is a frame of this feed', async () => {
    const client = await connected();
    await client.ask('subscribe', { event: 'prices', codes: [CODE] });
    const snapshot = await client.next('snapshot');
    const board = (await platform.app.inject({ url: '/api/market/priceboard' })).json();
    expect(board.seq).toBe(snapshot.seq);
    expect(board.items.find((quote: { code: string }) => quote.code === CODE)).toEqual(snapshot.items[0]);
  });
});

test('depth is always whole', async () => {
  const client = await connected();
  await client.ask('subscribe', { event: 'depth', codes: [CODE] });
  marketSnapshot.parse(await client.next('snapshot'));
  platform.market.move(CODE, { bidTicks: 1790, bidLots: 3 });
  tick();
  const update = marketUpdate.parse(await client.next('update'));
  expect(update.items).toMatchObject([
    { code: CODE, bids: [{ price: '447.50', lots: 3 }], asks: [{ price: '450.25', lots: 7 }] },
  ]);
});

test('the tape comes once, oldest first', async () => {
  trade(1800);
  tick();
  trade(1801);
  const client = await connected();
  await client.ask('subscribe', { event: 'trades', codes: [CODE] });
  const { items } = await client.next('snapshot');
  expect(items.at(-1)).toMatchObject({ price: '450.00' });
  trade(1802, 5);
  tick();
  const update = marketUpdate.parse(await client.next('update'));
  expect(update.items).toMatchObject([
    { price: '450.25', lots: 1, side: 'BUY', sideCode: 1 },
    { price: '450.50', lots: 5 },
  ]);
  const page = (await platform.app.inject({ url: `/api/trade/histories?contractCode=${CODE}&limit=2` })).json();
  expect(page.items.map((one: { price: string }) => one.price)).toEqual(['450.50', '450.25']);
  const older = await platform.app.inject({
    url: `/api/trade/histories?contractCode=${CODE}&limit=2&cursor=${page.nextCursor}`,
  });
  expect(older.json()).toMatchObject({ items: [{ price: '450.00' }], nextCursor: null });
});

test("the minute's bar grows, closes and is followed by the next", async () => {
  const minute = START_MS + 600_000;
  platform.market.move(CODE, { timeMs: minute + 30_000 });
  platform.market.bars.push({
    openMs: minute,
    openTicks: 1790,
    highTicks: 1810,
    lowTicks: 1790,
    closeTicks: 1795,
    volumeLots: 40,
  });
  const client = await connected();
  await client.ask('subscribe', { event: 'candles', codes: [CODE] });
  expect((await client.next('snapshot')).items).toMatchObject([{ code: CODE, open: '447.50', volume: 40 }]);
  trade(1812, 2, minute + 59_999);
  trade(1811, 1, minute + 60_000);
  tick();
  const update = marketUpdate.parse(await client.next('update'));
  expect(update.items).toMatchObject([
    { open: '447.50', high: '453.00', low: '447.50', close: '453.00', volume: 42 },
    { open: '452.75', high: '452.75', close: '452.75', volume: 1 },
  ]);
});

test('a heartbeat every five seconds, with the time of the engine and of the market', async () => {
  const client = await connected();
  const now = (): object => ({ timeMs: platform.clock.nowMs(), marketMs: platform.market.nowMs() });
  expect(await client.next('heartbeat')).toEqual(now());
  tick(5000);
  expect(await client.next('heartbeat')).toEqual(now());
});

test('a manual clock that is moved is told at once', async () => {
  const client = await connected();
  await client.next('heartbeat');
  platform.clock.advanceBy(2_000);
  tick();
  expect(await client.next('heartbeat')).toMatchObject({ timeMs: platform.clock.nowMs() });
});

test.each([
  [{ event: 'prices', codes: [] }],
  [{ event: 'prices', codes: [1] }],
  [{ event: 'news', codes: [CODE] }],
  [{ event: 'prices', codes: Array.from({ length: 1001 }, (_, index) => `A${index}`) }],
  [{ event: 'prices', codes: [CODE], room: 'x' }],
])('%j is malformed', async (request) => {
  const client = await connected();
  expect(await client.ask('subscribe', request)).toEqual({ ok: false, code: 'BadRequest' });
});

test('a frame above 64 KiB ends the connection', async () => {
  const client = await connected();
  client.socket.emit('subscribe', { event: 'prices', codes: ['x'.repeat(70_000)] });
  await client.next('disconnect');
});

test('a thousand subscribers of one board share one message', async () => {
  const readers = await Promise.all(Array.from({ length: 50 }, () => connected()));
  for (const reader of readers) await reader.ask('subscribe', { event: 'prices', codes: [CODE] });
  platform.market.move(CODE, { askLots: 77 });
  tick();
  const updates = await Promise.all(readers.map((reader) => reader.next('update')));
  for (const update of updates) expect(update.items).toEqual([{ code: CODE, askLots: 77 }]);
});
