/** The journal is behind, does not answer, or has no space: clients get JOURNAL_UNAVAILABLE. */
export class JournalBusyError extends Error {}
