/**
 * With what this installation signs its days: PROOF_KEY_FILE, or a key in the data folder, made at the first start. A
 * key is announced by PROOF_NEXT_KEY while the old one still signs, so that nobody can put one in unnoticed.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#ground/config.ts';
import { keep, makeFolder, readPersisted, WrongDataDirError } from '#ground/data-dir.ts';

export interface ProofKey {
  readonly privateKey: KeyObject;
  /** The public key's 32 bytes as hex. */
  readonly publicHex: string;
  /** The key that takes over; undefined while none is announced. */
  readonly nextHex: string | undefined;
}

/** The 32 bytes at the end of an Ed25519 key's DER form. */
const RAW_BYTES = 32;

/** @throws WrongDataDirError when what is there can't sign, with a sentence that says why. */
export function readProofKey({ dataDir, proof }: Pick<Config, 'dataDir' | 'proof'>): ProofKey {
  const file = proof.keyFile ?? join(dataDir, 'proof-key.pem');
  if (proof.keyFile === undefined) {
    makeFolder(dataDir);
    if (readPersisted(file) === '') {
      const { privateKey } = generateKeyPairSync('ed25519');
      keep(file, String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
    }
  }
  const privateKey = keyIn(file);
  const raw = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-RAW_BYTES);
  return { privateKey, publicHex: raw.toString('hex'), nextHex: proof.nextKey };
}

function keyIn(file: string): KeyObject {
  const wrong = (why: string): WrongDataDirError => new WrongDataDirError(`PROOF_KEY_FILE: ${file} ${why}`);
  let key: KeyObject;
  try {
    key = createPrivateKey(readFileSync(file));
  } catch {
    throw wrong('holds no private key in PEM that can be read');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw wrong('is no Ed25519 key');
  return key;
}
