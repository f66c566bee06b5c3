/** Statements on paper: drawn by a thread and signed as contracts are (record 121), with the JSON as an attachment. */
import { startWorker } from '#ground/worker-threads.ts';
import type { SigningIdentity } from '#signed-contracts/detached-cms.ts';
import { createPrinter } from '#signed-contracts/paper-printer.ts';
import { signPdf } from '#signed-contracts/pdf-signature.ts';
import type { StatementFacts } from '#statements/statement-pdf.ts';
import { dateText, filled, statementWords } from '#statements/statement-words.ts';

export interface SignedStatements {
  print(paper: StatementFacts): Promise<Buffer>;
  close(): Promise<void>;
}

export function createSignedStatements(identity: SigningIdentity, nowMs: () => number): SignedStatements {
  const printer = createPrinter<StatementFacts>(() => startWorker('statements/statement-worker', null));
  return {
    async print(paper) {
      const { file, language } = paper;
      const { accountId: account, from, to } = file.statement;
      const facts = { account, from: dateText(from), to: dateText(to), hash: file.proof.dayHash };
      const reason = filled(statementWords(language).reason, facts);
      const bytes = await printer.print(paper);
      return signPdf(bytes, { signer: 'Mùa', reason, signedMs: nowMs() }, identity);
    },
    close: printer.close,
  };
}
