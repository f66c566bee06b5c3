/**
 * Checks docs/rules/connections.md#sockets and #coming-back, rule by rule, on a clock that stands still until it is
 * advanced.
 */
import { LIMITS } from '@mua/contract/limits';
import { afterEach, expect, test, vi } from 'vitest';
import { type FeedName, useConnections } from '#network/connection-store.ts';
import { MOVED } from '#network/feed-socket.ts';
import { KeptConnection } from '#network/kept-connection.ts';
import { retryWaitMs } from '#network/retry-wait.ts';
import { fakeSocket } from '#test/fake-socket.ts';
import { type FakeSurroundings, fakeSurroundings, settled } from '#test/fake-surroundings.ts';

afterEach(() => useConnections.setState({ connections: {} }));

interface Kept {
  readonly name?: FeedName;
  readonly draw?: () => Promise<object>;
  readonly surroundings?: FakeSurroundings;
}

function keep({ name = 'market', draw, surroundings = fakeSurroundings() }: Kept = {}) {
  const socket = fakeSocket<object, object>();
  const subscribe = vi.fn();
  const onClose = vi.fn();
  const connection = new KeptConnection({ name, socket, draw, onConnect: subscribe }, surroundings, onClose);
  const record = () => useConnections.getState().connections[name];
  return { surroundings, socket, subscribe, onClose, connection, record };
}

/** Returns when the socket was told to connect, over a time in which every attempt fails at once. */
function triesWithin(ms: number, chance: number): number[] {
  const { surroundings, socket } = keep();
  surroundings.chance = chance;
  const startMs = surroundings.now();
  const tries: number[] = [];
  let seen = 0;
  while (surroundings.now() - startMs <= ms) {
    if (socket.connects > seen) {
      seen = socket.connects;
      tries.push(surroundings.now() - startMs);
      socket.receive('connect_error', new Error('refused'));
    }
    surroundings.advance(100);
  }
  return tries;
}

test.each([
  [0, 500, 1_000],
  [1, 500, 1_000],
  [2, 500, 1_000],
  [3, 1_000, 2_000],
  [4, 2_000, 4_000],
  [6, 8_000, 16_000],
  [7, 15_000, 30_000],
  [5_000, 15_000, 30_000],
])('after %s failures the wait is drawn from %s to %s ms', (failures, leastMs, mostMs) => {
  expect(retryWaitMs(failures, () => 0)).toBe(leastMs);
  expect(retryWaitMs(failures, () => 1)).toBe(mostMs);
});

test('makes three attempts a second apart, then slower and slower, and never stops', () => {
  expect(triesWithin(63_000, 1)).toEqual([0, 1_000, 2_000, 3_000, 5_000, 9_000, 17_000, 33_000, 63_000]);
  expect(triesWithin(3_000, 0)).toEqual([0, 500, 1_000, 1_500, 2_500]);
  expect(triesWithin(3_600_000, 1)).toHaveLength(9 + 117);
});

test('a connection that moved to another window is there again at once, and nothing has failed', () => {
  const { socket, record } = keep();
  socket.receive('connect');
  socket.receive('disconnect', MOVED);
  expect(socket.connects).toBe(2);
  expect(record()).toMatchObject({ isConnected: false, error: null, disconnectReason: null });
  socket.receive('connect');
  expect(record()).toMatchObject({ isConnected: true });
});

test('the record says what state the socket is in', () => {
  const { socket, record, subscribe, surroundings } = keep();
  expect(record()).toMatchObject({ socket, isConnected: false, error: null, disconnectReason: null });
  socket.receive('connect');
  expect(record()).toMatchObject({ isConnected: true, error: null, lastMessageMs: surroundings.now() });
  expect(subscribe).toHaveBeenCalledTimes(1);
  surroundings.advance(7_000);
  socket.receive('heartbeat', { timeMs: surroundings.now(), marketMs: surroundings.now() });
  expect(record()?.lastMessageMs).toBe(surroundings.now());
  surroundings.advance(1_000);
  socket.receive('disconnect', 'transport close');
  expect(record()).toMatchObject({ isConnected: false, disconnectReason: 'transport close' });
  expect(record()?.lastMessageMs).toBe(surroundings.now() - 1_000);
  surroundings.advance(1_000);
  socket.receive('connect_error', new Error('websocket error'));
  expect(record()).toMatchObject({ isConnected: false, error: 'websocket error' });
});

