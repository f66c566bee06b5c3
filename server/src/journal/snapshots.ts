/** Takes snapshots: after a number of commands in the background, and at a clean stop. */
import { startWorker } from '#ground/worker-threads.ts';
import type { Sequencer } from '#journal/sequencer.ts';

/** Replaying this many takes about a second (architecture: a snapshot every 100,000 commands). */
const COMMANDS_PER_SNAPSHOT = 100_000;

export function takeSnapshots(options: {
  readonly sequencer: Sequencer;
  readonly url: string;
  readonly lastSnapshotSeq: number;
  readonly everyCommands?: number;
  readonly onWritten?: (seq: number) => void;
  readonly onError: (error: Error) => void;
}): void {
  const { sequencer, url, onWritten, onError, everyCommands = COMMANDS_PER_SNAPSHOT } = options;
  let lastTriedSeq = options.lastSnapshotSeq;
  let isRunning = false;
  sequencer.onDurable(() => {
    if (isRunning || sequencer.durableSeq - lastTriedSeq < everyCommands) return;
    isRunning = true;
    // A failed one is tried again after as many commands, not with every batch.
    lastTriedSeq = sequencer.durableSeq;
    const worker = startWorker('journal/snapshot-worker', { url });
    worker.on('message', (message: { seq: number }) => onWritten?.(message.seq));
    worker.on('error', onError);
    worker.on('exit', () => {
      isRunning = false;
    });
  });
}
