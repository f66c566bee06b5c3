import { EventEmitter } from 'node:events';
import { LIMITS } from '@mua/contract/limits';
import type { Socket } from 'socket.io';
import { expect, test } from 'vitest';
import { createJarSockets } from './jar-sockets.ts';

function socket(readyState: 'open' | 'closed'): Socket {
  return { conn: Object.assign(new EventEmitter(), { readyState }) } as unknown as Socket;
}

test('whoever went while their jar was looked up keeps nobody’s place', () => {
  const sockets = createJarSockets();
  for (let count = 0; count < LIMITS.socketsPerJar; count += 1) sockets.admit('1', socket('closed'), undefined);
  const here = Array.from({ length: LIMITS.socketsPerJar }, () => socket('open'));
  expect(here.map((one) => sockets.admit('1', one, undefined))).toEqual(here.map(() => true));
  expect(sockets.admit('1', socket('open'), undefined)).toBe(false);
  here[0]?.conn.emit('close', '', undefined as never);
  expect(sockets.admit('1', socket('open'), undefined)).toBe(true);
});
