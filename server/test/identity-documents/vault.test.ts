/** Checks stored pictures: nobody can read them without the key, and none can be swapped for another. */
import { execFileSync } from 'node:child_process';
import { randomBytes, scrypt } from 'node:crypto';
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
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

test('what a crash left unfinished goes after an hour, and not what a neighbour writes just now', async () => {
  const [left, written] = [join(folder, `${ONE}.picture.new`), join(folder, `${OTHER}.picture.new`)];
  for (const file of [left, written]) writeFileSync(file, '');
  const twoHoursAgo = Date.now() / 1000 - 7_200;
  utimesSync(left, twoHoursAgo, twoHoursAgo);
  await openPictureVault(folder, randomBytes(32));
  expect(readdirSync(folder)).toEqual([`${OTHER}.picture.new`]);
});

test('where the folder hangs, two at once wait for it, and no thread more', async () => {
  const vault = await openPictureVault(folder, randomBytes(32));
  // Whoever opens a pipe for reading waits in its thread until somebody writes.
  execFileSync('mkfifo', [join(folder, `${ONE}.picture`)]);
  const hanging = Array.from({ length: 8 }, () => vault.get(ONE).catch(() => undefined));
  await setTimeout(100);
  // It takes a thread as well, of which there are four here.
  await promisify(scrypt)('a password', 'salt', 32);
  const waiting = setInterval(() => {
    try {
      closeSync(openSync(join(folder, `${ONE}.picture`), constants.O_WRONLY | constants.O_NONBLOCK));
    } catch {
      // Nobody reads at the moment.
    }
  }, 5);
  await Promise.all(hanging);
  clearInterval(waiting);
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
