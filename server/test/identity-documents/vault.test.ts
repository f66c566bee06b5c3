/** Checks stored pictures: nobody can read them without the key, and none can be swapped for another. */
import { randomBytes } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPictureKey } from '#identity-documents/picture-key.ts';
import { openPictureVault } from '#identity-documents/picture-vault.ts';

const PICTURE = Buffer.from('a face and twelve digits');
const [ONE, OTHER] = ['AAAAAAAAAAAAAAAAAAAAAA', 'BBBBBBBBBBBBBBBBBBBBBB'] as const;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mua-vault-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a stored picture can be read with the key, also after a start, and is gone once removed', async () => {
  const key = randomBytes(32);
  await (await openPictureVault(folder, key)).put(ONE, PICTURE);
  const vault = await openPictureVault(folder, key);
  expect(await vault.get(ONE)).toEqual(PICTURE);
  expect(await vault.ids()).toEqual([ONE]);
  await vault.remove(ONE);
  await vault.remove(ONE);
  expect(await vault.get(ONE)).toBeUndefined();
});

test('nothing readable is on disk, and no two files are alike', async () => {
  const vault = await openPictureVault(folder, randomBytes(32));
  await vault.put(ONE, PICTURE);
  await vault.put(OTHER, PICTURE);
  const [first, second] = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  expect(first?.includes(PICTURE.subarray(0, 6))).toBe(false);
  expect(first?.equals(second ?? Buffer.alloc(0))).toBe(false);
});

test('a changed byte, another key or another picture’s place prevents opening', async () => {
  const vault = await openPictureVault(folder, randomBytes(32));
  await vault.put(ONE, PICTURE);
  const [name = ''] = readdirSync(folder);
  const file = join(folder, name);
  await expect((await openPictureVault(folder, randomBytes(32))).get(ONE)).rejects.toThrow();
  const bytes = readFileSync(file);
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  await expect(vault.get(ONE)).rejects.toThrow();
  renameSync(file, file.replace(ONE, OTHER));
  await expect(vault.get(OTHER)).rejects.toThrow();
});

test.each(['', '../../etc/passwd', `${ONE}A`, 'a/b'])('no picture can be named %j', async (id) => {
  const vault = await openPictureVault(folder, randomBytes(32));
  await expect(vault.put(id, PICTURE)).rejects.toThrow();
  expect(await vault.get(id)).toBeUndefined();
});

test('the key is created once', () => {
  const key = readPictureKey(folder);
  expect(key).toHaveLength(32);
  expect(readPictureKey(folder)).toEqual(key);
});

test('a failed write leaves nothing behind, and the id may be used again', async () => {
  const vault = await openPictureVault(folder, randomBytes(32));
  // A folder has that name, which no file can replace: the last step fails, as on a full disk.
  mkdirSync(join(folder, `${ONE}.picture`));
  await expect(vault.put(ONE, Buffer.from('a picture'))).rejects.toThrow();
  expect(readdirSync(folder)).toEqual([`${ONE}.picture`]);
  rmdirSync(join(folder, `${ONE}.picture`));
  await vault.put(ONE, Buffer.from('a picture'));
  expect(String(await vault.get(ONE))).toBe('a picture');
});
