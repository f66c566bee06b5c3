/** Draws papers beside the server's own thread: a paper takes a tenth of a second, in which no order should wait. */
import { parentPort } from 'node:worker_threads';
import type { PaperFacts } from '#signed-contracts/paper-facts.ts';
import { paperPdf } from '#signed-contracts/paper-pdf.ts';
import type { PrintJob, PrintResult } from '#signed-contracts/paper-printer.ts';

parentPort?.on('message', ({ job, facts }: PrintJob<PaperFacts>) => {
  const answer = (result: PrintResult): void => parentPort?.postMessage(result);
  paperPdf(facts).then(
    (bytes) => answer({ job, bytes }),
    (error: unknown) => answer({ job, error: String(error) }),
  );
});
