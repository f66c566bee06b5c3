/** Fills the read tables in this process: from where they are, and then batch by batch. */
import type { ProcessStart } from '#app/process-start.ts';
import { openProjector, type Projector } from '#journal/projector.ts';
import type { Replaying } from '#journal/recovery.ts';
import { noticesOf } from '#notifications/notices.ts';

export async function openTables({ shutdown, log, crash }: ProcessStart, url: string): Promise<Projector> {
  const projector = await openProjector({
    ...{ url, onFatal: crash },
    onTrouble: (err) => log.error({ err }, 'the read tables were not written, it will be tried again'),
  });
  shutdown.opened(() => projector.close());
  return projector;
}

/** Whoever replays the journal like this hands on what the read tables have not. */
export function projectedBy(projector: Projector): Replaying {
  return { afterSeq: projector.seq, noticesOf, onBatch: (batch) => projector.take(batch) };
}
