/** What the server is asked, and who is told, when several windows share a socket (record 196). */
import type { InvestorClientEvents, InvestorServerEvents } from '@mua/contract/feeds/investor-feed';
import { beforeEach, expect, test } from 'vitest';
import { openSharedSocket, type SharedSocket } from '#feeds/shared-socket.ts';
import { MOVED } from '#network/feed-socket.ts';
import { FakeBrowser, type FakeWindow } from '#test/fake-browser.ts';
import { type FakeSocket, fakeSocket } from '#test/fake-socket.ts';
import { type FakeSurroundings, fakeSurroundings } from '#test/fake-surroundings.ts';

type Real = FakeSocket<InvestorServerEvents, InvestorClientEvents>;

let browser = new FakeBrowser();
beforeEach(() => {
  browser = new FakeBrowser();
});

interface Opened {
  readonly window: FakeWindow;
  readonly surroundings: FakeSurroundings;
  readonly socket: SharedSocket<InvestorServerEvents, InvestorClientEvents>;
  /** Sockets that it opened itself, each time it led. */
  readonly real: Real[];
  readonly heard: unknown[];
}

function open(window = browser.open()): Opened {
  const surroundings = fakeSurroundings();
  const real: Real[] = [];
  const heard: unknown[] = [];
  const openSocket = () => {
    const socket = fakeSocket<InvestorServerEvents, InvestorClientEvents>();
    real.push(socket);
    return socket;
  };
  const socket = openSharedSocket<InvestorServerEvents, InvestorClientEvents>({
    ...{ name: 'feed', windows: window, surroundings, openSocket },
  });
  socket.on('connect', () => heard.push('connect'));
  socket.on('disconnect', (reason) => heard.push(reason));
  socket.on('connect_error', ({ message }) => heard.push(message));
  socket.on('snapshot', ({ seq }) => heard.push(`snapshot ${seq}`));
  socket.on('update', ({ seq }) => heard.push(seq));
  socket.on('unauthorized', ({ userId }) => heard.push(`unauthorized ${userId}`));
  socket.connect();
  browser.rest();
  return { window, surroundings, socket, real, heard };
}

/** The newest socket that this window opened. */
function realOf({ real }: Opened): Real {
  const newest = real.at(-1);
  if (!newest) throw new Error('this window does not lead');
  return newest;
}

function connect(leader: Opened): void {
  realOf(leader).receive('connect');
  browser.rest();
}

function ask({ socket }: Opened, request: object): unknown[] {
  const answers: unknown[] = [];
  socket.emit('subscribe', { event: 'account', accountId: 'a1', ...request }, (answer) => answers.push(answer));
  browser.rest();
  return answers;
}

function update(leader: Opened, seq: number): void {
  const message = { event: 'account', accountId: 'a1', seq, previousSeq: seq - 1, items: [] };
  realOf(leader).receive('update', message);
  browser.rest();
}

/** One whose subscription the server has accepted at `seq`. */
function following(leader: Opened, seq: number): void {
  ask(leader, { afterSeq: seq });
  realOf(leader).acknowledge(seq);
  browser.rest();
}

test('one window holds the socket; a second connects to what is there', () => {
  const first = open();
  connect(first);
  const second = open();
  expect(second.real).toEqual([]);
  expect(realOf(first).connects).toBe(1);
  expect([first.heard, second.heard]).toEqual([['connect'], ['connect']]);
});

test('who asks from a place that is remembered is answered there, and the server is not asked', () => {
  const first = open();
  connect(first);
  following(first, 7);
  for (const seq of [8, 9, 10]) update(first, seq);
  const second = open();
  expect(ask(second, { afterSeq: 8 })).toEqual([{ ok: true, seq: 8 }]);
  expect(second.heard).toEqual(['connect', 9, 10]);
  expect(first.heard).toEqual(['connect', 8, 9, 10]);
  expect(realOf(first).takeSent()).toEqual([]);
  update(first, 11);
  expect([first.heard.at(-1), second.heard.at(-1)]).toEqual([11, 11]);
});

test('a window without a place takes a snapshot, and so do all who are at another', () => {
  const first = open();
  connect(first);
  following(first, 7);
  const second = open();
  const answers = ask(second, {});
  expect(realOf(first).acknowledge(9)).toEqual([['subscribe', { event: 'account', accountId: 'a1' }]]);
  realOf(first).receive('snapshot', { event: 'account', accountId: 'a1', seq: 9, items: [] });
  browser.rest();
  expect(answers).toEqual([{ ok: true, seq: 9 }]);
  expect([first.heard.at(-1), second.heard.at(-1)]).toEqual(['snapshot 9', 'snapshot 9']);
});

test('the server is asked for the union of all wishes, and one is taken back when its window crashes', () => {
  const first = open();
  connect(first);
  const wish = ({ socket }: Opened, codes: string[], afterSeq: number) => {
    socket.emit('subscribe', { event: 'depth', codes, afterSeq } as never, () => undefined);
    browser.rest();
  };
  wish(first, ['B'], 5);
  expect(realOf(first).acknowledge(5)).toEqual([['subscribe', { event: 'depth', codes: ['B'], afterSeq: 5 }]]);
  const second = open();
  wish(second, ['A'], 5);
  expect(realOf(first).acknowledge(5)).toEqual([['subscribe', { event: 'depth', codes: ['A', 'B'], afterSeq: 5 }]]);
  browser.rest();
  second.window.close();
  browser.rest();
  expect(realOf(first).acknowledge(5)).toEqual([['subscribe', { event: 'depth', codes: ['B'], afterSeq: 5 }]]);
});

