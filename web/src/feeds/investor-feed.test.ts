import type { AccountItem, InvestorClientEvents, InvestorServerEvents } from '@mua/contract/feeds/investor-feed';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInvestorFeed, type InvestorFeed } from '#feeds/investor-feed.ts';
import { useConnections } from '#network/connection-store.ts';
import { createNetwork } from '#network/network.ts';
import { createWakeWatch } from '#network/wake.ts';
import { fakeSocket } from '#test/fake-socket.ts';
import { fakeSurroundings } from '#test/fake-surroundings.ts';

let socket = fakeSocket<InvestorServerEvents, InvestorClientEvents>();
let received: [string, readonly AccountItem[], boolean][] = [];
let feed: InvestorFeed;
beforeEach(() => {
  const surroundings = fakeSurroundings();
  const network = createNetwork(surroundings, createWakeWatch(surroundings));
  socket = fakeSocket();
  received = [];
  const onItems = (...args: [string, readonly AccountItem[], boolean]) => received.push(args);
  feed = createInvestorFeed({ network, socket, onItems, onUnauthorized: () => undefined });
  feed.follow(['a1']);
  socket.receive('connect');
});
afterEach(() => feed.close());

const record = () => useConnections.getState().connections.investor;
const snapshot = (seq: number) => socket.receive('snapshot', { event: 'account', accountId: 'a1', seq, items: [] });
const update = (seq: number, previousSeq: number) =>
  socket.receive('update', { event: 'account', accountId: 'a1', seq, previousSeq, items: [] });
const beat = () => socket.receive('heartbeat', { timeMs: 1, marketMs: 1 });
const asked = (afterSeq?: number) => [
  'subscribe',
  { event: 'account', accountId: 'a1', ...(afterSeq === undefined ? {} : { afterSeq }) },
];
const begin = (seq: number) => {
  expect(socket.acknowledge(seq)).toEqual([asked()]);
  snapshot(seq);
};

test('follows the journal and drops older and repeated messages', () => {
  update(9, 8);
  begin(10);
  update(12, 10);
  update(12, 10);
  update(11, 10);
  snapshot(10);
  snapshot(12);
  expect(received.map(([, , isSnapshot]) => isSnapshot)).toEqual([true, false]);
  expect(socket.takeSent()).toEqual([]);
});

test('asks once for a gap, after the last seq, and passes nothing before it is closed', () => {
  begin(10);
  update(15, 13);
  update(16, 15);
  expect(received).toHaveLength(1);
  expect(socket.acknowledge(10)).toEqual([asked(10)]);
  update(15, 10);
  update(16, 15);
  expect(received).toHaveLength(3);
  expect(socket.takeSent()).toEqual([]);
});

test('asks again, after the last seq, when an answer holds only what is known', () => {
  begin(10);
  update(11, 10);
  update(15, 10);
  expect(received).toHaveLength(2);
  expect(socket.takeSent()).toEqual([asked(11)]);
});

test('resumes after the last seq on a new connection', () => {
  begin(10);
  update(12, 10);
  socket.receive('disconnect', 'transport close');
  socket.receive('connect');
  expect(socket.takeSent()).toEqual([asked(12)]);
});

test('accepts one older snapshot from a server that reports its journal was restored', () => {
  begin(10);
  socket.receive('disconnect', 'transport close');
  socket.receive('connect');
  expect(socket.acknowledge(4)).toEqual([asked(10)]);
  snapshot(4);
  update(5, 4);
  snapshot(4);
  expect(received.map(([, , isSnapshot]) => isSnapshot)).toEqual([true, true, false]);
});

test('records a refused subscription and asks for it again later', () => {
  feed.follow(['a1', 'a2']);
  const [first, second] = socket.sent.splice(0);
  first?.acknowledge({ ok: false, code: 'DefaultError' });
  second?.acknowledge({ ok: true, seq: 3 });
  expect(record()?.error).toBe('Failed to subscribe to events');
  beat();
  expect(socket.takeSent()).toEqual([]);
  beat();
  begin(10);
  expect(record()?.error).toBeNull();
});

test('adds and removes sub-accounts and keeps one record for the event', () => {
  socket.takeSent();
  feed.follow(['a2']);
  expect(socket.takeSent()).toEqual([
    ['unsubscribe', { event: 'account', accountId: 'a1' }],
    ['subscribe', { event: 'account', accountId: 'a2' }],
  ]);
  expect(record()?.eventSubscriptions).toEqual([
    { event: 'account', payload: [{ event: 'account', accountId: 'a2' }] },
  ]);
  snapshot(99);
  expect(received).toEqual([]);
});
