/**
 * Creates and reads the key of the picture vault: 32 bytes, separate from other keys so that it can be rotated or lost
 * alone.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { keep, makeFolder, readPersisted, WrongDataDirError } from '#ground/data-dir.ts';

const KEY_BYTES = 32;

/** @throws WrongDataDirError if the file exists without a valid key: a new key would make all pictures unreadable. */
export function readPictureKey(dataDir: string): Buffer {
  const file = join(dataDir, 'picture-key');
  const known = readPersisted(file);
  if (known !== '') {
    const key = Buffer.from(known, 'base64url');
    if (key.length !== KEY_BYTES) throw new WrongDataDirError(`DATA_DIR: ${file} holds no key of ${KEY_BYTES} bytes`);
    return key;
  }
  makeFolder(dataDir);
  const fresh = randomBytes(KEY_BYTES);
  keep(file, fresh.toString('base64url'));
  return fresh;
}
