import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createAddressReader, isLoopback } from '#http/client-address.ts';

function requestFrom(remoteAddress: string, forwarded?: string): IncomingMessage {
  const request = new IncomingMessage(Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }));
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

describe('with a proxy in front of the server', () => {
  test.each([
    ['127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['::ffff:127.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['::1', '', '::1'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    // A caller that bypasses the proxy can't claim another address.
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ])('a request from %s that forwards %j counts for %s', (peer, forwarded, address) =>
    expect(createAddressReader(true)(requestFrom(peer, forwarded))).toBe(address),
  );
});

test('without a proxy, forwarded addresses are ignored', () => {
  expect(createAddressReader(false)(requestFrom('127.0.0.1', '198.51.100.1'))).toBe('127.0.0.1');
});

test.each([
  ['127.0.0.1', undefined, true],
  ['::ffff:127.0.0.1', undefined, true],
  ['::1', undefined, true],
  ['127.0.0.1', '203.0.113.7', false],
  ['203.0.113.7', undefined, false],
])('a request from %s that forwards %j comes from this machine: %s', (peer, forwarded, isOurs) =>
  expect(isLoopback(requestFrom(peer, forwarded))).toBe(isOurs),
);
