/**
 * Recovers at every start: newest snapshot that is whole, then the journal's tail replayed, comparing each batch's hash
 * and the digest of its results with the stored ones. A mismatch stops the start and names the seq. A damaged snapshot
 * stops nothing: it only saves replaying what the journal has.
 */
import {
  createEngineState,
  ENGINE_VERSION,
  type EngineState,
  restoreState,
  snapshotState,
  stateHash,
} from '@mua/core/engine';
import type pg from 'pg';
import { foundDamage, unlessDamaged } from '#db/damaged-data.ts';
import { rolledBack } from '#db/transaction.ts';
import { demandNoLaterEngine } from '#journal/engine-version.ts';
import { GENESIS_HASH, JournalDamagedError, type JournalReader, readJournal, readTexts } from '#journal/journal.ts';
import { decodeSnapshot, encodeSnapshot } from '#journal/journal-codec.ts';
import { type Replayed, replayBatch } from '#journal/replay.ts';
import type { NoticesOf } from '#journal/sequencer.ts';

export interface Recovered {
  readonly state: EngineState;
  readonly headHash: string;
  readonly snapshotSeq: number;
  readonly replayed: number;
  readonly damagedSnapshots: DamagedSnapshots;
}

/** Those that were passed over, by their seq; `all` where it can't even be read which there are. */
export type DamagedSnapshots = readonly number[] | 'all';

/** What is done with the batches while they are replayed. */
export interface Replaying {
  /** Compares what a snapshot restores with what was written, which takes as long as all else that a start does. */
  readonly verifies?: boolean;
  /** The oldest batch that is wanted comes after this seq: only a snapshot up to there will do. */
  readonly afterSeq?: number;
  readonly noticesOf?: NoticesOf;
  readonly onBatch?: (replayed: Replayed) => void | Promise<void>;
}

export async function recover(client: JournalReader, replaying: Replaying = {}): Promise<Recovered> {
  const { noticesOf, onBatch } = replaying;
  const { start, damaged } = await newestSnapshot(client, replaying);
  const state = start?.state ?? createEngineState();
  const snapshotSeq = state.seq;
  let headHash = start?.journalHash ?? GENESIS_HASH;
  let commands = 0;
  for await (const batch of readTexts(client, state.seq)) {
    const replayed = replayBatch(state, batch, headHash, noticesOf);
    await onBatch?.(replayed);
    headHash = batch.hash;
    commands += replayed.steps.length;
  }
  return { state, headHash, snapshotSeq, replayed: commands, damagedSnapshots: damaged };
}

/**
 * Throws where this engine can't go on from the journal, so that the one that wrote it still can. It reads batches and
 * snapshots only, which every release can before it has migrated (db/database.ts).
 */
export async function demandReplayable(client: JournalReader): Promise<void> {
  await demandNoLaterEngine(client);
  await recover(client);
}

/** As far as the books know of the journal. */
export const BOOKS_SEQ = `greatest((select seq from projected),
  (select max(seq) from trading_account), (select max(seq) from ledger_posting))`;

/**
 * Throws if the books know of more than the journal: then its last rows are missing, which no chain of hashes tells.
 * Nobody may write meanwhile.
 */
export async function demandWholeJournal(client: pg.ClientBase, headSeq: number): Promise<void> {
  const books = await client.query<{ seq: number | null }>(`select ${BOOKS_SEQ}::float8 as seq`);
  const seq = books.rows[0]?.seq ?? 0;
  if (seq > headSeq) throw new JournalDamagedError(`journal: it ends at seq ${headSeq}, but the books go to ${seq}`);
}

interface SnapshotRow {
  readonly engine_version: number;
  readonly journal_hash: string;
  readonly state_hash: string;
  readonly state: Buffer;
}

interface Start {
  readonly state: EngineState;
  readonly journalHash: string;
}

interface Found {
  readonly start: Start | undefined;
  readonly damaged: DamagedSnapshots;
}

