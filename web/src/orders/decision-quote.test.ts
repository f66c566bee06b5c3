// @vitest-environment jsdom
import { decisionQuote } from '@mua/contract/entities/decision-quote';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteTimes } from '#clock/market-clock.ts';
import { depthFrom, depthValue } from '#market/depth-store.ts';
import { priceStore } from '#market/price-store.ts';
import { CORN_GRID } from '#mock/sample-records.ts';
import { useConnections } from '#network/connection-store.ts';
import { decisionQuoteOf } from '#orders/decision-quote.ts';
import { setClock } from '#session/clock.ts';

const NOW = Date.parse('2026-11-20T05:00:10.000Z');
let restoreClock = () => {};

beforeEach(() => {
  restoreClock = setClock(() => NOW);
  priceStore.register([{ code: 'ZCEZ26', grid: CORN_GRID }]);
});
afterEach(() => {
  restoreClock();
  vi.restoreAllMocks();
  useConnections.setState({ connections: {} });
  depthValue.write(null);
});

const show = () =>
  priceStore.apply(
    [{ code: 'ZCEZ26', last: '457.75', bid: '457.50', ask: null, time: '2026-11-20T05:00:09.400Z' }],
    'update',
  );

test('has nothing before the first price, and no age before the first heartbeat', () => {
  expect(decisionQuoteOf('ZCZ26', 'FUTURES')).toMatchObject({ quote: null, quoteAgeMs: null, book: null });
  show();
  expect(decisionQuoteOf('ZCEZ26', 'FUTURES')).toMatchObject({ quote: { last: '457.75' }, quoteAgeMs: null });
});

test('records the quote with its age, the top of the book and the state of the feeds, in the server’s time', () => {
  show();
  noteTimes({ timeMs: NOW - 200, marketMs: NOW - 200 } as never);
  const levels = [
    { price: '457.50', lots: 12 },
    { price: '457.25', lots: 40 },
  ];
  depthValue.write(depthFrom({ code: 'ZCEZ26', bids: levels, asks: [], time: '2026-11-20T05:00:09.400Z' }, CORN_GRID));
  const { note } = useConnections.getState();
  note('market', { isConnected: true, isStalled: true });
  note('exchange', { isConnected: true });
  note('investor', { isConnected: true });
  const seen = decisionQuoteOf('ZCEZ26', 'FUTURES');
  expect(seen).toEqual({
    seenAt: '2026-11-20T05:00:09.800Z',
    quote: { last: '457.75', bid: '457.50', ask: null },
    quoteAgeMs: 400,
    book: { bid: { price: '457.50', lots: 12 }, ask: null },
    connections: { market: 'STALLED', investor: 'CONNECTED' },
  });
  expect(decisionQuote.parse(seen)).toEqual(seen);
  expect(decisionQuoteOf('ZCEZ26', 'ACM').connections.market).toBe('CONNECTED');
});

test('leaves out another contract’s book', () => {
  depthValue.write(depthFrom({ code: 'LRCF27', bids: [], asks: [], time: '2026-11-20T05:00:09.400Z' }, CORN_GRID));
  expect(decisionQuoteOf('ZCEZ26', 'FUTURES').book).toBeNull();
});

test('does not count a first attempt as a failure, and counts a feed that nobody opened as down', () => {
  useConnections.getState().note('market', { isConnected: false });
  expect(decisionQuoteOf('ZCEZ26', 'FUTURES').connections).toEqual({ market: 'CONNECTING', investor: 'DISCONNECTED' });
  useConnections.getState().note('market', { error: 'refused' });
  expect(decisionQuoteOf('ZCEZ26', 'FUTURES').connections.market).toBe('DISCONNECTED');
});

test('connects nothing while offline, whatever the sockets say', () => {
  useConnections.getState().note('market', { isConnected: true });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(decisionQuoteOf('ZCEZ26', 'FUTURES').connections).toEqual({
    market: 'DISCONNECTED',
    investor: 'DISCONNECTED',
  });
});
