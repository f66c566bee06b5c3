import { EventEmitter } from 'node:events';
import { LIMITS } from '@mua/contract/limits';
import type { Socket } from 'socket.io';
import { expect, test } from 'vitest';
import { type BrowserSessionSockets, createBrowserSessionSockets } from '#feeds/browser-session-sockets.ts';

class StageConnection extends EventEmitter {
  readyState: string;

  constructor(readyState: 'open' | 'closed' = 'open') {
    super();
    this.readyState = readyState;
  }

  close(): void {
    if (this.readyState === 'closed') return;
    this.readyState = 'closed';
    this.emit('close');
  }
}

function socketOn(conn: StageConnection): Socket {
  return Object.assign(new EventEmitter(), { conn }) as unknown as Socket;
}

const socket = (readyState: 'open' | 'closed' = 'open') => socketOn(new StageConnection(readyState));

/** How many more sockets the browser session takes. */
function roomIn(sockets: BrowserSessionSockets, browserSessionId: string): number {
  let count = 0;
  while (sockets.admit(browserSessionId, socket(), undefined)) count += 1;
  return count;
}

test('a socket that left during the look-up of its browser session keeps no place', () => {
  const sockets = createBrowserSessionSockets();
  for (let count = 0; count < LIMITS.socketsPerJar; count += 1) sockets.admit('1', socket('closed'), undefined);
  const first = socket();
  expect(sockets.admit('1', first, undefined)).toBe(true);
  expect(roomIn(sockets, '1')).toBe(LIMITS.socketsPerJar - 1);
  first.conn.close();
  expect(roomIn(sockets, '1')).toBe(1);
});

test('leaving a feed frees the place, and each connection has one listener', () => {
  const sockets = createBrowserSessionSockets();
  const conn = new StageConnection();
  const stays = socketOn(conn);
  sockets.admit('1', stays, undefined);
  for (let count = 0; count < LIMITS.socketsPerJar; count += 1) {
    const one = socketOn(conn);
    expect([sockets.admit('1', one, undefined), conn.listenerCount('close')]).toEqual([true, 1]);
    one.emit('disconnect', 'client namespace disconnect');
  }
  expect([conn.readyState, roomIn(sockets, '1')]).toEqual(['open', LIMITS.socketsPerJar - 1]);
  // Its last feed left, it would be a connection that nobody counts.
  stays.emit('disconnect', 'client namespace disconnect');
  expect([conn.readyState, roomIn(sockets, '1')]).toEqual(['closed', 1]);
});

test('a connection that ends before its sockets got in frees all their places', () => {
  const sockets = createBrowserSessionSockets();
  const conn = new StageConnection();
  for (let count = 0; count < LIMITS.socketsPerJar; count += 1) sockets.admit('1', socketOn(conn), undefined);
  expect([conn.listenerCount('close'), roomIn(sockets, '1')]).toEqual([1, 0]);
  conn.close();
  expect(roomIn(sockets, '1')).toBe(LIMITS.socketsPerJar);
});
