/** The place of backups loses a picture when the database says that it is deleted, and never because a folder is away. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openFolderPlace } from '#backup/folder-place.ts';
import { addPictures, removeDeletedPictures } from '#backup/pictures.ts';
import type { BackupPlace } from '#backup/place.ts';
import { freshDatabaseUrl } from '#test/fixtures/database.ts';

let dataDir: string;
let place: BackupPlace;
let client: pg.Client;
const picture = (name: string): string => join(dataDir, 'pictures', `${name}.picture`);

/** Of two that live, one that was deleted today, one whose row is gone, and one that no row knows of, but is there. */
beforeEach(async () => {
  const root = mkdtempSync(join(tmpdir(), 'mua-pictures-'));
  client = new pg.Client({ connectionString: await freshDatabaseUrl() });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    rmSync(root, { recursive: true });
  });
  dataDir = join(root, 'data');
  for (const folder of [dataDir, join(dataDir, 'pictures'), join(root, 'place')]) mkdirSync(folder);
  place = openFolderPlace(join(root, 'place'));
  for (const name of ['lives', 'lives-too', 'deleted', 'forgotten', 'unknown']) writeFileSync(picture(name), 'sealed');
  for (const [name, removedMs] of Object.entries({ lives: null, 'lives-too': null, deleted: 1 }))
    await client.query(
      `insert into registration_picture
         (image_id, address, kind, width, height, bytes, faults, created_ms, removed_ms)
       values ($1, '', 'idFront', 1, 1, 1, '[]', 0, $2)`,
      [name, removedMs],
    );
  await addPictures(place, dataDir);
  await place.write('pictures/not-ours.txt', Buffer.from(''));
});

const there = async (): Promise<readonly string[]> =>
  (await place.list('pictures/')).map((key) => key.replace(/^pictures\/(.*?)(\.picture)?$/, '$1')).sort();

test('what is deleted goes from the place too', async () => {
  expect(await there()).toEqual(['deleted', 'forgotten', 'lives', 'lives-too', 'not-ours.txt', 'unknown']);
  for (const name of ['deleted', 'forgotten']) rmSync(picture(name));
  await removeDeletedPictures(place, { dataDir, client });
  expect(await there()).toEqual(['lives', 'lives-too', 'not-ours.txt', 'unknown']);
});

test.each([
  ['absent', () => rmSync(join(dataDir, 'pictures'), { recursive: true })],
  [
    'empty',
    () => {
      rmSync(join(dataDir, 'pictures'), { recursive: true });
      mkdirSync(join(dataDir, 'pictures'));
    },
  ],
])(
  'a folder of pictures that is %s, as where its disk is not mounted, takes none of them along',
  async (_how, lose) => {
    lose();
    await addPictures(place, dataDir);
    await removeDeletedPictures(place, { dataDir, client });
    expect(await there()).toEqual(expect.arrayContaining(['lives', 'lives-too']));
  },
);
