/** The journal is behind, does not answer, or has no space: clients get JOURNAL_UNAVAILABLE, with the reason. */
import type { Stoppage } from '@mua/contract/entities/stoppage';

export class JournalBusyError extends Error {
  readonly why: Stoppage;

  constructor(message?: string, why: Stoppage = 'SILENT') {
    super(message);
    this.why = why;
  }
}
