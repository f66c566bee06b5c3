import { expect, test } from 'vitest';
import { createSecrets } from '#ground/secrets.ts';
import { vapidOf } from '#push/vapid.ts';

const KEY = 'one key of at least thirty-two letters';
const NOWHERE = { publicUrl: undefined, mail: undefined };

test('every process with the identity key has the same pair, and no other has', () => {
  const one = vapidOf(createSecrets(KEY), NOWHERE);
  expect(vapidOf(createSecrets(KEY), NOWHERE)).toEqual(one);
  expect(vapidOf(createSecrets(`${KEY}!`), NOWHERE).publicKey).not.toBe(one.publicKey);
  expect(Buffer.from(one.privateKey, 'base64url')).toHaveLength(32);
  expect(Buffer.from(one.publicKey, 'base64url')).toHaveLength(65);
});

test('a push service is told whom to write to', () => {
  const subjectOf = (publicUrl: string | undefined, from?: string): string =>
    vapidOf(createSecrets(KEY), {
      publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl),
      mail: from === undefined ? undefined : { smtpUrl: 'smtp://mail.example', from },
    }).subject;
  expect(subjectOf('https://mua.example/x', 'Mùa <tin@mua.example>')).toBe('https://mua.example');
  expect(subjectOf('http://localhost:8080', 'Mùa <tin@mua.example>')).toBe('mailto:tin@mua.example');
  expect(subjectOf(undefined, 'tin@mua.example')).toBe('mailto:tin@mua.example');
  expect(subjectOf(undefined)).toBe('mailto:nobody@mua.invalid');
});
