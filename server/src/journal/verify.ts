/**
 * Reads the whole journal and says whether it is what was written: also what a snapshot covers, which no start looks at
 * again. Replays nothing: what the commands gave is guarded by the digest in each batch, and the snapshots are proof of
 * a replay.
 */
import type { JournalDamage } from '@mua/contract/http/operator-journal';
import { unlessDamaged } from '#db/damaged-data.ts';
import {
  chainHash,
  GENESIS_HASH,
  JournalDamagedError,
  type JournalReader,
  readTexts,
  type StoredText,
} from '#journal/journal.ts';
import { decodeCommands } from '#journal/journal-codec.ts';
import { BOOKS_SEQ } from '#journal/recovery.ts';

export interface JournalReport {
  readonly batches: number;
  /** The last command that follows from all before it, which are as many. */
  readonly seq: number;
  readonly hash: string;
  /** The first. */
  readonly damage: JournalDamage | null;
}

/**
 * Stops at the first damage. `headSeq`: what is known to be on disk.
 * @param rest is awaited after every page of batches, with the seq that it has reached
 */
export async function verifyJournal(
  client: JournalReader,
  headSeq: number,
  rest: (seq: number) => Promise<void> = async () => {},
): Promise<JournalReport> {
  let [batches, seq, hash] = [0, 0, GENESIS_HASH];
  const report = (damage: JournalDamage | null): JournalReport => ({ batches, seq, hash, damage });
  const snapshots = await snapshotHashes(client);
  try {
    for await (const batch of readTexts(client, 0)) {
      const damage = damageOf(batch, seq, hash);
      if (damage) return report(damage);
      batches += 1;
      [seq, hash] = [batch.lastSeq, batch.hash];
      if ((snapshots.get(seq) ?? hash) !== hash) return report({ seq, what: 'snapshot' });
      if (batches % BATCHES_AT_ONCE === 0) await rest(seq);
    }
  } catch (error) {
    if (error instanceof JournalDamagedError) return report({ seq: seq + 1, what: 'unreadable' });
    throw error;
  }
  const isShort = seq < headSeq || !(await reachesBooks(client));
  return report(isShort ? { seq: seq + 1, what: 'end' } : null);
}

const BATCHES_AT_ONCE = 500;

function damageOf(batch: StoredText, seq: number, hash: string): JournalDamage | undefined {
  const { firstSeq, lastSeq, commandText, digest } = batch;
  if (firstSeq !== seq + 1) return { seq: seq + 1, what: 'missing' };
  const isWritten = batch.previousHash === hash && chainHash(hash, commandText, digest) === batch.hash;
  // The chain does not cover the numbers beside the text.
  return isWritten && hasCommands(commandText, firstSeq, lastSeq) ? undefined : { seq: firstSeq, what: 'changed' };
}

function hasCommands(text: string, firstSeq: number, lastSeq: number): boolean {
  const commands = decodeCommands(text);
  return commands.length === lastSeq - firstSeq + 1 && commands.every(({ seq }, at) => seq === firstSeq + at);
}

/** A damaged one is passed over by whoever starts from it, and says nothing of the journal. */
async function snapshotHashes(client: JournalReader): Promise<ReadonlyMap<number, string>> {
  const found = await unlessDamaged(
    client.query<{ seq: number; journal_hash: string }>('select seq::float8 as seq, journal_hash from engine_snapshot'),
  );
  const rows = found?.rows ?? [];
  return new Map(rows.map((row) => [row.seq, row.journal_hash]));
}

/** Asked in one statement, because somebody may write meanwhile. */
async function reachesBooks(client: JournalReader): Promise<boolean> {
  const { rows } = await client.query<{ reaches: boolean }>(
    `select coalesce((select max(last_seq) from journal_batch), 0) >= coalesce(${BOOKS_SEQ}, 0) as reaches`,
  );
  return rows[0]?.reaches === true;
}
