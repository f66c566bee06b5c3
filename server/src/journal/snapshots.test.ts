/** Tests when a snapshot begins; that it is one, the tests of the journal do with a thread. */
import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
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

/** What stands in for the threads: the test says what becomes of each. */
function threads() {
  const started: EventEmitter[] = [];
  let asked = 0;
  return {
    /** How often one was asked for a snapshot, and how many were started. */
    get counts(): readonly [number, number] {
      return [asked, started.length];
    },
    startThread(): Worker {
      asked += 1;
      started.push(Object.assign(new EventEmitter(), { postMessage: () => (asked += 1) }));
      return started.at(-1) as Worker;
    },
    take: (seq: number) => started.at(-1)?.emit('message', { seq, damagedSnapshots: [] }),
    end: () => started.at(-1)?.emit('exit', 0),
    fail(error: Error): void {
      started.at(-1)?.emit('error', error);
      started.at(-1)?.emit('exit', 1);
    },
  };
}

describe('a snapshot begins', () => {
  const steady = manualClock(0);
  const staged = (onError: (error: Error) => void = (error) => expect.unreachable(String(error))) => {
    const of = threads();
    const { startThread } = of;
    const startMs = steady.nowMs();
    const snapshots = takeSnapshots({
      ...{ url: '', lastSnapshotSeq: 0, everyCommands: 100, restMs: 10_000, steady, startThread },
      onError,
    });
    const begunBy = (ms: number, lastSeq: number): readonly [number, number] => {
      steady.advanceTo(startMs + ms);
      hearUpTo(snapshots, lastSeq);
      return of.counts;
    };
    const takenBy = (ms: number, seq: number): void => {
      steady.advanceTo(startMs + ms);
      of.take(seq);
    };
    return { ...of, begunBy, takenBy };
  };

  test('when there is enough for one, but not soon after a start or after another', () => {
    const { begunBy, takenBy } = staged();
    expect(begunBy(9_999, 500)).toEqual([0, 0]);
    expect(begunBy(10_000, 501)).toEqual([1, 1]);
    takenBy(11_000, 501);
    expect(begunBy(19_999, 800)).toEqual([1, 1]);
    expect(begunBy(20_000, 801)).toEqual([2, 1]);
    // Not two at once.
    expect(begunBy(21_999, 1_200)).toEqual([2, 1]);
    takenBy(22_000, 801);
    expect(begunBy(60_000, 900)).toEqual([2, 1]);
    expect(begunBy(60_000, 901)).toEqual([3, 1]);
  });

  test('later where it takes long, within a minute', () => {
    const { begunBy, takenBy } = staged();
    begunBy(10_000, 100);
    takenBy(15_000, 100);
    expect(begunBy(34_999, 200)).toEqual([1, 1]);
    expect(begunBy(35_000, 200)).toEqual([2, 1]);
    takenBy(65_000, 200);
    expect(begunBy(124_999, 300)).toEqual([2, 1]);
    expect(begunBy(125_000, 300)).toEqual([3, 1]);
  });

  test('as soon as there is enough, of what came while the last one was taken too', () => {
    const { begunBy, takenBy } = staged();
    begunBy(10_000, 100);
    begunBy(11_000, 300);
    takenBy(11_000, 100);
    expect(begunBy(20_000, 300)).toEqual([2, 1]);
  });

  test('after a failure when as many have come again, and it has rested', () => {
    const errors: unknown[] = [];
    const { begunBy, fail } = staged((error) => errors.push(error));
    begunBy(10_000, 100);
    begunBy(14_000, 100);
    fail(new Error('no memory'));
    expect(errors).toHaveLength(1);
    expect(begunBy(29_999, 200)).toEqual([1, 1]);
    expect(begunBy(30_000, 199)).toEqual([1, 1]);
    expect(begunBy(30_000, 200)).toEqual([2, 2]);
  });

  test('by another thread where the last one has ended, also before it heard that it was asked', () => {
    const { begunBy, takenBy, end } = staged();
    begunBy(10_000, 100);
    takenBy(10_001, 100);
    end();
    expect(begunBy(20_000, 200)).toEqual([2, 2]);
    takenBy(20_001, 200);
    expect(begunBy(30_000, 300)).toEqual([3, 2]);
    end();
    expect(begunBy(30_000, 300)).toEqual([4, 3]);
  });
});
