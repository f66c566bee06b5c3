/**
 * Checks docs/rules/connections.md#coming-back, docs/rules/refusals.md#words and the rows about reconnecting of the
 * limits.
 */
import { LIMITS } from '@mua/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FeedName, useConnections } from '#network/connection-store.ts';
import { createNetwork, gapLeftMs, type Network } from '#network/network.ts';
import { NO_NETWORK_CHANGE, useNetwork } from '#network/network-store.ts';
import { createWakeWatch } from '#network/wake.ts';
import { type FakeSocket, fakeSocket } from '#test/fake-socket.ts';
import { type FakeSurroundings, fakeSurroundings, settled } from '#test/fake-surroundings.ts';

type Socket = FakeSocket<object, object>;

let surroundings: FakeSurroundings;
let network: Network;
let investor: Socket;
let market: Socket;
let exchange: Socket;
const resubscribed = vi.fn();
beforeEach(() => {
  resubscribed.mockClear();
  surroundings = fakeSurroundings();
  // Automatic retries come late, so that what is observed is the rule under test.
  surroundings.chance = 1;
  network = createNetwork(surroundings, createWakeWatch(surroundings));
  [exchange, market, investor] = (['exchange', 'market', 'investor'] as const).map(keep) as [Socket, Socket, Socket];
});
afterEach(() => {
  network.stop();
  useConnections.setState({ connections: {} });
  useNetwork.setState(NO_NETWORK_CHANGE);
});

function keep(name: FeedName): Socket {
  const socket = fakeSocket<object, object>();
  network.keep({ name, socket, onConnect: resubscribed });
  return socket;
}

const sockets = () => [investor, market, exchange];
const connects = () => sockets().map((socket) => socket.connects);
const each = (those: readonly Socket[], event: string, word?: unknown) => {
  for (const socket of those) socket.receive(event, word);
};
const allUp = () => each(sockets(), 'connect');
const lose = (...lost: Socket[]) => each(lost, 'disconnect', 'transport close');
const fail = (...tried: Socket[]) => each(tried, 'connect_error', new Error('refused'));
const state = () => {
  const { isReconnecting, fault } = useNetwork.getState();
  return { isReconnecting, fault };
};

/** Fails often enough that the next automatic attempt is half a minute away. */
function loseForLong(...lost: Socket[]): void {
  lose(...lost);
  for (let failures = 0; failures < 8; failures += 1) {
    surroundings.advance(LIMITS.socketSlowRetryCapMs);
    fail(...lost);
  }
}

test('by hand, reconnects one after another, in the order of the list, a second apart', () => {
  allUp();
  loseForLong(...sockets());
  surroundings.advance(LIMITS.reconnectMinGapMs);
  fail(...sockets());
  const before = connects();
  const since = () => connects().map((count, place) => count - (before[place] ?? 0));
  network.reconnect();
  surroundings.advance(0);
  expect([since(), state()]).toEqual([[1, 0, 0], { isReconnecting: true, fault: null }]);
  investor.receive('connect');
  surroundings.advance(LIMITS.reconnectStaggerMs);
  expect(since()).toEqual([1, 1, 0]);
  market.receive('connect');
  surroundings.advance(LIMITS.reconnectStaggerMs);
  expect(since()).toEqual([1, 1, 1]);
  exchange.receive('connect');
  expect(state()).toEqual({ isReconnecting: false, fault: null });
});

test.each([
  { name: 'one stays down', down: () => [market] },
  { name: 'some stay down', down: () => [investor, exchange] },
  { name: 'all stay down', down: () => [investor, market, exchange] },
])('$name: the fault is reported, and cleared when none is down', ({ down }) => {
  allUp();
  lose(...sockets());
  network.reconnect();
  surroundings.advance(2 * LIMITS.reconnectStaggerMs);
  for (const socket of sockets()) if (!down().includes(socket)) socket.receive('connect');
  fail(...down());
  for (const socket of down()) {
    expect(state()).toEqual({ isReconnecting: false, fault: 'down' });
    socket.receive('connect');
  }
  expect(state().fault).toBeNull();
});

test('a feed that goes silent after a fault counts as silent, not as one that could not be connected', () => {
  allUp();
  lose(market);
  network.reconnect();
  surroundings.advance(0);
  fail(market);
  // Its automatic attempts fail for as long as the others take to be silent; one of those then talks again.
  for (let ms = 0; ms <= LIMITS.feedStalledMs; ms += 1_000) {
    surroundings.advance(1_000);
    fail(market);
  }
  expect([useConnections.getState().connections.investor?.isStalled, state().fault]).toEqual([true, 'down']);
  market.receive('connect');
  expect([useConnections.getState().connections.investor?.isStalled, state().fault]).toEqual([true, null]);
});

test('a connection that failed and recovered before the others had ended is no fault', () => {
  allUp();
  surroundings.advance(LIMITS.feedStalledMs - 500);
  investor.receive('disconnect', 'transport close');
  market.receive('disconnect', 'transport close');
  network.reconnect();
  surroundings.advance(0);
  fail(investor);
  // The third goes silent meanwhile, so that something is still wrong.
  surroundings.advance(LIMITS.reconnectStaggerMs);
  investor.receive('connect');
  market.receive('connect');
  expect(useConnections.getState().connections.exchange?.isStalled).toBe(true);
  expect(state()).toEqual({ isReconnecting: false, fault: null });
});

test('a reconnect that takes too long ends after thirty seconds', () => {
  allUp();
  lose(investor);
  network.reconnect();
  surroundings.advance(LIMITS.reconnectTimeoutMs - 1);
  expect(state()).toEqual({ isReconnecting: true, fault: null });
  surroundings.advance(1);
  expect(state()).toEqual({ isReconnecting: false, fault: 'timeout' });
});

