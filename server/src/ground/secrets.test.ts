import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSecrets, readIdentityKey } from '#ground/secrets.ts';

const one = createSecrets('one key of at least thirty-two letters');
const other = createSecrets('another key of at least thirty-two letters');

test('what is sealed opens only with the same key and for the same owner', () => {
  const sealed = one.seal('JBSWY3DPEHPK3PXP', 'sotp:an');
  expect(one.open(sealed, 'sotp:an')).toBe('JBSWY3DPEHPK3PXP');
  expect(one.seal('JBSWY3DPEHPK3PXP', 'sotp:an')).not.toBe(sealed);
  expect(() => one.open(sealed, 'sotp:binh')).toThrow();
  expect(() => other.open(sealed, 'sotp:an')).toThrow();
  const bytes = Buffer.from(sealed, 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(() => one.open(bytes.toString('base64url'), 'sotp:an')).toThrow();
});

test('a hash depends on the key', () => {
  expect(one.hash('042137')).toBe(one.hash('042137'));
  expect(one.hash('042137')).not.toBe(other.hash('042137'));
});

test('a demo creates its key once, readable by its own user only', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mua-key-'));
  const key = readIdentityKey({ identityKey: undefined, dataDir });
  expect(key).toMatch(/^[\w-]{43}$/);
  expect(readIdentityKey({ identityKey: undefined, dataDir })).toBe(key);
  expect(statSync(join(dataDir, 'identity-key')).mode & 0o777).toBe(0o600);
  expect(readIdentityKey({ identityKey: 'mine', dataDir })).toBe('mine');
  // As a crash would leave it: the file exists and is still empty.
  truncateSync(join(dataDir, 'identity-key'));
  expect(readIdentityKey({ identityKey: undefined, dataDir })).toMatch(/^[\w-]{43}$/);
  rmSync(dataDir, { recursive: true });
});