test('an error stays through all attempts until one succeeds; then the subscriptions are emitted again', () => {
  const { surroundings, socket, record, subscribe } = keep();
  for (let tries = 1; tries <= 9; tries += 1) {
    expect(socket.connects).toBe(tries);
    socket.receive('connect_error', new Error('refused'));
    for (let waitedMs = 0; socket.connects === tries && waitedMs < LIMITS.socketSlowRetryCapMs; waitedMs += 500) {
      expect(record()?.error).toBe('refused');
      surroundings.advance(500);
    }
    expect(record()?.error).toBe('refused');
  }
  expect(subscribe).not.toHaveBeenCalled();
  socket.receive('connect');
  expect(record()).toMatchObject({ isConnected: true, error: null });
  expect(subscribe).toHaveBeenCalledTimes(1);
});

test('a failed subscription is in the record until it succeeds', () => {
  const { socket, record, subscribe, connection } = keep();
  subscribe.mockImplementation(() => {
    throw new Error('closed already');
  });
  socket.receive('connect');
  expect(record()).toMatchObject({ isConnected: true, error: 'Failed to subscribe to events' });
  connection.noteSubscribed(true);
  expect(record()?.error).toBeNull();
});

test.each([
  ['market', LIMITS.marketSocketTimeoutMs],
  ['exchange', LIMITS.marketSocketTimeoutMs],
  ['investor', LIMITS.reconnectTimeoutMs],
] as const)('an attempt of %s without an end is aborted after %s ms', (name, timeoutMs) => {
  const { surroundings, socket, record } = keep({ name });
  surroundings.advance(timeoutMs - 1);
  expect(record()?.error).toBeNull();
  surroundings.advance(1);
  expect([record()?.error, socket.disconnects]).toEqual(['timeout', 1]);
  surroundings.advance(LIMITS.socketReconnectDelayMs);
  expect(socket.connects).toBe(2);
});

test('every attempt draws a ticket of its own; one that comes too late or not at all connects nothing', async () => {
  const tickets: { draw: (ticket: object) => void; refuse: (error: Error) => void }[] = [];
  const draw = () => new Promise<object>((resolve, reject) => tickets.push({ draw: resolve, refuse: reject }));
  const { surroundings, socket, record } = keep({ name: 'investor', draw });
  expect(socket.connects).toBe(0);
  tickets[0]?.refuse(new Error('Unauthorized'));
  await settled();
  expect([record()?.error, socket.connects]).toEqual(['Unauthorized', 0]);
  surroundings.advance(LIMITS.socketReconnectDelayMs);
  surroundings.advance(LIMITS.reconnectTimeoutMs);
  tickets[1]?.draw({ ticket: 'late' });
  await settled();
  expect(socket.connects).toBe(0);
  surroundings.advance(LIMITS.socketReconnectDelayMs);
  tickets[2]?.draw({ ticket: 'fresh' });
  await settled();
  expect([socket.connects, socket.auth]).toEqual([1, { ticket: 'fresh' }]);
});

test('offline, the record is disconnected at once and nothing is tried; online, the next check notices', () => {
  const { surroundings, socket, connection, record } = keep();
  socket.receive('connect');
  surroundings.setOnline(false);
  connection.goOffline();
  expect(record()).toMatchObject({ isConnected: false, disconnectReason: 'browser offline' });
  socket.receive('disconnect', 'transport close');
  surroundings.advance(600_000);
  expect(socket.connects).toBe(1);
  surroundings.setOnline(true);
  connection.sync();
  surroundings.advance(LIMITS.socketReconnectDelayMs);
  expect(socket.connects).toBe(2);
});

test('a page that opens without a network tries nothing', () => {
  const surroundings = fakeSurroundings();
  surroundings.setOnline(false);
  const { socket, record } = keep({ surroundings });
  expect(socket.connects).toBe(0);
  expect(record()).toMatchObject({ isConnected: false, lastMessageMs: null });
});