async function newestSnapshot(
  client: JournalReader,
  { afterSeq: mostSeq = Number.MAX_SAFE_INTEGER, verifies = false }: Replaying,
): Promise<Found> {
  // First, because an engine may be writing: the journal, which is read after them, goes at least as far.
  const known = await unlessDamaged(
    client.query<{ seq: number }>('select seq::float8 as seq from engine_snapshot order by engine_snapshot.seq desc'),
  );
  if (!known) return { start: undefined, damaged: 'all' };
  const [head] = await readJournal<{ seq: number }>(
    client,
    'select coalesce(max(last_seq), 0)::float8 as seq from journal_batch',
  );
  const headSeq = head?.seq ?? 0;
  const damaged: number[] = [];
  for (const { seq } of known.rows) {
    if (seq > headSeq)
      throw new JournalDamagedError(`journal: it ends at seq ${headSeq}, but a snapshot was taken at ${seq}`);
    if (seq > mostSeq) continue;
    const start = await readSnapshot(client, seq, verifies);
    if (start) return { start, damaged };
    damaged.push(seq);
  }
  return { start: undefined, damaged };
}

/** Undefined if it is not what was written, or not of this journal. */
async function readSnapshot(client: JournalReader, seq: number, verifies: boolean): Promise<Start | undefined> {
  const found = await unlessDamaged(
    client.query<SnapshotRow & { /** Of the batch that ends where it was taken. */ readonly hash: string | null }>(
      `select engine_snapshot.engine_version, journal_hash, state_hash, state, hash
       from engine_snapshot left join journal_batch on last_seq = seq where seq = $1`,
      [seq],
    ),
  );
  const row = found?.rows[0];
  if (!row || row.journal_hash !== row.hash) return undefined;
  try {
    // The archive's checksum guards the bytes.
    const state = restoreState(decodeSnapshot(row.state));
    // An older engine's digest is of its own form of the state.
    const isOther = verifies && row.engine_version === ENGINE_VERSION && stateHash(state) !== row.state_hash;
    return isOther ? undefined : { state, journalHash: row.journal_hash };
  } catch {
    return undefined;
  }
}

const WRITE_SNAPSHOT = `insert into engine_snapshot (seq, engine_version, journal_hash, state_hash, state)
  values ($1, $2, $3, $4, $5)
  on conflict (seq) do update set (engine_version, journal_hash, state_hash, state) =
    (excluded.engine_version, excluded.journal_hash, excluded.state_hash, excluded.state)`;

const DELETE_OLDER = `delete from engine_snapshot
  where seq not in (select seq from engine_snapshot order by seq desc limit 2)
    and seq is distinct from (select max(seq) from engine_snapshot where seq <= (select seq from projected))`;

/**
 * Writes the state as a snapshot and deletes all older ones but one, and but that from which the read tables could go on.
 * The journal up to it must be durable.
 */
export async function writeSnapshot(client: pg.ClientBase, state: EngineState, journalHash: string): Promise<void> {
  const { seq } = state;
  const snapshot = snapshotState(state);
  const hash = stateHash(state, snapshot);
  const values = [seq, ENGINE_VERSION, journalHash, hash, await encodeSnapshot(snapshot)];
  try {
    await client.query(WRITE_SNAPSHOT, values);
    await client.query(DELETE_OLDER);
  } catch (error) {
    if (!foundDamage(error)) throw error;
    await replaceAll(client, values);
  }
}

/**
 * What PostgreSQL can't read it can't delete either, nor copy into a base backup: only with all others it goes. The one
 * from which read tables that are behind could go on stays, if it can be read.
 */
async function replaceAll(client: pg.ClientBase, values: readonly unknown[]): Promise<void> {
  const kept = await startOfReadTables(client, values[0]);
  await client.query('begin');
  try {
    await client.query('truncate engine_snapshot');
    for (const snapshot of [...kept, values]) await client.query(WRITE_SNAPSHOT, [...snapshot]);
    await client.query('commit');
  } catch (error) {
    await rolledBack(client);
    throw error;
  }
}

const SNAPSHOTS_BEHIND = `select seq from engine_snapshot
  where seq <= (select seq from projected) and (select seq from projected) < $1 order by seq desc`;

async function startOfReadTables(client: pg.ClientBase, newSeq: unknown): Promise<(readonly unknown[])[]> {
  const known = await unlessDamaged(client.query<{ seq: string }>(SNAPSHOTS_BEHIND, [newSeq]));
  for (const { seq } of known?.rows ?? []) {
    const found = await unlessDamaged(
      client.query<SnapshotRow>(
        'select engine_version, journal_hash, state_hash, state from engine_snapshot where seq = $1',
        [seq],
      ),
    );
    const [row] = found?.rows ?? [];
    if (row) return [[seq, row.engine_version, row.journal_hash, row.state_hash, row.state]];
  }
  return [];
}