test('a socket that cannot even be told to connect is an unknown fault', () => {
  allUp();
  lose(market);
  market.connect = () => {
    throw new Error('no such thing');
  };
  network.reconnect();
  surroundings.advance(0);
  expect(state()).toEqual({ isReconnecting: false, fault: 'unknown' });
});

test('leaves thirty seconds between two reconnects', () => {
  allUp();
  lose(market);
  network.reconnect();
  surroundings.advance(0);
  fail(market);
  const before = market.connects;
  expect(gapLeftMs(surroundings.now())).toBe(LIMITS.reconnectMinGapMs);
  network.reconnect();
  surroundings.advance(0);
  expect(market.connects).toBe(before);
  expect(state().fault).toBe('down');
  surroundings.advance(LIMITS.reconnectMinGapMs);
  fail(market);
  network.reconnect();
  expect([gapLeftMs(surroundings.now()), state().isReconnecting]).toEqual([LIMITS.reconnectMinGapMs, true]);
});

test('leaves what is up alone, and starts no reconnect with nothing down', () => {
  allUp();
  network.reconnect();
  expect([gapLeftMs(surroundings.now()), connects()]).toEqual([0, [1, 1, 1]]);
});

test('offline, all are disconnected at once and none tried; two seconds after coming back they reconnect', () => {
  allUp();
  surroundings.setOnline(false);
  expect(Object.values(useConnections.getState().connections).map(({ isConnected }) => isConnected)).toEqual([
    false,
    false,
    false,
  ]);
  surroundings.advance(LIMITS.socketSyncMs);
  expect(sockets().map(({ connected }) => connected)).toEqual([false, false, false]);
  surroundings.advance(60_000);
  expect(connects()).toEqual([1, 1, 1]);
  surroundings.setOnline(true);
  surroundings.advance(LIMITS.reconnectAfterOnlineMs - 1);
  expect(state().isReconnecting).toBe(false);
  surroundings.advance(1);
  expect(state().isReconnecting).toBe(true);
  allUp();
  expect(state()).toEqual({ isReconnecting: false, fault: null });
});

test('after a moment offline that no socket noticed, resynchronises a second later, with everything subscribed again', () => {
  allUp();
  resubscribed.mockClear();
  surroundings.setOnline(false);
  surroundings.setOnline(true);
  surroundings.advance(LIMITS.socketSyncAfterOnlineMs - 1);
  expect(useConnections.getState().connections.market?.isConnected).toBe(false);
  surroundings.advance(1);
  expect(useConnections.getState().connections.market?.isConnected).toBe(true);
  expect([resubscribed.mock.calls.length, connects()]).toEqual([3, [1, 1, 1]]);
});

test('going offline while reconnecting ends it without a fault', () => {
  allUp();
  lose(market);
  network.reconnect();
  surroundings.setOnline(false);
  surroundings.advance(60_000);
  expect(state()).toEqual({ isReconnecting: false, fault: null });
});

test.each([
  [0, LIMITS.reconnectAfterAllDownMs],
  [0.5, LIMITS.reconnectAfterAllDownMs + LIMITS.reconnectStaggerMs / 2],
])('reconnects all that are down after five seconds, spread over one (%s)', (chance, afterMs) => {
  allUp();
  surroundings.chance = chance;
  lose(...sockets());
  const failing = () => {
    surroundings.advance(100);
    fail(...sockets());
  };
  const startMs = surroundings.now();
  while (!state().isReconnecting && surroundings.now() - startMs < 60_000) failing();
  expect(surroundings.now() - startMs).toBe(Math.ceil(afterMs / 100) * 100);
});

test('one connection down is no reason to reconnect automatically, nor is a page that has just opened', () => {
  surroundings.advance(9_000);
  expect(useNetwork.getState().reconnectStartedMs).toBeNull();
  allUp();
  lose(market, exchange);
  surroundings.advance(9_000);
  expect(useNetwork.getState().reconnectStartedMs).toBeNull();
});

test('an automatic reconnect keeps the gap too, and happens once for each time all went down', () => {
  allUp();
  lose(...sockets());
  network.reconnect();
  const startMs = surroundings.now();
  surroundings.advance(2 * LIMITS.reconnectStaggerMs);
  fail(...sockets());
  const starts: number[] = [];
  for (let seconds = 3; seconds < 200; seconds += 1) {
    surroundings.advance(1_000);
    fail(...sockets());
    const lastMs = (useNetwork.getState().reconnectStartedMs ?? 0) - startMs;
    if (lastMs > 0 && starts.at(-1) !== lastMs) starts.push(lastMs);
  }
  expect(starts).toEqual([LIMITS.reconnectMinGapMs]);
});

test('after a sleep every feed resumes: a connection that went silent is replaced', () => {
  allUp();
  resubscribed.mockClear();
  surroundings.sleep(3_600_000);
  expect([connects(), sockets().map(({ disconnects }) => disconnects)]).toEqual([
    [2, 2, 2],
    [1, 1, 1],
  ]);
  allUp();
  expect(resubscribed).toHaveBeenCalledTimes(3);
});

test('keeps the last ten pings', async () => {
  for (let ping = 0; ping < 12; ping += 1) {
    surroundings.advance(ping);
    surroundings.heads.shift()?.answer(true);
    await settled();
    surroundings.advance(LIMITS.pingIntervalMs - ping);
  }
  expect(useNetwork.getState().pings).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});
