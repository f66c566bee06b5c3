/**
 * Pictures of identity documents are files, sealed with a key that the backup does not hold. One never changes: what is
 * missing in the place is copied.
 */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { BackupPlace } from '#backup/place.ts';
import { keepBeside, sync } from '#ground/data-dir.ts';

const PREFIX = 'pictures/';
/** After the picture's id. */
const SUFFIX = '.picture';

/** Copies what the place does not have yet. */
export async function addPictures(place: BackupPlace, dataDir: string): Promise<void> {
  const kept = new Set(await namesIn(place));
  for (const name of namesHere(dataDir))
    if (!kept.has(name)) await place.write(PREFIX + name, await readFile(join(dataDir, 'pictures', name)));
}

/**
 * Removes from the place what the database says is deleted: nobody keeps pictures longer than we may. What is missing in
 * the data folder is not: its disk may not be mounted.
 */
export async function removeDeletedPictures(
  place: BackupPlace,
  { dataDir, client }: { readonly dataDir: string; readonly client: Pick<pg.ClientBase, 'query'> },
): Promise<void> {
  const here = new Set(namesHere(dataDir));
  const missing = (await namesIn(place)).filter((name) => name.endsWith(SUFFIX) && !here.has(name));
  // Rows are written before their pictures.
  const { rows } = await client.query<{ id: string }>(
    'select image_id as id from registration_picture where removed_ms is null and image_id = any($1)',
    [missing.map((name) => name.slice(0, -SUFFIX.length))],
  );
  const live = new Set(rows.map(({ id }) => id + SUFFIX));
  for (const name of missing) if (!live.has(name)) await place.remove(PREFIX + name);
}

async function namesIn(place: BackupPlace): Promise<readonly string[]> {
  return (await place.list(PREFIX)).map((key) => key.slice(PREFIX.length));
}

function namesHere(dataDir: string): readonly string[] {
  const folder = join(dataDir, 'pictures');
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.new')) : [];
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
