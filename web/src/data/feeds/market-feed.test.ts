// @vitest-environment jsdom
import type { MarketClientEvents, MarketServerEvents } from '@mua/contract/feeds/market-feed';
import { LIMITS } from '@mua/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setClock } from '#session/clock.ts';
import { depthValue } from '../depth-store.ts';
import { createPriceStore } from '../price-store.ts';
import { tapeValue } from '../trades-store.ts';
import { connectionStateOf, useConnections } from './connection-store.ts';
import { fakeSocket } from './fake-socket.ts';
import { createMarketFeed, type MarketFeed } from './market-feed.ts';

const grid = { scale: 0, tickUnits: 1, display: 'decimal' } as const;
const record = () => useConnections.getState().connections.market;

let nowMs = 0;
let socket = fakeSocket<MarketServerEvents, MarketClientEvents>();
let prices = createPriceStore(() => undefined);
let feed: MarketFeed;
beforeEach(() => {
  vi.useFakeTimers();
  nowMs = 1_000_000;
  setClock(() => nowMs);
  socket = fakeSocket();
  prices = createPriceStore(() => undefined);
  prices.register(['A', 'B'].map((code) => ({ code, grid })));
  feed = createMarketFeed({ name: 'market', socket, prices, onCandle: () => undefined });
});
afterEach(() => {
  feed.close();
  vi.useRealTimers();
});

const level = (price: string) => ({ price, lots: 1 });
const book = (code: string) => ({
  code,
  bids: [level('9'), level('8')],
  asks: [level('10')],
  time: '2026-11-20T05:00:00.000Z',
});
const priceFrame = (kind: 'snapshot' | 'update', seq: number, last: string) =>
  socket.hear(kind, { event: 'prices', seq, items: [{ code: 'A', last }] });

test('what is wanted is asked for on every connect: first whole, then after the last seq seen', () => {
  feed.want('prices', ['A', 'B']);
  expect(socket.takeSent()).toEqual([]);
  socket.hear('connect');
  expect(socket.takeSent()).toEqual([['subscribe', { event: 'prices', codes: ['A', 'B'] }]]);
  priceFrame('snapshot', 7, '100');
  priceFrame('update', 9, '101');
  socket.hear('disconnect', 'transport close');
  socket.hear('connect');
  expect(socket.takeSent()).toEqual([['subscribe', { event: 'prices', codes: ['A', 'B'], afterSeq: 9 }]]);
});

test('a message that is not newer is dropped, and a snapshot always counts', () => {
  feed.want('prices', ['A']);
  socket.hear('connect');
  priceFrame('update', 5, '90');
  expect(prices.read('A', 'last')).toBeNull();
  priceFrame('snapshot', 7, '100');
  priceFrame('update', 7, '91');
  priceFrame('update', 6, '92');
  expect(prices.read('A', 'last')).toBe(100);
  priceFrame('update', 12, '93');
  expect(prices.read('A', 'last')).toBe(93);
  // The server began anew: its numbers start from below.
  priceFrame('snapshot', 1, '94');
  priceFrame('update', 2, '95');
  expect(prices.read('A', 'last')).toBe(95);
});

test('another contract starts with an empty book and a whole snapshot', () => {
  socket.hear('connect');
  feed.want('depth', ['A']);
  socket.hear('snapshot', { event: 'depth', seq: 3, items: [book('A')] });
  expect(depthValue.read()?.bids.map(({ cumulativeLots }) => cumulativeLots)).toEqual([1, 2]);
  socket.takeSent();
  feed.want('depth', ['B']);
  expect(depthValue.read()).toBeNull();
  expect(socket.takeSent()).toEqual([['subscribe', { event: 'depth', codes: ['B'] }]]);
  socket.hear('update', { event: 'depth', seq: 4, items: [book('A')] });
  expect(depthValue.read()).toBeNull();
  feed.want('depth', []);
  expect(socket.takeSent()).toEqual([['unsubscribe', { event: 'depth' }]]);
});

test('the tape is newest first and has each trade once', () => {
  const trade = (tradeId: string) => ({
    ...{ tradeId, code: 'A', price: '9', lots: 1, side: 'BUY', sideCode: 1 },
    time: '2026-11-20T05:00:00.000Z',
  });
  socket.hear('connect');
  feed.want('trades', ['A']);
  socket.hear('snapshot', { event: 'trades', seq: 1, items: [trade('1'), trade('2')] });
  socket.hear('update', { event: 'trades', seq: 2, items: [trade('2'), trade('3')] });
  expect(tapeValue.read()?.trades.map(({ tradeId }) => tradeId)).toEqual(['3', '2', '1']);
});

test('the record tells what the socket is', () => {
  expect(record()).toMatchObject({ isConnected: false, error: null });
  expect(socket.connects).toBe(1);
  feed.want('prices', ['A']);
  socket.hear('connect');
  expect(record()).toMatchObject({ isConnected: true, eventSubscriptions: [{ event: 'prices' }] });
  socket.sent[0]?.acknowledge({ ok: false, code: 'DefaultError' });
  expect(record()?.error).toBe('Failed to subscribe to events');
  socket.hear('disconnect', 'transport close');
  expect(record()).toMatchObject({ isConnected: false, disconnectReason: 'transport close' });
  socket.hear('connect_error', new Error('xhr poll error'));
  expect(record()).toMatchObject({ isConnected: false, error: 'xhr poll error' });
});

test('connected but silent is stalled until something comes', () => {
  const state = () => connectionStateOf(useConnections.getState().connections, true);
  expect(state()).toBe('connecting');
  socket.hear('connect');
  expect(state()).toBe('connected');
  nowMs += LIMITS.feedStalledMs + 1;
  vi.advanceTimersByTime(1000);
  expect(state()).toBe('stalled');
  socket.hear('heartbeat', { timeMs: nowMs, marketMs: nowMs });
  expect(state()).toBe('connected');
});

test('where the library gives up, the feed comes back by itself', () => {
  socket.active = false;
  socket.hear('disconnect', 'io server disconnect');
  expect(socket.connects).toBe(1);
  vi.advanceTimersByTime(LIMITS.queryRetryBaseMs);
  expect(socket.connects).toBe(2);
});
