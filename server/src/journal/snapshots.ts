/**
 * Takes snapshots without stopping the engine: whenever there are enough commands for one, a thread recovers from the
 * last one and the journal, writes what it has come to, and ends. So every snapshot also proves that replay works.
 */
import type { Worker } from 'node:worker_threads';
import { type Clock, steadyClock } from '#ground/clock.ts';
import { startWorker } from '#ground/worker-threads.ts';
import type { StoredText } from '#journal/journal.ts';
import type { DamagedSnapshots } from '#journal/recovery.ts';

/** Replaying this many takes a second, and two on a machine that is busy with something else. */
const COMMANDS_PER_SNAPSHOT = 20_000;

/**
 * The thread has a processor to itself for some seconds. It takes none of those in which everybody comes back to a server
 * that has just started, and under full load it does not run all the time.
 */
const REST_MS = 10_000;

/** What the thread tells at its end. */
export interface TakenSnapshot {
  readonly seq: number;
  /** Earlier ones that do not restore to what was written; this one does without them. */
  readonly damagedSnapshots: DamagedSnapshots;
}

export interface Snapshots {
  /** Tells of each batch that is on disk. */
  hear(batch: StoredText): void;
  close(): Promise<void>;
}

const startSnapshotThread = (url: string): Worker => startWorker('journal/snapshot-worker', url);

export function takeSnapshots(options: {
  readonly url: string;
  readonly lastSnapshotSeq: number;
  readonly everyCommands?: number;
  /** None begins so soon after another one, or after the start. */
  readonly restMs?: number;
  readonly steady?: Pick<Clock, 'nowMs'>;
  readonly startThread?: (url: string) => Worker;
  readonly onWritten?: (seq: number) => void;
  readonly onError: (error: Error) => void;
}): Snapshots {
  const { url, onWritten, onError, everyCommands = COMMANDS_PER_SNAPSHOT, restMs = REST_MS } = options;
  const { steady = steadyClock(), startThread = startSnapshotThread } = options;
  let { lastSnapshotSeq } = options;
  let restsUntilMs = steady.nowMs() + restMs;
  let heardSeq = lastSnapshotSeq;
  let worker: Worker | undefined;
  let isClosed = false;

  function startIfDue(): void {
    if (worker || heardSeq - lastSnapshotSeq < everyCommands || steady.nowMs() < restsUntilMs) return;
    restsUntilMs = steady.nowMs() + restMs;
    worker = start();
  }

  function start(): Worker {
    const started = startThread(url);
    started.on('message', ({ seq, damagedSnapshots }: TakenSnapshot) => {
      lastSnapshotSeq = seq;
      if (damagedSnapshots === 'all') onError(new Error('the earlier snapshots are damaged'));
      else for (const damaged of damagedSnapshots) onError(new Error(`the snapshot at seq ${damaged} is damaged`));
      onWritten?.(seq);
    });
    started.on('error', (error) => {
      // A failed one is tried again after as many commands, not with every batch.
      lastSnapshotSeq = heardSeq;
      onError(error);
    });
    started.on('exit', () => {
      worker = undefined;
      // As many may have come meanwhile.
      if (!isClosed) startIfDue();
    });
    return started;
  }

  return {
    hear({ lastSeq }) {
      heardSeq = lastSeq;
      startIfDue();
    },
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