test.each([
  { online: true, real: true, stored: false, ends: { connected: true, shown: true } },
  { online: true, real: false, stored: true, ends: { connected: false, shown: false } },
  { online: true, real: true, stored: true, ends: { connected: true, shown: true } },
  { online: true, real: false, stored: false, ends: { connected: false, shown: false } },
  { online: false, real: true, stored: true, ends: { connected: false, shown: false } },
  { online: false, real: true, stored: false, ends: { connected: false, shown: false } },
  { online: false, real: false, stored: true, ends: { connected: false, shown: false } },
])('a check of the socket corrects the record: $online, $real, $stored', ({ online, real, stored, ends }) => {
  const { surroundings, socket, connection, record } = keep();
  socket.receive('connect');
  surroundings.setOnline(online);
  socket.connected = real;
  useConnections.getState().note('market', { isConnected: stored });
  connection.sync();
  expect({ connected: socket.connected, shown: record()?.isConnected }).toEqual(ends);
});

test('a connection found again has its subscriptions emitted', () => {
  const { socket, connection, subscribe } = keep();
  socket.connected = true;
  connection.sync();
  expect(subscribe).toHaveBeenCalledTimes(1);
});

test('connected and silent for longer than two heartbeats is stalled, until a message comes', () => {
  const { surroundings, socket, connection, record } = keep();
  socket.receive('connect');
  surroundings.advance(6_000);
  connection.touch();
  const heardMs = surroundings.now();
  surroundings.advance(LIMITS.feedStalledMs);
  expect(record()?.isStalled).toBe(false);
  surroundings.advance(1);
  expect(record()).toMatchObject({ isConnected: true, isStalled: true, lastMessageMs: heardMs });
  connection.touch();
  expect(record()?.isStalled).toBe(false);
  surroundings.advance(LIMITS.feedStalledMs + 1);
  expect(record()?.isStalled).toBe(true);
});

test('a connection that does not outlive a heartbeat counts as a failure: a client thrown out at once slows down', () => {
  const { surroundings, socket } = keep();
  surroundings.chance = 1;
  const waits: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    socket.receive('connect');
    socket.receive('disconnect', 'io server disconnect');
    const [connects, lostMs] = [socket.connects, surroundings.now()];
    while (socket.connects === connects && surroundings.now() - lostMs < 10_000) surroundings.advance(100);
    waits.push(surroundings.now() - lostMs);
  }
  expect(waits).toEqual([1_000, 1_000, 1_000, 2_000, 4_000]);
  socket.receive('connect');
  surroundings.advance(LIMITS.heartbeatMs);
  socket.receive('disconnect', 'transport close');
  surroundings.advance(1_000);
  expect(socket.connects).toBe(7);
});

test('asked to try now, a waiting connection does not wait, a silent one is opened anew, one that is up stays', () => {
  const { surroundings, socket, connection } = keep();
  const ends: (string | null)[] = [];
  const tryNow = () => connection.tryNow((reason) => ends.push(reason));
  tryNow();
  expect([socket.connects, ends]).toEqual([1, []]);
  socket.receive('connect_error', new Error('refused'));
  expect(ends).toEqual(['refused']);
  tryNow();
  expect(socket.connects).toBe(2);
  socket.receive('connect');
  tryNow();
  expect([socket.connects, ends]).toEqual([2, ['refused', null, null]]);
  surroundings.advance(LIMITS.feedStalledMs + 1);
  tryNow();
  expect([socket.connects, socket.disconnects, ends.length]).toEqual([3, 1, 3]);
  connection.close();
  expect(ends).toEqual(['refused', null, null, null]);
});

test('after a sleep, asks again over a connection that still talks, and opens a silent one anew', () => {
  const { surroundings, socket, connection, subscribe } = keep();
  socket.receive('connect');
  connection.resume();
  expect([subscribe.mock.calls.length, socket.connects]).toEqual([2, 1]);
  surroundings.sleep(3_600_000);
  connection.resume();
  expect([socket.connects, socket.disconnects]).toEqual([2, 1]);
  socket.receive('connect_error', new Error('refused'));
  connection.resume();
  expect(socket.connects).toBe(3);
});

test('once closed, has no record and makes no attempt, whatever the library still reports', () => {
  const { surroundings, socket, connection, record, onClose } = keep();
  socket.receive('connect_error', new Error('refused'));
  connection.close();
  connection.close();
  socket.receive('connect');
  socket.receive('disconnect', 'transport close');
  socket.receive('heartbeat', { timeMs: 1, marketMs: 1 });
  connection.sync();
  connection.resume();
  surroundings.advance(600_000);
  expect([record(), socket.connects, onClose.mock.calls.length]).toEqual([undefined, 1, 1]);
});
