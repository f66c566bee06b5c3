import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createHostCheck } from '#http/own-names.ts';

const asked = (host: string | undefined, publicUrl?: string) =>
  createHostCheck(publicUrl === undefined ? undefined : new URL(publicUrl))({ headers: { host } } as IncomingMessage);

test.each([
  'localhost',
  'localhost:8080',
  'LocalHost.',
  'mua.localhost:8080',
  '127.0.0.1',
  '127.0.0.1:8080',
  '192.168.1.20:8080',
  '203.0.113.9',
  '[::1]:8080',
  '[2001:DB8::7]',
  '[::ffff:127.0.0.1]:8080',
  undefined,
])('%s is answered', (host) => {
  expect(asked(host)).toBeUndefined();
});

test.each([
  'evil.example',
  'evil.example:8080',
  'localhost.evil.example',
  'notlocalhost',
  '127.0.0.1.evil.example',
  '127.0.0.1.nip.io:8080',
  '1.2.3.4.5',
  '0x7f.1',
  'evil.example:80@localhost',
  'localhost:80@evil.example',
  'localhost, evil.example',
  '[::1].evil.example',
  '[evil.example]',
  '::1',
  '.',
  '',
])('%j is refused, and named', (host) => {
  expect(asked(host)).toMatchObject({ code: 'MisdirectedRequest', facts: { host } });
});

test('the public address is answered by its name, whatever the port', () => {
  for (const host of ['mua.example', 'MUA.example:443', 'mua.example.'])
    expect(asked(host, 'https://mua.example')).toBeUndefined();
  expect(asked('www.mua.example', 'https://mua.example')).toMatchObject({ code: 'MisdirectedRequest' });
  expect(asked('mua.example')).toMatchObject({ code: 'MisdirectedRequest' });
});

test('a long name is told in part', () => {
  expect(asked('x'.repeat(5000))?.facts.host).toHaveLength(100);
});
