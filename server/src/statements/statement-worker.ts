/** Draws statements beside the server's own thread: that of a busy month takes a second, in which no order should wait. */
import { parentPort } from 'node:worker_threads';
import type { PrintJob, PrintResult } from '#signed-contracts/paper-printer.ts';
import { type StatementFacts, statementPdf } from '#statements/statement-pdf.ts';

parentPort?.on('message', ({ job, facts }: PrintJob<StatementFacts>) => {
  const answer = (result: PrintResult): void => parentPort?.postMessage(result);
  statementPdf(facts).then(
    (bytes) => answer({ job, bytes }),
    (error: unknown) => answer({ job, error: String(error) }),
  );
});
