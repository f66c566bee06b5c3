/** The backlog exceeds what can be written in about a second: clients get JOURNAL_UNAVAILABLE. */
export class JournalBusyError extends Error {}
