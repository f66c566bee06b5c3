/** Checks docs/rules/connections.md#network-status as a table; our additions stand below it. */
import { expect, test } from 'vitest';
import { type Connections, type FeedConnection, TOKEN_REQUIRED } from '#network/connection-store.ts';
import { type NetworkFacts, type NetworkStatus, networkStatusOf } from '#network/network-store.ts';

const record = (change: Partial<FeedConnection>): FeedConnection => ({
  ...{ name: 'market', socket: {}, isConnected: true, error: null, disconnectReason: null, eventSubscriptions: [] },
  ...{ lastMessageMs: 1, isStalled: false },
  ...change,
});
const up = record({});
const down = record({ isConnected: false, disconnectReason: 'transport close' });
const refused = record({ isConnected: false, error: 'websocket error' });
const opening = record({ isConnected: false });
const silent = record({ isStalled: true });
const signedOut = record({ name: 'investor', socket: null, isConnected: false, error: TOKEN_REQUIRED });

const rows: readonly (readonly [string, Connections, Omit<NetworkFacts, 'connections'>, NetworkStatus])[] = [
  ['all connected, a quick ping', { investor: up, market: up }, { isOnline: true, lastPingMs: 38 }, 'good'],
  ['no ping yet', { market: up }, { isOnline: true, lastPingMs: null }, 'good'],
  ['a ping of 500 ms', { market: up }, { isOnline: true, lastPingMs: 500 }, 'good'],
  ['a ping above 500 ms', { market: up }, { isOnline: true, lastPingMs: 501 }, 'weak'],
  ['a check that failed', { market: up }, { isOnline: true, lastPingMs: 5_000 }, 'weak'],
  ['one of two is down', { investor: up, market: down }, { isOnline: true, lastPingMs: 38 }, 'disconnected'],
  ['down and slow', { market: refused }, { isOnline: true, lastPingMs: 5_000 }, 'disconnected'],
  ['the browser is offline', { market: up }, { isOnline: false, lastPingMs: 38 }, 'disconnected'],
  ['nothing registered', {}, { isOnline: true, lastPingMs: null }, 'good'],
  ['nothing registered, a slow ping', {}, { isOnline: true, lastPingMs: 900 }, 'good'],
  ['nothing registered, offline', {}, { isOnline: false, lastPingMs: null }, 'disconnected'],
  // Our additions: a page that opens, a feed that is silent, a visitor's account connection that was never made.
  ['the first try', { market: opening }, { isOnline: true, lastPingMs: null }, 'connecting'],
  [
    'the first try beside one that is down',
    { investor: down, market: opening },
    { isOnline: true, lastPingMs: 1 },
    'disconnected',
  ],
  ['connected but silent', { market: silent }, { isOnline: true, lastPingMs: 900 }, 'stalled'],
  ['a visitor', { investor: signedOut, market: up }, { isOnline: true, lastPingMs: 38 }, 'good'],
];

test.each(rows)('%s', (_name, connections, facts, status) => {
  expect(networkStatusOf({ connections, ...facts })).toBe(status);
});
