/**
 * Takes snapshots without stopping the engine: once there are enough commands for one, a thread follows the journal, and
 * writes what it has come to. So every snapshot also proves that replay works.
 */
import type { Worker } from 'node:worker_threads';
import { startWorker } from '#ground/worker-threads.ts';
import type { StoredText } from '#journal/journal.ts';

/** Replaying this many takes two seconds, and five on a machine that is busy with something else. */
const COMMANDS_PER_SNAPSHOT = 50_000;

/** What the thread begins with. */
export interface SnapshotJob {
  readonly url: string;
  readonly lastSnapshotSeq: number;
  readonly everyCommands: number;
}

export interface Snapshots {
  /** Tells of each batch that is on disk. */
  hear(batch: StoredText): void;
  close(): Promise<void>;
}

export function takeSnapshots(
  options: Pick<SnapshotJob, 'url' | 'lastSnapshotSeq'> & {
    readonly everyCommands?: number;
    readonly onWritten?: (seq: number) => void;
    readonly onError: (error: Error) => void;
  },
): Snapshots {
  const { url, onWritten, onError, everyCommands = COMMANDS_PER_SNAPSHOT } = options;
  let { lastSnapshotSeq } = options;
  let heardSeq = lastSnapshotSeq;
  /** It keeps a state of its own: a day on which little happens does without. */
  let worker: Worker | undefined;

  function start(): Worker {
    const job: SnapshotJob = { url, lastSnapshotSeq, everyCommands };
    const started = startWorker('journal/snapshot-worker', job);
    started.on('message', (writtenSeq: number) => {
      lastSnapshotSeq = writtenSeq;
      onWritten?.(writtenSeq);
    });
    started.on('error', (error) => {
      // A failed one is tried again after as many commands, not with every batch.
      lastSnapshotSeq = heardSeq;
      onError(error);
    });
    started.on('exit', () => {
      worker = undefined;
    });
    return started;
  }

  return {
    hear(batch) {
      heardSeq = batch.lastSeq;
      if (worker) worker.postMessage(batch);
      else if (heardSeq - lastSnapshotSeq >= everyCommands) worker = start();
    },
    async close() {
      await worker?.terminate();
    },
  };
}
