import { expect, test } from 'vitest';
import type { ReadingDeps } from '#feeds/account-reading.ts';
import { createSharedReadings } from '#feeds/shared-readings.ts';
import { manualClock } from '#ground/clock.ts';
import { replyError } from '#refusals/reply-error.ts';
import { stageLoad } from '#test/fixtures/load.ts';

test('while nothing can be read, all who ask are told together, without a turn', async () => {
  let [reads, toldAll] = [0, (): void => {}];
  const behind = new Promise<void>((_resolve, reject) => {
    toldAll = () => reject(replyError('RecordsBehind', {}));
  });
  const readings = createSharedReadings({
    ...({} as ReadingDeps),
    ...{ ownerOf: () => undefined, load: stageLoad(), wall: manualClock(0), followed: () => behind },
  });
  const asked = Array.from({ length: 1_000 }, (_, index) =>
    readings.inTurn(`account-${index}`, async () => {
      reads += 1;
    }),
  );
  const first = readings.first('account-0', undefined);
  toldAll();
  const ends = await Promise.allSettled([...asked, first]);
  expect(new Set(ends.map((end) => (end.status === 'rejected' ? end.reason.code : 'read')))).toEqual(
    new Set(['RecordsBehind']),
  );
  expect(reads).toBe(0);
});
