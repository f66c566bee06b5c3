/** Makes and reads the key of the pictures: thirty-two bytes of their own, so that it can be changed or lost alone. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { keep, makeFolder, readPersisted, WrongDataDirError } from '#ground/data-dir.ts';

const KEY_BYTES = 32;

/** @throws WrongDataDirError when the file is there and holds no key: a new one would make all pictures unreadable. */
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