test('a refused subscription is asked for again at the next heartbeat, for whoever had one', () => {
  const first = open();
  connect(first);
  following(first, 7);
  const second = open();
  ask(second, {});
  const [asked] = realOf(first).sent.splice(0);
  asked?.acknowledge({ ok: false, code: 'DefaultError' });
  second.window.close();
  browser.rest();
  realOf(first).receive('heartbeat', { timeMs: 0, marketMs: 0 });
  expect(realOf(first).takeSent()).toEqual([['subscribe', { event: 'account', accountId: 'a1', afterSeq: 7 }]]);
});

test('a snapshot that was asked for earlier is no answer to a later question', () => {
  const first = open();
  connect(first);
  following(first, 7);
  const second = open();
  ask(second, {});
  second.window.close();
  browser.rest();
  const beat = () => realOf(first).receive('heartbeat', { timeMs: 0, marketMs: 0 });
  beat();
  beat();
  const [early, late] = realOf(first).sent.splice(0);
  early?.acknowledge({ ok: true, seq: 9 });
  realOf(first).receive('snapshot', { event: 'account', accountId: 'a1', seq: 9, items: [] });
  late?.acknowledge({ ok: false, code: 'DefaultError' });
  beat();
  expect(realOf(first).takeSent()).toHaveLength(1);
});

test('the next in line leads at once when the leader ends, and both have moved', () => {
  const [first, second, third] = [open(), open(), open()];
  connect(first);
  expect(second.real.concat(third.real)).toEqual([]);
  first.window.close();
  browser.rest();
  expect([second.heard, third.heard]).toEqual([
    ['connect', MOVED],
    ['connect', MOVED],
  ]);
  second.socket.connect();
  third.socket.connect();
  browser.rest();
  connect(second);
  expect(realOf(second).connects).toBe(1);
  expect([second.heard.at(-1), third.heard.at(-1)]).toEqual(['connect', 'connect']);
});

test('a frozen leader is replaced by whoever it does not answer, and is not listened to when it wakes', () => {
  const [first, second] = [open(), open()];
  connect(first);
  first.window.isFrozen = true;
  // What its old socket brings is in its inbox before it is told that it was replaced.
  first.window.later(() => realOf(first).receive('unauthorized', { userId: 'old', value: 'old' }));
  second.surroundings.advance(15_000);
  second.surroundings.advance(3_000);
  browser.rest();
  expect(second.heard.at(-1)).toBe(MOVED);
  second.socket.connect();
  browser.rest();
  connect(second);
  first.window.isFrozen = false;
  browser.rest();
  expect(second.heard).toEqual(['connect', MOVED, 'connect']);
  expect(realOf(first).connected).toBe(false);
  // It is counted by the one that leads now, and served like any other.
  expect(first.heard).toEqual(['connect', MOVED, 'connect']);
  ask(first, {});
  expect(realOf(second).takeSent()).toHaveLength(1);
});

test('a leader that is there keeps its place, however silent the server is', () => {
  const [first, second] = [open(), open()];
  connect(first);
  for (let beats = 0; beats < 6; beats += 1) {
    second.surroundings.advance(5_000);
    browser.rest();
  }
  expect(second.real).toEqual([]);
});

test('a silent connection is given up for whoever connects anew', () => {
  const [first, second] = [open(), open()];
  connect(first);
  first.surroundings.advance(10_001);
  second.socket.disconnect();
  second.socket.connect();
  browser.rest();
  expect(realOf(first)).toMatchObject({ disconnects: 1, connects: 2 });
  expect(first.heard.at(-1)).toBe('io client disconnect');
});

test('what the server says of a session, and a connection that fails, is known in all', () => {
  const [first, second] = [open(), open()];
  connect(first);
  realOf(first).receive('unauthorized', { userId: 'u1', value: 'h' });
  following(first, 7);
  realOf(first).receive('disconnect', 'transport close');
  realOf(first).receive('connect_error', new Error('refused'));
  browser.rest();
  const all = ['connect', 'unauthorized u1', 'transport close', 'refused'];
  expect([first.heard, second.heard]).toEqual([all, all]);
  // The subscription went with the connection.
  connect(first);
  ask(first, { afterSeq: 7 });
  expect(realOf(first).takeSent()).toEqual([['subscribe', { event: 'account', accountId: 'a1', afterSeq: 7 }]]);
});

test('the last window that leaves hangs up; one that leads and leaves hands over', () => {
  const [first, second] = [open(), open()];
  connect(first);
  first.socket.leave();
  browser.rest();
  expect(realOf(first).connected).toBe(false);
  expect(second.heard.at(-1)).toBe(MOVED);
  second.socket.connect();
  browser.rest();
  connect(second);
  second.socket.disconnect();
  browser.rest();
  expect(realOf(second).disconnects).toBe(1);
});

test('without locks each window has a socket of its own', () => {
  const denied = browser.open();
  denied.hold = (_name, { onDenied }) => {
    denied.later(onDenied);
    return () => undefined;
  };
  const first = open();
  const alone = open(denied);
  connect(alone);
  expect(alone.heard).toEqual(['connect']);
  expect(first.heard).toEqual([]);
});
