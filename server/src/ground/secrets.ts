/**
 * Uses of the identity key: hashes codes so that a copy of the database reveals none, and seals what must be read again
 * (authenticator secrets, messages in transit); other keys of the installation follow from it. The key is IDENTITY_KEY or, in a demo, a file of the data folder.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '#ground/config.ts';
import { keep, makeFolder, readPersisted } from '#ground/data-dir.ts';

export interface Secrets {
  /** Keyed hash of a text, base64url. */
  hash(text: string): string;
  /** Encrypts; `about` binds the result to its owner: it opens for no other. */
  seal(text: string, about: string): string;
  /** Throws if it was changed, or sealed with another key or for another `about`. */
  open(sealed: string, about: string): string;
  /** Bytes that follow from the key and the purpose: the same in every process and at every start. */
  derive(purpose: string, byteCount: number): Buffer;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createSecrets(identityKey: string): Secrets {
  const derive = (purpose: string, byteCount: number): Buffer =>
    Buffer.from(hkdfSync('sha256', identityKey, '', purpose, byteCount));
  const hashKey = derive('mua code hash', 32);
  const sealKey = derive('mua seal', 32);
  return {
    derive,
    hash: (text) => createHmac('sha256', hashKey).update(text).digest('base64url'),
    seal(text, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealKey, nonce).setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed, 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const cipher = createDecipheriv(CIPHER, sealKey, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(about))
        .setAuthTag(tag);
      return Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]).toString('utf8');
    },
  };
}

/** A demo creates one at its first start; MODE=live must configure one (config.ts). */
export function readIdentityKey({ identityKey, dataDir }: Pick<Config, 'identityKey' | 'dataDir'>): string {
  return identityKey ?? ownSecret(dataDir, 'identity-key');
}

/** With which banks sign; made and kept like the identity key. */
export function readBankSecret({ bankSecret, dataDir }: Pick<Config, 'bankSecret' | 'dataDir'>): string {
  return bankSecret ?? ownSecret(dataDir, 'bank-webhook-secret');
}

function ownSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  const known = readPersisted(file);
  if (known !== '') return known;
  makeFolder(dataDir);
  const fresh = randomBytes(32).toString('base64url');
  keep(file, fresh);
  return fresh;
}
