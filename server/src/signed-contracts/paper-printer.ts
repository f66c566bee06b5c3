/** Has PDFs drawn by a thread, which begins with the first one, and remembers the last ones. */
import type { Worker } from 'node:worker_threads';
import { startWorker } from '#ground/worker-threads.ts';
import type { PaperFacts } from '#signed-contracts/paper-facts.ts';

export interface Printer<Facts> {
  /** The bytes of a PDF, the same for the same facts. */
  print(facts: Facts): Promise<Buffer>;
  close(): Promise<void>;
}

export type PaperPrinter = Printer<PaperFacts>;

export interface PrintJob<Facts> {
  readonly job: number;
  readonly facts: Facts;
}

export interface PrintResult {
  readonly job: number;
  readonly bytes?: Uint8Array;
  readonly error?: string;
}

/** Some forty kilobytes each. */
const REMEMBERED = 64;

interface Waiting {
  resolve(bytes: Buffer): void;
  reject(error: Error): void;
}

export function createPaperPrinter(): PaperPrinter {
  return createPrinter(() => startWorker('signed-contracts/paper-worker', null));
}

export function createPrinter<Facts>(startThread: () => Worker): Printer<Facts> {
  let thread: { readonly worker: Worker; readonly waiting: Map<number, Waiting> } | undefined;
  let jobs = 0;
  const printed = new Map<string, Promise<Buffer>>();

  function start(): { readonly worker: Worker; readonly waiting: Map<number, Waiting> } {
    const started = {
      worker: startThread(),
      waiting: new Map<number, Waiting>(),
    };
    const { worker, waiting } = started;
    worker.on('message', ({ job, bytes, error }: PrintResult) => {
      const one = waiting.get(job);
      waiting.delete(job);
      if (bytes) one?.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      else one?.reject(new Error(error));
    });
    const end = (error: Error): void => {
      if (thread === started) thread = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    worker.on('error', end);
    worker.on('exit', () => end(new Error('the thread that draws PDFs has ended')));
    // A server that stops waits for no paper.
    worker.unref();
    return started;
  }

  function draw(facts: Facts): Promise<Buffer> {
    thread ??= start();
    const { worker, waiting } = thread;
    jobs += 1;
    const job: PrintJob<Facts> = { job: jobs, facts };
    return new Promise((resolve, reject) => {
      waiting.set(job.job, { resolve, reject });
      worker.postMessage(job);
    });
  }

  return {
    print(facts) {
      const key = JSON.stringify(facts);
      const known = printed.get(key);
      if (known) return known;
      const drawn = draw(facts);
      printed.set(key, drawn);
      drawn.catch(() => printed.delete(key));
      const [oldest] = printed.keys();
      if (printed.size > REMEMBERED && oldest !== undefined) printed.delete(oldest);
      return drawn;
    },
    async close() {
      await thread?.worker.terminate();
    },
  };
}
