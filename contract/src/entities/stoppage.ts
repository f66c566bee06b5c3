/** Why orders are not taken at the moment: `why` of JOURNAL_UNAVAILABLE. */

export const STOPPAGES = ['TOO_MUCH', 'SILENT', 'SPACE', 'BEHIND'] as const;
/** More comes than can be done; the journal or the engine does not answer; storage runs out; read tables are behind. */
export type Stoppage = (typeof STOPPAGES)[number];
