/**
 * Takes snapshots without stopping the engine: whenever there are enough commands for one, a thread recovers from the
 * last one and the journal, and writes what it has come to. While there is enough for one after the other it stays and
 * goes on from there; the next thread starts from what it wrote. So every snapshot also proves that replay works.
 */
import type { Worker } from 'node:worker_threads';
import { type Clock, steadyClock } from '#ground/clock.ts';
import { startWorker } from '#ground/worker-threads.ts';
import type { StoredText } from '#journal/journal.ts';
import type { DamagedSnapshots } from '#journal/recovery.ts';

/** Replaying this many takes a second, and two on a machine that is busy with something else. */
const COMMANDS_PER_SNAPSHOT = 20_000;

/**
 * The thread works for a second or two. It takes none of those in which everybody comes back to a server that has just
 * started.
 */
const REST_MS = 10_000;
/** It rests so many times as long as it has worked: what a state of millions of orders takes does not take a processor. */
const RESTS_PER_WORK = 4;
const MOST_REST_MS = 60_000;

/** What the thread tells of each. */
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
  let begunMs = steady.nowMs();
  let restsUntilMs = begunMs + restMs;
  let heardSeq = lastSnapshotSeq;
  let worker: Worker | undefined;
  let isTaking = false;
  let isClosed = false;

  function takeIfDue(): void {
    const isDue = heardSeq - lastSnapshotSeq >= everyCommands && steady.nowMs() >= restsUntilMs;
    if (isClosed || isTaking || !isDue) return;
    isTaking = true;
    begunMs = steady.nowMs();
    if (worker) worker.postMessage('again');
    else worker = start();
  }

  function ended(): void {
    isTaking = false;
    const nowMs = steady.nowMs();
    restsUntilMs = Math.max(begunMs + restMs, nowMs + Math.min((nowMs - begunMs) * RESTS_PER_WORK, MOST_REST_MS));
    // As many may have come meanwhile.
    takeIfDue();
  }

  function start(): Worker {
    const started = startThread(url);
    started.on('message', ({ seq, damagedSnapshots }: TakenSnapshot) => {
      lastSnapshotSeq = seq;
      if (damagedSnapshots === 'all') onError(new Error('the earlier snapshots are damaged'));
      else for (const damaged of damagedSnapshots) onError(new Error(`the snapshot at seq ${damaged} is damaged`));
      onWritten?.(seq);
      ended();
    });
    started.on('error', (error) => {
      // A failed one is tried again after as many commands, not with every batch.
      lastSnapshotSeq = heardSeq;
      onError(error);
    });
    started.on('exit', (code) => {
      worker = undefined;
      if (!isTaking) return;
      if (code !== 0) return ended();
      // It ended before it heard that it was asked again.
      isTaking = false;
      restsUntilMs = begunMs;
      takeIfDue();
    });
    return started;
  }

  return {
    hear({ lastSeq }) {
      heardSeq = lastSeq;
      takeIfDue();
    },
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
