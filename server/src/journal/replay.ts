/**
 * Executes again what the journal has, comparing each batch's hash and the digest of its results with the stored ones:
 * for a start, and for whoever follows the journal live.
 */
import { ENGINE_VERSION, type EngineState, execute } from '@mua/core/engine';
import { EngineTooOldError, tooOldFor } from '#journal/engine-version.ts';
import { chainHash, digestOf, JournalDamagedError, type StoredText } from '#journal/journal.ts';
import { decodeCommands } from '#journal/journal-codec.ts';
import { collectMessages, collectRows } from '#journal/projections/collect-rows.ts';
import { encodeDigested } from '#journal/projections/encode-rows.ts';
import { type BatchRows, emptyRows } from '#journal/projections/rows.ts';
import type { DurableStep, NoticesOf } from '#journal/sequencer.ts';

/** This engine gives other events for an old tail than the one that wrote it. */
export class EngineTooNewError extends Error {}

export interface Replayed {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly steps: readonly DurableStep[];
  readonly rows: BatchRows;
}

/**
 * Executes the batch that follows the state, whose last batch had that hash. Its rows have messages where `noticesOf` is
 * given.
 */
export function replayBatch(
  state: EngineState,
  batch: StoredText,
  headHash: string,
  noticesOf?: NoticesOf | undefined,
): Replayed {
  const { firstSeq, lastSeq, commandText } = batch;
  if (firstSeq !== state.seq + 1) throw new JournalDamagedError(`journal: seq ${state.seq + 1} is missing`);
  const intact = batch.previousHash === headHash && chainHash(headHash, commandText, batch.digest) === batch.hash;
  if (!intact) throw new JournalDamagedError(`journal: batch at seq ${firstSeq} is not what was written`);
  const rows = emptyRows();
  const steps: DurableStep[] = [];
  // Not before: what is damaged may be no text of commands at all.
  for (const command of decodeCommands(commandText)) {
    try {
      const step = { command, events: execute(state, command) };
      collectRows(rows, command, step.events);
      if (noticesOf) collectMessages(rows, command, noticesOf(step, state));
      steps.push(step);
    } catch (error) {
      throw differs(batch, command.seq, error);
    }
  }
  if (digestOf(encodeDigested(rows)) !== batch.digest) throw differs(batch, firstSeq, undefined);
  return { firstSeq, lastSeq, steps, rows };
}

function differs(batch: StoredText, seq: number, cause: unknown): Error {
  if (batch.engineVersion === ENGINE_VERSION) {
    return new JournalDamagedError(`journal: replaying seq ${seq} gives other events than were stored`, { cause });
  }
  if (batch.engineVersion > ENGINE_VERSION)
    return new EngineTooOldError(`journal: seq ${seq} ${tooOldFor(batch.engineVersion)}`, { cause });
  return new EngineTooNewError(
    `journal: seq ${seq} was written by engine ${batch.engineVersion} and this engine ${ENGINE_VERSION} replays it differently. ` +
      'Start the release that wrote it once and stop it with Ctrl-C (a clean stop writes a snapshot), then start this one.',
    { cause },
  );
}
