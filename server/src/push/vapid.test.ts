import { expect, test } from 'vitest';
import { createSecrets } from '#ground/secrets.ts';
import { createVapidSigner, vapidOf } from '#push/vapid.ts';

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

test('a signature is used for an hour, for one push service, and is good for longer', () => {
  const startMs = Date.now();
  let nowMs = startMs;
  const sign = createVapidSigner(vapidOf(createSecrets(KEY), NOWHERE), () => nowMs);
  const claimsOf = (authorization: string) =>
    JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString());
  const first = sign('https://one.example');
  expect(claimsOf(first)).toMatchObject({ aud: 'https://one.example', exp: Math.floor(startMs / 1000) + 12 * 3_600 });
  expect(claimsOf(sign('https://other.example'))).toMatchObject({ aud: 'https://other.example' });
  nowMs += 3_600_000 - 1;
  expect(sign('https://one.example')).toBe(first);
  nowMs += 1;
  expect(claimsOf(sign('https://one.example')).exp).toBe(Math.floor(startMs / 1000) + 13 * 3_600);
  // Set back, a clock would use one for as long as it was set back.
  nowMs = startMs - 1;
  expect(claimsOf(sign('https://one.example')).exp).toBe(Math.floor(nowMs / 1000) + 12 * 3_600);
});

test('however many push services somebody names, few signatures are kept', () => {
  const sign = createVapidSigner(vapidOf(createSecrets(KEY), NOWHERE), () => 0);
  const first = sign('https://0.notify.windows.com');
  for (let region = 1; region < 100; region += 1) sign(`https://${region}.notify.windows.com`);
  expect(sign('https://0.notify.windows.com')).toBe(first);
  sign('https://100.notify.windows.com');
  // Each signature is another one.
  expect(sign('https://0.notify.windows.com')).not.toBe(first);
});
