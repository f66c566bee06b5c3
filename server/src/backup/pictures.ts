/**
 * Pictures of identity documents are files, sealed with a key that the backup does not hold. One never changes: what is
 * missing in the place is copied.
 */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupPlace } from '#backup/place.ts';
import { keepBeside, sync } from '#ground/data-dir.ts';

const PREFIX = 'pictures/';

/** `exactly` also removes those that are no longer in the data folder: nobody keeps pictures longer than we may. */
export async function keepPictures(place: BackupPlace, dataDir: string, how: 'add' | 'exactly'): Promise<void> {
  const folder = join(dataDir, 'pictures');
  const present = existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.new')) : [];
  const kept = new Set((await place.list(PREFIX)).map((key) => key.slice(PREFIX.length)));
  for (const name of present) {
    if (!kept.has(name)) await place.write(PREFIX + name, await readFile(join(folder, name)));
    kept.delete(name);
  }
  if (how === 'exactly') for (const name of kept) await place.remove(PREFIX + name);
}

/** Those that are there already stay, so none may be there in part. */
export async function bringPicturesBack(place: BackupPlace, dataDir: string): Promise<number> {
  const folder = join(dataDir, 'pictures');
  const keys = await place.list(PREFIX);
  if (keys.length > 0) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    sync(dataDir);
  }
  for (const key of keys) {
    const file = join(folder, key.slice(PREFIX.length));
    if (!existsSync(file)) await keepBeside(file, await place.read(key));
  }
  return keys.length;
}
