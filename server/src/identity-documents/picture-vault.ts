/**
 * Stores pictures of identity documents encrypted: AES-256-GCM with a nonce per file, bound to the picture's id, so
 * that a file swapped for another does not open. A picture is complete and on disk before its id is returned, or it
 * does not exist.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Semaphore } from 'async-mutex';
import { machineClock } from '#ground/clock.ts';
import { makeFolder, syncBeside } from '#ground/data-dir.ts';

export interface PictureVault {
  /**
   * Resolves when file and folder are on disk.
   * @throws Error if no picture can have this id.
   */
  put(id: string, bytes: Uint8Array): Promise<void>;
  /**
   * Undefined if there is no picture with this id.
   * @throws Error if it was changed, or sealed with another key.
   */
  get(id: string): Promise<Buffer | undefined>;
  /** Has no effect if there is none. */
  remove(id: string): Promise<void>;
  ids(): Promise<readonly string[]>;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Sixteen random bytes as text; nothing else reaches the file system. */
const ID = /^[A-Za-z0-9_-]{22}$/;
const SUFFIX = '.picture';

/**
 * Of what is done in the folder, which may be a network's: where that hangs, the rest waits here, and not in the threads
 * that passwords and all other files need too.
 */
const AT_ONCE = 2;

/** A file that is not finished by then is nobody's any more. */
const UNFINISHED_MS = 3_600_000;

/** Creates `folder` if it is missing; `key` has 32 bytes. */
export async function openPictureVault(folder: string, key: Buffer): Promise<PictureVault> {
  makeFolder(folder);
  await removeUnfinished(folder);
  const turns = new Semaphore(AT_ONCE);
  const { put, get, remove, ids } = vaultIn(folder, key);
  return {
    put: (id, bytes) => turns.runExclusive(() => put(id, bytes)),
    get: (id) => turns.runExclusive(() => get(id)),
    remove: (id) => turns.runExclusive(() => remove(id)),
    ids: () => turns.runExclusive(ids),
  };
}

function vaultIn(folder: string, key: Buffer): PictureVault {
  const fileOf = (id: string): string => join(folder, `${id}${SUFFIX}`);
  return {
    async put(id, bytes) {
      if (!ID.test(id)) throw new Error('a picture has an id of sixteen random bytes');
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(id));
      const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
      await writeDurably(folder, fileOf(id), Buffer.concat([nonce, cipher.getAuthTag(), body]));
    },
    async get(id) {
      const sealed = ID.test(id) ? await readIfThere(fileOf(id)) : undefined;
      if (!sealed) return undefined;
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(id))
        .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
    async remove(id) {
      if (!ID.test(id)) return;
      await rm(fileOf(id), { force: true });
      await syncBeside(folder);
    },
    async ids() {
      const names = await readdir(folder);
      return names.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
    },
  };
}

/** Writes under a temporary name first, so that a crash leaves nothing under the picture's own name. */
async function writeDurably(folder: string, file: string, bytes: Buffer): Promise<void> {
  try {
    await writeSynced(`${file}.new`, bytes);
    await rename(`${file}.new`, file);
    await syncBeside(folder);
  } catch (error) {
    // On a full disk, a partial picture would only waste space.
    await rm(`${file}.new`, { force: true });
    throw error;
  }
}

async function writeSynced(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes files that a crash left unfinished: their ids were never returned. A neighbour may be writing younger ones. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.new')) continue;
    const found = await stat(join(folder, name)).catch(toNothing);
    // A clock ahead of the one that wrote them keeps them until a later start.
    if (found && machineClock().nowMs() - found.mtimeMs > UNFINISHED_MS) await rm(join(folder, name), { force: true });
  }
}

function toNothing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  return await readFile(file).catch(toNothing);
}
