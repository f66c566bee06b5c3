/**
 * Takes snapshots without stopping the engine: whenever there are enough commands for one, a thread recovers from the
 * last one and the journal, writes what it has come to, and ends. So every snapshot also proves that replay works.
 */
import type { Worker } from 'node:worker_threads';
import { startWorker } from '#ground/worker-threads.ts';
import type { StoredText } from '#journal/journal.ts';

/** Replaying this many takes two seconds, and five on a machine that is busy with something else. */
const COMMANDS_PER_SNAPSHOT = 50_000;

/** What the thread tells at its end. */
export interface TakenSnapshot {
  readonly seq: number;
  /** Earlier ones that do not restore to what was written; this one does without them. */
  readonly damagedSnapshots: readonly number[];
}

export interface Snapshots {
  /** Tells of each batch that is on disk. */
  hear(batch: StoredText): void;
  close(): Promise<void>;
}

export function takeSnapshots(options: {
  readonly url: string;
  readonly lastSnapshotSeq: number;
  readonly everyCommands?: number;
  readonly onWritten?: (seq: number) => void;
  readonly onError: (error: Error) => void;
}): Snapshots {
  const { url, onWritten, onError, everyCommands = COMMANDS_PER_SNAPSHOT } = options;
  let { lastSnapshotSeq } = options;
  let heardSeq = lastSnapshotSeq;
  let worker: Worker | undefined;
  let isClosed = false;

  function startIfDue(): void {
    if (!worker && heardSeq - lastSnapshotSeq >= everyCommands) worker = start();
  }

  function start(): Worker {
    const started = startWorker('journal/snapshot-worker', url);
    started.on('message', ({ seq, damagedSnapshots }: TakenSnapshot) => {
      lastSnapshotSeq = seq;
      for (const damaged of damagedSnapshots) onError(new Error(`the snapshot at seq ${damaged} is damaged`));
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
