/**
 * A hundred thousand leaves take seconds of a processor, and the server's own thread has orders to take: a thread of its
 * own reads, hashes and writes a day, and ends.
 */
import { startWorker } from '#ground/worker-threads.ts';
import type { ProofKey } from '#proof/proof-key.ts';
import type { Refusal } from '#proof/sign-days.ts';

export interface SigningJob {
  /** Of the database. */
  readonly url: string;
  readonly key: ProofKey;
  readonly nowMs: number;
}

/** Resolves when every day that waited is signed or refused. */
export function signInThread(job: SigningJob, onRefused: (refusal: Refusal) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = startWorker('proof/sign-worker', job);
    worker.on('message', onRefused);
    worker.on('error', reject);
    worker.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the thread that signs days ended with ${code}`)),
    );
  });
}
