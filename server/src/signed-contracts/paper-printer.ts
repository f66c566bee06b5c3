/** Has PDFs drawn by a thread, and remembers the last ones. */
import type { Worker } from 'node:worker_threads';
import { createAnsweringThread } from '#ground/answering-thread.ts';
import { startWorker } from '#ground/worker-threads.ts';
import type { PaperFacts } from '#signed-contracts/paper-facts.ts';

export interface Printer<Facts> {
  /** The bytes of a PDF, the same for the same facts. */
  print(facts: Facts): Promise<Buffer>;
  close(): Promise<void>;
}

export type PaperPrinter = Printer<PaperFacts>;

/** Some forty kilobytes each. */
const REMEMBERED = 64;

export function createPaperPrinter(): PaperPrinter {
  return createPrinter(() => startWorker('signed-contracts/paper-worker', null));
}

/** What `startThread` starts answers facts with the bytes of their PDF. */
export function createPrinter<Facts>(startThread: () => Worker): Printer<Facts> {
  const { ask, close } = createAnsweringThread<Facts, Uint8Array>(startThread);
  const printed = new Map<string, Promise<Buffer>>();

  async function draw(facts: Facts): Promise<Buffer> {
    const bytes = await ask(facts);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
    close,
  };
}
