/** A folder keeps what it is given whole, in order, and never two contents under one name. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type BaseBackup,
  beginSeries,
  demandBegun,
  keepNewest,
  listBases,
  logAfter,
  newestBase,
  removeUnfinished,
} from '#backup/catalog.ts';
import { openFolderPlace } from '#backup/folder-place.ts';
import type { BackupPlace } from '#backup/place.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mua-place-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const SEGMENT = '000000010000000000000003';

describe('a segment of the log', () => {
  test('grows under another name until it is complete', async () => {
    const log = openFolderPlace(folder).openLog('series/wal');
    await log.add(SEGMENT, 0, Buffer.from('abc'), false);
    expect(readdirSync(join(folder, 'series/wal'))).toEqual([`${SEGMENT}.partial`]);
    await log.add(SEGMENT, 3, Buffer.from('def'), true);
    expect(readdirSync(join(folder, 'series/wal'))).toEqual([SEGMENT]);
    expect(readFileSync(join(folder, 'series/wal', SEGMENT), 'utf8')).toBe('abcdef');
  });

  test('that comes again never shortens what is there', async () => {
    const first = openFolderPlace(folder).openLog('wal');
    await first.add(SEGMENT, 0, Buffer.from('abcdef'), false);
    await first.close();
    const second = openFolderPlace(folder).openLog('wal');
    await second.add(SEGMENT, 0, Buffer.from('abc'), false);
    expect(readFileSync(join(folder, 'wal', `${SEGMENT}.partial`), 'utf8')).toBe('abcdef');
    await second.close();
  });

  test('with other content than the one of its name is an error, and changes nothing', async () => {
    const log = openFolderPlace(folder).openLog('wal');
    await log.add(SEGMENT, 0, Buffer.from('ours'), true);
    await log.add(SEGMENT, 0, Buffer.from('ours'), true);
    await expect(log.add(SEGMENT, 0, Buffer.from('else'), true)).rejects.toThrow(/with other content/);
    expect(readFileSync(join(folder, 'wal', SEGMENT), 'utf8')).toBe('ours');
  });
});

describe('a place that is away', () => {
  test('is not made anew: a folder of its name would be on another disk', async () => {
    const place = openFolderPlace(join(folder, 'unmounted'));
    const away = /no folder .*unmounted: is its disk mounted/;
    await expect(place.list('')).rejects.toThrow(away);
    await expect(place.write('series/base/part', Buffer.from('a'))).rejects.toThrow(away);
    await expect(place.openLog('series/wal').add(SEGMENT, 0, Buffer.from('a'), false)).rejects.toThrow(away);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('while a segment grows does not take what comes into a file that nobody finds', async () => {
    const mounted = join(folder, 'mounted');
    mkdirSync(mounted);
    const log = openFolderPlace(mounted).openLog('wal');
    await log.add(SEGMENT, 0, Buffer.from('abc'), false);
    renameSync(mounted, join(folder, 'elsewhere'));
    await expect(log.add(SEGMENT, 3, Buffer.from('def'), false)).rejects.toThrow(/is gone while it was written/);
  });

  test('is told by what is missing in the folder that is there in its stead', async () => {
    const place = openFolderPlace(folder);
    await expect(demandBegun(place, '77-20261127T000000Z')).rejects.toThrow(/has nothing of 77-.*is its disk mounted/);
    await beginSeries(place, '77-20261127T000000Z');
    await demandBegun(place, '77-20261127T000000Z');
  });
});

test('a place that is full says so, and keeps nothing by half', async () => {
  symlinkSync('/dev/full', join(folder, 'part.new'));
  await expect(openFolderPlace(folder).write('part', Buffer.from('a'))).rejects.toThrow(`${folder} is full`);
  expect(readdirSync(folder)).toEqual([]);
});

describe('what is kept', () => {
  const base = (finishedAt: string, startPosition: string): BaseBackup => ({
    ...{ format: 1, startedAt: finishedAt, finishedAt, postgres: '18.4', timeline: 1, segmentBytes: 16 * 1024 * 1024 },
    ...{ startPosition, endPosition: startPosition, seq: 1, journalHash: '', parts: [], files: {} },
  });
  const put = async (key: string, text = ''): Promise<void> => openFolderPlace(folder).write(key, Buffer.from(text));
  const segment = (number: number): string => `00000001000000000000000${number}`;
  const [old, now] = ['77-20261126T000000Z', '77-20261127T000000Z'];

  beforeEach(async () => {
    await put(
      `${old}/base-20261126T000001Z/backup.json`,
      JSON.stringify(base('2026-11-26T00:00:01.000Z', '0/1000028')),
    );
    await put(`${old}/wal/${segment(1)}`);
    for (const series of [old, now]) await beginSeries(openFolderPlace(folder), series);
    for (const [hour, position] of [1, 2, 3].entries()) {
      const time = `2026-11-27T0${hour}:00:00.000Z`;
      const folderName = `base-20261127T0${hour}0000Z`;
      await put(`${now}/${folderName}/base.tar.gz.0000`);
      await put(`${now}/${folderName}/backup.json`, JSON.stringify(base(time, `0/${position}000028`)));
    }
    for (const number of [1, 2, 3]) await put(`${now}/wal/${segment(number)}`);
    await put(`${now}/wal/${segment(4)}.partial`);
    await put(`${now}/base-20261127T090000Z/base.tar.gz.0000`);
    await put('pictures/one.picture');
    writeFileSync(join(folder, 'somebody-elses.txt'), '');
  });

  test('are the newest bases with the log since the oldest of them, and whatever is not ours or not finished', async () => {
    const place = openFolderPlace(folder);
    await keepNewest(place, { count: 2, made: `${now}/base-20261127T020000Z` });
    expect(await place.list('')).toEqual([
      `${now}/base-20261127T010000Z/backup.json`,
      `${now}/base-20261127T010000Z/base.tar.gz.0000`,
      `${now}/base-20261127T020000Z/backup.json`,
      `${now}/base-20261127T020000Z/base.tar.gz.0000`,
      `${now}/base-20261127T090000Z/base.tar.gz.0000`,
      `${now}/series.json`,
      `${now}/wal/${segment(2)}`,
      `${now}/wal/${segment(3)}`,
      `${now}/wal/${segment(4)}.partial`,
      'pictures/one.picture',
      'somebody-elses.txt',
    ]);
    expect(readdirSync(folder)).not.toContain(old);
  });

  test('of a series has no part of a base that was interrupted, once whoever makes the next one has looked', async () => {
    const place = openFolderPlace(folder);
    const before = await place.list('');
    await removeUnfinished(place, now);
    const unfinished = `${now}/base-20261127T090000Z/base.tar.gz.0000`;
    expect(await place.list('')).toEqual(before.filter((key) => key !== unfinished));
    expect((await newestBase(place, now))?.key).toBe(`${now}/base-20261127T020000Z`);
    expect(await newestBase(place, '77-20261128T000000Z')).toBeUndefined();
  });

  test('is known by its newest base, whatever has become of an older one', async () => {
    const place = openFolderPlace(folder);
    await place.write(`${now}/base-20261101T020000Z/backup.json`, Buffer.from('{"format":'));
    expect((await newestBase(place, now))?.key).toBe(`${now}/base-20261127T020000Z`);
    await place.write('88-20261127T000000Z/base-20261101T020000Z/backup.json', Buffer.from('{"format":'));
    await expect(newestBase(place, '88-20261127T000000Z')).rejects.toThrow(
      /is not what a backup of this version writes/,
    );
  });

  test('a log with a hole is not replayed', async () => {
    const place = openFolderPlace(folder);
    const oldest = (await listBases(place)).find(({ series }) => series === now);
    if (!oldest) throw new Error('no base');
    expect(await logAfter(place, oldest)).toEqual([1, 2, 3].map(segment).concat(`${segment(4)}.partial`));
    // What a complete one had grown under stays where the disk was lost just then.
    await place.write(`${now}/wal/${segment(3)}.partial`, Buffer.from(''));
    expect(await logAfter(place, oldest)).toEqual([1, 2, 3].map(segment).concat(`${segment(4)}.partial`));
    await place.remove(`${now}/wal/${segment(2)}`);
    await expect(logAfter(place, oldest)).rejects.toThrow(new RegExp(`${segment(2)} is missing`));
    const longer = { ...oldest, base: { ...oldest.base, endPosition: '0/5000100' } };
    await place.write(`${now}/wal/${segment(2)}`, Buffer.from(''));
    await expect(logAfter(place, longer)).rejects.toThrow(new RegExp(`${segment(5)} is missing: the backup ends`));
  });
});

describe('after a clock that was ahead is set right', () => {
  const ahead = '77-20261101T000000Z';
  const inventory = (finishedAt: string, position: string, timeline = 1): Buffer =>
    Buffer.from(
      JSON.stringify({
        ...{ format: 1, startedAt: finishedAt, finishedAt, postgres: '18.4', timeline, segmentBytes: 16 * 1024 * 1024 },
        ...{ startPosition: position, endPosition: position, seq: 1, journalHash: '', parts: [], files: {} },
      }),
    );
  let place: BackupPlace;
  const bases = async (): Promise<readonly string[]> => (await listBases(place)).map(({ key }) => key);
  const put = (key: string, bytes: Buffer = Buffer.from('')): Promise<void> => place.write(key, bytes);

  beforeEach(async () => {
    place = openFolderPlace(folder);
    await beginSeries(place, ahead);
    await put(`${ahead}/base-20261204T020000.000Z/backup.json`, inventory('2026-12-04T02:00:01.000Z', '0/3000028'));
    await put(`${ahead}/base-20261205T020000.000Z/backup.json`, inventory('2026-12-05T02:00:01.000Z', '0/14000028'));
  });

  test('the base that follows is the newest, and stays', async () => {
    const made = `${ahead}/base-20261201T020000.000Z`;
    await put(`${made}/backup.json`, inventory('2026-12-01T02:00:01.000Z', '0/15000028'));
    expect((await newestBase(place, ahead))?.key).toBe(made);
    await keepNewest(place, { count: 2, made });
    expect(await bases()).toEqual([`${ahead}/base-20261205T020000.000Z`, made]);
  });

  test('the latest is of the house that goes on: of the series that began last, though its log is shorter', async () => {
    // Restored to before the second base, twice: the timeline of both is the second.
    const [first, second] = ['77-20261201T030000Z', '77-20261201T020000Z'];
    for (const [series, position] of [
      [first, '0/12000028'],
      [second, '0/5000028'],
    ] as const) {
      await beginSeries(place, series);
      await put(`${series}/base-20261201T030000.000Z/backup.json`, inventory('2026-12-01T03:00:01.000Z', position, 2));
      await put(`${series}/wal/000000020000000000000001`);
    }
    expect((await bases()).at(-1)).toBe(`${second}/base-20261201T030000.000Z`);
    // One has begun meanwhile, and has no base yet.
    const third = '77-20261130T000000Z';
    await beginSeries(place, third);
    for (const name of ['wal/000000030000000000000005.partial', 'base-20261130T000000.000Z/base.tar.gz.0000'])
      await put(`${third}/${name}`);
    await keepNewest(place, { count: 1, made: `${second}/base-20261201T030000.000Z` });
    expect(await place.list('')).toEqual([
      `${third}/base-20261130T000000.000Z/base.tar.gz.0000`,
      `${third}/series.json`,
      `${third}/wal/000000030000000000000005.partial`,
      `${second}/base-20261201T030000.000Z/backup.json`,
      `${second}/series.json`,
    ]);
  });

  test('series of before they were numbered go by their timelines and their log', async () => {
    const grows = '77-20261101T000001Z';
    await put(`${ahead}/series.json`, Buffer.from('{}'));
    await put(`${grows}/base-20261130T000000.000Z/backup.json`, inventory('2026-11-30T00:00:01.000Z', '0/1000028', 2));
    expect((await bases()).at(-1)).toBe(`${grows}/base-20261130T000000.000Z`);
  });

  test('a series whose number can not be read is named', async () => {
    await put(`${ahead}/series.json`, Buffer.from('{"number":'));
    await expect(listBases(place)).rejects.toThrow(`${ahead}/series.json is damaged: write {"number":N} into it`);
  });

  test('the base just made stays, whatever is said to be newer', async () => {
    const made = `${ahead}/base-20261204T020000.000Z`;
    await keepNewest(place, { count: 1, made });
    expect(await bases()).toEqual([made]);
  });
});
