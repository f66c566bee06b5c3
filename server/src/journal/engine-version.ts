/** Which engine has written the journal: an older one does not write behind it (record 170). */
import { ENGINE_VERSION } from '@mua/core/engine';
import type { JournalReader } from '#journal/journal.ts';

/** A later engine has written what this one would not understand as it was meant. */
export class EngineTooOldError extends Error {}

export function tooOldFor(engineVersion: number): string {
  return `was written by engine ${engineVersion}, and this one is ${ENGINE_VERSION}: start the release that wrote it or a later one`;
}

/** To be asked before this process may come to write. @throws EngineTooOldError */
export async function demandNoLaterEngine(client: JournalReader): Promise<void> {
  const { rows } = await client.query<{ engine_version: number | null }>(
    `select greatest((select engine_version from journal_batch order by first_seq desc limit 1),
       (select max(engine_version) from engine_snapshot)) as engine_version`,
  );
  const written = rows[0]?.engine_version ?? 0;
  if (written > ENGINE_VERSION) throw new EngineTooOldError(`this journal ${tooOldFor(written)}`);
}
