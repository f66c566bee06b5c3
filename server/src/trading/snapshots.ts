/** When snapshots are taken: every so many commands in the background, and at a clean stop. */
import { Worker } from 'node:worker_threads';
import type { Sequencer } from './sequencer.ts';

/** Replaying this many takes about a second (architecture: a snapshot every 100,000 commands). */
const COMMANDS_PER_SNAPSHOT = 100_000;

export function takeSnapshots(options: {
  readonly sequencer: Sequencer;
  readonly url: string;
  readonly lastSnapshotSeq: number;
  readonly onError: (error: Error) => void;
}): void {
  const { sequencer, url, onError } = options;
  let lastSeq = options.lastSnapshotSeq;
  let isRunning = false;
  sequencer.onDurable(() => {
    if (isRunning || sequencer.durableSeq - lastSeq < COMMANDS_PER_SNAPSHOT) return;
    isRunning = true;
    const worker = new Worker(workerFile(), { workerData: { url } });
    worker.on('message', (message: { seq: number }) => {
      lastSeq = message.seq;
    });
    worker.on('error', onError);
    worker.on('exit', () => {
      isRunning = false;
    });
  });
}

/** Built code starts the built worker; in tests, where sources run directly, the same file by its source name. */
function workerFile(): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./snapshot-worker.${extension}`, import.meta.url);
}
