/** More waits for the journal than can be written in a second or so: an investor is told JOURNAL_UNAVAILABLE. */
export class JournalBusyError extends Error {}
