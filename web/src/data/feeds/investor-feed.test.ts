import type { AccountItem, InvestorClientEvents, InvestorServerEvents } from '@mua/contract/feeds/investor-feed';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useConnections } from './connection-store.ts';
import { fakeSocket } from './fake-socket.ts';
import { createInvestorFeed, type InvestorFeed } from './investor-feed.ts';

let socket = fakeSocket<InvestorServerEvents, InvestorClientEvents>();
let heard: [string, readonly AccountItem[], boolean][] = [];
let feed: InvestorFeed;
beforeEach(() => {
  socket = fakeSocket();
  heard = [];
  feed = createInvestorFeed({ socket, onItems: (...args) => heard.push(args), onUnauthorized: () => undefined });
  feed.follow(['a1']);
  socket.hear('connect');
});
afterEach(() => feed.close());

const snapshot = (seq: number) => socket.hear('snapshot', { event: 'account', accountId: 'a1', seq, items: [] });
const update = (seq: number, previousSeq: number) =>
  socket.hear('update', { event: 'account', accountId: 'a1', seq, previousSeq, items: [] });
const asked = (afterSeq?: number) => [
  'subscribe',
  { event: 'account', accountId: 'a1', ...(afterSeq === undefined ? {} : { afterSeq }) },
];

test('follows the journal: older and double messages do not pass', () => {
  expect(socket.takeSent()).toEqual([asked()]);
  update(9, 8);
  expect(heard).toEqual([]);
  snapshot(10);
  update(12, 10);
  update(12, 10);
  update(11, 10);
  expect(heard.map(([, , isSnapshot]) => isSnapshot)).toEqual([true, false]);
  expect(socket.takeSent()).toEqual([]);
});

test('a gap is asked for once, after what we have, and nothing passes before it is closed', () => {
  snapshot(10);
  socket.takeSent();
  update(15, 13);
  update(16, 15);
  expect(socket.takeSent()).toEqual([asked(10)]);
  expect(heard).toHaveLength(1);
  update(13, 10);
  update(15, 13);
  update(16, 15);
  expect(heard).toHaveLength(4);
  expect(socket.takeSent()).toEqual([]);
});

test('resumes after the last seq on a new connect', () => {
  snapshot(10);
  update(12, 10);
  socket.hear('disconnect', 'transport close');
  socket.takeSent();
  socket.hear('connect');
  expect(socket.takeSent()).toEqual([asked(12)]);
});

test('sub-accounts come and go; spec 3 keeps one record for the event', () => {
  socket.takeSent();
  feed.follow(['a2']);
  expect(socket.takeSent()).toEqual([
    ['unsubscribe', { event: 'account', accountId: 'a1' }],
    ['subscribe', { event: 'account', accountId: 'a2' }],
  ]);
  expect(useConnections.getState().connections.investor?.eventSubscriptions).toEqual([
    { event: 'account', payload: [{ event: 'account', accountId: 'a2' }] },
  ]);
  snapshot(99);
  expect(heard).toEqual([]);
});
