// @vitest-environment jsdom
import type { MarketClientEvents, MarketServerEvents } from '@mua/contract/feeds/market-feed';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMarketFeed, type MarketFeed } from '#feeds/market-feed.ts';
import { depthValue } from '#market/depth-store.ts';
import { createPriceStore } from '#market/price-store.ts';
import { tapeValue } from '#market/trades-store.ts';
import { useConnections } from '#network/connection-store.ts';
import { createNetwork } from '#network/network.ts';
import { createWakeWatch } from '#network/wake.ts';
import { fakeSocket } from '#test/fake-socket.ts';
import { fakeSurroundings } from '#test/fake-surroundings.ts';

const grid = { scale: 0, tickUnits: 1, display: 'decimal' } as const;
const record = () => useConnections.getState().connections.market;

let socket = fakeSocket<MarketServerEvents, MarketClientEvents>();
let prices = createPriceStore(() => undefined);
let feed: MarketFeed;
beforeEach(() => {
  const surroundings = fakeSurroundings();
  const network = createNetwork(surroundings, createWakeWatch(surroundings));
  socket = fakeSocket();
  prices = createPriceStore(() => undefined);
  prices.register(['A', 'B'].map((code) => ({ code, grid })));
  feed = createMarketFeed({ network, name: 'market', socket, prices, onCandle: () => undefined });
});
afterEach(() => feed.close());

const level = (price: string) => ({ price, lots: 1 });
const book = (code: string) => ({
  code,
  bids: [level('9'), level('8')],
  asks: [level('10')],
  time: '2026-11-20T05:00:00.000Z',
});
const priceFrame = (kind: 'snapshot' | 'update', seq: number, last: string) =>
  socket.receive(kind, { event: 'prices', seq, items: [{ code: 'A', last }] });

test('subscribes on every connect: to a snapshot first, then after the last seq seen', () => {
  feed.want('prices', ['A', 'B']);
  expect(socket.takeSent()).toEqual([]);
  socket.receive('connect');
  expect(socket.takeSent()).toEqual([['subscribe', { event: 'prices', codes: ['A', 'B'] }]]);
  priceFrame('snapshot', 7, '100');
  priceFrame('update', 9, '101');
  socket.receive('disconnect', 'transport close');
  socket.receive('connect');
  expect(socket.takeSent()).toEqual([['subscribe', { event: 'prices', codes: ['A', 'B'], afterSeq: 9 }]]);
});

test('drops a message that is not newer, and always takes a snapshot', () => {
  feed.want('prices', ['A']);
  socket.receive('connect');
  priceFrame('update', 5, '90');
  expect(prices.read('A', 'last')).toBeNull();
  priceFrame('snapshot', 7, '100');
  priceFrame('update', 7, '91');
  priceFrame('update', 6, '92');
  expect(prices.read('A', 'last')).toBe(100);
  priceFrame('update', 12, '93');
  expect(prices.read('A', 'last')).toBe(93);
  // The server restarted: its numbering begins again from below.
  priceFrame('snapshot', 1, '94');
  priceFrame('update', 2, '95');
  expect(prices.read('A', 'last')).toBe(95);
});

test('starts another contract with an empty book and a full snapshot', () => {
  socket.receive('connect');
  feed.want('depth', ['A']);
  socket.receive('snapshot', { event: 'depth', seq: 3, items: [book('A')] });
  expect(depthValue.read()?.bids.map(({ cumulativeLots }) => cumulativeLots)).toEqual([1, 2]);
  socket.takeSent();
  feed.want('depth', ['B']);
  expect(depthValue.read()).toBeNull();
  expect(socket.takeSent()).toEqual([['subscribe', { event: 'depth', codes: ['B'] }]]);
  socket.receive('update', { event: 'depth', seq: 4, items: [book('A')] });
  expect(depthValue.read()).toBeNull();
  feed.want('depth', []);
  expect(socket.takeSent()).toEqual([['unsubscribe', { event: 'depth' }]]);
});

test('keeps the tape newest first, each trade once', () => {
  const trade = (tradeId: string) => ({
    ...{ tradeId, code: 'A', price: '9', lots: 1, side: 'BUY', sideCode: 1 },
    time: '2026-11-20T05:00:00.000Z',
  });
  socket.receive('connect');
  feed.want('trades', ['A']);
  socket.receive('snapshot', { event: 'trades', seq: 1, items: [trade('1'), trade('2')] });
  socket.receive('update', { event: 'trades', seq: 2, items: [trade('2'), trade('3')] });
  const shown = () => tapeValue.read()?.trades.map(({ tradeId }) => tradeId);
  expect(shown()).toEqual(['3', '2', '1']);
  // One for another window, which leaves no hole; then one after a hole.
  socket.receive('snapshot', { event: 'trades', seq: 4, items: [trade('3'), trade('4')] });
  expect(shown()).toEqual(['4', '3', '2', '1']);
  socket.receive('snapshot', { event: 'trades', seq: 9, items: [trade('8'), trade('9')] });
  expect(shown()).toEqual(['9', '8']);
});

test('records what the socket watches, and what it could not get', () => {
  feed.want('prices', ['A']);
  feed.want('depth', ['A']);
  socket.receive('connect');
  expect(record()?.eventSubscriptions).toEqual([
    { event: 'prices', payload: { event: 'prices', codes: ['A'] } },
    { event: 'depth', payload: { event: 'depth', codes: ['A'] } },
  ]);
  const [prices, depth] = socket.sent;
  prices?.acknowledge({ ok: false, code: 'DefaultError' });
  depth?.acknowledge({ ok: true, seq: 1 });
  expect(record()?.error).toBe('Failed to subscribe to events');
});

test('asks again for a refused or unanswered subscription after one whole heartbeat interval', () => {
  const beat = () => socket.receive('heartbeat', { timeMs: 1, marketMs: 1 });
  feed.want('prices', ['A']);
  socket.receive('connect');
  beat();
  expect(socket.takeSent()).toHaveLength(1);
  beat();
  expect(socket.takeSent()).toEqual([['subscribe', { event: 'prices', codes: ['A'] }]]);
  beat();
  beat();
  const [again] = socket.sent;
  again?.acknowledge({ ok: false, code: 'DefaultError' });
  beat();
  beat();
  expect(socket.acknowledge(4)).toHaveLength(2);
  expect(record()?.error).toBeNull();
  beat();
  beat();
  expect(socket.takeSent()).toEqual([]);
});
