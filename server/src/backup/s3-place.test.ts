/** A bucket keeps the log as a folder does, though each version of a growing segment takes the place of the one before. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BackupPlace } from '#backup/place.ts';
import { openS3Place } from '#backup/s3-place.ts';
import { type StageClock, stageClock } from '#test/fixtures/clock.ts';
import { type ObjectStore, openObjectStore, STORE_KEYS } from '#test/fixtures/object-store.ts';

const SEGMENT = '000000010000000000000003';
const PARTIAL = `${SEGMENT}.partial`;
const ACCESS = {
  accessKeyId: STORE_KEYS.AWS_ACCESS_KEY_ID,
  secretAccessKey: STORE_KEYS.AWS_SECRET_ACCESS_KEY,
  region: 'us-east-1',
};

let store: ObjectStore;
let clock: StageClock;
let place: BackupPlace;
beforeEach(async () => {
  store = await openObjectStore();
  clock = stageClock(0);
  place = openS3Place(store.url, ACCESS, clock);
});
afterEach(() => store.close());

/** By the last part of their keys. */
function objects(): Readonly<Record<string, string>> {
  return Object.fromEntries([...store.objects].map(([key, bytes]) => [key.split('/').at(-1), bytes.toString()]));
}

describe('a segment of the log', () => {
  test('grows under another name until it is complete', async () => {
    const log = place.openLog('series/wal');
    await log.add(SEGMENT, 0, Buffer.from('abc'), false);
    await log.add(SEGMENT, 3, Buffer.from('de'), false);
    expect(objects()).toEqual({ [PARTIAL]: 'abcde' });
    await log.add(SEGMENT, 5, Buffer.from('f'), true);
    expect(objects()).toEqual({ [SEGMENT]: 'abcdef' });
  });

  test('that comes again never shortens what is there', async () => {
    await place.openLog('wal').add(SEGMENT, 0, Buffer.from('abcdef'), false);
    const second = place.openLog('wal');
    await second.add(SEGMENT, 0, Buffer.from('abc'), false);
    expect(objects()).toEqual({ [PARTIAL]: 'abcdef' });
    await second.add(SEGMENT, 3, Buffer.from('def'), false);
    expect(objects()).toEqual({ [PARTIAL]: 'abcdef' });
    await second.add(SEGMENT, 6, Buffer.from('ghi'), false);
    expect(objects()).toEqual({ [PARTIAL]: 'abcdefghi' });
  });

  test('that comes again when it was complete does not grow anew beside itself', async () => {
    await place.openLog('wal').add(SEGMENT, 0, Buffer.from('abcdef'), true);
    const second = place.openLog('wal');
    await second.add(SEGMENT, 0, Buffer.from('abc'), false);
    expect(objects()).toEqual({ [SEGMENT]: 'abcdef' });
    await second.add(SEGMENT, 3, Buffer.from('def'), true);
    expect(objects()).toEqual({ [SEGMENT]: 'abcdef' });
  });

  test('with other content than the one of its name is an error, and changes nothing', async () => {
    const log = place.openLog('wal');
    await log.add(SEGMENT, 0, Buffer.from('ours'), true);
    await place.openLog('wal').add(SEGMENT, 0, Buffer.from('ours'), true);
    const other = place.openLog('wal').add(SEGMENT, 0, Buffer.from('else'), true);
    await expect(other).rejects.toThrow(`${place.name}/wal/${SEGMENT} is there already, with other content`);
    expect(objects()).toEqual({ [SEGMENT]: 'ours' });
  });

  test('that another server has begun otherwise, or completes meanwhile, is an error too', async () => {
    const [ours, others] = [place.openLog('wal'), place.openLog('wal')];
    await ours.add(SEGMENT, 0, Buffer.from('same'), false);
    await others.add(SEGMENT, 0, Buffer.from('same, theirs'), false);
    const begun = place.openLog('wal').add(SEGMENT, 0, Buffer.from('same, ours'), false);
    await expect(begun).rejects.toThrow(`${PARTIAL} is there already, with other content`);
    expect(objects()).toEqual({ [PARTIAL]: 'same, theirs' });

    await others.add(SEGMENT, 12, Buffer.from('!'), true);
    const late = ours.add(SEGMENT, 4, Buffer.from(', ours'), false);
    await expect(late).rejects.toThrow(`${SEGMENT} is there already, with other content`);
    expect(objects()).toEqual({ [SEGMENT]: 'same, theirs!' });
  });
});

describe('the next version', () => {
  test('is due ten seconds after the last, whatever comes, or when it is hurried', async () => {
    const log = place.openLog('wal');
    let isDue = false;
    const waits = async (): Promise<boolean> => {
      await new Promise(setImmediate);
      return !isDue;
    };
    const wait = (): void => {
      isDue = false;
      void log.due().then(() => {
        isDue = true;
      });
    };
    wait();
    clock.advanceBy(9_999);
    expect(await waits()).toBe(true);
    clock.advanceBy(1);
    expect(await waits()).toBe(false);

    // What takes long to send is no reason to wait longer.
    clock.advanceBy(4_000);
    wait();
    clock.advanceBy(5_999);
    expect(await waits()).toBe(true);
    log.hurry();
    expect(await waits()).toBe(false);

    log.hurry();
    wait();
    expect(await waits()).toBe(false);
    wait();
    expect(await waits()).toBe(true);
    log.hurry('forEver');
    for (let more = 0; more < 3; more += 1) {
      wait();
      expect(await waits()).toBe(false);
    }
  });
});
