/**
 * The journal position at which the current trade date began: fees are reported per trade date, and postings carry a
 * seq.
 */
import type pg from 'pg';
import { readJournal } from '#journal/journal.ts';
import { decodeCommands } from '#journal/journal-codec.ts';
import type { Sequencer } from '#journal/sequencer.ts';

/** Reads it from the journal once, newest batch first, and follows it from then on. */
export async function followTradeDate(pool: pg.Pool, sequencer: Sequencer): Promise<() => number> {
  let beganSeq = 0;
  sequencer.onDurable((steps) => {
    for (const { command } of steps) if (command.kind === 'endTradeDate') beganSeq = command.seq;
  });
  const [row] = await readJournal<{ commands: string }>(
    pool,
    `select commands from journal_batch where commands like '%"kind":"endTradeDate"%' order by first_seq desc limit 1`,
  );
  const past = row ? decodeCommands(row.commands).findLast(({ kind }) => kind === 'endTradeDate') : undefined;
  // A date that began during the query is newer than its result.
  beganSeq = Math.max(beganSeq, past?.seq ?? 0);
  return () => beganSeq;
}
