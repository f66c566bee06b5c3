/**
 * Recovers at every start: newest snapshot, then the journal's tail replayed, comparing each batch's hash and the
 * digest of its results with the stored ones. A mismatch stops the start and names the seq.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  createEngineState,
  ENGINE_VERSION,
  type EngineState,
  execute,
  restoreState,
  snapshotState,
  stateHash,
} from '@mua/core/engine';
import type pg from 'pg';
import { chainHash, digestOf, GENESIS_HASH, readBatches, type StoredBatch } from '#journal/journal.ts';
import { decodeSnapshot, encodeSnapshot } from '#journal/journal-codec.ts';
import { collectRows } from '#journal/projections/collect-rows.ts';
import { encodeDigested } from '#journal/projections/encode-rows.ts';
import { type BatchRows, emptyRows } from '#journal/projections/rows.ts';

/** The journal or a snapshot is damaged. The start stops; nothing is skipped. */
export class JournalDamagedError extends Error {}

/** This engine gives other events for an old tail than the one that wrote it. */
export class EngineTooNewError extends Error {}

export interface Recovered {
  readonly state: EngineState;
  readonly headHash: string;
  readonly snapshotSeq: number;
  readonly replayed: number;
}

export async function recover(
  client: pg.ClientBase,
  onBatch: (rows: BatchRows) => Promise<void> = async () => {},
  from: 'snapshot' | 'genesis' = 'snapshot',
): Promise<Recovered> {
  const start = from === 'snapshot' ? await newestSnapshot(client) : undefined;
  const state = start?.state ?? createEngineState();
  let headHash = start?.journalHash ?? GENESIS_HASH;
  let replayed = 0;
  for await (const batch of readBatches(client, state.seq)) {
    const rows = replayBatch(state, batch, headHash);
    await onBatch(rows);
    headHash = batch.hash;
    replayed += batch.commands.length;
  }
  return { state, headHash, snapshotSeq: start?.state.seq ?? 0, replayed };
}

function replayBatch(state: EngineState, batch: StoredBatch, headHash: string): BatchRows {
  const { firstSeq, commands } = batch;
  if (firstSeq !== state.seq + 1) throw new JournalDamagedError(`journal: seq ${state.seq + 1} is missing`);
  const intact = batch.previousHash === headHash && chainHash(headHash, batch.commandText, batch.digest) === batch.hash;
  if (!intact) throw new JournalDamagedError(`journal: batch at seq ${firstSeq} is not what was written`);
  const rows = emptyRows();
  for (const command of commands) {
    try {
      collectRows(rows, command, execute(state, command));
    } catch (error) {
      throw differs(batch, command.seq, error);
    }
  }
  if (digestOf(encodeDigested(rows)) !== batch.digest) throw differs(batch, firstSeq, undefined);
  return rows;
}

function differs(batch: StoredBatch, seq: number, cause: unknown): Error {
  if (batch.engineVersion === ENGINE_VERSION) {
    return new JournalDamagedError(`journal: replaying seq ${seq} gives other events than were stored`, { cause });
  }
  return new EngineTooNewError(
    `journal: seq ${seq} was written by engine ${batch.engineVersion} and this engine ${ENGINE_VERSION} replays it differently. ` +
      'Start the release that wrote it once and stop it with Ctrl-C (a clean stop writes a snapshot), then start this one.',
    { cause },
  );
}

interface SnapshotRow {
  readonly seq: string;
  readonly engine_version: number;
  readonly journal_hash: string;
  readonly state_hash: string;
  readonly state: Buffer;
}

async function newestSnapshot(client: pg.ClientBase): Promise<{ state: EngineState; journalHash: string } | undefined> {
  const found = await client.query<SnapshotRow>(
    `select seq::text, engine_version, journal_hash, state_hash, state
     from engine_snapshot order by engine_snapshot.seq desc limit 1`,
  );
  const row = found.rows[0];
  if (!row) return undefined;
  const state = restoreState(decodeSnapshot(gunzipSync(row.state).toString('utf8')));
  // An older engine's digest is of its own form of the state; the archive's checksum has guarded the bytes.
  const isOfThisEngine = row.engine_version === ENGINE_VERSION;
  if (isOfThisEngine && stateHash(state) !== row.state_hash)
    throw new JournalDamagedError(`snapshot at seq ${row.seq} is damaged`);
  return { state, journalHash: row.journal_hash };
}

/** Writes the state as a snapshot and deletes all older ones but one. The journal up to it must be durable. */
export async function writeSnapshot(client: pg.ClientBase, state: EngineState, journalHash: string): Promise<void> {
  const bytes = gzipSync(encodeSnapshot(snapshotState(state)), { level: 1 });
  await client.query(
    `insert into engine_snapshot (seq, engine_version, journal_hash, state_hash, state)
     values ($1, $2, $3, $4, $5) on conflict (seq) do nothing`,
    [state.seq, ENGINE_VERSION, journalHash, stateHash(state), bytes],
  );
  await client.query(
    'delete from engine_snapshot where seq not in (select seq from engine_snapshot order by seq desc limit 2)',
  );
}
