/** Tests when a snapshot begins; that it is one, the tests of the journal do with a thread. */
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { manualClock } from '#ground/clock.ts';
import { type Snapshots, takeSnapshots } from '#journal/snapshots.ts';

const hearUpTo = (snapshots: Snapshots, lastSeq: number): void =>
  snapshots.hear({
    firstSeq: lastSeq,
    lastSeq,
    commandText: '',
    digest: '',
    previousHash: '',
    hash: '',
    engineVersion: 1,
  });

test('a snapshot begins when there is enough for one, but not soon after a start or after another', () => {
  const workers: EventEmitter[] = [];
  const startThread = (): Worker => {
    workers.push(new EventEmitter());
    return workers.at(-1) as Worker;
  };
  const steady = manualClock(0);
  const snapshots = takeSnapshots({
    ...{ url: '', lastSnapshotSeq: 0, everyCommands: 100, restMs: 10_000, steady, startThread },
    onError: (error) => expect.unreachable(String(error)),
  });
  const begunBy = (timeMs: number, lastSeq: number): number => {
    steady.advanceTo(timeMs);
    hearUpTo(snapshots, lastSeq);
    return workers.length;
  };
  const end = (seq: number): void => {
    workers.at(-1)?.emit('message', { seq, damagedSnapshots: [] });
    workers.at(-1)?.emit('exit', 0);
  };
  expect(begunBy(9_999, 500)).toBe(0);
  expect(begunBy(10_000, 501)).toBe(1);
  expect(begunBy(25_000, 800)).toBe(1);
  end(501);
  // What came while it was taken is enough for the next one.
  expect(workers).toHaveLength(2);
  end(800);
  expect(begunBy(34_999, 900)).toBe(2);
  expect(begunBy(35_000, 901)).toBe(3);
  end(901);
  expect(begunBy(60_000, 1_000)).toBe(3);
  expect(begunBy(60_000, 1_001)).toBe(4);
});
