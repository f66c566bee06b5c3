/** Which engine has written the journal: an older one does not write behind it (record 170). */
import { ENGINE_VERSION } from '@mua/core/engine';
import { unlessDamaged } from '#db/damaged-data.ts';
import { type JournalReader, readJournal } from '#journal/journal.ts';

/** A later engine has written what this one would not understand as it was meant. */
export class EngineTooOldError extends Error {}

export function tooOldFor(engineVersion: number): string {
  return `was written by engine ${engineVersion}, and this one is ${ENGINE_VERSION}: start the release that wrote it or a later one`;
}

/** To be asked before this process may come to write. @throws EngineTooOldError, JournalDamagedError */
export async function demandNoLaterEngine(client: JournalReader): Promise<void> {
  const [batch] = await readJournal<{ engine_version: number }>(
    client,
    'select engine_version from journal_batch order by first_seq desc limit 1',
  );
  // A damaged one is passed over.
  const snapshots = await unlessDamaged(
    client.query<{ engine_version: number | null }>(
      'select max(engine_version) as engine_version from engine_snapshot',
    ),
  );
  const written = Math.max(batch?.engine_version ?? 0, snapshots?.rows[0]?.engine_version ?? 0);
  if (written > ENGINE_VERSION) throw new EngineTooOldError(`this journal ${tooOldFor(written)}`);
}
